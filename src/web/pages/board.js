/**
 * The board as an SVG picture, drawn like those of `onepure replay` and `analyze`. It draws the scene that it is given, and
 * knows no rules.
 */
import { columnName, place, signs, stars, vertex } from "./points.js";

/** The smallest letters on the screen, in pixels. */
const SMALLEST = 10;

/** The size of coordinates that fits between the edge of the board and its stones. */
const WIDEST = 22;

/** The largest rate of a candidate that leaves room for its letter. */
const BESIDE_LETTER = 15;

/** The distance of two lines; other lengths are proportional to it. */
const CELL = 40;
const RADIUS = 0.478 * CELL;
const MARGIN = 1.15 * CELL;
export const ALARM = "#d7263d";
const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @typedef {import("./points.js").Color} Color
 *
 * The marks on the board besides the stones. Everything is optional.
 * @typedef {{
 *   last?: string | null,
 *   retired?: string[],
 *   immovable?: string[],
 *   deadEnds?: string[],
 *   selfFills?: string[],
 *   owners?: string[] | null,
 *   contact?: boolean,
 *   dead?: string[],
 *   ownership?: number[] | null,
 *   policy?: [string, number][],
 *   candidates?: { point: string, label: string, winRate: number }[],
 *   numbers?: [string, number][],
 *   ghosts?: [string, Color, string][],
 *   zone?: string[],
 *   marks?: [string, string, string?][],
 *   cursor?: string | null,
 *   hover?: [string, Color] | null,
 * }} Overlay
 */

/**
 * An element of SVG.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Element | string)[]} children
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Numbers the pictures of a page: their definitions need different ids, or one picture would use those of another. */
let pictures = 0;

/**
 * A gradient for something round with light from the upper left.
 * @param {string} id
 * @param {[string, string, string]} colors
 */
function light(id, colors) {
  const stops = ["0", "0.45", "1"].map((offset, index) => svg("stop", { offset, "stop-color": colors[index] }));
  return svg("radialGradient", { id, cx: 0.36, cy: 0.32, r: 0.72 }, stops);
}

/**
 * The light on a stone of each colour: gradients whose ids are the prefix and `black-light` or `white-light`.
 * @param {string} prefix
 */
export function stoneLights(prefix) {
  return [
    light(`${prefix}black-light`, ["#6a6a6e", "#2b2b2e", "#0d0d0f"]),
    light(`${prefix}white-light`, ["#ffffff", "#f6f3ec", "#cfc9bd"]),
  ];
}

/**
 * Definitions of the stones, opaque and pale, around the origin.
 * @param {string} prefix
 */
export function stoneDefinitions(prefix) {
  const shadow = (/** @type {number} */ opacity) =>
    svg("circle", { cx: 1.6, cy: 2.2, r: RADIUS, fill: "#2a1903", "fill-opacity": opacity });
  const disc = (/** @type {string} */ name, edge = "") =>
    svg("circle", { r: RADIUS, fill: `url(#${prefix}${name})`, ...(edge && { stroke: edge, "stroke-width": 0.6 }) });
  return svg("defs", {}, [
    ...stoneLights(prefix),
    light(`${prefix}black-dim`, ["#8a7d6c", "#62564a", "#4a3f34"]),
    light(`${prefix}white-dim`, ["#fff6e4", "#f6e9cf", "#e0cca6"]),
    svg("g", { id: `${prefix}black` }, [shadow(0.32), disc("black-light")]),
    svg("g", { id: `${prefix}white` }, [shadow(0.32), disc("white-light", "#9c958a")]),
    svg("g", { id: `${prefix}black-pale` }, [shadow(0.12), disc("black-dim")]),
    svg("g", { id: `${prefix}white-pale` }, [shadow(0.12), disc("white-dim", "#b08d54")]),
  ]);
}

