/**
 * Problems: positions with one right turn, on the board of the page. The session has the texts, judges the learner's turn, and
 * replies to a wrong one.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./lessons.js").Lessons} Lessons
 * @typedef {import("./types.js").ProblemKind} ProblemKind
 * @typedef {import("./types.js").Problem} Problem
 * @typedef {import("./types.js").ProblemAnswer} ProblemAnswer
 */
import { visit } from "./addresses.js";
import { button, byId, html } from "./dom.js";
import { attempt, drawCard, position, replaceList, sayAnswer } from "./lessons.js";
import { keepValue, keptValue } from "./storage.js";

/** The browser's key for the names of the solved problems. */
const SOLVED = "problems";

/** The names of the solved problems. @returns {Set<string>} */
function solved() {
  const kept = keptValue(SOLVED);
  return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : []);
}

export class Problems {
  /** @param {View} view @param {Lessons} lessons They keep the game from before. */
  constructor(view, lessons) {
    this.view = view;
    this.lessons = lessons;
    /** @type {ProblemKind[]} */
    this.list = [];
    /** @type {Problem | null} */
    this.problem = null;
    /** @type {ProblemAnswer | null} */
    this.answer = null;
    /** The node before the learner's turn. @type {import("./tree.js").Node | null} */
    this.start = null;
    /** The language of the texts on the page. */
    this.language = "";
    this.isAsking = false;
    view.game.addEventListener("change", () => void this.#follow());
  }

  /**
   * Opens a problem, the first unsolved one unless the page is in the problems or another is given.
   * @param {string | null} name
   */
  async open(name = null) {
    const { game } = this.view;
    if (!game.connection.isOpen || (this.problem && !name)) return;
    if (!this.problem) await this.lessons.enter();
    await attempt(this.view, async () => {
      await this.#fetchList();
      const done = solved();
      const next = this.#names().findIndex((own) => !done.has(own));
      await this.#show(name ?? Math.max(next, 0) + 1);
    });
  }

  /** Makes room for the lessons. */
  close() {
    this.problem = null;
    this.answer = null;
  }

  /** Puts the position back. */
  async again() {
    if (this.problem) await this.go(this.problem.problem);
  }

  /** Goes to the next problem, or to the one before. @param {1 | -1} direction */
  async move(direction) {
    if (!this.problem) return;
    const number = this.problem.problem + direction;
    if (number >= 1 && number <= this.problem.problems) await this.go(number);
  }

  /** @param {number} number */
  async go(number) {
    await attempt(this.view, () => this.#show(number));
  }

  /** The names of all problems in their order. */
  #names() {
    return this.list.flatMap(({ kind, levels }) => levels.map((_, index) => `${kind}-${index + 1}`));
  }

  async #fetchList() {
    const { game } = this.view;
    this.list = await game.connection.askJson(`opr-problems ${game.language}`);
  }

  /** @param {number | string} number @returns {Promise<Problem>} */
  async #fetch(number) {
    const { game } = this.view;
    this.language = game.language;
    return game.connection.askJson(`opr-problem ${game.language} ${number}`);
  }

  /** @param {number | string} number Or the name. */
  async #show(number) {
    const { game } = this.view;
    const shown = await this.#fetch(number);
    const { root, node } = position(shown);
    visit({ kind: "problem", name: shown.kind, number: shown.number });
    this.problem = shown;
    this.answer = null;
    this.start = node;
    await game.learn(root, node, { players: { black: "human", white: "human" }, level: null, showsPoints: false });
    this.draw();
    this.view.say([this.#title(shown), ...shown.text, ...shown.task].join(" "));
  }

  /** Draws the changes, and fetches the answer when the learner has played. */
  async #follow() {
    const { game } = this.view;
    if (!game.isLearning) this.close();
    this.draw();
    if (!this.problem || this.isAsking || !game.isSettled()) return;
    const isPlayed = game.node !== this.start;
    const isTranslated = this.language === game.language;
    if (isTranslated && (!isPlayed || this.answer)) return;
    this.isAsking = true;
    await attempt(this.view, async () => {
      const { problem } = /** @type {Problem} */ (this.problem);
      if (!isTranslated) {
        await this.#fetchList();
        this.problem = await this.#fetch(problem);
      }
      if (isPlayed) await this.#judge(problem);
    });
    this.isAsking = false;
    this.view.draw();
    this.draw();
  }

  /** @param {number} problem */
  async #judge(problem) {
    const { game } = this.view;
    const answer = /** @type {ProblemAnswer | null} */ (
      await game.connection.askJson(`opr-problem_answer ${game.language} ${problem}`));
    if (!answer) return;
    this.answer = answer;
    game.noteAnswer();
    const name = this.#names()[problem - 1];
    if (answer.right) keepValue(SOLVED, [...solved().add(name)]);
    // After a change of the language the reply is on the board already.
    if (answer.reply && game.node.parent === this.start) await game.reply(answer.reply);
    sayAnswer(this.view, answer);
  }

  /** @param {Problem} problem */
  #title({ title, number }) {
    return `${title} ${number}`;
  }

  draw() {
    const { game } = this.view;
    const { problem, answer } = this;
    byId("problem").hidden = !problem;
    byId("problems").hidden = !problem;
    if (!problem) return;
    const t = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => this.view.t(key, values);
    byId("problem-title").textContent = this.#title(problem);
    byId("problem-number").textContent = t("problemOf", { problem: problem.problem, problems: problem.problems, level: problem.level });
    drawCard(this.view, "problem", problem, answer);
    button("problem-back").disabled = problem.problem === 1;
    button("problem-again").disabled = game.node === this.start;
    button("problem-next").disabled = problem.problem === problem.problems;
    this.#drawList(problem);
  }

  /** @param {Problem} shown */
  #drawList(shown) {
    const done = solved();
    const names = this.#names();
    let number = 0;
    const kinds = this.list.map(({ kind, title, levels }) => {
      const entries = levels.map((_, index) => {
        number += 1;
        const [own, isDone] = [number, done.has(`${kind}-${index + 1}`)];
        const label = `${index + 1}${isDone ? `, ${this.view.t("solved")}` : ""}`;
        const entry = html("button", {
          type: "button", ...(isDone && { class: "done" }), ...(own === shown.problem && { "aria-current": "true" }), "aria-label": label,
        }, [String(index + 1)]);
        entry.addEventListener("click", () => void this.go(own));
        return entry;
      });
      return [html("h3", {}, [title]), html("div", { class: "numbers", role: "group", "aria-label": title }, entries)];
    });
    byId("problems-solved").textContent = this.view.t("solvedOf", { solved: names.filter((name) => done.has(name)).length, problems: names.length });
    replaceList(byId("problem-list"), kinds.flat());
  }
}
