/**
 * What an analysis says: the lines of `kata-analyze`.
 *
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("./types.js").Color} Color
 */

/**
 * Reads a line; null if it is none. Its values are those of the colour that moves; ownership becomes Black's.
 * @param {string} line
 * @param {Color} color
 * @returns {Analysis | null}
 */
export function readAnalysis(line, color) {
  if (!line.startsWith("info ")) return null;
  const [moves, , rest = ""] = line.split(/ (rootInfo|ownership) (.*)$/);
  const root = line.includes(" rootInfo ") ? pairs(line.split(" rootInfo ")[1]) : {};
  const sign = color === "black" ? 1 : -1;
  const candidates = moves.split(/(?:^| )info /).filter(Boolean).map(candidate);
  const owned = line.split(" ownership ")[1] ?? (line.includes(" ownership ") ? rest : "");
  return {
    color,
    visits: Number(root.visits ?? sum(candidates)),
    winrate: Number(root.winrate ?? candidates[0]?.winrate ?? 0.5),
    scoreLead: Number(root.scoreLead ?? candidates[0]?.scoreLead ?? 0),
    candidates,
    ownership: owned ? owned.trim().split(" ").map((balance) => sign * Number(balance)) : null,
  };
}

/** @param {Candidate[]} candidates */
function sum(candidates) {
  return candidates.reduce((all, { visits }) => all + visits, 0);
}

/**
 * @param {string} text
 * @returns {Candidate}
 */
function candidate(text) {
  const [values, variation = ""] = text.split(" pv ");
  const found = pairs(values);
  return {
    move: found.move ?? "pass",
    visits: Number(found.visits ?? 0),
    winrate: Number(found.winrate ?? 0.5),
    scoreLead: Number(found.scoreLead ?? 0),
    prior: Number(found.prior ?? 0),
    order: Number(found.order ?? 0),
    pv: variation.split(" ").filter((word) => /^([A-T][0-9]+|pass)$/i.test(word)),
  };
}

/**
 * Keys and values in turn.
 * @param {string} text
 * @returns {Record<string, string>}
 */
function pairs(text) {
  const words = text.trim().split(" ");
  /** @type {Record<string, string>} */
  const found = {};
  for (let index = 0; index + 1 < words.length; index += 2) found[words[index]] = words[index + 1];
  return found;
}

/**
 * Black's share of wins and lead.
 * @param {{ color: Color, winrate: number, scoreLead: number }} analysis
 * @returns {{ winRate: number, lead: number }}
 */
export function forBlack({ color, winrate, scoreLead }) {
  return color === "black" ? { winRate: winrate, lead: scoreLead } : { winRate: 1 - winrate, lead: -scoreLead };
}
