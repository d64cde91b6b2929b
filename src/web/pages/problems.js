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
import { button, byId, html, press, redraw } from "./dom.js";
import { attempt, drawCard, position, reveal, sayAnswer } from "./lessons.js";
import { keepValue, keptValue } from "./storage.js";

/** The browser's keys for the names of the solved problems, and of those that were missed since. */
const [SOLVED, MISSED] = ["problems", "missed"];

/** The names that the browser keeps under a key. @param {string} key @returns {Set<string>} */
function keptNames(key) {
  const kept = keptValue(key);
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
    /** The node before the learner's first turn. @type {import("./tree.js").Node | null} */
    this.start = null;
    /** The node whose turns have their answer, with the reply. @type {import("./tree.js").Node | null} */
    this.answered = null;
    /** Whether no turn was wrong since the problem was opened. */
    this.isFirstTry = true;
    /** Whether the points of the hint are marked. */
    this.isHinted = false;
    /** Whether the problems that were missed come again. */
    this.isSecondRound = false;
    /** The language of the texts on the page. */
    this.language = "";
    this.isAsking = false;
    view.game.addEventListener("change", () => void this.#follow());
  }

  /**
   * Opens the problem of an address; without one the first unsolved problem, unless the page is in the problems.
   * @param {string | null} name
   */
  async open(name = null) {
    const { game } = this.view;
    if (!game.connection.isOpen || (this.problem && !name)) return;
    if (!this.problem) await this.lessons.enter();
    await attempt(this.view, async () => {
      await this.#fetchList();
      const done = keptNames(SOLVED);
      const next = this.#names().findIndex((own) => !done.has(own));
      await this.#show(name ?? Math.max(next, 0) + 1, !name);
    });
  }

  /** Makes room for the lessons. */
  close() {
    this.problem = null;
    this.answer = null;
    this.isSecondRound = false;
    this.view.questions = [];
  }

  /** Puts the position back. A turn that was wrong stays so. */
  async again() {
    const { isFirstTry } = this;
    if (this.problem) await this.go(this.problem.problem);
    this.isFirstTry = isFirstTry;
  }

  /** The number of the next problem, or of the one before; null if there is none. In the second round only missed ones count. @param {1 | -1} direction */
  #neighbour(direction) {
    if (!this.problem) return null;
    const names = this.#names();
    const missed = keptNames(MISSED);
    for (let number = this.problem.problem + direction; number >= 1 && number <= names.length; number += direction) {
      if (!this.isSecondRound || missed.has(names[number - 1])) return number;
    }
    return null;
  }

  /** Goes to the next problem, or to the one before. @param {1 | -1} direction */
  async move(direction) {
    const number = this.#neighbour(direction);
    if (number !== null) await this.go(number);
  }

  /** Marks points among which the right turn is. */
  hint() {
    this.isHinted = true;
    this.draw();
    this.view.drawBoard();
    if (this.problem) this.view.say(this.view.t("hintPoints", { points: this.problem.hint.join(", ") }));
  }

  /** Begins the second round with the first missed problem, or ends it. */
  async secondRound() {
    this.isSecondRound = !this.isSecondRound;
    const missed = keptNames(MISSED);
    const first = this.#names().findIndex((name) => missed.has(name));
    if (this.isSecondRound && first >= 0) await this.go(first + 1);
    else this.draw();
  }

  /** @param {number} number */
  async go(number) {
    await attempt(this.view, () => this.#show(number, true));
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

  /** @param {number | string} number Or the name. @param {boolean} isNew Whether the address is another one. */
  async #show(number, isNew) {
    const { game } = this.view;
    const shown = await this.#fetch(number);
    const { root, node } = position(shown);
    if (isNew) visit({ kind: "problem", name: shown.kind, number: shown.number });
    this.problem = shown;
    this.answer = null;
    this.start = node;
    this.answered = null;
    this.isFirstTry = true;
    this.isHinted = false;
    await game.learn(root, node, { players: { black: "human", white: "human" }, level: null, showsPoints: false });
    this.draw();
    reveal("problem");
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
    if (isTranslated && (!isPlayed || this.answered === game.node)) return;
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
    game.setAnswered(true);
    this.#keep(this.#names()[problem - 1], answer);
    // After a change of the language the reply is on the board already.
    const isRepliedTo = game.scene?.state.turn === this.problem?.learner;
    if (answer.reply && !isRepliedTo) await game.reply(answer.reply);
    this.answered = game.node;
    game.setAnswered(!answer.goes_on);
    sayAnswer(this.view, answer);
    reveal("problem");
  }

  /**
   * Keeps a problem as solved or missed. A missed one stays so until it is solved at the first try.
   * @param {string} name
   * @param {ProblemAnswer} answer
   */
  #keep(name, { right, goes_on: goesOn }) {
    const missed = keptNames(MISSED);
    if (!right) {
      this.isFirstTry = false;
      keepValue(MISSED, [...missed.add(name)]);
    } else if (!goesOn) {
      keepValue(SOLVED, [...keptNames(SOLVED).add(name)]);
      if (this.isFirstTry && missed.delete(name)) keepValue(MISSED, [...missed]);
    }
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
    const isAtStart = game.node === this.start;
    button("problem-back").disabled = this.#neighbour(-1) === null;
    button("problem-again").disabled = isAtStart;
    button("problem-hint").disabled = !isAtStart || this.isHinted;
    button("problem-next").disabled = this.#neighbour(1) === null;
    drawCard(this.view, "problem", problem, answer);
    this.view.questions = [
      ...problem.group.map((point) => /** @type {[string, string]} */ ([point, "TR"])),
      ...(this.isHinted && isAtStart ? problem.hint : []).map((point) => /** @type {[string, string]} */ ([point, "CR"])),
    ];
    this.#drawList(problem);
  }

  /** @param {Problem} shown */
  #drawList(shown) {
    const [done, missed] = [keptNames(SOLVED), keptNames(MISSED)];
    const names = this.#names();
    const left = names.filter((name) => missed.has(name)).length;
    press("second-round", this.isSecondRound);
    button("second-round").disabled = left === 0 && !this.isSecondRound;
    button("second-round").textContent = this.view.t("secondRound", { problems: left });
    const list = byId("problem-list");
    redraw(list, [this.list, shown.problem, [...done].join(), [...missed].join()], () => this.#entries(shown, done, missed));
    byId("problems-solved").textContent = this.view.t("solvedOf", { solved: names.filter((name) => done.has(name)).length, problems: names.length });
  }

  /**
   * The entries of the list, by kinds.
   * @param {Problem} shown
   * @param {Set<string>} done
   * @param {Set<string>} missed
   */
  #entries(shown, done, missed) {
    let number = 0;
    return this.list.flatMap(({ kind, title, levels }) => {
      const entries = levels.map((_, index) => {
        number += 1;
        const [own, name] = [number, `${kind}-${index + 1}`];
        const fate = missed.has(name) ? "missed" : done.has(name) ? "solved" : null;
        const label = `${index + 1}${fate ? `, ${this.view.t(fate)}` : ""}`;
        const entry = html("button", {
          type: "button", ...(fate && { class: fate === "solved" ? "done" : "missed" }), ...(own === shown.problem && { "aria-current": "true" }), "aria-label": label,
        }, [String(index + 1)]);
        entry.addEventListener("click", () => void this.go(own));
        return entry;
      });
      return [html("h3", {}, [title]), html("div", { class: "numbers", role: "group", "aria-label": title }, entries)];
    });
  }
}
