/**
 * The charts of a game: Black's win rate after each move, or the lead with a scale of its own. A click or an arrow key shows a move,
 * and the pointer the value of one.
 */
import { svg } from "./board.js";
import { mistakeDot } from "./mistakes.js";

const WIDTH = 640;
/** The height of each kind. @type {Record<Kind, number>} */
const HEIGHTS = { wins: 150, lead: 120 };
const LEFT = 66;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 26;

/**
 * @typedef {"wins" | "lead"} Kind
 * @typedef {{ move: number, winRate: number, lead: number }} Value
 */

/** A chart with its element on the page. */
export class Chart {
  /**
   * @param {{
   *   kind: Kind, label: string, sides: [string, string], onMove: (move: number) => void,
   *   valueText: (value: Value | undefined, move: number) => string,
   * }} options `sides` are the signs of Black and White in the scale of the lead.
   */
  constructor(options) {
    this.options = options;
    this.moves = 1;
    this.current = 0;
    /** @type {Value[]} */
    this.values = [];
    this.height = HEIGHTS[options.kind];
    this.element = svg("svg", {
      viewBox: `0 0 ${WIDTH} ${this.height}`, class: `chart ${options.kind}-chart`, role: "slider", tabindex: 0, "aria-label": options.label,
      "aria-valuemin": 0,
    });
    this.tooltip = svg("g", { class: "tooltip", "aria-hidden": "true" });
    this.element.addEventListener("click", (event) => this.options.onMove(this.#moveUnder(event)));
    this.element.addEventListener("pointermove", (event) => this.#point(this.#moveUnder(event)));
    this.element.addEventListener("pointerleave", () => this.tooltip.replaceChildren());
    this.element.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      /** @type {Record<string, number>} */
      const targets = {
        ArrowLeft: this.current - 1, ArrowDown: this.current - 1, ArrowRight: this.current + 1, ArrowUp: this.current + 1,
        PageDown: this.current - 10, PageUp: this.current + 10, Home: 0, End: this.moves,
      };
      if (!(key in targets)) return;
      event.preventDefault();
      event.stopPropagation();
      this.options.onMove(Math.max(0, Math.min(this.moves, targets[key])));
    });
  }

  /** The move at the pointer. @param {Event} event */
  #moveUnder(event) {
    const { clientX } = /** @type {MouseEvent} */ (event);
    const box = this.element.getBoundingClientRect();
    const share = (((clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.max(0, Math.min(this.moves, Math.round(share * this.moves)));
  }

  /** Shows the value of a move as a tooltip. @param {number} move */
  #point(move) {
    const words = this.options.valueText(this.values.find((each) => each.move === move), move);
    const x = this.x(move);
    const anchor = x < WIDTH * 0.3 ? "start" : x > WIDTH * 0.7 ? "end" : "middle";
    this.tooltip.replaceChildren(
      svg("path", { d: `M${x} ${TOP}V${this.height - BOTTOM}`, class: "here" }),
      svg("text", { x, y: TOP + 16, "text-anchor": anchor }, [words]),
    );
  }

  /** @param {number} move */
  x(move) {
    return LEFT + (move / Math.max(1, this.moves)) * (WIDTH - LEFT - RIGHT);
  }

  /**
   * Draws the values of a game and the cursor.
   * @param {Value[]} values
   * @param {number} moves The number of moves of the game.
   * @param {number} current The move that the page shows.
   * @param {{ number: number, size: import("./swings.js").Size | null }[]} mistakes Moves that get a dot.
   */
  draw(values, moves, current, mistakes = []) {
    this.values = values;
    this.moves = Math.max(1, moves);
    this.current = current;
    const isLead = this.options.kind === "lead";
    const bound = bounded(values.map(({ lead }) => lead));
    const y = (/** @type {number} */ share) => TOP + (1 - share) * (this.height - TOP - BOTTOM);
    const height = (/** @type {Value} */ { winRate, lead }) => y(isLead ? 0.5 + Math.max(-bound, Math.min(bound, lead)) / (2 * bound) : winRate);
    const [black, white] = this.options.sides;
    const scale = isLead ? [`${white}+${bound}`, "0", `${black}+${bound}`] : ["0%", "50%", "100%"];
    /** @type {Element[]} */
    const drawn = [];
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      drawn.push(svg("path", { d: `M${LEFT} ${y(share)}H${WIDTH - RIGHT}`, class: share === 0.5 ? "middle" : "grid" }));
      if (share % 0.5 === 0) drawn.push(svg("text", { x: LEFT - 6, y: y(share) + 6, "text-anchor": "end", class: "scale" }, [scale[2 * share]]));
    }
    const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => this.moves / each <= 10) ?? 500;
    for (let move = 0; move <= this.moves; move += step) {
      drawn.push(svg("text", { x: this.x(move), y: this.height - 6, "text-anchor": "middle" }, [String(move)]));
    }
    if (values.length > 0) {
      const [first, last] = [values[0], values[values.length - 1]];
      const line = values.map((value, index) => `${index === 0 ? "M" : "L"}${this.x(value.move)} ${height(value)}`).join("");
      drawn.push(
        svg("path", { d: `${line}L${this.x(last.move)} ${y(isLead ? 0.5 : 0)}L${this.x(first.move)} ${y(isLead ? 0.5 : 0)}Z`, class: "area" }),
        svg("path", { d: line, class: isLead ? "lead" : "wins" }),
      );
    }
    drawn.push(svg("path", { d: `M${this.x(current)} ${TOP}V${this.height - BOTTOM}`, class: "here" }));
    const here = values.find((each) => each.move === current);
    if (here) drawn.push(svg("circle", { cx: this.x(current), cy: height(here), r: 4.5, class: "dot" }));
    for (const { number, size } of mistakes) {
      const value = values.find((each) => each.move === number);
      if (value && size) drawn.push(mistakeDot(size, this.x(number), height(value)));
    }
    this.element.replaceChildren(...drawn, this.tooltip);
    this.element.setAttribute("aria-valuemax", String(this.moves));
    this.element.setAttribute("aria-valuenow", String(current));
    this.element.setAttribute("aria-valuetext", this.options.valueText(here, current));
  }
}

/**
 * The smallest round bound that no lead exceeds.
 * @param {number[]} leads
 */
export function bounded(leads) {
  const largest = leads.reduce((most, lead) => Math.max(most, Math.abs(lead)), 0);
  return [5, 10, 20, 40, 80, 120, 200, 400].find((bound) => bound >= largest) ?? largest;
}
