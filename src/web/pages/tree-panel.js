/**
 * The drawing of a game's tree. It is drawn once, and a step through the game only moves the mark of the position on the page.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./swings.js").Size} Size
 */
import { svg } from "./board.js";
import { byId } from "./dom.js";
import { mistakeDot } from "./mistakes.js";

/** The distance of two moves. */
const STEP = 26;

/** The place of a column and a row in the drawing. @param {[number, number]} place @returns {[number, number]} */
const at = ([column, row]) => [18 + column * STEP, 18 + row * STEP];

export class TreePanel {
  /** @param {(node: Node) => void} onNode Called when a node is clicked. */
  constructor(onNode) {
    this.onNode = onNode;
    /** The column and the row of each node. @type {Map<Node, [number, number]>} */
    this.places = new Map();
    this.here = svg("circle", { class: "here", r: 12 });
    /** The frame in which the panel scrolls to the mark. */
    this.frame = 0;
    /** What was drawn. */
    this.drawn = "";
    /** @type {Node | null} */
    this.root = null;
  }

  /**
   * @param {Node} root
   * @param {Node} node The node on the page.
   * @param {(node: Node) => Size | null} sizeOf The size of the mistake of a node's move.
   */
  draw(root, node, sizeOf) {
    this.#place(root);
    const key = [...this.places].map(([each, [column, row]]) =>
      `${column} ${row} ${each.move?.[0] ?? ""}${each.comment ? "c" : ""}${each.illegal ? "x" : ""}${sizeOf(each) ?? ""}`).join();
    if (this.root !== root || this.drawn !== key) {
      [this.root, this.drawn] = [root, key];
      byId("tree").replaceChildren(this.#picture(sizeOf));
    }
    this.#mark(node);
  }

  /** Gives each node a place: a variation has a row of its own. @param {Node} root */
  #place(root) {
    this.places = new Map();
    let rows = 0;
    /** A stack of the nodes without a place yet: recursion would overflow on long games. @type {[Node, number, number][]} */
    const waiting = [[root, 0, 0]];
    while (waiting.length > 0) {
      const [node, column, above] = /** @type {[Node, number, number]} */ (waiting.pop());
      const isFirst = node.parent === null || node.parent.children[0] === node;
      const row = isFirst ? above : (rows += 1);
      this.places.set(node, [column, row]);
      for (const child of [...node.children].reverse()) waiting.push([child, column + 1, row]);
    }
  }

  /** @param {(node: Node) => Size | null} sizeOf */
  #picture(sizeOf) {
    let [columns, rows] = [0, 0];
    for (const [column, row] of this.places.values()) [columns, rows] = [Math.max(columns, column), Math.max(rows, row)];
    const [width, height] = [36 + columns * STEP, 36 + rows * STEP];
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    for (const [node, spot] of this.places) {
      const from = node.parent && this.places.get(node.parent);
      if (!from) continue;
      const [[x0, y0], [x, y]] = [at(from), at(spot)];
      picture.append(svg("path", { class: "edge", d: y === y0 ? `M${x0} ${y0}H${x}` : `M${x0} ${y0}V${y - STEP / 2}L${x} ${y}` }));
    }
    for (const [node, spot] of this.places) picture.append(this.#stone(node, spot, sizeOf(node)));
    picture.append(this.here);
    return picture;
  }

  /**
   * @param {Node} node
   * @param {[number, number]} spot
   * @param {Size | null} mistake
   */
  #stone(node, spot, mistake) {
    const [x, y] = at(spot);
    const color = node.move?.[0];
    const [fill, ink] = color === "black" ? ["#1a1a1c", "#ffffff"] : color ? ["#fdfbf6", "#111111"] : ["#9a8a76", "#ffffff"];
    const group = svg("g", { transform: `translate(${x} ${y})` }, [
      svg("circle", { r: 10, fill, stroke: "#76685a" }),
      svg("text", { y: 4, fill: ink }, [color ? String(spot[0]) : ""]),
    ]);
    if (node.comment) group.append(svg("circle", { class: "note", cx: 8, cy: -8, r: 3.5 }));
    if (node.illegal) group.append(svg("path", { class: "illegal", d: "M-7 -7L7 7M7 -7L-7 7" }));
    if (mistake) group.append(mistakeDot(mistake, 8, 8));
    group.addEventListener("click", () => this.onNode(node));
    return group;
  }

  /** Marks a node, and keeps it in view. @param {Node} node */
  #mark(node) {
    const place = this.places.get(node);
    this.here.setAttribute("visibility", place ? "visible" : "hidden");
    if (!place) return;
    const [x, y] = at(place);
    this.here.setAttribute("transform", `translate(${x} ${y})`);
    if (byId("moves-panel").hidden) return;
    // At the next frame: before it, the size of the panel would have to be computed for each step.
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#scroll(x, y));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #scroll(x, y) {
    const tree = byId("tree");
    if (x < tree.scrollLeft + 30 || x > tree.scrollLeft + tree.clientWidth - 30) tree.scrollLeft = x - tree.clientWidth / 2;
    if (y < tree.scrollTop + 20 || y > tree.scrollTop + tree.clientHeight - 20) tree.scrollTop = y - tree.clientHeight / 2;
  }
}
