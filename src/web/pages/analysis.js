/**
 * Analyses: the lines of `kata-analyze`, and the properties of SGF that keep them.
 *
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("./types.js").Color} Color
 */

/**
 * Reads a line; null if it is no line of an analysis. Values are for the colour that moves; ownership becomes Black's.
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
    proven: winner(root.proven),
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
    proven: winner(found.proven),
    prior: Number(found.prior ?? 0),
    order: Number(found.order ?? 0),
    pv: variation.split(" ").filter((word) => /^([A-T][0-9]+|pass)$/i.test(word)),
  };
}

/**
 * The winner of an outcome that is proven, or null.
 * @param {string | undefined} word
 */
function winner(word) {
  return word === "black" || word === "white" || word === "draw" ? word : null;
}

/**
 * Reads alternate keys and values.
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

/** The properties of SGF that keep an analysis: Black's win rate in percent, Black's lead, and the whole analysis. */
const [WINS, LEAD, FOUND] = ["SBKV", "SBKS", "OPRA"];

/** The numbers of candidates and of moves of a variation in a record: those that the page and `onepure analyze` show. */
export const MOST_CANDIDATES = 10;
export const LONGEST_VARIATION = 12;

/** The moves of a variation in a text of the page. */
export const LONGEST_IN_TEXT = 8;

/**
 * An analysis as properties of SGF, in the form of `onepure analyze`.
 * @param {Analysis} analysis
 * @returns {[string, string[]][]}
 */
export function toProperties(analysis) {
  const { color, visits, winrate, scoreLead } = analysis;
  const { winRate, lead } = forBlack(analysis);
  /** @type {[string, string[]][]} */
  const numbers = [[WINS, [(100 * winRate).toFixed(2)]], [LEAD, [lead.toFixed(2)]]];
  if (visits === 0) return numbers;
  const found = analysis.candidates.filter((each) => each.visits > 0).slice(0, MOST_CANDIDATES).map((each, order) =>
    `info move ${each.move} visits ${each.visits} winrate ${each.winrate.toFixed(4)} scoreLead ${each.scoreLead.toFixed(2)}${proven(each)} ` +
    `prior ${each.prior.toFixed(4)} order ${order} pv ${each.pv.slice(0, LONGEST_VARIATION).join(" ")}`);
  const root = `rootInfo visits ${visits} winrate ${winrate.toFixed(4)} scoreLead ${scoreLead.toFixed(2)}${proven(analysis)}`;
  return [...numbers, [FOUND, [[color, ...found, root].join(" ")]]];
}

/** @param {{ proven: import("./types.js").Proven | null }} found */
function proven({ proven: by }) {
  return by ? ` proven ${by}` : "";
}

/**
 * Separates the analysis, or null, from the other properties of a node. Other programs write only numbers: they become
 * an analysis without visits and candidates.
 * @param {[string, string[]][]} properties
 * @returns {{ analysis: Analysis | null, rest: [string, string[]][] }}
 */
export function fromProperties(properties) {
  const value = (/** @type {string} */ wanted) => properties.find(([key]) => key === wanted)?.[1][0] ?? "";
  const rest = properties.filter(([key]) => ![WINS, LEAD, FOUND].includes(key));
  const color = /^(black|white) /.exec(value(FOUND))?.[1];
  if (color === "black" || color === "white") {
    const analysis = readAnalysis(value(FOUND).slice(color.length + 1), color);
    if (analysis && [analysis.winrate, analysis.scoreLead, analysis.visits].every(Number.isFinite)) {
      // Records are untrusted input: any property may be malformed.
      const candidates = analysis.candidates.filter(({ move, visits, winrate, scoreLead, prior, pv }) =>
        pv[0] === move && [visits, winrate, scoreLead, prior].every(Number.isFinite));
      return { analysis: { ...analysis, candidates }, rest };
    }
  }
  const [wins, lead] = [Number.parseFloat(value(WINS)), Number.parseFloat(value(LEAD))];
  if (!(wins >= 0 && wins <= 100)) return { analysis: null, rest };
  const scoreLead = Number.isFinite(lead) ? lead : 0;
  return { analysis: { color: "black", visits: 0, winrate: wins / 100, scoreLead, proven: null, candidates: [], ownership: null }, rest };
}

/**
 * Black's win rate and lead.
 * @param {{ color: Color, winrate: number, scoreLead: number }} analysis
 * @returns {{ winRate: number, lead: number }}
 */
export function forBlack({ color, winrate, scoreLead }) {
  return color === "black" ? { winRate: winrate, lead: scoreLead } : { winRate: 1 - winrate, lead: -scoreLead };
}
