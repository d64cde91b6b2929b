/**
 * The rotation of a record by a quarter, clockwise.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Root} Root
 */
import { place, vertex } from "./points.js";

/** The properties of SGF whose values are points or rectangles; the first two have pairs of points. */
const POINTS = ["AR", "LN", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW"];

/**
 * Turns every point of a game. The session tells its positions anew.
 * @param {Root} root
 */
export function rotate(root) {
  const { lines } = root;
  const turned = (/** @type {string} */ name) => {
    const found = place(name);
    return found ? vertex(found[1], lines - 1 - found[0]) : name;
  };
  /** A stack of the nodes that are not turned yet: recursion would overflow on long games. @type {Node[]} */
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.move) node.move = [node.move[0], turned(node.move[1])];
    node.stones = { black: node.stones.black.map(turned), white: node.stones.white.map(turned) };
    node.emptied = node.emptied.map(turned);
    if (node.agreed) node.agreed.dead = node.agreed.dead.map(turned);
    node.other = node.other.map(([key, values]) => [key, values.map((value) => turnedValue(key, value, lines))]);
    if (node.analysis) node.analysis = turnedAnalysis(node.analysis, turned, lines);
    Object.assign(node, { scenes: {}, events: {}, reason: null, illegal: null });
    waiting.push(...node.children);
  }
}

/**
 * @param {import("./types.js").Analysis} analysis
 * @param {(name: string) => string} turned
 * @param {number} lines
 */
function turnedAnalysis(analysis, turned, lines) {
  const { ownership } = analysis;
  return {
    ...analysis,
    candidates: analysis.candidates.map((each) => ({ ...each, move: turned(each.move), pv: each.pv.map(turned) })),
    // From the highest line down: the point at a row and column was at this one.
    ownership: ownership && ownership.map((_, index) => ownership[(lines - 1 - (index % lines)) * lines + Math.floor(index / lines)]),
  };
}

/**
 * A value of a property of SGF; one without points stays.
 * @param {string} key
 * @param {string} value
 * @param {number} lines
 */
function turnedValue(key, value, lines) {
  const last = "abcdefghijklmnopqrs".slice(0, lines);
  // A column becomes a row, and a row a column from the other side.
  const turned = (/** @type {string} */ point) => (/^[a-s]{2}$/.test(point) ? `${last.at(-1 - last.indexOf(point[1]))}${point[0]}` : point);
  if (key === "LB") return turned(value.slice(0, 2)) + value.slice(2);
  if (!POINTS.includes(key)) return value;
  const [from, to] = value.split(":").map(turned);
  if (to === undefined) return from;
  if (key === "AR" || key === "LN") return `${from}:${to}`;
  // A rectangle begins at the upper left.
  const [[left, right], [above, below]] = [0, 1].map((index) => [from[index], to[index]].sort());
  return `${left}${above}:${right}${below}`;
}