/** A board of one size, which draws scenes. */
export class Board {
  /**
   * @param {number} size
   * @param {boolean} coordinates
   */
  constructor(size, coordinates = true) {
    this.size = size;
    this.prefix = `board${(pictures += 1)}-`;
    this.margin = coordinates ? MARGIN : 0.75 * CELL;
    this.side = (size - 1) * CELL + 2 * this.margin;
    this.element = /** @type {SVGSVGElement} */ (
      svg("svg", { viewBox: `0 0 ${this.side} ${this.side}`, class: "board", "aria-hidden": "true", focusable: "false" })
    );
    this.shading = svg("g");
    this.stones = svg("g");
    /** The drawn stones by point. @type {Map<string, { look: string, element: Element }>} */
    this.placed = new Map();
    this.things = svg("g");
    const ground = svg("g", {}, [...this.#wood()]);
    this.element.append(stoneDefinitions(this.prefix), ground, this.shading, this.#lines(), this.stones, this.things);
    /** The size of a unit on the screen, in pixels. */
    this.scale = 1;
    /** What was drawn last. @type {[string[], Overlay] | null} */
    this.drawn = null;
    this.texts = this.#coordinates();
    if (!coordinates) return;
    this.element.append(this.texts);
    new ResizeObserver(([{ contentRect }]) => this.#fit(contentRect.width)).observe(this.element);
  }

  /** Keeps letters readable at a width on the screen. @param {number} width */
  #fit(width) {
    const scale = width / this.side;
    if (width === 0 || Math.abs(scale - this.scale) < 0.01) return;
    this.scale = scale;
    this.texts.setAttribute("font-size", String(Math.min(WIDEST, this.#readable(15))));
    if (this.drawn) this.draw(...this.drawn);
  }

  /** A size of letters that is readable on the screen. @param {number} size */
  #readable(size) {
    return Math.max(size, SMALLEST / this.scale);
  }

  /** @param {number} column */
  x(column) {
    return this.margin + column * CELL;
  }

  /** @param {number} row */
  y(row) {
    return this.margin + (this.size - 1 - row) * CELL;
  }

  /**
   * The coordinates of a point in the picture.
   * @param {string} point
   * @returns {[number, number]}
   */
  at(point) {
    const [column, row] = place(point) ?? [0, 0];
    return [this.x(column), this.y(row)];
  }

  /**
   * The point under the pointer; null outside the board.
   * @param {{ clientX: number, clientY: number }} event
   */
  pointUnder(event) {
    const box = this.element.getBoundingClientRect();
    const scale = this.side / box.width;
    const column = Math.round(((event.clientX - box.left) * scale - this.margin) / CELL);
    const row = this.size - 1 - Math.round(((event.clientY - box.top) * scale - this.margin) / CELL);
    const isOnBoard = [column, row].every((line) => line >= 0 && line < this.size);
    return isOnBoard ? vertex(column, row) : null;
  }

  /** The distance of two lines on the screen, in pixels. */
  cell() {
    return (this.element.getBoundingClientRect().width * CELL) / this.side;
  }

  /** A board with an edge and a grain. The grain has no randomness, so that drawings are equal. */
  #wood() {
    const { side, prefix } = this;
    const square = (/** @type {Record<string, string | number>} */ attributes) =>
      svg("rect", { x: 1, y: 1, width: side - 2, height: side - 2, rx: 5, ...attributes });
    const stops = [["0", "#ecc280"], ["0.5", "#e2b266"], ["1", "#d9a556"]];
    const gradient = svg("linearGradient", { id: `${prefix}wood`, x1: 0, y1: 0, x2: 1, y2: 1 },
      stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })));
    const clip = svg("clipPath", { id: `${prefix}clip` }, [square({})]);
    const grain = svg("g", { "clip-path": `url(#${prefix}clip)`, fill: "none", stroke: "#9a6220" });
    let x = -10;
    for (let index = 0; ; index += 1) {
      const curve = ((index * 7) % 11) - 5;
      x += 7 + ((index * 5) % 13) * 1.7;
      if (x > side + 10) break;
      const [near, far] = [x + 1.6 * curve, x - 1.1 * curve];
      grain.append(svg("path", {
        d: `M${x} 0C${near} ${side / 3} ${far} ${(2 * side) / 3} ${x + 0.5 * curve} ${side}`,
        "stroke-width": 0.8 + (index % 4) * 0.7,
        "stroke-opacity": 0.07 + (index % 3) * 0.035,
      }));
    }
    return [
      svg("defs", {}, [gradient, clip]),
      square({ fill: `url(#${prefix}wood)` }),
      grain,
      square({ fill: "none", stroke: "#a9762f", "stroke-width": 1.5 }),
    ];
  }

  #lines() {
    const [first, last] = [this.x(0), this.x(this.size - 1)];
    let path = "";
    for (let line = 1; line < this.size - 1; line += 1) {
      path += `M${this.x(line)} ${first}V${last}M${first} ${this.x(line)}H${last}`;
    }
    const lines = svg("g", { fill: "none", stroke: "#4a3213" }, [
      svg("path", { d: path, "stroke-width": 1 }),
      svg("path", { d: `M${first} ${first}H${last}V${last}H${first}Z`, "stroke-width": 2, "stroke-linejoin": "round" }),
    ]);
    for (const star of stars(this.size)) {
      const [cx, cy] = this.at(star);
      lines.append(svg("circle", { cx, cy, r: 4, fill: "#4a3213", stroke: "none" }));
    }
    return lines;
  }

