/**
 * Steps through the game by keyboard and wheel: one move, one variation, to the start and to the end.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./tree.js").Node} Node
 */
import { byId } from "./dom.js";
import { TYPING, isTaken } from "./keys.js";

/** The moves of one press of Page Up or Page Down. */
const PAGE = 10;

/** The turn of the wheel for a move, in pixels: half a notch of most mice. */
const NOTCH = 50;

/** The pixels of a line, for wheels that report lines. */
const WHEEL_LINE = 16;

/** The elements that use arrow keys themselves. */
const OWN_KEYS = `${TYPING}, [role=slider], [role=tab], .scroll`;

/**
 * The node this number of moves further on, or back if the number is negative. Stops at either end.
 * @param {Node} node
 * @param {number} moves
 */
export function stepped(node, moves) {
  let found = node;
  for (let left = Math.abs(moves); left > 0; left -= 1) found = (moves < 0 ? found.parent : found.children[0]) ?? found;
  return found;
}

/**
 * The node at the same depth in the next or previous variation of the nearest branching. Null if there is none.
 * @param {Node} node
 * @param {1 | -1} direction
 * @returns {Node | null}
 */
export function inVariation(node, direction) {
  let depth = 0;
  for (let first = node; first.parent; first = first.parent, depth += 1) {
    const { children } = first.parent;
    const other = children[children.indexOf(first) + direction];
    if (other) return stepped(other, depth);
  }
  return null;
}

/**
 * The node to which a key leads.
 * @param {Node} node
 * @param {string} key
 * @returns {Node | null | undefined} Undefined if the key leads nowhere.
 */
function target(node, key) {
  switch (key) {
    case "ArrowLeft": return node.parent;
    case "ArrowRight": return node.children[0] ?? null;
    case "ArrowUp": return inVariation(node, -1);
    case "ArrowDown": return inVariation(node, 1);
    case "PageUp": return stepped(node, -PAGE);
    case "PageDown": return stepped(node, PAGE);
    case "Home": return node.path()[0];
    case "End": return node.end();
    default: return undefined;
  }
}

/**
 * Connects keys and wheel to steps through the game.
 * @param {View} view
 */
export function listenForSteps(view) {
  const { game } = view;
  document.addEventListener("keydown", (event) => {
    if (game.isLearning || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (isTaken(event, OWN_KEYS)) return;
    const node = target(game.node, event.key);
    if (node === undefined) return;
    event.preventDefault();
    void game.go(node);
  });
  let turned = 0;
  byId("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.metaKey || game.thinking || game.isLearning || event.deltaY === 0) return;
    const direction = event.deltaY < 0 ? -1 : 1;
    const node = stepped(game.node, direction);
    // At the ends of the game the wheel scrolls the page.
    if (node === game.node) return;
    event.preventDefault();
    if (Math.sign(turned) !== direction) turned = 0;
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_LINE;
    if (Math.abs(turned) < NOTCH) return;
    turned = 0;
    void game.go(node);
  }, { passive: false });
}
