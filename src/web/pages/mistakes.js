/**
 * Mistakes: moves that lower the win rate of their player. `onepure analyze` counts them by the same rules (docs/analysis.md),
 * and a test compares both on the same games.
 *
 * `Found` is the value of a position for Black. After the end of play it is the result, and `visits` is infinite.
 * @typedef {{ winRate: number, lead: number, visits: number, best: string | null }} Found
 *
 * @typedef {import("./points.js").Color} Color
 * @typedef {{ number: number, color: Color, move: string, before: Found | null, after: Found | null }} Step
 * @typedef {"small" | "medium" | "large"} Size
 *
 * `Swing` is the loss of a move for its player, as win rate and points. Only a mistake has a size.
 * @typedef {{
 *   number: number, color: Color, move: string, better: string | null, share: number, points: number, size: Size | null,
 * }} Swing
 */
import { svg } from "./board.js";

/** The smallest loss of win rate for each size. @type {[Size, number][]} */
const SIZES = [["large", 0.2], ["medium", 0.1], ["small", 0.05]];

/** The radius of a mistake's dot. @type {Record<Size, number>} */
const RADII = { small: 3.5, medium: 5, large: 6.5 };

/**
 * The swing of each move whose positions before and after it have values, in order.
 * @param {Step[]} steps Every move of the game: once a point has been played, missing it again is another mistake.
 * @returns {Swing[]}
 */
export function swingsOf(steps) {
  /** @type {Swing[]} */
  const swings = [];
  /** The better moves that each colour has missed and nobody has played since. @type {Map<string, Swing>} */
  const missed = new Map();
  for (const step of steps) {
    const swing = swingOf(step);
    if (swing) {
      swings.push(swing);
      const key = `${swing.color} ${swing.better}`;
      const known = missed.get(key);
      const size = sizeOf(swing, step);
      if (size && !(known && known.share >= swing.share)) {
        if (known) known.size = null;
        swing.size = size;
        // A pass is always possible, so each move instead of a pass is another mistake.
        if (swing.better !== "pass") missed.set(key, swing);
      }
    }
    missed.delete(`black ${step.move}`);
    missed.delete(`white ${step.move}`);
  }
  return swings;
}

/**
 * @param {Step} step
 * @returns {Swing | null}
 */
function swingOf({ number, color, move, before, after }) {
  if (!before || !after) return null;
  const sign = color === "black" ? 1 : -1;
  return {
    number, color, move, size: null,
    better: before.best === move ? null : before.best,
    share: sign * (before.winRate - after.winRate),
    points: sign * (before.lead - after.lead),
  };
}

/**
 * The size of a loss less two standard errors; null if that is too small, or if the engine would have played the move itself.
 * @param {Swing} swing
 * @param {Step} step
 */
function sizeOf({ better, share }, { before, after }) {
  if (!better || !before || !after || share <= 2 * Math.hypot(errorOf(before), errorOf(after))) return null;
  return SIZES.find(([, least]) => share >= least)?.[0] ?? null;
}

/**
 * The standard error of a win rate, with two wins and two losses added (Agresti and Coull).
 * @param {Found} found
 */
function errorOf({ winRate, visits }) {
  if (!Number.isFinite(visits)) return 0;
  const share = (winRate * visits + 2) / (visits + 4);
  return Math.sqrt((share * (1 - share)) / (visits + 4));
}

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
 * An entry in a player's list: the points that a move lost, and the better move.
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 * @param {Swing} swing
 */
export function mistakeEntry(t, { move, better, points }) {
  const name = (/** @type {string | null} */ vertex) => (vertex === "pass" ? t("abstain") : (vertex ?? ""));
  const change = `${points < 0 ? "+" : "−"}${Math.abs(points).toFixed(1)}`;
  return t("mistakeEntry", { move: name(move), points: change, better: name(better) });
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
