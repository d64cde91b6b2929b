/**
 * Dialogs: a new game, a game to open, and a confirmation.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./clock.js").TimeControl} TimeControl
 */
import { byId, dialog, html } from "./dom.js";
import { LEVELS, levelName } from "./levels.js";
import { text } from "./texts.js";

/** The clocks to choose from. @type {[string, TimeControl | null][]} */
const CLOCKS = [
  ["none", null],
  ["byoyomi", { main: 300, periods: 3, period: 20, increment: 0 }],
  ["byoyomi", { main: 1200, periods: 5, period: 30, increment: 0 }],
  ["byoyomi", { main: 3600, periods: 3, period: 60, increment: 0 }],
  ["fischer", { main: 300, periods: 0, period: 0, increment: 5 }],
];

/** The number of open dialogs. */
let open = 0;

/** Whether a dialog is open, or closed but its answer not taken yet. */
export const isAsking = () => open > 0;

/**
 * Shows a dialog. Returns the value of the button that closed it; empty if that was *Cancel* or Escape.
 * @param {string} id
 * @returns {Promise<string>}
 */
export function ask(id) {
  const shown = dialog(id);
  // The first button of a form that submits is pressed by Enter in a field. So *Cancel* does not submit.
  const cancel = /** @type {HTMLButtonElement | null} */ (shown.querySelector("button[type=button][value=cancel]"));
  if (cancel) cancel.onclick = () => shown.close("");
  shown.returnValue = "";
  open += 1;
  shown.showModal();
  return new Promise((resolve) => shown.addEventListener("close", () => {
    open -= 1;
    // If nothing had the focus before, it stays in the closed dialog.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && shown.contains(focused)) focused.blur();
    resolve(shown.returnValue);
  }, { once: true }));
}

/**
 * Asks for a confirmation. Returns whether it was given.
 * @param {string} title
 * @param {string} words
 * @param {string} yes
 * @param {string} no
 */
export async function confirmed(title, words, yes, no) {
  byId("confirm-title").textContent = title;
  byId("confirm-text").textContent = words;
  const [refuse, agree] = dialog("dialog-confirm").querySelectorAll("button");
  agree.textContent = yes;
  refuse.textContent = no;
  return (await ask("dialog-confirm")) === "yes";
}

/**
 * Returns whether another game may take the place of the one on the page. Asks if that has unsaved moves, and is not finished or not
 * kept by the browser.
 * @param {View} view
 */
export async function mayLeave(view) {
  const { game } = view;
  const isKept = view.keepsGame();
  if (!game.isUnsaved || (game.isFinished && isKept)) return true;
  return confirmed(view.t("leaveGame"), view.t(isKept ? "leaveKept" : "leaveLost"), view.t("yesLeave"), view.t("stay"));
}

/**
 * The usual komi of a game. The server puts four numbers for each rule set into the page: on 19×19, on 19×19 with a handicap, on
 * smaller boards, and on smaller boards with a handicap.
 * @param {string} rules
 * @param {number} size
 * @param {number} handicap
 */
function usualKomi(rules, size, handicap) {
  const sets = (document.body.dataset.usualKomi ?? "").split(" ").map((set) => set.split("="));
  const [, numbers] = sets.find(([name]) => name === rules) ?? [];
  return numbers?.split(",")[(size === 19 ? 0 : 2) + (handicap > 1 ? 1 : 0)];
}

/**
 * The most handicap stones on the star points of a board, as the session places them.
 * @param {number} size
 */
function mostHandicap(size) {
  if (size < 7) return 0;
  return size === 7 || size % 2 === 0 ? 4 : 9;
}

/**
 * Offers the size of the game on the page too: a record may have any.
 * @param {HTMLSelectElement} sizes
 * @param {number} lines
 */
function offerSize(sizes, lines) {
  const offered = [...sizes.options];
  if (offered.some(({ value }) => Number(value) === lines)) return;
  sizes.add(html("option", {}, [String(lines)]), offered.find(({ value }) => Number(value) > lines) ?? null);
}