  #coordinates() {
    const texts = svg("g", {
      fill: "#5b3f1a", "font-size": 15, class: "coordinates", "text-anchor": "middle", "font-family": "system-ui, sans-serif",
    });
    const fromEdge = this.margin - 0.5 * CELL;
    for (let line = 0; line < this.size; line += 1) {
      for (const at of [0.5 * fromEdge + 3, this.side - 0.5 * fromEdge - 3]) {
        texts.append(
          svg("text", { x: this.x(line), y: at + 5 }, [columnName(line)]),
          svg("text", { x: at, y: this.y(line) + 5 }, [String(line + 1)]),
        );
      }
    }
    return texts;
  }

  /**
   * Draws stones, in rows from the highest line down, and the marks.
   * @param {string[]} rows
   * @param {Overlay} overlay
   */
  draw(rows, overlay = {}) {
    this.drawn = [rows, overlay];
    const stones = new Map(signs(rows).filter(([, sign]) => sign !== "."));
    const given = new Set(overlay.dead ?? []);
    const owners = new Map(overlay.owners ? signs(overlay.owners) : []);
    this.shading.replaceChildren(...this.#shading(rows, overlay));
    for (const [point, { element }] of this.placed) {
      if (stones.has(point)) continue;
      element.remove();
      this.placed.delete(point);
    }
    for (const [point, sign] of stones) {
      const isOutside = Boolean(overlay.owners) && overlay.contact && owners.get(point) === ".";
      const pale = isOutside && !given.has(point) ? "-pale" : "";
      const isGhost = given.has(point) || this.#isGivenUp(point, sign, overlay);
      this.#place(point, `${sign === "#" ? "black" : "white"}${pale}`, isGhost);
    }
    this.things.replaceChildren(...this.#signs(stones, overlay, owners, given));
  }

  /**
   * Draws a stone, unless it is drawn already: a step through a game changes few stones.
   * @param {string} point
   * @param {string} name
   * @param {boolean} isGhost
   */
  #place(point, name, isGhost) {
    const look = `${name} ${isGhost}`;
    const known = this.placed.get(point);
    if (known?.look === look) return;
    known?.element.remove();
    const [x, y] = this.at(point);
    const element = svg("use", { href: `#${this.prefix}${name}`, x, y, ...(isGhost && { opacity: 0.42 }) });
    this.stones.append(element);
    this.placed.set(point, { look, element });
  }

  /**
   * Returns whether the opponent is expected to own the point of a stone.
   * @param {string} point
   * @param {string} sign
   * @param {Overlay} overlay
   */
  #isGivenUp(point, sign, overlay) {
    if (!overlay.ownership) return false;
    const [column, row] = place(point) ?? [0, 0];
    const balance = overlay.ownership[(this.size - 1 - row) * this.size + column];
    return sign === "#" ? balance < -0.4 : balance > 0.4;
  }

  /**
   * Cells in the colour of their owner.
   * @param {string[]} rows
   * @param {Overlay} overlay
   */
  #shading(rows, overlay) {
    /** @type {Element[]} */
    const cells = [];
    const shade = (/** @type {string} */ point, /** @type {number} */ balance) => {
      const [x, y] = this.at(point);
      if (Math.abs(balance) < 0.04) return;
      cells.push(svg("rect", {
        x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL,
        fill: balance > 0 ? "#1d1208" : "#fffdf5",
        "fill-opacity": Math.min(1, Math.abs(balance)) * (balance > 0 ? 0.62 : 0.66),
      }));
    };
    for (const [point, sign] of overlay.owners ? signs(overlay.owners) : []) {
      if (sign !== ".") shade(point, sign === "B" ? 0.7 : -0.7);
    }
    if (overlay.ownership && !overlay.owners) {
      signs(rows).forEach(([point], index) => shade(point, overlay.ownership?.[index] ?? 0));
    }
    for (const point of overlay.zone ?? []) {
      const [x, y] = this.at(point);
      const attributes = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, fill: "#1467c8", "fill-opacity": 0.22 };
      cells.push(svg("rect", { class: "zone", ...attributes }));
    }
    return cells;
  }

  /**
   * Marks, numbers and labels.
   * @param {Map<string, string>} stones
   * @param {Overlay} overlay
   * @param {Map<string, string>} owners
   * @param {Set<string>} dead
   */
  #signs(stones, overlay, owners, dead) {
    /** @type {Element[]} */
    const drawn = [];
    const on = (/** @type {string} */ point, /** @type {Element[]} */ ...children) => {
      const [x, y] = this.at(point);
      drawn.push(svg("g", { transform: `translate(${x} ${y})` }, children));
    };
    const ink = (/** @type {string} */ point) => (stones.get(point) === "#" ? "#ffffff" : "#111111");
    for (const [point, owner] of owners) {
      if (owner === ".") continue;
      const [fill, stroke] = owner === "B" ? ["#141414", "#ffffff"] : ["#ffffff", "#141414"];
      on(point, svg("rect", { x: -6, y: -6, width: 12, height: 12, fill, stroke, "stroke-width": 1.6 }));
    }
    for (const point of dead) on(point, cross(9, 2.6));
    for (const point of overlay.retired ?? []) {
      if (stones.has(point) || overlay.owners) continue;
      on(point, svg("circle", {
        r: RADIUS - 3, fill: "none", stroke: ALARM, "stroke-width": 1.6, "stroke-dasharray": "4 3.4",
      }));
    }
    for (const [point, share] of overlay.policy ?? []) {
      on(point,
        svg("rect", { x: -17, y: -17, width: 34, height: 34, rx: 6, fill: "#7b2fbe", "fill-opacity": 0.12 + 0.7 * share }),
        lettering(share >= 0.1 ? `${Math.round(100 * share)}` : (100 * share).toFixed(1), this.#readable(13), "#1b0b2a"));
    }
    for (const point of overlay.selfFills ?? []) {
      on(point, svg("path", {
        d: "M0 -10L9 6.5H-9Z", fill: "#e98a15", stroke: "#111111", "stroke-width": 1.2, "stroke-linejoin": "round",
      }));
    }
    for (const point of overlay.deadEnds ?? []) on(point, cross(8, 3.4));
    for (const point of overlay.immovable ?? []) {
      on(point,
        svg("circle", { r: 10.5, fill: "none", stroke: ALARM, "stroke-width": 3 }),
        svg("path", { d: "M-10.5 0H10.5", stroke: ALARM, "stroke-width": 3 }));
    }
    const numbered = new Set((overlay.numbers ?? []).map(([point]) => point));
    const { last } = overlay;
    if (last && stones.has(last) && !numbered.has(last) && !overlay.immovable?.includes(last) && !overlay.owners) {
      on(last, svg("circle", { r: 7, fill: ALARM }));
    }
    for (const [point, number] of overlay.numbers ?? []) {
      const isLast = point === last;
      const fill = isLast ? (stones.get(point) === "#" ? "#ff8a75" : ALARM) : ink(point);
      on(point, lettering(String(number), this.#readable(number < 10 ? 21 : number < 100 ? 19 : 16), fill));
    }
    for (const [point, kind, label] of overlay.marks ?? []) {
      on(point, svg("g", { "data-mark": kind }, mark(kind, ink(point), label)));
    }
    (overlay.candidates ?? []).forEach(({ point, label, winRate }, index, all) => {
      // A pass has its label in the table alone.
      if (point === "pass") return;
      const best = Math.max(...all.map((candidate) => candidate.winRate));
      const [fill, letter] = index === 0 ? ["#1467c8", "#ffffff"] : [grade(best - winRate), "#10160a"];
      const [rate, size] = [`${Math.round(100 * winRate)}`, this.#readable(12)];
      // On a small board only one of them is readable.
      const words = size > BESIDE_LETTER ? [lettering(rate, size, letter)] : [lettering(label, 18.5, letter, 2.5), lettering(rate, size, letter, 14.5)];
      on(point, svg("circle", { r: RADIUS, fill, stroke: "#00000055" }), ...words);
    });
    for (const [point, color, label] of overlay.ghosts ?? []) {
      on(point, svg("use", { href: `#${this.prefix}${color}`, opacity: 0.85 }),
        lettering(label, 18, color === "black" ? "#ffffff" : "#111111"));
    }
    if (overlay.hover && !stones.has(overlay.hover[0])) {
      on(overlay.hover[0], svg("use", { href: `#${this.prefix}${overlay.hover[1]}`, opacity: 0.45 }));
    }
    if (overlay.cursor) {
      on(overlay.cursor,
        svg("rect", { x: -20, y: -20, width: 40, height: 40, rx: 8, fill: "none", stroke: "#ffffff", "stroke-width": 5 }),
        svg("rect", { x: -20, y: -20, width: 40, height: 40, rx: 8, fill: "none", stroke: "#0b57d0", "stroke-width": 2.5 }));
    }
    return drawn;
  }
}

/**
 * A text in the middle of a point, or with its baseline at `y`.
 * @param {string} words
 * @param {number} size
 * @param {string} fill
 * @param {number} [y]
 */
function lettering(words, size, fill, y = 0.35 * size) {
  return svg("text", {
    y, fill, "font-size": size, "text-anchor": "middle", "font-weight": 600, "font-family": "system-ui, sans-serif",
  }, [words]);
}

/**
 * @param {number} reach
 * @param {number} width
 */
function cross(reach, width) {
  return svg("path", {
    d: `M-${reach} -${reach}L${reach} ${reach}M-${reach} ${reach}L${reach} -${reach}`,
    stroke: ALARM, "stroke-width": width, "stroke-linecap": "round", fill: "none",
  });
}

/**
 * A mark of SGF: triangle, square, circle, cross or label.
 * @param {string} kind
 * @param {string} ink
 * @param {string} [label]
 * @returns {Element[]}
 */
function mark(kind, ink, label = "") {
  const outline = { fill: "none", stroke: ink, "stroke-width": 2.4, "stroke-linejoin": "round" };
  switch (kind) {
    case "TR": return [svg("path", { d: "M0 -11L10 7H-10Z", ...outline })];
    case "SQ": return [svg("rect", { x: -8, y: -8, width: 16, height: 16, ...outline })];
    case "CR": return [svg("circle", { r: 9, ...outline })];
    case "MA": return [svg("path", { d: "M-8 -8L8 8M-8 8L8 -8", ...outline })];
    case "LB": return [svg("circle", { r: 13, fill: ink === "#ffffff" ? "#1a1a1c" : "#e6bd79", "fill-opacity": 0.9 }), lettering(label, label.length > 1 ? 15 : 19, ink)];
    default: return [];
  }
}

/**
 * The colour of a move with this loss of win rate.
 * @param {number} loss
 */
export function grade(loss) {
  if (loss < 0.01) return "#58c75c";
  if (loss < 0.03) return "#a8d845";
  if (loss < 0.07) return "#f1d53c";
  if (loss < 0.15) return "#f39c3b";
  return "#ec6a55";
}
