/**
 * The tree of a game: moves with their variations, comments and marks. Only the session knows the rules.
 *
 * @typedef {import("./types.js").Color} Color
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Analysis} Analysis
 */
import { fromProperties, toProperties } from "./analysis.js";
import { place, vertex } from "./points.js";

/** The properties of SGF for marks that the board shows. */
export const MARKS = ["TR", "SQ", "CR", "MA", "LB"];

/** A node of the tree: a position, with the move that led to it. */
export class Node {
  /**
   * @param {Node | null} parent
   * @param {[Color, string] | null} move
   */
  constructor(parent, move = null) {
    this.parent = parent;
    this.move = move;
    /** @type {Node[]} */
    this.children = [];
    /** @type {{ black: string[], white: string[] }} */
    this.stones = { black: [], white: [] };
    /** @type {string[]} */
    this.emptied = [];
    /** @type {Color | null} */
    this.toPlay = null;
    this.comment = "";
    /** Marks, and properties that the page does not use, as the record has them. @type {[string, string[]][]} */
    this.other = [];
    /** The end of the game without a move: a resignation or a loss on time, and whose. @type {["resign" | "time", Color] | null} */
    this.ended = null;
    /**
     * The stones that the players agree are dead after an end by passes, and the result; null as long as it is not confirmed.
     * @type {{ dead: string[], result: string } | null}
     */
    this.agreed = null;
    /** The session's scene of the node, by language. @type {Record<string, Scene>} */
    this.scenes = {};
    /** The sentence about a move that did more than place its stone, by language. @type {Record<string, string>} */
    this.events = {};
    /** @type {Analysis | null} */
    this.analysis = null;
    /** Why its move is a mistake, by language, as the analysis of the whole game found. @type {Record<string, string> | null} */
    this.reason = null;
    /** Whether a record has it: then it stays, even if its move turns out to be illegal. */
    this.isRecorded = false;
    /** Why its move is illegal; null as long as the session has not refused it. @type {string | null} */
    this.illegal = null;
  }

  /** The nodes from the root to this one. */
  path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The number of moves up to this node. */
  moves() {
    return this.path().filter((node) => node.move).length;
  }

  /** Returns whether the node sets up or removes stones. */
  hasSetUp() {
    return this.stones.black.length + this.stones.white.length + this.emptied.length > 0 || this.toPlay !== null;
  }

  /**
   * The child for a move. Adds it if there is none.
   * @param {Color} color
   * @param {string} name A point, or `pass`.
   */
  follow(color, name) {
    const known = this.children.find((child) => child.move?.[0] === color && child.move[1] === name);
    if (known) return known;
    const node = new Node(this, [color, name]);
    this.children.push(node);
    return node;
  }

