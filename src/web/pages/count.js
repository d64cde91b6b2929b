/**
 * The count of the game on the page, and the stones that are marked dead. After an end by passes the count begins by itself, with
 * the stones that the engine judges dead. It is provisional: the result waits until a person confirms it.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Counted} Counted
 * @typedef {import("./types.js").Judgement} Judgement
 */
import { headline, more } from "./conclusion.js";
import { signAt } from "./points.js";

export class Count {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** Whether the board shows the points of each colour. */
    this.isOn = false;
    /** Stones of the chains that are marked dead. @type {Set<string>} */
    this.dead = new Set();
    /** The session's count without these chains; null until it comes. @type {Counted | null} */
    this.counted = null;
    /** The engine's judgement of the stones; null if it has none. @type {Judgement | null} */
    this.judgement = null;
    /** The node that is counted; null while there is no count. @type {Node | null} */
    this.node = null;
  }

  /** Whether play has ended so that the players agree on the dead stones, and they have not yet. */
  get isProvisional() {
    return Boolean(this.game.scene?.agreement) && !this.game.node.agreed;
  }

  /** Shows or hides the count. After an end by passes the conclusion keeps it. */
  async toggle() {
    if (this.isOn && this.game.scene?.agreement) this.isOn = false;
    else if (this.isOn) this.end();
    else if (this.counted) this.isOn = true;
    else {
      await this.#begin();
      return;
    }
    this.game.tell("change");
  }

  /** Begins the count of a game that has ended by passes. */
  async follow() {
    const { scene, isLearning } = this.game;
    if (scene?.agreement && !isLearning && !this.node) await this.#begin();
  }

  async #begin() {
    const { node } = this.game;
    this.isOn = true;
    this.node = node;
    this.dead = new Set(node.agreed?.dead);
    try {
      if (this.isProvisional) {
        this.game.tell("change");
        const judgement = await this.#judge();
        if (this.node !== node) return;
        this.judgement = judgement;
        this.dead = new Set(judgement?.dead);
      }
      await this.#recount();
    } catch (error) {
      // Without an answer there is no count. The next session begins it again.
      if (this.node === node) this.end();
      this.game.fail(error);
    }
  }

  /** Ends the count, and forgets the marked stones. */
  end() {
    this.isOn = false;
    this.node = null;
    this.dead = new Set();
    this.counted = null;
    this.judgement = null;
  }

  /** @returns {Promise<Judgement | null>} */
  async #judge() {
    return this.game.connection.askJson(`opr-judgement ${this.game.language}`);
  }

  async #recount() {
    const { game, node } = this;
    const counted = await game.connection.askJson(`opr-count ${game.language} ${[...this.dead].join(" ")}`);
    if (this.node !== node) return;
    this.counted = counted;
    game.tell("change");
    void game.analyse();
  }

  /** Marks the stones that the engine judges dead. */
  async suggest() {
    const chains = await this.game.connection.ask("final_status_list dead");
    this.dead = new Set(chains.split(/\s+/).filter(Boolean));
    await this.#recount();
  }

  /**
   * Marks a chain as dead, or unmarks it.
   * @param {string} point
   */
  async mark(point) {
    const { game } = this;
    if (!this.isProvisional || !game.scene || !"#O".includes(signAt(game.scene.board, point) || " ")) return;
    if (this.counted?.lost.includes(point)) {
      const { lost } = await game.connection.askJson(`opr-count ${game.language} ${point}`);
      for (const stone of lost) this.dead.delete(stone);
    } else this.dead.add(point);
    await this.#recount();
  }

  /** Confirms the result, or makes it provisional again. */
  confirm() {
    const { game, counted } = this;
    const { node, root } = game;
    const result = node.agreed ? null : counted?.result;
    if (result === undefined) return;
    node.agreed = result === null ? null : { dead: [...this.dead], result };
    // A variation may have another result than the game.
    if (node === game.live || node === root.end()) root.result = result ?? "";
    root.isUnsaved = true;
    game.tell("change");
  }

  /** Gets the words in the language of the page. */
  async translate() {
    if (!this.counted) return;
    if (this.judgement) this.judgement = await this.#judge();
    await this.#recount();
  }

  /**
   * What the page says about the end of the game and its count: who won and how, and the sentences below it. Null before the end.
   * @param {(key: string, values?: Record<string, string | number>) => string} t
   * @param {(points: string) => string} amount
   * @returns {{ title: string, sentences: string[] } | null}
   */
  conclusion(t, amount) {
    const { game: { scene, node }, counted, judgement } = this;
    if (!scene) return null;
    // After an end by passes the scene has the result of the board as it stands, which may not be that of the game.
    if (!counted && scene.agreement) return { title: t("counting"), sentences: [t(this.isOn ? "judging" : "provisional")] };
    if (!counted && !scene.state.over) return null;
    if (counted && this.isProvisional) {
      return { title: t("counting"), sentences: [...counted.text, ...(judgement?.doubt ? [judgement.doubt] : []), t("provisional")] };
    }
    if (counted && !scene.state.over) return { title: t("counting"), sentences: counted.text };
    const [end, verdict] = scene.conclusion;
    const title = headline(counted?.result ?? scene.state.result ?? "", t, amount);
    if (node.ended) return { title, sentences: [] };
    const isByPoints = !/Forfeit/.test(scene.state.result ?? "");
    const counts = counted ? counted.text : isByPoints ? [end, scene.count] : [end];
    return { title, sentences: [...counts, ...(isByPoints ? more((counted ? counted.conclusion : verdict) ?? "", title) : [])] };
  }
}
