/**
 * A game as a text that the browser keeps: the tree with its analyses, the node that the page shows, and who plays.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Analysis} Analysis
 */
import { LONGEST_VARIATION, MOST_CANDIDATES } from "./analysis.js";
import { Clocks } from "./clock.js";
import { Root, Node as TreeNode } from "./tree.js";

/** Texts of another version are not read. */
const VERSION = 1;

/** One letter for each of 63 steps of an ownership from -1 to 1, so that a point takes one byte. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";

/** @param {Analysis} analysis */
function shortened(analysis) {
  const middle = (LETTERS.length - 1) / 2;
  return {
    ...analysis,
    candidates: analysis.candidates.slice(0, MOST_CANDIDATES)
      .map((candidate) => ({ ...candidate, pv: candidate.pv.slice(0, LONGEST_VARIATION) })),
    ownership: analysis.ownership?.map((balance) => LETTERS[Math.round((balance + 1) * middle)]).join("") ?? null,
  };
}

/** @param {ReturnType<typeof shortened>} kept @returns {Analysis} */
function lengthened(kept) {
  const middle = (LETTERS.length - 1) / 2;
  const { ownership } = kept;
  return { ...kept, ownership: ownership ? Array.from(ownership, (letter) => LETTERS.indexOf(letter) / middle - 1) : null };
}

/** A node as an object without its default values, to save room. @param {Node} node @param {boolean} withAnalyses */
function nodeKept(node, withAnalyses) {
  const { move, stones, emptied, toPlay, comment, other, ended, agreed, events, isRecorded, illegal } = node;
  const hasStones = stones.black.length + stones.white.length > 0;
  return {
    ...(move && { move }), ...(hasStones && { stones }), ...(emptied.length > 0 && { emptied }), ...(toPlay && { toPlay }),
    ...(comment && { comment }), ...(other.length > 0 && { other }), ...(ended && { ended }), ...(agreed && { agreed }),
    ...(Object.keys(events).length > 0 && { events }),
    ...(isRecorded && { isRecorded }), ...(illegal && { illegal }),
    ...(withAnalyses && node.reason && { reason: node.reason }),
    ...(withAnalyses && node.analysis && { analysis: shortened(node.analysis) }),
  };
}

/**
 * Returns whether the game is more than the empty board with which the page begins.
 * @param {Game} game
 */
export function isWorthKeeping({ root, isFirst }) {
  return !isFirst || root.children.length > 0 || root.comment !== "" || root.ended !== null;
}

/**
 * The game as a text.
 * @param {Game} game
 * @param {boolean} withAnalyses
 */
export function toKept(game, withAnalyses = true) {
  const { root, mode, players, level, clocks, isPaused, isAnalysing } = game;
  /** @type {Map<Node, number>} */
  const places = new Map();
  const nodes = [];
  /** A stack of the nodes that are not written yet: recursion would overflow on long games. @type {Node[]} */
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    places.set(node, nodes.length);
    nodes.push({ parent: node.parent ? (places.get(node.parent) ?? 0) : -1, ...nodeKept(node, withAnalyses) });
    waiting.push(...[...node.children].reverse());
  }
  return JSON.stringify({
    version: VERSION,
    root: {
      lines: root.lines, rules: root.rules, komi: root.komi, usualKomi: root.usualKomi, players: root.players, result: root.result,
      handicap: root.handicap, info: root.info, isUnsaved: root.isUnsaved,
    },
    nodes,
    node: places.get(game.node),
    live: places.get(game.live),
    mode, players, level, isPaused, isAnalysing,
    control: clocks?.control ?? null,
    clocks: clocks && { black: clocks.leftOf("black") ?? NO_TIME, white: clocks.leftOf("white") ?? NO_TIME },
  });
}

/** @typedef {{ lines: number, rules: string, players: { black: string, white: string }, moves: number, result: string }} Summary */

/**
 * What a list says of a kept game. Null if the text is not a game, or if nothing has happened in it.
 * @param {string} text
 * @returns {Summary | null}
 */
export function summaryOf(text) {
  try {
    const { version, root, nodes } = JSON.parse(text);
    const { lines, rules, players, result, handicap } = root;
    const [first] = nodes;
    const isEmpty = nodes.length < 2 && !first?.comment && (!first?.stones || handicap > 1);
    if (version !== VERSION || isEmpty) return null;
    // A first child comes next after its parent.
    const branch = nodes.findIndex((/** @type {{ parent: number }} */ { parent }, /** @type {number} */ index) => parent !== index - 1);
    const line = branch < 0 ? nodes : nodes.slice(0, branch);
    return { lines, rules, players, result, moves: line.filter((/** @type {{ move?: unknown }} */ { move }) => move).length };
  } catch {
    return null;
  }
}

const NO_TIME = { main: 0, periods: 0, period: 0 };

/**
 * Replaces the game on the page by a kept one. Returns false, without a change, if the text is not a game.
 * @param {Game} game
 * @param {string} text
 */
export function restore(game, text) {
  let kept;
  /** @type {Node[]} */
  const nodes = [];
  try {
    kept = JSON.parse(text);
    if (kept.version !== VERSION) return false;
    const root = Object.assign(new Root(kept.root.lines, kept.root.rules, kept.root.komi), kept.root);
    for (const { parent, analysis, ...properties } of kept.nodes) {
      const node = parent < 0 ? root : new TreeNode(nodes[parent]);
      Object.assign(node, properties);
      if (analysis) node.analysis = lengthened(analysis);
      if (parent >= 0) nodes[parent].children.push(node);
      nodes.push(node);
    }
    if (!nodes[kept.node] || !nodes[kept.live]) return false;
  } catch {
    return false;
  }
  const { mode, players, level, control, clocks, isPaused, isAnalysing } = kept;
  game.replace(/** @type {Root} */ (nodes[0]), control && clocks && new Clocks(control, clocks));
  Object.assign(game, { mode, players, level, isPaused, isAnalysing, node: nodes[kept.node], live: nodes[kept.live] });
  return true;
}
