/**
 * Changes of a record: stones that are set up, marks, variations, the facts about the game, and its rotation.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Root} Root
 * @typedef {import("./points.js").Color} Color
 */
import { ask, confirmed } from "./dialogs.js";
import { byId, dialog, press } from "./dom.js";
import { Disconnected, GtpError } from "./gtp.js";
import { signAt } from "./points.js";
import { rotate } from "./rotation.js";
import { MARKS, Node as TreeNode, pointsOf, sgfPoint } from "./tree.js";

/** What a click on the board does, by the button of the tool. @type {Record<string, Color | "LB" | "number" | "TR" | "SQ" | "CR" | "MA">} */
const TOOLS = {
  "set-black": "black", "set-white": "white", "mark-triangle": "TR", "mark-square": "SQ", "mark-circle": "CR", "mark-cross": "MA",
  "mark-letter": "LB", "mark-number": "number",
};

/** The facts about a game in the dialog, by their properties of SGF. */
const FACTS = ["PB", "BR", "PW", "WR", "EV", "RO", "DT", "PC"];

export class Editing {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** The button of the tool in hand; null for moves. @type {string | null} */
    this.tool = null;
    /** The change of the position that the session judges. @type {Promise<void>} */
    this.change = Promise.resolve();
    for (const id of Object.keys(TOOLS)) byId(id).addEventListener("click", () => this.#take(this.tool === id ? null : id));
    view.game.addEventListener("change", () => this.draw());
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.tool) this.#take(null);
    });
  }

  /** @param {string | null} tool */
  #take(tool) {
    this.tool = tool;
    this.draw();
  }

  draw() {
    const { game } = this.view;
    if (game.mode !== "analyse") this.tool = null;
    this.view.isEditing = this.tool !== null;
    for (const id of Object.keys(TOOLS)) press(id, id === this.tool);
    for (const id of ["promote", "delete"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = !game.node.parent;
  }

  /**
   * Uses the tool on a point. Returns false if there is none in hand.
   * @param {string} point
   */
  use(point) {
    if (!this.tool) return false;
    const tool = TOOLS[this.tool];
    if (tool === "black" || tool === "white") this.change = this.change.then(() => this.#setUp(point, tool));
    else this.#mark(point, tool);
    return true;
  }

  /**
   * Puts a stone on a point, or takes the one of its colour away. A position from which moves go on stays as it is: the change becomes a
   * variation.
   * @param {string} point
   * @param {Color} color
   */
  async #setUp(point, color) {
    const { game } = this.view;
    const { node, scene, language } = game;
    if (!scene) return;
    const isInPlace = !node.move && node.children.length === 0 && !node.ended;
    const place = isInPlace ? node : new TreeNode(node);
    const without = (/** @type {string[]} */ points) => points.filter((each) => each !== point);
    const stones = { black: without(place.stones.black), white: without(place.stones.white) };
    let emptied = without(place.emptied);
    if (signAt(scene.board, point) !== (color === "black" ? "#" : "O")) stones[color].push(point);
    else if (place.parent) emptied = [...emptied, point];
    const change = { stones, emptied, toPlay: game.turn };
    try {
      // The session judges a copy: a refused position is never in the tree.
      const trial = Object.assign(Object.create(Object.getPrototypeOf(place)), place, change);
      const shown = await game.askAt(trial, `opr-scene ${language}`);
      Object.assign(place, change, { scenes: { [language]: shown }, analysis: null });
    } catch (error) {
      if (!(error instanceof GtpError || error instanceof Disconnected)) throw error;
      game.fail(error);
      return;
    }
    if (!isInPlace) node.children.push(place);
    game.root.isUnsaved = true;
    game.session.at = null;
    await game.go(place);
  }

  /**
   * Puts a mark on a point, or takes the same one away.
   * @param {string} point
   * @param {"LB" | "number" | "TR" | "SQ" | "CR" | "MA"} tool
   */
  #mark(point, tool) {
    const { game } = this.view;
    const { node, root } = game;
    const here = sgfPoint(point, root.lines);
    const kind = tool === "number" ? "LB" : tool;
    const former = node.marks().find(([each]) => each === point);
    const labels = node.marks().flatMap(([, each, label]) => (each === "LB" && label ? [label] : []));
    node.other = node.other.flatMap(([key, values]) => {
      if (!MARKS.includes(key)) return [[key, values]];
      // A rectangle becomes its points, so that one of them can lose its mark.
      const rest = values.flatMap((value) => (key === "LB" ? [value] : pointsOf(value, root.lines).map((each) => sgfPoint(each, root.lines))))
        .filter((value) => value.split(":")[0] !== here);
      return rest.length > 0 ? [[key, rest]] : [];
    });
    const isSame = former?.[1] === kind && (kind !== "LB" || /^\d/.test(former[2] ?? "") === (tool === "number"));
    if (!isSame) {
      const value = kind === "LB" ? `${here}:${nextLabel(labels, tool === "number")}` : here;
      const entry = node.other.find(([key]) => key === kind);
      if (entry) entry[1].push(value);
      else node.other.push([kind, [value]]);
    }
    root.isUnsaved = true;
    game.tell("change");
  }

  /** Removes the move on the board with all that follows, after a question if that is more than the move. */
  async remove() {
    const { view } = this;
    const { game } = view;
    const { node } = game;
    if (!node.parent) return;
    if (node.children.length > 0 && !(await confirmed(view.t("delete"), view.t("deleteReally"), view.t("delete"), view.t("cancel")))) return;
    game.remove(node);
    game.root.isUnsaved = true;
    await game.go(game.node);
  }

  /** Makes the variation on the board the first one at the last fork. */
  promote() {
    const { game } = this.view;
    const branch = game.node.path().findLast((node) => node.parent && node.parent.children[0] !== node);
    if (!branch?.parent) return;
    const { parent } = branch;
    parent.children = [branch, ...parent.children.filter((child) => child !== branch)];
    game.root.isUnsaved = true;
    game.tell("change");
  }

  /** Turns the whole record by a quarter, clockwise. */
  async rotate() {
    const { game } = this.view;
    await game.abandonThought();
    rotate(game.root);
    game.root.isUnsaved = true;
    await game.restart();
  }

  /** Asks for the names, the event and the date. */
  async askFacts() {
    const { root } = this.view.game;
    const form = /** @type {HTMLFormElement} */ (dialog("dialog-facts").querySelector("form"));
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    const known = new Map([...root.info, ["PB", root.players.black], ["PW", root.players.white]]);
    for (const name of FACTS) field(name).value = known.get(name) ?? "";
    if ((await ask("dialog-facts")) !== "keep") return;
    root.players = { black: field("PB").value.trim(), white: field("PW").value.trim() };
    const told = FACTS.filter((name) => name !== "PB" && name !== "PW").map((name) => /** @type {[string, string]} */ ([name, field(name).value.trim()]));
    root.info = [...root.info.filter(([name]) => !FACTS.includes(name)), ...told.filter(([, text]) => text)];
    root.isUnsaved = true;
    this.view.game.tell("change");
  }
}

/**
 * The first letter or number that is not on the board.
 * @param {string[]} labels Those on the board.
 * @param {boolean} isNumber
 */
function nextLabel(labels, isNumber) {
  for (let index = 0; ; index += 1) {
    const label = isNumber ? String(index + 1) : `${String.fromCharCode(65 + (index % 26))}${index < 26 ? "" : Math.floor(index / 26)}`;
    if (!labels.includes(label)) return label;
  }
}
