/**
 * The page: connects session, game and views.
 */
import { forget, placeIn } from "./addresses.js";
import { again, ask, confirmed, newGame } from "./dialogs.js";
import { button, byId } from "./dom.js";
import { Editing } from "./editing.js";
import { open, openDialog, save, takeNetwork } from "./files.js";
import { Game } from "./game.js";
import { Connection, Disconnected } from "./gtp.js";
import { NO_ENGINE, NO_SIMD, analysedGame, connect, isLocal, language as usualLanguage } from "./host.js";
import { abstain, listen } from "./input.js";
import { TYPING, isTaken, signOf } from "./keys.js";
import { Lessons } from "./lessons.js";
import { isLink } from "./links.js";
import { listenToMenus } from "./menus.js";
import { listenForSteps } from "./navigation.js";
import { Panels } from "./panels.js";
import { Problems } from "./problems.js";
import { Proof } from "./proof.js";
import { RulesPanel } from "./rules-panel.js";
import { listenToLinks, share } from "./share.js";
import { Storage, hasKeptGames, keepGames } from "./storage.js";
import { Sweep, listenToSweep } from "./sweep.js";
import { listenToTabs } from "./tabs.js";
import { LANGUAGES } from "./texts.js";
import { View } from "./view.js";
import { askFirst } from "./welcome.js";

const { rules = "one-pure", size = "19", allRules = "one-pure" } = document.body.dataset;

/** The sentences about reasons of a close. @type {Record<string, string>} */
const CAUSES = { [NO_SIMD]: "noSimd", [NO_ENGINE]: "noEngine" };

const connection = new Connection(connect, {
  onOpen() {
    byId("connection").hidden = true;
    void game.onOpen();
  },
  onClose(reason) {
    byId("connection").hidden = false;
    byId("connection").classList.remove("loading");
    byId("connection").classList.add("danger");
    byId("connection").textContent = view.t(reason.startsWith("too many sessions") ? "tooMany" : (CAUSES[reason] ?? "lost"));
    game.onClose();
  },
});
const language = remembered("language") ?? usualLanguage;
const game = new Game(connection, {
  language: LANGUAGES.includes(language) ? language : "en", rules, size: Number(size),
});
const view = new View(game);
const storage = new Storage();
const panels = new Panels(view);
const editing = new Editing(view);
const rulesPanel = new RulesPanel(view);
const lessons = new Lessons(view);
const problems = new Problems(view, lessons);
const proof = new Proof(view);
view.showsProblem = () => problems.problem !== null;
view.onPoint = (point) => editing.use(point);
view.onStone = (point) => {
  if (proof.isOn) void proof.ask(point);
  return proof.isOn;
};
view.onCite = (articles) => void rulesPanel.open(articles);

/**
 * A setting that the browser keeps; null if it keeps none.
 * @param {string} key
 */
