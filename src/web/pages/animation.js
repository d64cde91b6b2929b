/**
 * A game as an animated picture: an SVG that shows one position after the other and begins again. Without animation it shows the
 * last position.
 *
 * @typedef {import("./types.js").Turns} Turns
 * @typedef {import("./points.js").Color} Color
 *
 * What is on a point from one turn until another, which may be after the last one.
 * @typedef {{ point: string, color: Color, from: number, until: number }} Stay
 */
import { ALARM, Board, svg } from "./board.js";

/** The time of a position and the additional time of the last one, in seconds. */
const PAUSE = 0.8;
const LAST = 4;

/**
 * The stays of stones on the board, in the order of their begin. Turn 0 is the start position.
 * @param {Turns} game
 * @returns {Stay[]}
 */
export function staysOf({ start, turns }) {
  const end = turns.length + 1;
  /** @type {Stay[]} */
  const stays = [];
  /** @type {Map<string, Stay>} */
  const there = new Map();
  const put = (/** @type {string} */ point, /** @type {Color} */ color, /** @type {number} */ from) => {
    const stay = { point, color, from, until: end };
    stays.push(stay);
    there.set(point, stay);
  };
  for (const color of /** @type {Color[]} */ (["black", "white"])) for (const point of start[color]) put(point, color, 0);
  turns.forEach(({ color, point, retired }, index) => {
    if (point !== "pass") put(point, color, index + 1);
    for (const { points } of retired) {
      for (const left of points) {
        const stay = there.get(left);
        // The stone of the turn may retire itself: it is seen for this turn.
        if (stay) stay.until = stay.from === index + 1 ? index + 2 : index + 1;
        there.delete(left);
      }
    }
  });
  return stays;
}

/**
 * The animated picture.
 * @param {number} size
 * @param {Turns} game
 * @param {string} title
 */
export function animation(size, game, title) {
  const { turns } = game;
  const seconds = (turns.length + 1) * PAUSE + LAST;
  const board = new Board(size);
  const picture = board.element;
  /**
   * Shows an element from one turn until another.
   * @param {Element} element
   * @param {number} from
   * @param {number} until
   */
  const during = (element, from, until) => {
    const isLast = until > turns.length;
    element.setAttribute("visibility", isLast ? "visible" : "hidden");
    if (from === 0 && isLast) return element;
    const shares = [0, from, until].map((turn) => String(Number(((turn * PAUSE) / seconds).toFixed(5))));
    const [values, times] = isLast ? [["hidden", "visible"], shares.slice(0, 2)] : from === 0
      ? [["visible", "hidden"], [shares[0], shares[2]]] : [["hidden", "visible", "hidden"], shares];
    element.append(svg("animate", {
      attributeName: "visibility", values: values.join(";"), keyTimes: times.join(";"), calcMode: "discrete", dur: `${seconds.toFixed(1)}s`,
      repeatCount: "indefinite",
    }));
    return element;
  };
  const stones = staysOf(game).map(({ point, color, from, until }) => {
    const [x, y] = board.at(point);
    return during(svg("use", { href: `#${board.prefix}${color}`, x, y }), from, until);
  });
  const marks = turns.flatMap(({ point }, index) => {
    if (point === "pass") return [];
    const [cx, cy] = board.at(point);
    return [during(svg("circle", { cx, cy, r: 7, fill: ALARM }), index + 1, index + 2)];
  });
  board.things.replaceChildren(...stones, ...marks);
  picture.prepend(svg("title", {}, [title]));
  return picture;
}
