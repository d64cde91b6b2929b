/**
 * The game on the page: its tree, and who plays. A session knows its rules, and a search finds the engine's moves. Its events are `change`
 * when the page has to be drawn again, `analysis` when a search has new results, and `refused` with a sentence when the session refuses a
 * command.
 *
 * `Learning` is what a step of a lesson or a problem adds: whether the learner has played and got the answer, whether the points are shown
 * without a count, and whether the game from before the lessons has moves that are not saved.
 *
 * @typedef {import("./types.js").Color} Color
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Told} Told
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./clock.js").TimeControl} TimeControl
 * @typedef {{ black: "human" | "engine", white: "human" | "engine" }} Players
 * @typedef {{ isAnswered: boolean, showsPoints: boolean, wasUnsaved: boolean }} Learning
 */
import { Clocks } from "./clock.js";
import { Count } from "./count.js";
import { Disconnected, GtpError } from "./gtp.js";
import { opponent } from "./points.js";
import { Search } from "./search.js";
import { Session } from "./session.js";
import { Root } from "./tree.js";

export class Game extends EventTarget {
  /**
   * @param {import("./gtp.js").Connection} connection
   * @param {{ language: string, rules: string, size: number }} start
   */
  constructor(connection, { language, rules, size }) {
    super();
    this.connection = connection;
    this.language = language;
    this.root = new Root(size, rules, null);
    /** The node that the page shows. @type {Node} */
    this.node = this.root;
    /** The node after which play continues. @type {Node} */
    this.live = this.root;
    /** @type {"play" | "analyse"} */
    this.mode = "play";
    /** @type {Players} */
    this.players = { black: "human", white: "engine" };
    /** The level of the engine; the session's until one is chosen. @type {number | null} */
    this.level = null;
    /** @type {Clocks | null} */
    this.clocks = null;
    this.isPaused = false;
    this.isAnalysing = false;
    /** Whether this is still the game with which the page began. */
    this.isFirst = true;
    /** What is on the board besides a game; null if that is a game. @type {Learning | null} */
    this.learning = null;
    /** The last scene, shown while the next one is fetched. @type {Scene | null} */
    this.shown = null;
    /** @type {Promise<void> | null} */
    this.settling = null;
    this.count = new Count(this);
    this.session = new Session(this);
    this.search = new Search(this);
  }

  /** The scene of the node that the page shows, or the last scene until it arrives. */
  get scene() {
    const scene = this.node.scenes[this.language];
    if (scene) this.shown = scene;
    return this.shown;
  }

  /** Whether the game has rules of ordinary Go: with passes and captured stones instead of abstentions and retired ones. */
  get isOrdinary() {
    return this.scene ? !this.scene.contact : this.root.rules !== "one-pure";
  }

  /** The colour to play, also after an end from which a placement resumes play. */
  get turn() {
    const state = this.scene?.state;
    if (!state) return null;
    if (state.turn) return state.turn;
    return this.count.isProvisional && state.last ? opponent(state.last.color) : null;
  }

  /** Whether a step of a lesson or a problem is on the board. */
  get isLearning() {
    return this.learning !== null;
  }

  /** The colour for which the engine searches a move. */
  get thinking() {
    return this.search.color;
  }

  /** Whether the last move waits for a session that judges it. */
  get isWaiting() {
    return !this.connection.isOpen && !this.node.scenes[this.language];
  }

  /** Whether a person may play now. A provisional count is no hindrance: a placement resumes play. */
  get mayPlay() {
    if (!this.turn || this.thinking || this.learning?.isAnswered || this.isWaiting) return false;
    if (this.count.isOn && !this.count.isProvisional) return false;
    return this.mode === "analyse" || this.players[this.turn] === "human";
  }

  /** @param {string} kind @param {unknown} [detail] */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /** Sets up the session after a connection or a reconnection: a new session knows nothing of this game. */
  async onOpen() {
    this.session.forget();
    await this.settle();
  }

  /**
   * Shows the empty board before there is a session. A person may play the first move: the session gets it when it opens.
   * @param {Record<string, Scene>} scenes The scene in each language.
   */
  showFirst(scenes) {
    if (!this.isFirst) return;
    this.root.scenes = scenes;
    this.root.usualKomi = Object.values(scenes)[0].state.points.lead;
    this.tell("change");
  }

