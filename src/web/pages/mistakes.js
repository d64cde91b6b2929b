/**
 * Mistakes: moves that lower the win rate or the lead of their player. `onepure analyze` counts them by the same rules (docs/analysis.md),
 * and a test compares both on the same games.
 *
 * `Found` is the value of a position for Black. After the end of play it is the result, and `visits` is infinite. The lead of an end is
 * that of the board as it stands, with dead stones that nobody has lifted: it makes no mistake.
 * @typedef {{ winRate: number, lead: number, visits: number, best: string | null }} Found
 *
 * @typedef {import("./points.js").Color} Color
 * @typedef {{ number: number, color: Color, move: string, before: Found | null, after: Found | null }} Step
 * @typedef {"small" | "medium" | "large"} Size
 *
 * `Swing` is the loss of a move for its player, as win rate and points, and `loss` what exceeds the noise of the visits, in units of a small
 * mistake. Only a mistake has a size.
 * @typedef {{
 *   number: number, color: Color, move: string, better: string | null, share: number, points: number, loss: number, size: Size | null,
 * }} Swing
 */
import { svg } from "./board.js";

/** The loss of win rate and of points that is one unit. */
const UNIT = { share: 0.05, points: 3 };

/** The smallest loss of each size, in units. @type {[Size, number][]} */
const SIZES = [["large", 4], ["medium", 2], ["small", 1]];

/** The radius of a mistake's dot. @type {Record<Size, number>} */
const RADII = { small: 3.5, medium: 5, large: 6.5 };

/**
 * The swing of each move whose positions before and after it have values, in order.
 * @param {Step[]} steps Every move of the game: once a point has been played, missing it again is another mistake.
 * @param {number} lines Those of the board.
 * @returns {Swing[]}
 */
export function swingsOf(steps, lines) {
  /** @type {Swing[]} */
  const swings = [];
  /** The better moves that each colour has missed and nobody has played since. @type {Map<string, Swing>} */
  const missed = new Map();
  for (const step of steps) {
    const swing = swingOf(step, lines);
    if (swing) {
      swings.push(swing);
      const key = `${swing.color} ${swing.better}`;
      const known = missed.get(key);
      const size = sizeOf(swing);
      if (size && !(known && known.loss >= swing.loss)) {
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
 * @param {number} lines
 * @returns {Swing | null}
 */
function swingOf({ number, color, move, before, after }, lines) {
  if (!before || !after) return null;
  const sign = color === "black" ? 1 : -1;
  const [share, points] = [sign * (before.winRate - after.winRate), sign * (before.lead - after.lead)];
  const units = [
    beyond(share, shareError(before), shareError(after)) / UNIT.share,
    beyond(points, pointsError(before, lines), pointsError(after, lines)) / UNIT.points,
  ];
  return { number, color, move, size: null, better: before.best === move ? null : before.best, share, points, loss: Math.max(...units) };
}

/**
 * A loss if it exceeds two standard errors; 0 if not.
 * @param {number} loss
 * @param {number[]} errors Those of the two positions.
 */
const beyond = (loss, ...errors) => (loss > 2 * Math.hypot(...errors) ? loss : 0);

/**
 * The size of a mistake; null if the loss is too small, or if the engine would have played the move itself.
 * @param {Swing} swing
 */
function sizeOf({ better, loss }) {
  return (better && SIZES.find(([, least]) => loss >= least)?.[0]) || null;
}

/**
 * The standard error of a win rate, with two wins and two losses added (Agresti and Coull).
 * @param {Found} found
 */
function shareError({ winRate, visits }) {
  if (!Number.isFinite(visits)) return 0;
  const share = (winRate * visits + 2) / (visits + 4);
  return Math.sqrt((share * (1 - share)) / (visits + 4));
}

/**
 * The standard error of a lead in points, as it was found on 19×19 (docs/analysis.md).
 * @param {Found} found
 * @param {number} lines
 */
function pointsError({ visits }, lines) {
  return Number.isFinite(visits) ? (lines / 19) * Math.sqrt(1 + 5 / Math.sqrt(Math.max(visits, 1))) : Infinity;
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