  /** The last node of the main line from this node. */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  /** The nodes of the line through this one, to its end. */
  line() {
    const nodes = this.path();
    for (let node = this.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  /** Marks for the board: point, kind, label. @returns {[string, string, string?][]} */
  marks() {
    return this.other.flatMap(([kind, values]) => {
      if (!MARKS.includes(kind)) return [];
      return values.flatMap((value) => {
        const [points, label] = kind === "LB" ? value.split(":") : [value];
        return pointsOf(points, this.size()).map((point) => /** @type {[string, string, string?]} */ ([point, kind, label]));
      });
    });
  }

  /** @returns {number} */
  size() {
    const [root] = this.path();
    return root instanceof Root ? root.lines : 19;
  }
}

/** The first node, with the facts about the whole game. */
export class Root extends Node {
  /**
   * @param {number} lines
   * @param {string} rules
   * @param {number | null} komi
   */
  constructor(lines, rules, komi) {
    super(null);
    this.lines = lines;
    this.rules = rules;
    /** The chosen komi or that of the record; null for the usual one. */
    this.komi = komi;
    /** The usual komi, once the session has sent it. @type {number | null} */
    this.usualKomi = null;
    /** @type {{ black: string, white: string }} */
    this.players = { black: "", white: "" };
    this.result = "";
    this.handicap = 0;
    /** Whether it has moves that no file has. */
    this.isUnsaved = false;
    /** Further properties of the record about the game: identifiers and texts. @type {[string, string][]} */
    this.info = [];
  }
}

/**
 * The names of a point of SGF, or of all points in a rectangle.
 * @param {string} text
 * @param {number} size
 * @returns {string[]}
 */
export function pointsOf(text, size) {
  const corners = text.split(":").map((corner) => [corner.charCodeAt(0) - 97, corner.charCodeAt(1) - 97]);
  const [[left, above], [right, below]] = [corners[0], corners.at(-1) ?? corners[0]];
  if (!(left >= 0 && left <= right && right < size && above >= 0 && above <= below && below < size)) return [];
  /** @type {string[]} */
  const points = [];
  for (let row = above; row <= below; row += 1) {
    for (let column = left; column <= right; column += 1) points.push(vertex(column, size - 1 - row));
  }
  return points;
}

/**
 * A point in SGF's form; empty for a pass.
 * @param {string} name
 * @param {number} size
 */
export function sgfPoint(name, size) {
  const found = place(name);
  return found ? String.fromCharCode(97 + found[0], 97 + size - 1 - found[1]) : "";
}

/**
 * The tree from the session's reading of a record.
 * @param {{
 *   size: number, rules: string | null, komi: number | null, handicap: number | null, result: string | null,
 *   players: { black: string | null, white: string | null }, info: [string, string][],
 *   nodes: {
 *     parent: number | null, move: [Color, string] | null, stones: { black: string[], white: string[] },
 *     emptied: string[], to_play: Color | null, comment: string | null, illegal?: string, other: [string, string[]][],
 *   }[],
 * }} record
 * @param {string} rules The rules if the record names none.
 */
export function fromRecord(record, rules) {
  const root = new Root(record.size, record.rules ?? rules, record.komi);
  root.players = { black: record.players.black ?? "", white: record.players.white ?? "" };
  root.result = record.result ?? "";
  root.handicap = record.handicap ?? 0;
  root.info = record.info;
  /** @type {Node[]} */
  const nodes = [];
  for (const read of record.nodes) {
    const parent = read.parent === null ? null : nodes[read.parent];
    // The root has no move here, so a record's root with a move becomes two nodes.
    const node = parent || read.move ? new Node(parent ?? root, read.move) : root;
    if (node !== root) (parent ?? root).children.push(node);
    node.stones = read.stones;
    node.emptied = read.emptied;
    node.toPlay = read.to_play;
    node.comment = read.comment ?? "";
    const { analysis, rest } = fromProperties(read.other);
    node.other = rest;
    node.analysis = analysis;
    node.isRecorded = true;
    node.illegal = read.illegal ?? null;
    nodes.push(node);
  }
  const ended = /^([BW])\+(r|t)/i.exec(root.result);
  if (ended) {
    const loser = ended[1].toUpperCase() === "B" ? "white" : "black";
    root.end().ended = [ended[2].toLowerCase() === "r" ? "resign" : "time", loser];
  }
  return root;
}

/**
 * A text escaped as a value of SGF.
 * @param {string} text
 */
function protectedText(text) {
  return text.replace(/[\\\]]/g, "\\$&");
}

/** The properties for overtime penalties, which the count subtracts. */
const PENALTIES = ["PENB", "PENW"];

/**
 * A node without its children.
 * @param {Node} node
 * @param {number} size
 * @param {boolean} isBare Whether comments and marks are left out.
 * @param {boolean} withAnalyses
 */
function nodeText(node, size, isBare, withAnalyses = true) {
  const points = (/** @type {string} */ key, /** @type {string[]} */ found) =>
    found.length > 0 ? key + found.map((point) => `[${sgfPoint(point, size)}]`).join("") : "";
  let text = ";";
  if (node instanceof Root) {
    text += `GM[1]FF[4]CA[UTF-8]AP[onepure]SZ[${size}]`;
    const komi = isBare ? node.komi : (node.komi ?? node.usualKomi);
    if (komi !== null) text += `KM[${komi}]`;
    if (node.handicap > 1) text += `HA[${node.handicap}]`;
    const info = node.info.filter(([key]) => !isBare || PENALTIES.includes(key));
    text += info.map(([key, words]) => `${key}[${protectedText(words)}]`).join("");
    if (!isBare) {
      text += `RU[${protectedText(node.rules)}]`;
      if (node.players.black) text += `PB[${protectedText(node.players.black)}]`;
      if (node.players.white) text += `PW[${protectedText(node.players.white)}]`;
      if (node.result) text += `RE[${protectedText(node.result)}]`;
    }
  }
  if (node.move) text += `${node.move[0] === "black" ? "B" : "W"}[${sgfPoint(node.move[1], size)}]`;
  text += points("AB", node.stones.black) + points("AW", node.stones.white) + points("AE", node.emptied);
  if (node.toPlay) text += `PL[${node.toPlay === "black" ? "B" : "W"}]`;
  if (isBare) return text;
  if (node.comment) text += `C[${protectedText(node.comment)}]`;
  const properties = node.analysis && withAnalyses ? [...node.other, ...toProperties(node.analysis)] : node.other;
  return text + properties.map(([key, values]) => key + values.map((value) => `[${value}]`).join("")).join("");
}

/**
 * The line that leads to a node, as a record with only what the session needs.
 * @param {Node} node
 */
export function pathSgf(node) {
  const size = node.size();
  const text = node.path().map((each) => nodeText(each, size, true)).join("");
  const [how, loser] = node.ended ?? [];
  const result = loser ? `RE[${loser === "black" ? "W" : "B"}+${how === "time" ? "Time" : "Resign"}]` : "";
  return `(${text.replace(/^;/, `;${result}`)})`;
}

/**
 * The tree as a record.
 * @param {Root} root
 * @param {{ withAnalyses?: boolean, path?: Node[] | null }} options With a path from the root, only its nodes are written.
 */
export function toSgf(root, { withAnalyses = true, path = null } = {}) {
  let text = "(";
  /** A stack of the nodes that are not written yet: recursion would overflow on long games. @type {(Node | string)[]} */
  const waiting = [")", root];
  while (waiting.length > 0) {
    const next = /** @type {Node | string} */ (waiting.pop());
    if (typeof next === "string") {
      text += next;
      continue;
    }
    text += `${nodeText(next, root.lines, false, withAnalyses)}\n`;
    const children = path ? next.children.filter((child) => path.includes(child)) : next.children;
    const branches = children.length > 1;
    for (const child of [...children].reverse()) waiting.push(...(branches ? [")", child, "("] : [child]));
  }
  return `${text}\n`;
}
