/**
 * The game on the page: its tree, the session that knows its rules, and who plays. Its events are `change` when the page has
 * to be drawn again, `analysis` when a search has new results, and `refused` with a sentence when the session refuses a
 * command.
 *
 * @typedef {import("./types.js").Color} Color
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Told} Told
 * @typedef {import("./clock.js").TimeControl} TimeControl
 * @typedef {import("./clock.js").TimeLeft} TimeLeft
 * @typedef {{ black: "human" | "engine", white: "human" | "engine" }} Players
 */
import { readAnalysis } from "./analysis.js";
import { afterMove, fullTime, spend, timeLeft, timeSettings } from "./clock.js";
import { Count } from "./count.js";
import { Disconnected, GtpError, encoded } from "./gtp.js";
import { opponent } from "./points.js";
import { Root, pathSgf } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

/** The interval between reports of an analysis, in hundredths of a second. */
const INTERVAL = 20;

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
    /** The node of the session's position; null if it is not known. @type {Node | null} */
    this.at = null;
    /** @type {"play" | "analyse"} */
    this.mode = "play";
    /** @type {Players} */
    this.players = { black: "human", white: "engine" };
    /** The level of the engine; the session's until one is chosen. @type {number | null} */
    this.level = null;
    /** @type {TimeControl | null} */
    this.control = null;
    /** @type {{ black: TimeLeft, white: TimeLeft } | null} */
    this.clocks = null;
    /** The start of the turn whose clock runs, in milliseconds; null while no clock runs. @type {number | null} */
    this.turnBegan = null;
    /** The colour for which the engine searches. @type {Color | null} */
    this.thinking = null;
    /** The search for a move, until its move is played. @type {Promise<void> | null} */
    this.thought = null;
    /** Whether the move of the current search will be discarded. */
    this.isAbandoned = false;
    this.isPaused = false;
    this.isAnalysing = false;
    this.count = new Count(this);
    /** Whether this is still the game with which the page began. */
    this.isFirst = true;
    /** Whether a step of a lesson or a problem is on the board. */
    this.isLearning = false;
    /** Whether the game from before the lessons has moves that are not saved. */
    this.wasUnsaved = false;
    /** Whether the learner has played and got the answer. */
    this.isAnswered = false;
    /** Whether the points are shown without a count. */
    this.showsPoints = false;
    /** The last scene, shown while the next one is fetched. @type {Scene | null} */
    this.shown = null;
    /** @type {Promise<void> | null} */
    this.settling = null;
    /** The node that is being analysed. @type {Node | null} */
    this.analysed = null;
    this.rulesOfSession = "";
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

  /** Whether the last move waits for a session that judges it. */
  get isWaiting() {
    return !this.connection.isOpen && !this.node.scenes[this.language];
  }

  /** Whether a person may play now. A provisional count is no hindrance: a placement resumes play. */
  get mayPlay() {
    if (!this.turn || this.thinking || this.isAnswered || this.isWaiting) return false;
    if (this.count.isOn && !this.count.isProvisional) return false;
    return this.mode === "analyse" || this.players[this.turn] === "human";
  }

  /** @param {string} kind @param {unknown} [detail] */
  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  /** Sets up the session after a connection or a reconnection: a new session knows nothing of this game. */
  async onOpen() {
    this.at = null;
    this.thinking = null;
    this.rulesOfSession = "";
    this.analysed = null;
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

  /** Forgets the session's position and its search: both end with the connection. */
  onClose() {
    this.at = null;
    this.thinking = null;
    this.analysed = null;
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
    this.control = control;
    this.mode = "play";
    this.isAnalysing = false;
    this.replace(root);
    this.rulesOfSession = "";
    this.at = null;
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
    this.at = null;
  }

  /** Leaves the game on the page, which the browser keeps, and the lessons. The caller puts another game on the board. */
  async leave() {
    await this.abandonThought();
    this.tell("leave");
    this.endLearning();
  }

  /** Whether the game on the page, or the one from before the lessons, has moves that are not saved. */
  get isUnsaved() {
    return this.isLearning ? this.wasUnsaved : this.root.isUnsaved;
  }

  /** Whether the game has ended, or its record has a result. A lesson has not. */
  get isFinished() {
    return !this.isLearning && (this.root.result !== "" || Object.values(this.live.scenes).some(({ state }) => state.over));
  }

  /**
   * Replaces this game by another.
   * @param {Root} root
   */
  replace(root) {
    this.isFirst = false;
    this.root = root;
    this.node = root;
    this.live = root;
    this.shown = null;
    this.clocks = this.control && { black: fullTime(this.control), white: fullTime(this.control) };
    this.turnBegan = null;
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
    this.control = null;
    this.mode = "analyse";
    this.replace(root);
    this.node = node;
    this.live = node;
    this.at = null;
    await this.settle();
  }

  /**
   * The turns up to a node. The session goes there and comes back.
   * @param {Node} node
   * @returns {Promise<import("./types.js").Turns>}
   */
  async turnsTo(node) {
    await this.abandonThought();
    while (this.settling) await this.settling;
    const visit = this.#visit(node);
    // A call for another position waits for the end of this one.
    this.settling = visit.then(() => {}, () => {}).finally(() => (this.settling = null));
    try {
      return await visit;
    } finally {
      await this.settling;
      await this.settle();
    }
  }

  /** @param {Node} node */
  async #visit(node) {
    this.at = null;
    if (this.rulesOfSession !== this.root.rules) await this.#prepare();
    const answers = [this.connection.ask(`opr-load ${encoded(pathSgf(node))}`), this.connection.askJson("opr-turns")];
    const [, turns] = await Promise.all(answers);
    return turns;
  }

  /**
   * Puts a step of a lesson on the board.
   * @param {Root} root
   * @param {Node} node The node after which the learner plays.
   * @param {{ players: Players, level: number | null, showsPoints: boolean }} lesson
   */
  async learn(root, node, { players, level, showsPoints }) {
    this.isLearning = true;
    this.isAnswered = false;
    this.showsPoints = showsPoints;
    Object.assign(this, { players, level: level ?? this.level, control: null, mode: "play", isAnalysing: false });
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

  /** Leaves the lessons. The caller puts another game on the board. */
  endLearning() {
    this.isLearning = false;
    this.isAnswered = false;
    this.showsPoints = false;
  }

  /** Sends a new game to the session, which forgets the old one. */
  async restart() {
    this.rulesOfSession = "";
    this.at = null;
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
      while (this.connection.isOpen && !this.isSettled()) await this.#approach(this.node);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.#startClock();
    this.tell("change");
    if (!this.connection.isOpen) return;
    if (this.#isEngineToPlay()) void this.think();
    else {
      void this.analyse();
      void this.count.follow();
    }
  }

  /** Returns whether the session is at the node that the page shows, and has sent its scene. */
  isSettled() {
    return this.at === this.node && Boolean(this.node.scenes[this.language]);
  }

  /**
   * Brings the session to a node, by a move, by an undo or by the whole line.
   * @param {Node} node
   */
  async #approach(node) {
    const { at, connection, language } = this;
    this.at = null;
    if (this.rulesOfSession !== this.root.rules) await this.#prepare();
    /** @type {Promise<unknown>[]} */
    const answers = [];
    const follows = at && node.parent === at && node.move && !node.hasSetUp();
    const precedes = at && at.parent === node && at.move && !at.hasSetUp();
    if (at !== node) {
      if (follows && !node.ended && !at.ended) answers.push(connection.ask(`play ${node.move?.join(" ")}`));
      else if (precedes && !at.ended && !node.ended) answers.push(connection.ask("undo"));
      else answers.push(connection.ask(`opr-load ${encoded(pathSgf(node))}`));
    }
    if (!node.scenes[language]) {
      answers.push(connection.askJson(`opr-scene ${language}`).then((scene) => {
        this.incoming = scene;
      }));
    }
    try {
      await Promise.all(answers);
    } catch (error) {
      await Promise.allSettled(answers);
      if (error instanceof GtpError && node.parent) this.#refuse(node, error.message);
      throw error;
    }
    this.at = node;
    if (this.incoming) {
      node.scenes[language] = this.incoming;
      this.#noteEvent(node, this.incoming);
      // A game without a chosen komi has the usual one of its rules, board and handicap, which only the session knows.
      if (this.root.komi === null) this.root.usualKomi = this.incoming.state.points.lead;
    }
    this.incoming = undefined;
  }

  /**
   * Notes the sentence about a move that did more than place its stone.
   * @param {Node} node
   * @param {Scene} scene
   */
  #noteEvent(node, { state, told, conclusion }) {
    const { last } = state;
    const isEvent = told && node.move && (state.over || last?.retired.length || last?.immovable.length || state.barred);
    // A resignation and a loss on time are no moves: the sentence about the last move would say nothing about them.
    if (node.ended && conclusion.length > 0) node.events[this.language] = conclusion[0];
    else if (isEvent) node.events[this.language] = told;
    else delete node.events[this.language];
  }

  /** Sends rules, level and clock to a new session. */
  async #prepare() {
    const { connection, root } = this;
    await connection.ask("clear_board");
    await connection.ask(`kata-set-rules ${root.rules}`);
    if (this.level === null) this.level = Number(await connection.ask("kata-get-param level"));
    else await connection.ask(`level ${this.level}`);
    await connection.ask(timeSettings(this.control));
    this.rulesOfSession = root.rules;
  }

  /**
   * Steps back from a node whose line the session refuses. A move of a record is marked and stays, one that was just played is
   * removed.
   * @param {Node} node
   * @param {string} reason The session's line, which may name an earlier move.
   */
  #refuse(node, reason) {
    const number = Number(/move (\d+)/.exec(reason)?.[1] ?? node.moves());
    const bad = node.path().find((each) => each.move && each.moves() === number) ?? node;
    if (!bad.isRecorded) {
      this.#drop(bad);
      return;
    }
    bad.illegal = reason;
    const { parent } = bad;
    if (!parent) return;
    if (this.node.path().includes(bad)) this.node = parent;
    if (this.live.path().includes(bad)) this.live = parent;
  }

  /**
   * Removes a node whose move the session refuses.
   * @param {Node} node
   */
  #drop(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (this.node === node) this.node = parent;
    if (this.live === node) this.live = parent;
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
    this.#stopClock(color);
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
      this.at = null;
    } else {
      do node = node.parent ?? node;
      while (this.mode === "play" && node.parent && this.players[this.#toPlayAfter(node)] === "engine" && this.#hasHuman());
    }
    if (this.mode === "play") this.root.result = "";
    this.live = node;
    this.turnBegan = null;
    this.node = node;
    this.isPaused = this.mode === "play" && !this.#hasHuman();
    this.count.end();
    await this.settle();
  }

  /** Stops the search for a move, if there is one, and discards its move. */
  async abandonThought() {
    if (!this.thinking) return;
    this.isAbandoned = true;
    this.connection.interrupt();
    // Repeat: an interrupt before the start of the search has no effect on it, and the search would go on.
    const again = setInterval(() => this.connection.interrupt(), 100);
    await this.thought;
    clearInterval(again);
    this.isAbandoned = false;
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
    this.turnBegan = null;
    this.node.ended = [how, color];
    this.node.scenes = {};
    this.root.result = `${color === "black" ? "W" : "B"}+${how === "time" ? "Time" : "Resign"}`;
    this.root.isUnsaved = true;
    this.at = null;
    await this.settle();
  }

  #isEngineToPlay() {
    const turn = this.scene?.state.turn;
    return this.mode === "play" && this.node === this.live && !this.isPaused && !this.thinking && turn !== null &&
      turn !== undefined && this.players[turn] === "engine";
  }

  /** Lets the engine find a move and play it. */
  think() {
    this.thought = this.#think();
    return this.thought;
  }

  async #think() {
    const color = this.scene?.state.turn;
    if (!color || this.thinking) return;
    const { connection, node } = this;
    this.thinking = color;
    this.tell("change");
    try {
      if (this.clocks) {
        for (const each of /** @type {Color[]} */ (["black", "white"])) await connection.ask(timeLeft(each, this.clocks[each]));
      }
      const answer = await connection.ask(`kata-genmove_analyze ${color} ${INTERVAL} rootInfo true proven true`, (line) => {
        node.analysis = readAnalysis(line, color) ?? node.analysis;
        this.tell("analysis");
      });
      this.thinking = null;
      if (this.isAbandoned) {
        // The session has played the move on its board, so its position is unknown to the page.
        this.at = null;
        return;
      }
      this.#stopClock(color);
      const vertex = answer.split(" ").pop() ?? "pass";
      if (vertex === "resign") {
        node.ended = ["resign", color];
        node.scenes = {};
        this.root.result = `${color === "black" ? "W" : "B"}+Resign`;
        this.at = node;
      } else {
        this.node = this.#follow(node, color, vertex);
        this.live = this.node;
        this.at = this.node;
        this.root.result = "";
      }
    } catch (error) {
      this.thinking = null;
      this.at = null;
      this.fail(error);
      return;
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
    this.turnBegan = null;
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
    const { node, scene } = this;
    const color = scene?.state.turn;
    if (!this.isAnalysing || this.mode !== "analyse" || this.analysed === node || !color || this.thinking) return;
    this.analysed = node;
    try {
      await this.connection.ask(`kata-analyze ${color} ${INTERVAL} rootInfo true proven true ownership true`, (line) => {
        node.analysis = readAnalysis(line, color) ?? node.analysis;
        this.tell("analysis");
      });
    } catch (error) {
      this.fail(error);
    } finally {
      if (this.analysed === node) this.analysed = null;
    }
  }

  /** @param {string} language */
  async setLanguage(language) {
    this.language = language;
    await this.count.translate();
    await this.settle();
  }

  /** A player's time left now; null when it is used up. @param {Color} color */
  timeOf(color) {
    if (!this.clocks || !this.control) return null;
    const runs = this.turnBegan !== null && this.scene?.state.turn === color;
    if (!runs) return this.clocks[color];
    return spend(this.clocks[color], (performance.now() - /** @type {number} */ (this.turnBegan)) / 1000, this.control);
  }

  #startClock() {
    const runs = this.clocks && this.mode === "play" && this.node === this.live && !this.isPaused && this.scene?.state.turn;
    if (!runs) this.turnBegan = null;
    else this.turnBegan ??= performance.now();
  }

  /** @param {Color} color */
  #stopClock(color) {
    if (!this.clocks || !this.control || this.turnBegan === null) return;
    const left = this.timeOf(color);
    this.turnBegan = null;
    this.clocks[color] = afterMove(left ?? { main: 0, periods: 0, period: 0 }, this.control);
  }
}
