/**
 * The pointer and the keyboard on the board.
 *
 * @typedef {import("./view.js").View} View
 */
import { firstSentence } from "./conclusion.js";
import { confirmed, isAsking } from "./dialogs.js";
import { byId } from "./dom.js";
import { Disconnected } from "./gtp.js";
import { place, signAt, vertex } from "./points.js";

/**
 * Places a stone, after a warning if it would lose at once. During a count it marks a chain as dead instead.
 * @param {View} view
 * @param {string} point
 */
export async function choose(view, point) {
  const { game } = view;
  // A click may come before the session's answer to the last move: wait for it, or the click would be lost.
  await game.settling;
  const { scene } = game;
  if (!scene || view.onPoint(point)) return;
  const isStone = signAt(scene.board, point) !== ".";
  const { count } = game;
  if (count.isOn && isStone) {
    await count.mark(point);
    return;
  }
  if (isStone && view.onStone(point)) return;
  if (isStone) view.say(view.t("occupied", { point }));
  else if (game.isWaiting) view.toast(byId("connection").textContent ?? "");
  else if (game.learning?.isAnswered) view.toast(view.t("answered"));
  else if (game.thinking || (game.turn && !game.mayPlay && (!count.isOn || count.isProvisional))) view.toast(view.t("notYourTurn"));
  else if (!game.turn) view.toast(view.t("over"));
  else if (scene.forbidden?.includes(point)) await explain(view, point);
  else if (game.mayPlay) await placeWarned(view, point);
}

/**
 * The effect of a move. Without a session, shows why there is none, and resolves to null.
 * @param {View} view
 * @param {string} point
 */
async function explained(view, point) {
  try {
    return await view.game.explain(point);
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error;
    view.toast(byId("connection").textContent ?? "");
    return null;
  }
}

/**
 * Says what a move would do, or why it is illegal.
 * @param {View} view
 * @param {string} point
 */
async function explain(view, point) {
  const told = await explained(view, point);
  if (told) view.toast(told.text);
}

/**
 * @param {View} view
 * @param {string} point
 */
async function placeWarned(view, point) {
  const { game } = view;
  // No warning in a lesson: a losing move teaches something.
  if (game.scene?.dead_ends.includes(point) && !game.isLearning) {
    const told = await explained(view, point);
    if (!told || !(await confirmed(view.t("losesAtOnce"), firstSentence(told.text), view.t("yes"), view.t("no")))) return;
  }
  await game.play(point);
}

/**
 * Abstains, after a warning if that would lose at once.
 * @param {View} view
 */
export async function abstain(view) {
  const { game } = view;
  await game.settling;
  if (!game.mayPlay) return;
  const told = await explained(view, "pass");
  if (!told) return;
  const isMeant = async () => confirmed(view.t("losesAtOnce"), firstSentence(told.text), view.t("abstain"), view.t("cancel"));
  if (told.loses && !game.isLearning && !(await isMeant())) return;
  await game.play("pass");
}

/** Points closer than this, in pixels, are easily missed by a finger. */
const FINGER = 24;

/**
 * Returns whether a tap only previews the stone: points are close, and it is the first tap on this one.
 * @param {View} view
 * @param {string} point
 */
function isFirstTap(view, point) {
  const { game, board } = view;
  const isEmpty = game.scene && signAt(game.scene.board, point) === ".";
  if (!board || board.cell() >= FINGER || !isEmpty || !game.mayPlay || view.tapped === point) return false;
  view.tapped = point;
  view.draw();
  return true;
}

/**
 * Connects pointer and keyboard to the board.
 * @param {View} view
 */
export function listen(view) {
  const element = byId("board");
  const point = (/** @type {Event} */ event) => view.board?.pointUnder(/** @type {MouseEvent} */ (event)) ?? null;
  // After a click the arrows step through the game. After focus by the keyboard they move a cursor on the board.
  let isPointing = false;
  element.addEventListener("pointerdown", () => {
    isPointing = true;
    view.isByKeyboard = false;
  });
  element.addEventListener("click", (event) => {
    isPointing = false;
    const chosen = point(event);
    if (!chosen) return;
    view.cursor = chosen;
    if (event instanceof PointerEvent && event.pointerType === "touch" && isFirstTap(view, chosen)) return;
    view.tapped = null;
    void choose(view, chosen);
  });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const under = point(event);
    if (under === view.hover) return;
    view.hover = under;
    const candidate = view.analysis?.candidates.find(({ move }) => move === under);
    view.showVariation(candidate && candidate.pv.length > 1 ? candidate.pv : null);
  });
  element.addEventListener("pointerleave", () => {
    view.hover = null;
    view.showVariation(null);
  });
  for (const kind of ["focus", "blur"]) {
    element.addEventListener(kind, () => {
      // A dialog takes the focus and gives it back.
      if (!isAsking()) view.isByKeyboard = kind === "focus" && !isPointing;
      view.cursor ??= vertex(Math.floor((view.board?.size ?? 19) / 2), Math.floor((view.board?.size ?? 19) / 2));
      view.drawBoard();
    });
  }
  element.addEventListener("keydown", (event) => {
    const size = view.board?.size ?? 19;
    const [column, row] = place(view.cursor ?? "") ?? [Math.floor(size / 2), Math.floor(size / 2)];
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!view.isByKeyboard) {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      view.isByKeyboard = true;
      view.drawBoard();
      view.say(view.describe(vertex(column, row)));
    } else if (step) {
      event.preventDefault();
      const within = (/** @type {number} */ line) => Math.max(0, Math.min(size - 1, line));
      view.cursor = vertex(within(column + step[0]), within(row + step[1]));
      view.drawBoard();
      view.say(view.describe(view.cursor));
    } else if (event.key === "Enter") {
      event.preventDefault();
      void choose(view, vertex(column, row));
    } else if (event.key === " ") {
      event.preventDefault();
      void explain(view, vertex(column, row));
    }
  });
}
