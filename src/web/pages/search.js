/**
 * The engine's searches: one for a move that it plays, or an analysis.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Color} Color
 */
import { readAnalysis } from "./analysis.js";
import { timeLeft } from "./clock.js";

/** The interval between reports of an analysis, in hundredths of a second. */
const INTERVAL = 20;

/** The interval between interrupts of a search that is to end, in milliseconds. */
const AGAIN = 100;

export class Search {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** The colour for which a move is searched; null if none is. @type {Color | null} */
    this.color = null;
    /** The search for a move. @type {Promise<string | null>} */
    this.choice = Promise.resolve(null);
    /** Whether the move of the search will be discarded. */
    this.isAbandoned = false;
    /** The node that is being analysed. @type {Node | null} */
    this.analysed = null;
  }

  /**
   * The engine's move at a node, a vertex, `pass` or `resign`; null if the search fails or is abandoned.
   * @param {Node} node
   * @param {Color} color
   */
  choose(node, color) {
    this.color = color;
    this.choice = this.#choose(node, color);
    return this.choice;
  }

  /**
   * @param {Node} node
   * @param {Color} color
   */
  async #choose(node, color) {
    const { game } = this;
    const { clocks, connection, session } = game;
    game.tell("change");
    try {
      if (clocks) {
        for (const each of /** @type {Color[]} */ (["black", "white"])) await connection.ask(timeLeft(each, clocks.left[each]));
      }
      const answer = await connection.ask(`kata-genmove_analyze ${color} ${INTERVAL} rootInfo true proven true`, this.#reader(node, color));
      if (!this.isAbandoned) return answer.split(" ").pop() ?? "pass";
      // The session has played the move on its board, so its position is unknown to the page.
      session.at = null;
    } catch (error) {
      session.at = null;
      game.fail(error);
    } finally {
      this.color = null;
    }
    return null;
  }

  /** Stops the search for a move, if there is one, and discards its move. */
  async abandon() {
    const { connection } = this.game;
    if (!this.color) return;
    this.isAbandoned = true;
    connection.interrupt();
    // Repeat: an interrupt before the start of the search has no effect on it, and the search would go on.
    const again = setInterval(() => connection.interrupt(), AGAIN);
    await this.choice;
    clearInterval(again);
    this.isAbandoned = false;
  }

  /**
   * Analyses a node until the next command.
   * @param {Node} node
   * @param {Color} color
   */
  async analyse(node, color) {
    const { game } = this;
    if (this.analysed === node || this.color) return;
    this.analysed = node;
    try {
      await game.connection.ask(`kata-analyze ${color} ${INTERVAL} rootInfo true proven true ownership true`, this.#reader(node, color));
    } catch (error) {
      game.fail(error);
    } finally {
      if (this.analysed === node) this.analysed = null;
    }
  }

  /**
   * Takes the lines of a search.
   * @param {Node} node
   * @param {Color} color
   */
  #reader(node, color) {
    return (/** @type {string} */ line) => {
      node.analysis = readAnalysis(line, color) ?? node.analysis;
      this.game.tell("analysis");
    };
  }
}
