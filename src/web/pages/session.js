/**
 * The session's position, and the shortest way to another one: a move, an undo, or the whole line.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Scene} Scene
 */
import { timeSettings } from "./clock.js";
import { GtpError, encoded } from "./gtp.js";
import { pathSgf } from "./tree.js";

export class Session {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** The node of the session's position; null if it is not known. @type {Node | null} */
    this.at = null;
    /** The rules of the session; empty if they are not known. */
    this.rules = "";
  }

  /** Knows nothing of the session any more: it is a new one, or is to begin a new game. */
  forget() {
    this.at = null;
    this.rules = "";
  }

  /**
   * Brings the session to a node, and fetches the scene of the node if it has none. The game steps back from a node that is refused.
   * @param {Node} node
   */
  async approach(node) {
    const { at, game } = this;
    const { connection, language } = game;
    this.at = null;
    if (this.rules !== game.root.rules) await this.#prepare();
    /** @type {Promise<unknown>[]} */
    const answers = at === node ? [] : [connection.ask(way(at, node))];
    /** @type {Scene | null} */
    let scene = null;
    if (!node.scenes[language]) {
      answers.push(connection.askJson(`opr-scene ${language}`).then((answer) => {
        scene = answer;
      }));
    }
    try {
      await Promise.all(answers);
    } catch (error) {
      await Promise.allSettled(answers);
      if (error instanceof GtpError && node.parent) game.refuse(node, error.message);
      throw error;
    }
    this.at = node;
    if (scene) this.#take(node, scene);
  }

  /**
   * The JSON that the session answers to a command at a node, where it stays without the game.
   * @param {Node} node
   * @param {string} command
   */
  async visit(node, command) {
    const { connection, root } = this.game;
    this.at = null;
    if (this.rules !== root.rules) await this.#prepare();
    const answers = [connection.ask(`opr-load ${encoded(pathSgf(node))}`), connection.askJson(command)];
    const [, answer] = await Promise.all(answers);
    return answer;
  }

  /** Sends rules, level and clock to the session. */
  async #prepare() {
    const { game } = this;
    const { connection, root, clocks } = game;
    await connection.ask("clear_board");
    await connection.ask(`kata-set-rules ${root.rules}`);
    if (game.level === null) game.level = Number(await connection.ask("kata-get-param level"));
    else await connection.ask(`level ${game.level}`);
    await connection.ask(timeSettings(clocks?.control ?? null));
    this.rules = root.rules;
  }

  /**
   * @param {Node} node
   * @param {Scene} scene
   */
  #take(node, scene) {
    const { language, root } = this.game;
    node.scenes[language] = scene;
    const event = eventOf(node, scene);
    if (event) node.events[language] = event;
    else delete node.events[language];
    // A game without a chosen komi has the usual one of its rules, board and handicap, which only the session knows.
    if (root.komi === null) root.usualKomi = scene.state.points.lead;
  }
}

/**
 * The command that leads from one node to another.
 * @param {Node | null} at Null if the position of the session is not known.
 * @param {Node} node
 */
function way(at, node) {
  const isEnd = at?.ended || node.ended;
  if (at && !isEnd && node.parent === at && node.move && !node.hasSetUp()) return `play ${node.move.join(" ")}`;
  if (at && !isEnd && at.parent === node && at.move && !at.hasSetUp()) return "undo";
  return `opr-load ${encoded(pathSgf(node))}`;
}

/**
 * The sentence about a move that did more than place its stone.
 * @param {Node} node
 * @param {Scene} scene
 */
function eventOf(node, { state, told, conclusion }) {
  const { last } = state;
  // A resignation and a loss on time are no moves: the sentence about the last move would say nothing about them.
  if (node.ended && conclusion.length > 0) return conclusion[0];
  const isEvent = node.move && (state.over || last?.retired.length || last?.immovable.length || state.barred);
  return isEvent ? told : null;
}