  /** Forgets the session's position: it ends with the connection, as every search does. */
  onClose() {
    this.session.forget();
    this.tell("change");
  }

  /**
   * Begins a new game.
   * @param {{ size: number, rules: string, komi: number | null, handicap: number, players: Players, level: number | null,
   *   control: TimeControl | null }} wanted
   */
  async begin({ size, rules, komi, handicap, players, level, control }) {
    await this.leave();
    const root = new Root(size, rules, komi);
    this.players = players;
    this.level = level;
    this.mode = "play";
    this.isAnalysing = false;
    this.replace(root, control && new Clocks(control));
    this.session.forget();
    this.tell("change");
    // The handicap stones come first: nobody may play before them.
    this.isPaused = handicap > 1;
    await this.settle();
    if (handicap > 1) {
      await this.connection.opened;
      await this.settle();
    }
    if (handicap > 1 && this.root === root) {
      await this.#setHandicap(handicap);
      this.isPaused = false;
      await this.settle();
    }
  }

  /**
   * Puts the handicap stones on the empty board. A number that the session refuses leaves it empty, and the session's reason is told.
   * @param {number} handicap
   */
  async #setHandicap(handicap) {
    const { root } = this;
    try {
      root.stones.black = (await this.connection.ask(`fixed_handicap ${handicap}`)).split(" ");
    } catch (error) {
      if (!(error instanceof GtpError)) throw error;
      this.fail(error);
      return;
    }
    root.handicap = handicap;
    root.toPlay = "white";
    root.scenes = {};
    this.session.at = null;
  }

  /** Leaves the game on the page, which the browser keeps, and the lessons. The caller puts another game on the board. */
  async leave() {
    await this.abandonThought();
    this.tell("leave");
    this.endLearning();
  }

  /** Whether the game on the page, or the one from before the lessons, has moves that are not saved. */
  get isUnsaved() {
    return this.learning ? this.learning.wasUnsaved : this.root.isUnsaved;
  }

  /** Whether the game has ended, or its record has a result. A lesson has not. */
  get isFinished() {
    return !this.isLearning && (this.root.result !== "" || Object.values(this.live.scenes).some(({ state }) => state.over));
  }

  /**
   * Replaces this game by another.
   * @param {Root} root
   * @param {Clocks | null} [clocks]
   */
  replace(root, clocks = null) {
    this.isFirst = false;
    this.root = root;
    this.node = root;
    this.live = root;
    this.shown = null;
    this.clocks = clocks;
    this.isPaused = false;
    this.count.end();
  }

  /**
   * Shows a game from a record.
   * @param {Root} root
   * @param {Node} node The place that is shown.
   */
  async open(root, node = root) {
    await this.leave();
    this.mode = "analyse";
    this.replace(root);
    this.node = node;
    this.live = node;
    this.session.at = null;
    await this.settle();
  }

  /**
   * The JSON that the session answers to a command at a node. It goes there and comes back.
   * @param {Node} node
   * @param {string} command
   */
  async askAt(node, command) {
    await this.abandonThought();
    while (this.settling) await this.settling;
    const visit = this.session.visit(node, command);
    // A call for another position waits for the end of this one.
    this.settling = visit.then(() => {}, () => {}).finally(() => (this.settling = null));
    try {
      return await visit;
    } finally {
      await this.settling;
      await this.settle();
    }
  }

  /**
   * Puts a step of a lesson on the board.
   * @param {Root} root
   * @param {Node} node The node after which the learner plays.
   * @param {{ players: Players, level: number | null, showsPoints: boolean }} lesson
   */
  async learn(root, node, { players, level, showsPoints }) {
    const wasUnsaved = this.learning?.wasUnsaved ?? (this.isUnsaved && !this.isFinished);
    this.learning = { isAnswered: false, showsPoints, wasUnsaved };
    Object.assign(this, { players, level: level ?? this.level, mode: "play", isAnalysing: false });
    this.replace(root);
    this.node = node;
    this.live = node;
    await this.restart();
  }

  /**
   * Plays the reply to a turn of the learner.
   * @param {string} vertex
   */
  async reply(vertex) {
    const color = this.scene?.state.turn;
    if (!color) return;
    this.node = this.node.follow(color, vertex);
    this.live = this.node;
    await this.settle();
  }

  /** Notes whether the learner has got the last answer, and may play no further move. @param {boolean} isAnswered */
  setAnswered(isAnswered) {
    if (this.learning) this.learning.isAnswered = isAnswered;
  }

  /** Leaves the lessons. The caller puts another game on the board. */
  endLearning() {
    this.learning = null;
  }

  /** Sends a new game to the session, which forgets the old one. */
  async restart() {
    this.session.forget();
    this.tell("change");
    await this.settle();
  }

  /** Brings the session to the node that the page shows, fetches its scene, and starts the engine if it is to play. */
  async settle() {
    this.settling ??= this.#settle().finally(() => (this.settling = null));
    await this.settling;
  }

  async #settle() {
    try {
      while (this.connection.isOpen && !this.isSettled()) await this.session.approach(this.node);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.#runClock();
    this.tell("change");
    if (!this.connection.isOpen) return;
    if (this.#isEngineToPlay()) void this.#think();
    else {
      void this.analyse();
      void this.count.follow();
    }
  }

  /** Returns whether the session is at the node that the page shows, and has sent its scene. */
  isSettled() {
    return this.session.at === this.node && Boolean(this.node.scenes[this.language]);
  }

  /**
   * Steps back from a node whose line the session refuses. A move of a record is marked and stays, one that was just played is
   * removed.
   * @param {Node} node
   * @param {string} reason The session's line, which may name an earlier move.
   */
  refuse(node, reason) {
    const number = Number(/move (\d+)/.exec(reason)?.[1] ?? node.moves());
    const bad = node.path().find((each) => each.move && each.moves() === number) ?? node;
    if (!bad.isRecorded) {
      this.remove(bad);
      return;
    }
    bad.illegal = reason;
    const { parent } = bad;
    if (!parent) return;
    if (this.node.path().includes(bad)) this.node = parent;
    if (this.live.path().includes(bad)) this.live = parent;
  }

  /**
   * Removes a node with all that follows it.
   * @param {Node} node
   */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (this.node.path().includes(node)) this.node = parent;
    if (this.live.path().includes(node)) this.live = parent;
  }

  /** Tells an error of the session. @param {unknown} error */
  fail(error) {
    if (error instanceof Disconnected) return;
    if (error instanceof GtpError) this.tell("refused", error.message);
    else throw error;
  }

  /**
   * Shows another node of the game.
   * @param {Node | null | undefined} node
   */
  async go(node) {
    if (!node || this.thinking) return;
    const illegal = node.path().find((each) => each.illegal);
    if (illegal) this.tell("refused", illegal.illegal);
    this.node = illegal?.parent ?? node;
    this.count.end();
    this.tell("change");
    await this.settle();
  }

  /**
   * Asks for the effect of a move without playing it.
   * @param {string} vertex
   * @returns {Promise<Told>}
   */
  async explain(vertex) {
    return this.connection.askJson(`opr-tell ${this.language} ${vertex} ${this.turn ?? ""}`);
  }

  /**
   * What is proven about the result of the position, or about the group of a stone; null if the session refuses to search.
   * @param {string | null} point
   * @returns {Promise<import("./types.js").SolvedResult | import("./types.js").SolvedGroup | null>}
   */
  async solve(point) {
    await this.settling;
    try {
      return await this.connection.askJson(point ? `opr-solve ${point}` : "opr-solve");
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      void this.analyse();
    }
  }

  /**
   * Plays a move of the colour to play.
   * @param {string} vertex
   */
  async play(vertex) {
    const color = this.turn;
    if (!color || !this.mayPlay) return;
    const before = this.node;
    this.clocks?.endTurn();
    this.count.end();
    this.node = this.#follow(before, color, vertex);
    if (this.mode === "play") {
      this.live = this.node;
      this.root.result = "";
    }
    await this.settle();
    if (this.node === before && this.connection.isOpen) {
      const told = await this.explain(vertex);
      this.tell("refused", told.text);
      await this.settle();
    }
  }

  /**
   * The child of a node for a move. A new one is not saved yet.
   * @param {Node} node
   * @param {Color} color
   * @param {string} vertex
   */
  #follow(node, color, vertex) {
    const { length } = node.children;
    const child = node.follow(color, vertex);
    if (node.children.length > length) this.root.isUnsaved = true;
    return child;
  }

  /** Takes back moves to the person's last turn; without an engine or a person, the last move. */
  async undo() {
    await this.abandonThought();
    let node = this.node;
    node.agreed = null;
    if (node.ended) {
      node.ended = null;
      node.scenes = {};
      this.session.at = null;
    } else {
      do node = node.parent ?? node;
      while (this.mode === "play" && node.parent && this.players[this.#toPlayAfter(node)] === "engine" && this.#hasHuman());
    }
    if (this.mode === "play") this.root.result = "";
    this.live = node;
    this.clocks?.stop();
    this.node = node;
    this.isPaused = this.mode === "play" && !this.#hasHuman();
    this.count.end();
    await this.settle();
  }

  /** Stops the search for a move, if there is one, and discards its move. */
  async abandonThought() {
    await this.search.abandon();
  }

  /** @param {Node} node @returns {Color} */
  #toPlayAfter(node) {
    const scene = node.scenes[this.language];
    return scene?.state.turn ?? (node.move ? opponent(node.move[0]) : (node.toPlay ?? "black"));
  }

  #hasHuman() {
    return this.players.black === "human" || this.players.white === "human";
  }

  /**
   * Ends the game without a move.
   * @param {"resign" | "time"} how
   * @param {Color} color
   */
  async end(how, color) {
    if (this.scene?.state.over || this.thinking) return;
    this.clocks?.stop();
    this.#noteEnd(this.node, how, color);
    this.root.isUnsaved = true;
    this.session.at = null;
    await this.settle();
  }

  /**
   * @param {Node} node
   * @param {"resign" | "time"} how
   * @param {Color} color The loser.
   */
  #noteEnd(node, how, color) {
    node.ended = [how, color];
    node.scenes = {};
    this.root.result = `${color === "black" ? "W" : "B"}+${how === "time" ? "Time" : "Resign"}`;
  }

  #isEngineToPlay() {
    const turn = this.scene?.state.turn;
    return this.mode === "play" && this.node === this.live && !this.isPaused && !this.thinking && turn !== null &&
      turn !== undefined && this.players[turn] === "engine";
  }

  /** Lets the engine find a move and play it. */
  async #think() {
    const color = this.scene?.state.turn;
    if (!color || this.thinking) return;
    const { node } = this;
    const vertex = await this.search.choose(node, color);
    if (vertex === null) {
      this.tell("change");
      return;
    }
    this.clocks?.endTurn();
    if (vertex === "resign") {
      this.#noteEnd(node, "resign", color);
      this.session.at = node;
    } else {
      this.node = this.#follow(node, color, vertex);
      this.live = this.node;
      this.session.at = this.node;
      this.root.result = "";
    }
    // Lets the browser draw this move before an engine plays the next one.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await this.settle();
  }

  /** @param {boolean} isPaused */
  async pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused && this.thinking) this.connection.interrupt();
    this.live = this.node;
    this.tell("change");
    await this.settle();
  }

  /**
   * Changes between play and analysis.
   * @param {"play" | "analyse"} mode
   */
  async setMode(mode) {
    if (this.thinking) this.connection.interrupt();
    this.mode = mode;
    this.clocks?.stop();
    if (mode === "play") {
      this.live = this.node;
      this.isAnalysing = false;
      // Two engines pause after an analysis, so that they do not play on at once.
      this.isPaused = !this.#hasHuman();
    }
    this.tell("change");
    await this.settle();
  }

  /** @param {boolean} isAnalysing */
  async setAnalysing(isAnalysing) {
    this.isAnalysing = isAnalysing;
    if (!isAnalysing && this.connection.isOpen) await this.connection.ask("stop").catch((error) => this.fail(error));
    await this.settle();
  }

  /** Analyses the node that the page shows until the next command, if live analysis is on. */
  async analyse() {
    const color = this.scene?.state.turn;
    if (this.isAnalysing && this.mode === "analyse" && color) await this.search.analyse(this.node, color);
  }

  /** @param {string} language */
  async setLanguage(language) {
    this.language = language;
    await this.count.translate();
    await this.settle();
  }

  /** Lets the clock of the colour to play run, if a game with clocks goes on. */
  #runClock() {
    const turn = this.mode === "play" && this.node === this.live && !this.isPaused && this.scene?.state.turn;
    if (turn) this.clocks?.start(turn);
    else this.clocks?.stop();
  }
}