function remembered(key) {
  try {
    return localStorage.getItem(`onepure-${key}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    localStorage.setItem(`onepure-${key}`, value);
  } catch {
    // Without storage the setting holds until a reload.
  }
}

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

function toggleTheme() {
  const isDark = document.documentElement.dataset.theme === "dark" ||
    (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  setTheme(isDark ? "light" : "dark");
}

async function toggleLanguage() {
  const next = LANGUAGES[(LANGUAGES.indexOf(game.language) + 1) % LANGUAGES.length];
  remember("language", next);
  await game.setLanguage(next);
  view.translate();
  redraw();
}

async function resign() {
  if (game.scene?.state.over || game.thinking) return;
  const turn = game.scene?.state.turn ?? "black";
  const color = game.players[turn] === "human" ? turn : turn === "black" ? "white" : "black";
  if (await confirmed(view.t("resign"), view.t("resignReally"), view.t("yesResign"), view.t("cancel"))) await game.end("resign", color);
}

/** Opens a step of a lesson. @param {{ lesson: string, step: number } | null} [place] */
async function learn(place) {
  problems.close();
  await lessons.open(place);
}

/** Whether a drawing of the analysis is due at the next frame. More than one a frame would be wasted. */
let isWaiting = false;

function redraw() {
  view.draw();
  panels.draw();
  rulesPanel.prepare();
}

game.addEventListener("change", redraw);
game.addEventListener("analysis", () => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    panels.drawAnalysis();
    if (!view.variation) view.drawBoard();
  });
});
game.addEventListener("refused", (event) => view.fail(/** @type {CustomEvent} */ (event).detail));

const showing = (/** @type {"ownership" | "policy" | "deadEnds" | "numbers"} */ option) => () => {
  view.options[option] = !view.options[option];
  redraw();
};

/** @type {Record<string, () => unknown>} */
const actions = {
  "mode-play": () => (game.isLearning ? lessons.leave() : game.setMode("play")),
  "mode-analyse": () => lessons.leave().then(() => game.setMode("analyse")),
  "mode-learn": () => learn(),
  "mode-problems": () => problems.open(),
  "lesson-back": () => lessons.move(-1),
  "lesson-again": () => lessons.again(),
  "lesson-next": () => lessons.move(1),
  "problem-back": () => problems.move(-1),
  "problem-again": () => problems.again(),
  "problem-next": () => problems.move(1),
  "problem-hint": () => problems.hint(),
  "second-round": () => problems.secondRound(),
  "new-game": () => newGame(view, allRules.split(" ")),
  "open-game": () => openDialog(view, storage),
  "save-game": () => save(view),
  "open-network": () => byId("network-file").click(),
  share: () => share(view),
  "show-rules": () => rulesPanel.open(),
  keys: () => ask("dialog-keys"),
  theme: toggleTheme,
  language: toggleLanguage,
  abstain: () => abstain(view),
  undo: () => (problems.problem ? problems.again() : game.isLearning ? lessons.undo() : game.undo()),
  count: () => game.count.toggle(),
  confirm: () => game.count.confirm(),
  resign,
  review: () => game.setMode("analyse"),
  "play-again": () => again(view),
  "share-game": () => share(view),
  "move-now": () => connection.interrupt(),
  pause: () => game.pause(!game.isPaused),
  suggest: () => game.count.suggest(),
  first: () => game.go(game.root),
  back: () => game.go(game.node.parent),
  forward: () => game.go(game.node.children[0]),
  last: () => game.go(game.node.end()),
  "live-analysis": () => game.setAnalysing(!game.isAnalysing),
  prove: () => proof.toggle(),
  "quiz-show": () => panels.quiz.show(),
  "quiz-next": () => panels.quiz.next(),
  "quiz-end": () => panels.quiz.end(),
  promote: () => editing.promote(),
  delete: () => editing.remove(),
  facts: () => editing.askFacts(),
  rotate: () => editing.rotate(),
  "previous-mistake": () => panels.mistakes.step(-1),
  "next-mistake": () => panels.mistakes.step(1),
  "show-ownership": showing("ownership"),
  "show-policy": showing("policy"),
  "show-dead-ends": showing("deadEnds"),
  "show-numbers": showing("numbers"),
};

/**
 * Does what a button stands for. What needs the session waits for another click if there is none.
 * @param {string} id
 */
async function act(id) {
  try {
    await actions[id]();
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error;
    view.toast(byId("connection").textContent ?? "");
  }
}

for (const id of Object.keys(actions)) button(id).addEventListener("click", () => void act(id));

/** @type {Record<string, string>} */
const KEYS = {
  p: "abstain", u: "undo", c: "count", n: "new-game", o: "open-game", s: "save-game", h: "share", "[": "back", "]": "forward",
  a: "live-analysis", l: "mode-learn", b: "mode-problems", ",": "previous-mistake", ".": "next-mistake", r: "show-rules", "?": "keys",
};
/** The actions of keys that lessons and problems allow. */
const IN_LESSONS = ["abstain", "undo", "show-rules", "keys", "mode-learn", "mode-problems"];

/** The action of a key; undefined if it has none now. @param {KeyboardEvent} event */
function actionOf(event) {
  const id = KEYS[signOf(event)];
  if (!game.isLearning || IN_LESSONS.includes(id)) return id;
  const step = { back: "back", forward: "next" }[id];
  return step && `${problems.problem ? "problem" : "lesson"}-${step}`;
}

document.addEventListener("keydown", (event) => {
  if (isTaken(event, TYPING) || event.ctrlKey || event.metaKey || event.altKey) return;
  const id = actionOf(event);
  if (!id) return;
  event.preventDefault();
  if (id === "live-analysis" && game.mode === "play") void game.setMode("analyse").then(() => game.setAnalysing(true));
  else if (!button(id).disabled) void act(id);
});

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dragging");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dragging");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dragging");
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text");
  if (file) void open(view, file, file.name);
  else if (text) void open(view, text, "");
});
document.addEventListener("paste", (event) => {
  if (event.target instanceof HTMLElement && event.target.closest("input, textarea")) return;
  const text = event.clipboardData?.getData("text");
  if (text?.trim()) void open(view, text, "");
});
byId("open-file").addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (!file) return;
  /** @type {HTMLDialogElement} */ (byId("dialog-open")).close();
  void open(view, file, file.name);
  input.value = "";
});

byId("open-network").hidden = !isLocal;
byId("network-file").addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (file) void takeNetwork(view, file);
  input.value = "";
});

setInterval(() => {
  const { clocks } = game;
  const turn = clocks?.running;
  if (!turn) return;
  view.drawClock("black");
  view.drawClock("white");
  if (clocks.leftOf(turn) === null && game.players[turn] === "human") void game.end("time", turn);
}, 100);

const theme = remembered("theme");
if (theme) setTheme(theme);
listen(view);
listenForSteps(view);
listenToSweep(view, new Sweep(analysedGame));
listenToMenus();
listenToTabs(() => panels.draw());
view.translate();
byId("connection").hidden = false;
byId("connection").classList.add("loading");
byId("connection").textContent = view.t(isLocal ? "loading" : "connecting");
/** Shows the lesson or the problem of the address, or the game if it has none. */
async function followAddress() {
  const { hash } = location;
  const place = placeIn(hash);
  await connection.opened;
  await game.settle();
  // Whoever has gone on to a lesson or a problem in the meantime stays there.
  if (location.hash !== hash) return;
  if (place?.kind === "problem") await problems.open(`${place.name}-${place.number}`);
  else if (place) await learn({ lesson: place.name, step: place.number });
  else if (!isLink(hash)) await lessons.leave();
  if (place && !game.isLearning) forget();
}

const showFirst = () => {
  const scenes = document.querySelector("#first-scenes")?.textContent;
  if (scenes) game.showFirst(JSON.parse(scenes));
};
// Looking for a kept game takes a while. If there is none, the board does not wait for that.
const hasKept = hasKeptGames();
if (!hasKept) showFirst();
await keepGames(view, storage);
if (hasKept) showFirst();
connection.connect();
let following = followAddress();
addEventListener("popstate", () => {
  // One after the other: a step that arrives late would replace a later one.
  following = following.then(followAddress);
});
// Who has chosen rules on the command line is not asked.
if (!hasKept && rules === "one-pure" && !remembered("asked") && !isLink(location.hash)) askFirst(view, () => remember("asked", "rules"));
// Until here texts and cards were missing, and would have moved what is below them.
document.body.classList.add("ready");
await listenToLinks(view);
