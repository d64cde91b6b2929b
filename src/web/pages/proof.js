/**
 * Proofs about the position on the board: its result, or whether a group lives. The session searches for some seconds.
 *
 * @typedef {import("./types.js").SolvedGroup} SolvedGroup
 * @typedef {import("./types.js").SolvedResult} SolvedResult
 * @typedef {import("./view.js").View} View
 */
import { LONGEST_IN_TEXT } from "./analysis.js";
import { byId, press } from "./dom.js";

/** The margin of a win by a dead end. */
const FORFEIT = 1000;

/** The texts of what is proven about a group. */
const GROUPS = { alive: "groupAlive", dead: "groupDead", unsettled: "groupUnsettled", unknown: "groupUnknown" };

export class Proof {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.isSearching = false;
    /** The node of the question or its answer; null while there is none. @type {import("./tree.js").Node | null} */
    this.node = null;
    /** The language of the answer. */
    this.language = view.game.language;
    /** The line of play of the answer. @type {string[]} */
    this.line = [];
    /** The points that the answer is about, if they are not the whole board. @type {string[]} */
    this.zone = [];
    view.game.addEventListener("change", () => {
      const { node, mode, language } = view.game;
      if (this.isOn && (this.node !== node || mode !== "analyse" || this.language !== language)) this.#end();
    });
    const answer = byId("proof");
    answer.addEventListener("pointerenter", () => view.showVariation(this.line.length > 0 ? this.line : null, this.zone));
    answer.addEventListener("pointerleave", () => view.showVariation(null));
  }

  /** Whether a click on a stone asks about its group. */
  get isOn() {
    return this.node !== null;
  }

  /** Asks for the result of the position, and then for the groups whose stones are clicked; or ends that. */
  async toggle() {
    if (this.isOn) this.#end();
    else await this.ask(null);
  }

  /**
   * Asks for the result, or for the group of a stone; nothing while the session still searches for another answer.
   * @param {string | null} point
   */
  async ask(point) {
    if (this.isSearching) return;
    this.isSearching = true;
    const { game } = this.view;
    const { node } = game;
    [this.node, this.language] = [node, game.language];
    press("prove", true);
    this.#say(this.view.t("proving"), []);
    const found = await game.solve(point).finally(() => (this.isSearching = false));
    // Meanwhile another position may be on the board, or the proof was ended.
    if (node !== this.node) return;
    // Rules by territory have proofs about groups, and none about results: the session has said so.
    if (!found && point === null) this.#say(this.view.t("resultUnknown"), []);
    else if (!found) this.#end();
    else if ("status" in found) this.#say(...this.#ofGroup(found));
    else this.#say(...this.#ofResult(found));
  }

  #end() {
    this.node = null;
    press("prove", false);
    this.#say("", []);
  }

  /**
   * @param {string} words
   * @param {string[]} line
   * @param {string[]} [zone]
   */
  #say(words, line, zone = []) {
    [this.line, this.zone] = [line, zone];
    byId("proof").textContent = words && line.length > 0 ? `${words} (${line.slice(0, LONGEST_IN_TEXT).join(" ")})` : words;
  }

  /**
   * @param {SolvedResult} found
   * @returns {[string, string[]]}
   */
  #ofResult({ proven, least, most, line }) {
    const margin = (/** @type {number | null} */ bound) => (bound === null ? this.view.t("noBound") : this.#margin(bound));
    if (proven) return [this.view.t("resultProven", { result: margin(least) }), line];
    if (least === null && most === null) return [this.view.t("resultUnknown"), []];
    return [this.view.t("resultBounds", { least: margin(least), most: margin(most) }), line];
  }

  /** Black's margin as a result. @param {number} margin */
  #margin(margin) {
    if (Math.abs(margin) >= FORFEIT) return this.view.t(margin > 0 ? "deadEndWon" : "deadEndLost");
    return margin === 0 ? "0" : `${margin > 0 ? "B" : "W"}+${Math.abs(margin)}`;
  }

  /**
   * @param {SolvedGroup} found
   * @returns {[string, string[], string[]?]}
   */
  #ofGroup(found) {
    const first = this.view.game.turn === "white" ? found.white_first : found.black_first;
    const words = this.view.t(GROUPS[found.status], { point: found.group });
    return found.status === "unknown" ? [words, []] : [words, first.line, first.zone];
  }
}
