/**
 * The levels of the engine and their ranks.
 *
 * @typedef {import("./view.js").View} View
 */

/** The number of levels. */
export const LEVELS = 20;

/**
 * The rank of each level in ordinary Go, from level 1, by the lines of the board: n for n kyu, 1 - n for n dan. Levels behind the last one
 * have none that was measured. docs/levels.md has the same table.
 * @type {Record<number, number[]>}
 */
export const RANKS = {
  9: [23, 20, 17, 14, 12, 10, 8, 6, 4, 3],
  13: [28, 25, 22, 19, 17, 14, 12, 10, 8, 7],
  19: [29, 25, 22, 19, 16, 13, 11, 8, 6, 5],
};

/**
 * The name of a level by these rules on a board of so many lines, with its rank if that was measured.
 * @param {View} view
 * @param {number} level
 * @param {string} rules
 * @param {number} lines
 */
export function levelName(view, level, rules, lines) {
  if (level === 1) return view.t("lowestLevel", { level });
  if (level === LEVELS) return view.t("highestLevel", { level });
  const rank = rules === "one-pure" ? undefined : RANKS[lines]?.[level - 1];
  if (rank === undefined) return String(level);
  return rank > 0 ? view.t("kyuLevel", { level, rank }) : view.t("danLevel", { level, rank: 1 - rank });
}
