/**
 * Answers of the session: see docs/gtp.md.
 *
 * @typedef {import("./points.js").Color} Color
 *
 * @typedef {{ color: Color, points: string[], cause: string, repeated: boolean, quarantined: boolean }} Retired
 * @typedef {{ board: number, waiting: number | null, quarantined: number }} Stones
 * @typedef {{ color: Color, point: string, retired: Retired[], immovable: string[] }} LastTurn
 * @typedef {{
 *   rules: string, size: number, moves: number, turn: Color | null, over: boolean, result: string | null,
 *   winner: string | null, reason: string | null, articles: string[],
 *   stones: { black: Stones, white: Stones }, points: { black: number, white: number, lead: number },
 *   barred: Color | null, last: LastTurn | null,
 * }} State
 * @typedef {{
 *   state: State, handicap: number, board: string[], owners: string[], contact: boolean, dead_ends: string[], self_fills: string[], forbidden?: string[],
 *   retired: { color: Color, points: string[], times: number, cause: string }[],
 *   told: string | null, stakes: string[], count: string, conclusion: string[], agreement: boolean,
 * }} Scene
 * @typedef {{ start: { black: string[], white: string[] }, turns: LastTurn[] }} Turns
 * @typedef {{ color: Color, point: string, legal: boolean, loses: boolean, text: string }} Told
 * @typedef {{
 *   lost: string[], owners: string[], points: { black: number, white: number }, result: string | null, text: string[],
 *   conclusion: string | null,
 * }} Counted
 * @typedef {{ dead: string[], unclear: string[], doubt: string | null }} Judgement
 *
 * @typedef {Color | "draw"} Proven The winner that is proven.
 * @typedef {{
 *   move: string, visits: number, winrate: number, scoreLead: number, proven: Proven | null, prior: number, order: number, pv: string[],
 * }} Candidate
 * @typedef {{
 *   color: Color, visits: number, winrate: number, scoreLead: number, proven: Proven | null, candidates: Candidate[],
 *   ownership: number[] | null,
 * }} Analysis
 *
 * @typedef {{ proven: boolean, least: number | null, most: number | null, line: string[], nodes: number }} SolvedResult
 * @typedef {{ taken: boolean | null, line: string[], zone?: string[], nodes: number }} SolvedTurn
 * @typedef {{
 *   group: string, color: Color, status: "alive" | "dead" | "unsettled" | "unknown", black_first: SolvedTurn, white_first: SolvedTurn,
 * }} SolvedGroup
 *
 * @typedef {{ name: string, title: string, steps: number, rules: string }} Lesson
 * @typedef {{
 *   lesson: number, lessons: number, title: string, step: number, steps: number, text: string[], task: string[], rules: string,
 *   size: number, stones: { black: string[], white: string[] }, first: Color, moves: [Color, string][], learner: Color,
 *   komi: number, engine: number | null, count: boolean,
 * }} LessonStep
 * @typedef {{ right: boolean, told: string[], text: string[], goes_on?: boolean }} LessonAnswer
 *
 * @typedef {{ kind: string, title: string, levels: number[] }} ProblemKind
 * @typedef {{
 *   problem: number, problems: number, name: string, kind: string, title: string, number: number, level: number, text: string[],
 *   task: string[], rules: string, size: number, stones: { black: string[], white: string[] }, first: Color, moves: [Color, string][],
 *   learner: Color, group: string[], hint: string[],
 * }} Problem
 * @typedef {LessonAnswer & { reply: string | null }} ProblemAnswer
 */
export {};
