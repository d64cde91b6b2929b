/**
 * A player's own mistakes as a quiz: the position before each one is shown without its analysis, and a better move is asked for. The engine
 * judges moves that it has not analysed.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./swings.js").Swing} Swing
 * @typedef {import("./mistakes-panel.js").MistakesPanel} MistakesPanel
 */
import { button, byId, html } from "./dom.js";
import { foundOf } from "./mistakes-panel.js";
import { moveWords, swingWords } from "./mistakes.js";
import { swingsOf } from "./swings.js";

/** The visits after which a move is judged. */
const VISITS = 100;

export class Quiz {
  /**
   * @param {View} view
   * @param {MistakesPanel} panel
   */
  constructor(view, panel) {
    this.view = view;
    this.panel = panel;
    /** The mistakes that are asked for, and their nodes; empty while there is no quiz. @type {[Node, Swing][]} */
    this.questions = [];
    /** The place of the question in the list; at its end the quiz is over. */
    this.index = 0;
    /** The questions that were answered by a good move at once. */
    this.found = 0;
    /** The node before the mistake. @type {Node | null} */
    this.start = null;
    /** The move on the board that is judged or was. @type {Node | null} */
    this.tried = null;
    /** What the engine says about that move. @type {Swing | null} */
    this.swing = null;
    /** @type {"asked" | "judging" | "right" | "wrong" | "shown"} */
    this.state = "asked";
    /** Whether the question has been answered wrongly. */
    this.hasFailed = false;
    panel.onQuiz = (mistakes) => void this.begin(mistakes);
    view.game.addEventListener("change", () => void this.#follow());
    view.game.addEventListener("analysis", () => void this.#judge());
  }

  /** @param {[Node, Swing][]} mistakes */
  async begin(mistakes) {
    this.questions = mistakes;
    this.index = 0;
    this.found = 0;
    await this.view.game.setAnalysing(false);
    await this.#ask();
  }

  /** Ends the quiz. The position stays. */
  end() {
    this.questions = [];
    this.start = null;
    this.view.hidesAnalysis = false;
    this.view.game.tell("change");
  }

  /** Goes on to the next mistake, or to the result. */
  async next() {
    this.index += 1;
    await this.#ask();
  }

  /** Shows the better move, with the variation of the engine. */
  async show() {
    const { start, view } = this;
    if (!start) return;
    this.hasFailed = true;
    await view.game.go(start);
    this.#setState("shown");
    view.showVariation(start.analysis?.candidates[0]?.pv ?? []);
  }

  async #ask() {
    const { game } = this.view;
    const [node] = this.questions[this.index] ?? [];
    this.start = node?.parent ?? null;
    this.hasFailed = false;
    this.#setState("asked");
    if (this.start) await game.go(this.start);
  }

  /** @param {Quiz["state"]} state */
  #setState(state) {
    this.state = state;
    this.view.hidesAnalysis = this.start !== null && state !== "shown" && state !== "right";
    this.view.variation = null;
    this.view.game.tell("change");
  }

  /** Takes the move of the learner. Another game ends the quiz. */
  async #follow() {
    this.#draw();
    const { start, state, view: { game } } = this;
    if (!start) return;
    const { node, turn } = game;
    if (game.mode !== "analyse" || game.root !== start.path()[0]) {
      this.end();
      return;
    }
    if (node === start) this.tried = null;
    if (node.parent !== start || node === this.tried || !game.isSettled() || state === "right" || state === "shown") return;
    this.tried = node;
    this.#setState("judging");
    if (await this.#judge()) return;
    if (turn) await game.search.analyse(node, turn);
    // Nobody knows the result of an end by passes.
    else await this.#ask();
  }

  /** Judges the move if enough is known about it, and takes it back if it is a mistake. Returns whether it was judged. */
  async #judge() {
    const { start, tried, view: { game } } = this;
    if (this.state !== "judging" || !start || !tried?.move) return false;
    const [color, move] = tried.move;
    const [before, after] = [foundOf(start), foundOf(tried)];
    const isBest = before?.best === move;
    if (!isBest && !(after && after.visits >= VISITS)) return false;
    const [swing] = swingsOf([{ number: 1, color, move, before, after: after ?? before }], game.root.lines);
    const isGood = isBest || !swing?.size;
    if (isGood && !this.hasFailed) this.found += 1;
    this.hasFailed ||= !isGood;
    this.swing = swing ?? null;
    this.#setState(isGood ? "right" : "wrong");
    if (game.connection.isOpen) await game.connection.ask("stop").catch((error) => game.fail(error));
    if (!isGood) {
      if (!tried.isRecorded && tried.children.length === 0) game.remove(tried);
      await game.go(start);
    }
    return true;
  }

  /** What the card says about the question. */
  #words() {
    const { view } = this;
    const t = view.t.bind(view);
    const move = moveWords(t, this.tried?.move?.[1]);
    const better = moveWords(t, this.questions[this.index]?.[1].better);
    switch (this.state) {
      case "asked": return [t("quizAsk")];
      case "judging": return [t("quizJudging", { move })];
      case "right": return [html("strong", {}, [`✓ ${t("quizRight", { move })}`]), move === better ? "" : ` ${t("quizBest", { better })}`];
      case "wrong": return [html("strong", {}, [`✗ ${this.swing ? swingWords(t, this.swing) : ""}`])];
      case "shown": return [t("quizBest", { better })];
    }
  }

  #draw() {
    const { view, questions, index, state } = this;
    const isOn = questions.length > 0;
    document.body.classList.toggle("quizzing", isOn);
    byId("quiz").hidden = !isOn;
    if (!isOn) return;
    const t = view.t.bind(view);
    const [, question] = questions[index] ?? [];
    byId("quiz-number").textContent = question ? `${index + 1} / ${questions.length}` : "";
    byId("quiz-question").textContent = question ? swingWords(t, question) : t("quizDone", { found: this.found, questions: questions.length });
    byId("quiz-answer").replaceChildren(...(question ? this.#words() : []));
    byId("quiz-answer").classList.toggle("right", state === "right");
    byId("quiz-answer").classList.toggle("wrong", state === "wrong");
    button("quiz-show").hidden = !question || state === "right" || state === "shown";
    button("quiz-next").hidden = !question;
    button("quiz-next").classList.toggle("strong", state === "right" || state === "shown");
  }
}
