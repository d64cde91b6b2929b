/**
 * Mistakes: moves that lower the win rate or the lead of their player. `onepure analyze` counts them by the same rules (docs/analysis.md),
 * and a test compares both on the same games. The package for npm has this file too.
 *
 * `Found` is the value of a position for Black. After the end of play it is the result, and `visits` is infinite. The lead of an end is
 * that of the board as it stands, with dead stones that nobody has lifted: it makes no mistake.
 * @typedef {{ winRate: number, lead: number, visits: number, best: string | null }} Found
 *
 * @typedef {"black" | "white"} Color
 * @typedef {{ number: number, color: Color, move: string, before: Found | null, after: Found | null }} Step
 * @typedef {"small" | "medium" | "large"} Size
 *
 * `Swing` is the loss of a move for its player, as win rate and points, and `loss` what exceeds the noise of the visits, in units of a small
 * mistake. Only a mistake has a size.
 * @typedef {{
 *   number: number, color: Color, move: string, better: string | null, share: number, points: number, loss: number, size: Size | null,
 * }} Swing
 */

/** The loss of win rate and of points that is one unit. */
const UNIT = { share: 0.05, points: 3 };

/** The smallest loss of each size, in units. @type {[Size, number][]} */
const SIZES = [["large", 4], ["medium", 2], ["small", 1]];

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
