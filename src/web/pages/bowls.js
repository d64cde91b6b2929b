/**
 * A colour's bowl with its waiting stones, and its tray with quarantined stones, which never return.
 */
import { stoneLights, svg } from "./board.js";

const SIZE = 104;
const GOLDEN_ANGLE = 2.399963;
let bowls = 0;

/**
 * A picture of a colour's bowl or tray with this number of stones.
 * @param {"bowl" | "tray"} kind
 * @param {import("./points.js").Color} color
 * @param {number} stones
 */
export function bowl(kind, color, stones) {
  const prefix = `bowl${(bowls += 1)}-`;
  const picture = svg("svg", { viewBox: `-1 -1 ${SIZE + 2} ${SIZE + 2}`, class: kind, "aria-hidden": "true" }, [
    svg("defs", {}, stoneLights(prefix)),
  ]);
  const places = kind === "bowl" ? heap(picture, stones) : rows(picture, stones);
  // Plain circles: a copy of a stone by `use` has four elements, and there are up to 360 stones.
  const light = { fill: `url(#${prefix}${color}-light)`, stroke: "#2a1903", "stroke-opacity": 0.4, "stroke-width": 0.5 };
  picture.append(svg("g", light, places.map(([cx, cy, r]) => svg("circle", { cx, cy, r }))));
  return picture;
}

/**
 * A round bowl seen from above, its stones heaped like the seeds of a sunflower.
 * @param {Element} picture
 * @param {number} stones
 * @returns {[number, number, number][]} The centre and the radius of each stone.
 */
function heap(picture, stones) {
  const [middle, inner, radius] = [SIZE / 2, SIZE / 2 - 7, 6];
  picture.append(
    svg("circle", { cx: middle, cy: middle, r: middle, fill: "#8a5526" }),
    svg("circle", { cx: middle, cy: middle, r: inner, fill: "#54300f" }),
  );
  const spread = Math.min((inner - radius - 1) / Math.sqrt(Math.max(1, stones)), 7);
  return Array.from({ length: stones }, (_, index) => {
    const seed = stones - 1 - index;
    const [angle, distance] = [seed * GOLDEN_ANGLE, Math.sqrt(seed) * spread];
    return [middle + distance * Math.cos(angle), middle + distance * Math.sin(angle), radius];
  });
}

/**
 * A square tray, its stones in rows.
 * @param {Element} picture
 * @param {number} stones
 * @returns {[number, number, number][]} The centre and the radius of each stone.
 */
function rows(picture, stones) {
  const inner = SIZE - 14;
  picture.append(
    svg("rect", { width: SIZE, height: SIZE, rx: 12, fill: "#5f636a" }),
    svg("rect", { x: 7, y: 7, width: inner, height: inner, rx: 7, fill: "#a7aab0" }),
  );
  const inRow = Math.max(5, Math.ceil(Math.sqrt(stones)));
  const step = (inner - 6) / inRow;
  return Array.from({ length: stones }, (_, index) => [
    10 + step * ((index % inRow) + 0.5),
    10 + step * (Math.floor(index / inRow) + 0.5),
    0.45 * step,
  ]);
}
