/**
 * The words about the end of a game: who won and how.
 *
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Translate
 */

/**
 * The winner and the margin, from a result such as `B+6.5`, `W+Resign` or `0`.
 * @param {string} result
 * @param {Translate} t
 * @param {(points: string) => string} amount A number of points with its unit.
 */
export function headline(result, t, amount) {
  const [, winner, how] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!winner) return t({ 0: "draw", Draw: "draw", Void: "noResult", "Both-lose": "bothLose" }[result] ?? "ended");
  const color = t(winner === "B" ? "black" : "white");
  if (/^R/i.test(how)) return t("wonByResignation", { color });
  if (/^T/i.test(how)) return t("wonOnTime", { color });
  if (how === "0") return t("wonTie", { color });
  return /^[\d.]+$/.test(how) ? t("wonBy", { color, amount: amount(how) }) : t("won", { color });
}

/**
 * The session's sentence about a result without the code at its beginning; nothing if it says no more than the title.
 * @param {string} sentence
 * @param {string} title
 */
export function more(sentence, title) {
  const told = sentence.replace(/^\S+ (?:[BW]\+\S+|0|Void|Both-lose): /, "");
  return told.replace(/ \([^()]+\)(?=\.$)/, "") === `${title}.` ? [] : [told];
}

/**
 * The first sentence of a text, with a shorter one before it.
 * @param {string} words
 */
export function firstSentence(words) {
  return /^.{10,}?\.(?=\s|$)/.exec(words)?.[0] ?? words;
}
