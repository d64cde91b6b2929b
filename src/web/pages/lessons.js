/**
 * Learn: the lessons about the One Pure Rules, on the board of the page. The session has the texts and judges
 * the learner's turn.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./types.js").Lesson} Lesson
 * @typedef {import("./types.js").LessonStep} LessonStep
 * @typedef {import("./types.js").LessonAnswer} LessonAnswer
 * @typedef {Pick<LessonStep, "rules" | "size" | "stones" | "first" | "moves">} Position
 */
import { visit } from "./addresses.js";
import { button, byId, html, redraw } from "./dom.js";
import { Disconnected, GtpError } from "./gtp.js";
import { restore, toKept } from "./kept.js";
import { cited } from "./rules-panel.js";
import { keepValue, keptValue } from "./storage.js";
import { Root } from "./tree.js";

/** The browser's key for the finished steps. */
const PROGRESS = "lessons";

/** The finished steps of each lesson, by its name. @returns {Record<string, number[]>} */
function progress() {
  const isSteps = (/** @type {unknown} */ steps) => Array.isArray(steps) && steps.every((step) => Number.isInteger(step));
  return Object.fromEntries(Object.entries(keptValue(PROGRESS) ?? {}).filter(([, steps]) => isSteps(steps)));
}

/**
 * Keeps a step as finished.
 * @param {string} name
 * @param {number} step
 */
function keepDone(name, step) {
  const done = progress();
  done[name] = [...new Set([...(done[name] ?? []), step])];
  keepValue(PROGRESS, done);
}

/**
 * Does something with the session, and shows its error.
 * @param {View} view
 * @param {() => Promise<void>} action
 */
export async function attempt(view, action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Disconnected || error instanceof GtpError)) throw error;
    if (error instanceof GtpError) view.fail(error.message);
    else view.toast(view.t("lost"));
  }
}

/**
 * Paragraphs whose citations link to the rules.
 * @param {View} view
 * @param {string[]} texts
 */
function paragraphs(view, texts) {
  return texts.map((words) => html("p", {}, cited(words, (articles) => view.onCite(articles))));
}

/**
 * The paragraphs of an answer: the verdict, then what happened.
 * @param {View} view
 * @param {LessonAnswer} answer
 */
function answerWords(view, { right, told, text }) {
  const words = cited(text.join(" "), (articles) => view.onCite(articles));
  const sign = html("span", { class: "verdict", "aria-hidden": "true" }, [right ? "✓" : "✗"]);
  return [
    html("p", {}, [sign, " ", html("strong", {}, [view.t(right ? "right" : "notYet")]), " ", ...words]),
    ...paragraphs(view, told),
  ];
}

/**
 * The tree of a position, and the node before the learner's turn.
 * @param {Position} shown
 */
export function position(shown) {
  const root = new Root(shown.size, shown.rules, null);
  root.stones = shown.stones;
  if (root.hasSetUp()) root.toPlay = shown.first;
  let node = /** @type {import("./tree.js").Node} */ (root);
  for (const [color, vertex] of shown.moves) node = node.follow(color, vertex);
  return { root, node };
}

/** Brings a card into view. On a telephone the lists and the button of a pass are far below it. @param {"lesson" | "problem"} card */
export function reveal(card) {
  byId(card).scrollIntoView({ block: "nearest" });
}

/**
 * Says an answer in the live region.
 * @param {View} view
 * @param {LessonAnswer} answer
 */
export function sayAnswer(view, { right, told, text }) {
  view.say([view.t(right ? "right" : "notYet"), ...text, ...told].join(" "));
}

/**
 * Draws the text, the task and the answer in a card, and which button comes next.
 * @param {View} view
 * @param {"lesson" | "problem"} card The prefix of its elements.
 * @param {{ text: string[], task: string[] }} shown
 * @param {LessonAnswer | null} answer
 */
export function drawCard(view, card, { text, task }, answer) {
  redraw(byId(`${card}-text`), text, () => paragraphs(view, text));
  byId(`${card}-task`).textContent = task.join(" ");
  byId(`${card}-answer`).hidden = !answer;
  byId(`${card}-answer`).classList.toggle("right", Boolean(answer?.right));
  redraw(byId(`${card}-answer`), [answer], () => (answer ? answerWords(view, answer) : []));
  byId(`${card}-body`).scrollTop = 0;
  const next = button(`${card}-next`);
  next.classList.toggle("strong", Boolean(answer?.right && !answer.goes_on && !next.disabled));
  byId(`${card}-again`).classList.toggle("strong", Boolean(answer && !answer.right));
}

