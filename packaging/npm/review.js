/** The review of a game: what its moves lost, from the reports of its positions. */
import { swingsOf } from "./swings.js";

/**
 * @typedef {import("./index.d.ts").Report} Report
 * @typedef {import("./index.d.ts").Outcome} Outcome
 */

/** The value of a position for Black. Without a report it is the end of play. @param {Report | null} report @param {Outcome | null} outcome */
function valueOf(report, outcome) {
  if (report) {
    const { color, visits, winRate, lead, moves } = report;
    const best = moves[0]?.move ?? null;
    return color === "black" ? { visits, winRate, lead, best } : { visits, winRate: 1 - winRate, lead: -lead, best };
  }
  if (!outcome) return null;
  const { winner, result } = outcome;
  const points = Number(result.slice(2)) || 0;
  const winRate = { black: 1, white: 0 }[winner] ?? 0.5;
  return { visits: Infinity, winRate, lead: winner === "white" ? -points : points, best: null };
}

/**
 * @param {{ size: number, turns: { color: "black" | "white", move: string }[], outcomes: (Outcome | null)[] }} game The outcomes are those of
 * its positions.
 * @param {(Report | null)[]} positions
 * @returns {import("./index.d.ts").GameReview}
 */
export function reviewOf({ size, turns, outcomes }, positions) {
  const values = positions.map((report, index) => valueOf(report, outcomes[index]));
  const steps = turns.map(({ color, move }, index) => ({ number: index + 1, color, move, before: values[index], after: values[index + 1] }));
  const swings = swingsOf(steps, size);
  const moves = swings.map(({ number, color, move, better, share, points, size: mistake }) => {
    const { winRate, lead } = /** @type {{ winRate: number, lead: number }} */ (values[number]);
    const own = color === "black" ? { winRate, lead } : { winRate: 1 - winRate, lead: -lead };
    return { number, color, move, ...own, winRateLost: share, pointsLost: points, better, mistake };
  });
  const worst = swings.map(({ loss }, index) => ({ loss, move: moves[index] })).sort((one, other) => other.loss - one.loss);
  return { positions, moves, mistakes: worst.map(({ move }) => move).filter(({ mistake }) => mistake) };
}
