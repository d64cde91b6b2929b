/**
 * Mistakes as dots and in words.
 *
 * @typedef {import("./swings.js").Swing} Swing
 * @typedef {import("./swings.js").Size} Size
 */
import { svg } from "./board.js";

/** The radius of a mistake's dot. @type {Record<Size, number>} */
const RADII = { small: 3.5, medium: 5, large: 6.5 };

/**
 * The mistake before or after a move; null if there is none.
 * @param {{ number: number }[]} mistakes In the order of the moves.
 * @param {number} number
 * @param {1 | -1} direction
 * @returns {number | null}
 */
export function nextMistake(mistakes, number, direction) {
  const numbers = mistakes.map((mistake) => mistake.number);
  const found = direction > 0 ? numbers.find((each) => each > number) : numbers.findLast((each) => each < number);
  return found ?? null;
}

/**
 * The dot of a mistake in a drawing: the larger the loss, the larger and the redder.
 * @param {Size} size
 * @param {number} x
 * @param {number} y
 */
export function mistakeDot(size, x, y) {
  return svg("circle", { class: `mistake ${size}`, cx: x, cy: y, r: RADII[size] });
}

/**
 * The dot of a mistake as a separate picture, for lists.
 * @param {Size} size
 */
export function mistakeSign(size) {
  return svg("svg", { class: "mistake-sign", viewBox: "-8 -8 16 16", "aria-hidden": "true" }, [mistakeDot(size, 0, 0)]);
}

/**
 * A move in the words of the game.
 * @param {(key: string) => string} t
 * @param {string | null | undefined} move Empty if there is none.
 */
export const moveWords = (t, move) => (move === "pass" ? t("abstain") : (move ?? ""));

/**
 * An entry in a player's list: the points that a move lost, and the better move.
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 * @param {Swing} swing
 */
export function mistakeEntry(t, { move, better, points }) {
  const change = `${points < 0 ? "+" : "−"}${Math.abs(points).toFixed(1)}`;
  return t("mistakeEntry", { move: moveWords(t, move), points: change, better: moveWords(t, better) });
}

/**
 * The loss or gain of a move as a sentence.
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 * @param {Swing} swing
 */
export function swingWords(t, { color, move, share, points }) {
  const wins = `${share > 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
  const turn = move === "pass" ? t("abstained", { color: t(color) }) : `${t(color)} ${move}`;
  return t(points < 0 ? "gainedBy" : "lostBy", { turn, points: Math.abs(points).toFixed(1), wins });
}