/**
 * Begins another game like the one on the page.
 * @param {View} view
 */
export async function again(view) {
  const { game } = view;
  if (!(await mayLeave(view))) return;
  const { lines, rules, komi, handicap } = game.root;
  await game.begin({ size: lines, rules, komi, handicap, players: game.players, level: game.level, control: game.clocks?.control ?? null });
}

/**
 * Asks for the settings of a new game, and begins it.
 * @param {View} view
 * @param {string[]} rules
 */
export async function newGame(view, rules) {
  const { game } = view;
  const form = /** @type {HTMLFormElement} */ (dialog("dialog-new").querySelector("form"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
  field("rules").replaceChildren(...rules.map((name) => html("option", { value: name }, [view.rulesName(name)])));
  const clock = /** @type {HTMLSelectElement} */ (field("clock"));
  const { selectedIndex } = clock;
  clock.replaceChildren(...CLOCKS.map(([kind, control], index) => html("option", { value: String(index) }, [
    control ? view.t(kind, { ...control, main: control.main / 60 }) : view.t("noClock"),
  ])));
  clock.selectedIndex = Math.max(0, selectedIndex);
  const level = /** @type {HTMLSelectElement} */ (field("level"));
  level.replaceChildren(...Array.from({ length: LEVELS }, (_, index) => html("option", { value: String(index + 1) })));
  level.value = String(game.level ?? LEVELS);
  offerSize(/** @type {HTMLSelectElement} */ (field("size")), game.root.lines);
  field("size").value = String(game.root.lines);
  field("rules").value = game.root.rules;
  // Komi and handicap hold for one game only.
  field("komi").value = "";
  field("handicap").value = "0";
  const showUsualKomi = () => {
    const komi = usualKomi(field("rules").value, Number(field("size").value), Number(field("handicap").value));
    byId("komi-label").textContent = text(view.game.language, "komi", {}, field("rules").value !== "one-pure");
    field("komi").setAttribute("placeholder", view.t("komiUsual", { komi: komi ?? "" }));
  };
  const showHandicaps = () => {
    const most = mostHandicap(Number(field("size").value));
    for (const option of /** @type {HTMLSelectElement} */ (field("handicap")).options) {
      option.disabled = Number(option.value) > most;
      option.hidden = option.disabled;
    }
    if (Number(field("handicap").value) > most) field("handicap").value = "0";
  };
  const showLevels = () => {
    for (const option of level.options) {
      option.textContent = levelName(view, Number(option.value), field("rules").value, Number(field("size").value));
    }
  };
  const chosen = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (field(name)).selectedOptions[0]?.textContent ?? "";
  const cards = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-size]")]);
  const show = () => {
    showHandicaps();
    showUsualKomi();
    showLevels();
    for (const card of cards) card.setAttribute("aria-pressed", String(card.dataset.size === field("size").value));
    const isAlone = field("players").value === "both";
    byId("new-summary").textContent =
      [chosen("rules"), chosen("players"), ...(isAlone ? [] : [view.t("strengthOf", { level: chosen("level") })]), chosen("clock")].join(" · ");
  };
  for (const card of cards) {
    card.onclick = () => {
      field("size").value = card.dataset.size ?? "";
      show();
    };
  }
  form.onchange = show;
  show();
  if ((await ask("dialog-new")) !== "start" || !(await mayLeave(view))) return;
  const [players, komi] = [field("players").value, field("komi").value];
  const handicap = Number(field("handicap").value);
  const usual = handicap > 1 ? usualKomi(field("rules").value, Number(field("size").value), handicap) : undefined;
  await game.begin({
    size: Number(field("size").value),
    rules: field("rules").value,
    komi: komi !== "" ? Number(komi) : usual === undefined ? null : Number(usual),
    handicap,
    players: {
      black: players === "white" || players === "engines" ? "engine" : "human",
      white: players === "black" || players === "engines" ? "engine" : "human",
    },
    level: Number(level.value),
    control: CLOCKS[Number(clock.value)][1],
  });
}
