/**
 * What is asked in dialogs: a new game, a game to open, and whether something is meant.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./clock.js").TimeControl} TimeControl
 */
import { byId, dialog, html } from "./dom.js";

/** The clocks that there are. @type {[string, TimeControl | null][]} */
const CLOCKS = [
  ["none", null],
  ["byoyomi", { main: 300, periods: 3, period: 20, increment: 0 }],
  ["byoyomi", { main: 1200, periods: 5, period: 30, increment: 0 }],
  ["byoyomi", { main: 3600, periods: 3, period: 60, increment: 0 }],
  ["fischer", { main: 300, periods: 0, period: 0, increment: 5 }],
];

/** How many levels the engine has. */
const LEVELS = 20;

/**
 * Shows a dialog, and answers by which button it was closed.
 * @param {string} id
 * @returns {Promise<string>}
 */
export function ask(id) {
  const shown = dialog(id);
  shown.returnValue = "";
  shown.showModal();
  return new Promise((resolve) => shown.addEventListener("close", () => resolve(shown.returnValue), { once: true }));
}

/**
 * Whether something is meant.
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
 * The komi that a new game has where none is chosen, as the server says it: for each rule set on 19×19, there with a handicap, on
 * lesser boards, and there with a handicap.
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
 * Asks for a new game, and begins it.
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
  const level = field("level");
  level.replaceChildren(...Array.from({ length: LEVELS }, (_, index) => {
    const number = index + 1;
    const name = number === 1 ? "lowestLevel" : number === LEVELS ? "highestLevel" : null;
    return html("option", { value: String(number) }, [name ? view.t(name, { level: number }) : String(number)]);
  }));
  level.value = String(game.level ?? LEVELS);
  field("size").value = String(game.root.lines);
  field("rules").value = game.root.rules;
  // Komi and handicap are chosen for one game, and not for the next.
  field("komi").value = "";
  field("handicap").value = "0";
  const showUsualKomi = () => {
    const komi = usualKomi(field("rules").value, Number(field("size").value), Number(field("handicap").value));
    field("komi").setAttribute("placeholder", view.t("komiUsual", { komi: komi ?? "" }));
  };
  form.onchange = showUsualKomi;
  showUsualKomi();
  if ((await ask("dialog-new")) !== "start") return;
  const [players, komi] = [field("players").value, field("komi").value];
  await game.begin({
    size: Number(field("size").value),
    rules: field("rules").value,
    komi: komi === "" ? null : Number(komi),
    handicap: Number(field("handicap").value),
    players: {
      black: players === "white" || players === "engines" ? "engine" : "human",
      white: players === "black" || players === "engines" ? "engine" : "human",
    },
    level: Number(level.value),
    control: CLOCKS[Number(clock.value)][1],
  });
}
