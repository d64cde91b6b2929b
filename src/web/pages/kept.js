/**
 * A game as a text that the browser keeps: the tree with its analyses, where the page is in it, and who plays.
 *
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Analysis} Analysis
 */
import { LONGEST_VARIATION, MOST_CANDIDATES } from "./analysis.js";
import { Root, Node as TreeNode } from "./tree.js";

/** Texts of another version are not read. */
const VERSION = 1;

/** A balance from -1 to 1 as one of 63 letters, which keeps the ownership of a point in one byte. */
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

/** What a node has unless somebody gave it something else is left out. @param {Node} node @param {boolean} withAnalyses */
function nodeKept(node, withAnalyses) {
  const { move, stones, emptied, toPlay, comment, other, ended, events } = node;
  const hasStones = stones.black.length + stones.white.length > 0;
  return {
    ...(move && { move }), ...(hasStones && { stones }), ...(emptied.length > 0 && { emptied }), ...(toPlay && { toPlay }),
    ...(comment && { comment }), ...(other.length > 0 && { other }), ...(ended && { ended }),
    ...(Object.keys(events).length > 0 && { events }),
    ...(withAnalyses && node.analysis && { analysis: shortened(node.analysis) }),
  };
}

/**
 * Whether there is anything to be kept: more than the empty board with which the page begins.
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
  const { root, mode, players, level, control, clocks, isPaused, isAnalysing } = game;
  /** @type {Map<Node, number>} */
  const places = new Map();
  const nodes = [];
  /** What is left to be written, the last first. @type {Node[]} */
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
      handicap: root.handicap, info: root.info,
    },
    nodes,
    node: places.get(game.node),
    live: places.get(game.live),
    mode, players, level, control, isPaused, isAnalysing,
    clocks: clocks && control && { black: game.timeOf("black") ?? NO_TIME, white: game.timeOf("white") ?? NO_TIME },
  });
}

const NO_TIME = { main: 0, periods: 0, period: 0 };

/**
 * Puts a kept game in place of the game on the page. False if the text is none, which changes nothing.
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
  game.replace(/** @type {Root} */ (nodes[0]));
  const { mode, players, level, control, clocks, isPaused, isAnalysing } = kept;
  Object.assign(game, { mode, players, level, control, clocks, isPaused, isAnalysing, node: nodes[kept.node], live: nodes[kept.live] });
  return true;
}