export class Lessons {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Lesson[]} */
    this.list = [];
    /** @type {LessonStep | null} */
    this.step = null;
    /** @type {LessonAnswer | null} */
    this.answer = null;
    /** The node before the learner's turn. @type {import("./tree.js").Node | null} */
    this.start = null;
    /** The language of the texts on the page. */
    this.language = "";
    /** The game before the lessons, and whether the page began with it. @type {{ text: string, isFirst: boolean } | null} */
    this.kept = null;
    /** Whether the game before the lessons is ordinary Go: then its lessons come first. */
    this.isOrdinary = false;
    this.isAsking = false;
    /** Whether lessons or problems were on the page at the last change. */
    this.wasLearning = false;
    view.game.addEventListener("change", () => void this.#follow());
  }

  /** Keeps the game on the board, unless lessons or problems are there. */
  async enter() {
    const { game } = this.view;
    this.step = null;
    this.answer = null;
    if (game.isLearning) return;
    await game.abandonThought();
    game.tell("keep");
    this.kept = { text: toKept(game), isFirst: game.isFirst };
    this.isOrdinary = game.isOrdinary;
  }

  /**
   * Opens the step of an address; without one the first unfinished step, unless the page is in the lessons.
   * @param {{ lesson: number | string, step: number } | null} place The lesson by number or name.
   */
  async open(place = null) {
    const { game } = this.view;
    if (!game.connection.isOpen || (this.step && !place)) return;
    if (!this.step) await this.enter();
    await game.abandonThought();
    await attempt(this.view, async () => {
      await this.#fetchList();
      const { lesson, step } = place ?? this.#unfinished();
      await this.#show(lesson, step, !place);
    });
  }

  /** The lessons with their numbers in the order of the page, in groups: those about the rules of the game before come first. */
  #groups() {
    const numbered = this.list.map((lesson, index) => ({ ...lesson, lesson: index + 1 }));
    const isOrdinary = [this.isOrdinary, !this.isOrdinary];
    return isOrdinary.map((wanted) => numbered.filter(({ rules }) => (rules !== "one-pure") === wanted));
  }

  /** The first step that is not finished. */
  #unfinished() {
    const done = progress();
    const all = this.#groups().flat();
    const { lesson, name, steps } = all.find((each) => (done[each.name]?.length ?? 0) < each.steps) ?? all[0];
    const first = Array.from({ length: steps }, (_, step) => step + 1).find((step) => !done[name]?.includes(step));
    return { lesson, step: first ?? 1 };
  }

  /** The step after the one on the page, or before it; null if there is none. @param {1 | -1} direction */
  #neighbour(direction) {
    if (!this.step) return null;
    const { lesson, step, steps } = this.step;
    if (step + direction >= 1 && step + direction <= steps) return { lesson, step: step + direction };
    const all = this.#groups().flat();
    const other = all[all.findIndex((each) => each.lesson === lesson) + direction];
    return other ? { lesson: other.lesson, step: direction === 1 ? 1 : other.steps } : null;
  }

  /** Puts the game from before the lessons back on the board. */
  async leave() {
    const { game } = this.view;
    if (!game.isLearning) return;
    await game.abandonThought();
    game.endLearning();
    if (this.kept) {
      restore(game, this.kept.text);
      game.isFirst = this.kept.isFirst;
    }
    await game.restart();
  }

  /** Begins the step again. */
  async again() {
    if (this.step) await this.go(this.step.lesson, this.step.step);
  }

  /** Takes a turn of a game back, or begins the step again. */
  async undo() {
    if (this.step?.engine && !this.answer && this.view.game.node !== this.start) await this.view.game.undo();
    else await this.again();
  }

  /** Goes on to the next step, or back to the one before. @param {1 | -1} direction */
  async move(direction) {
    const place = this.#neighbour(direction);
    if (place) await this.go(place.lesson, place.step);
  }

  /** @param {number} lesson @param {number} step */
  async go(lesson, step) {
    await this.view.game.abandonThought();
    await attempt(this.view, () => this.#show(lesson, step, true));
  }

  async #fetchList() {
    const { game } = this.view;
    this.list = await game.connection.askJson(`opr-lessons ${game.language}`);
  }

  /** @param {number | string} lesson @param {number} step */
  async #fetchStep(lesson, step) {
    const { game } = this.view;
    this.language = game.language;
    this.step = await game.connection.askJson(`opr-lesson ${game.language} ${lesson} ${step}`);
    return /** @type {LessonStep} */ (this.step);
  }

  /** @param {number | string} lesson By number or name. @param {number} step @param {boolean} isNew Whether the address is another one. */
  async #show(lesson, step, isNew) {
    const { game } = this.view;
    const shown = await this.#fetchStep(lesson, step);
    const { root, node } = position(shown);
    root.komi = shown.komi;
    if (isNew) visit({ kind: "lesson", name: this.list[shown.lesson - 1].name, number: step });
    this.answer = null;
    this.start = node;
    const { learner, engine, count } = shown;
    const human = /** @type {const} */ ("human");
    const other = engine === null ? human : /** @type {const} */ ("engine");
    const players = learner === "black" ? { black: human, white: other } : { black: other, white: human };
    await game.learn(root, node, { players, level: engine, showsPoints: count });
    this.draw();
    reveal("lesson");
    this.view.say([shown.title, ...shown.text, ...shown.task].join(" "));
  }

  /** Draws the changes, and fetches the answer when the learner has played. */
  async #follow() {
    const { game } = this.view;
    if (!game.isLearning) this.step = null;
    this.draw();
    if (this.wasLearning && !game.isLearning) visit(null);
    this.wasLearning = game.isLearning;
    if (!game.isLearning || !this.step || this.isAsking || !game.isSettled() || game.thinking) return;
    const isPlayed = game.node !== this.start && (this.step.engine === null || Boolean(game.scene?.state.over));
    const isTranslated = this.language === game.language;
    if (isTranslated && (!isPlayed || this.answer)) return;
    this.isAsking = true;
    await attempt(this.view, async () => {
      const { lesson, step } = /** @type {LessonStep} */ (this.step);
      if (!isTranslated) {
        await this.#fetchList();
        await this.#fetchStep(lesson, step);
      }
      if (isPlayed) await this.#judge(lesson, step);
    });
    this.isAsking = false;
    this.view.draw();
    this.draw();
  }

  /** @param {number} lesson @param {number} step */
  async #judge(lesson, step) {
    const { game } = this.view;
    const answer = /** @type {LessonAnswer | null} */ (
      await game.connection.askJson(`opr-lesson_answer ${game.language} ${lesson} ${step}`));
    if (!answer) return;
    this.answer = answer;
    game.setAnswered(true);
    if (answer.right) keepDone(this.list[lesson - 1].name, step);
    sayAnswer(this.view, answer);
    reveal("lesson");
  }

  draw() {
    const { game } = this.view;
    document.body.classList.toggle("learning", game.isLearning);
    byId("lesson").hidden = !game.isLearning || !this.step;
    byId("lessons").hidden = !game.isLearning || !this.step;
    if (!game.isLearning || !this.step) return;
    const { step, answer } = this;
    const t = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => this.view.t(key, values);
    const number = this.#groups().map((group) => group.findIndex(({ lesson }) => lesson === step.lesson) + 1).find(Boolean);
    byId("lesson-title").textContent = `${number}. ${step.title}`;
    byId("lesson-step").textContent = t("stepOf", { step: step.step, steps: step.steps });
    button("lesson-back").disabled = this.#neighbour(-1) === null;
    button("lesson-again").disabled = game.node === this.start;
    button("lesson-next").disabled = this.#neighbour(1) === null;
    drawCard(this.view, "lesson", step, answer);
    this.#drawList(step);
  }

  /** @param {LessonStep} shown */
  #drawList(shown) {
    const done = progress();
    redraw(byId("lesson-list"), [this.list, this.isOrdinary, shown.lesson, JSON.stringify(done)], () => this.#groups().flatMap((group) => {
      const lessons = group.map(({ lesson, name, title, steps }, index) => {
        const isDone = (done[name]?.length ?? 0) >= steps;
        const mark = isDone ? [" ", html("span", { class: "done", "aria-hidden": "true" }, ["✓"]), html("span", { class: "unseen" }, [this.view.t("done")])] : [];
        const entry = html("button", { type: "button", ...(shown.lesson === lesson && { "aria-current": "true" }) }, [`${index + 1}. ${title}`, ...mark]);
        entry.addEventListener("click", () => void this.go(lesson, 1));
        return html("li", {}, [entry]);
      });
      const title = this.view.t(group[0]?.rules === "one-pure" ? "onePureGo" : "ordinaryGo");
      return [html("h3", {}, [title]), html("ol", { class: "plain lessons" }, lessons)];
    }));
  }
}
