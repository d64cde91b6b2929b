/**
 * The chart of a game: Black's win rate after each move, and the lead below it. A click or an arrow key shows
 * a move.
 */
import { svg } from "./board.js";
import { mistakeDot } from "./mistakes.js";

const WIDTH = 640;
const HEIGHT = 190;
const LEFT = 52;
const RIGHT = 62;
const TOP = 10;
const BOTTOM = 26;

/** @typedef {{ move: number, winRate: number, lead: number }} Value */

/** A chart with its element on the page. */
export class Chart {
  /**
   * @param {{ label: string, onMove: (move: number) => void, valueText: (value: Value | undefined, move: number) => string }} options
   */
  constructor(options) {
    this.options = options;
    this.moves = 1;
    this.current = 0;
    /** @type {Value[]} */
    this.values = [];
    this.element = svg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "slider", tabindex: 0, "aria-label": options.label,
      "aria-valuemin": 0,
    });
    this.element.addEventListener("click", (event) => {
      const { clientX } = /** @type {MouseEvent} */ (event);
      const box = this.element.getBoundingClientRect();
      const share = (((clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
      this.options.onMove(Math.max(0, Math.min(this.moves, Math.round(share * this.moves))));
    });
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

  /** @param {number} move */
  x(move) {
    return LEFT + (move / Math.max(1, this.moves)) * (WIDTH - LEFT - RIGHT);
  }

  /**
   * Draws the values of a game and the cursor.
   * @param {Value[]} values
   * @param {number} moves The number of moves of the game.
   * @param {number} current The move that the page shows.
   * @param {{ number: number, size: import("./mistakes.js").Size | null }[]} mistakes Moves that get a dot.
   */
  draw(values, moves, current, mistakes = []) {
    this.values = values;
    this.moves = Math.max(1, moves);
    this.current = current;
    const bound = bounded(values.map(({ lead }) => lead));
    const y = (/** @type {number} */ share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
    const yLead = (/** @type {number} */ lead) => y(0.5 + lead / (2 * bound));
    /** @type {Element[]} */
    const drawn = [];
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      drawn.push(svg("path", { d: `M${LEFT} ${y(share)}H${WIDTH - RIGHT}`, class: share === 0.5 ? "middle" : "grid" }));
      if (share % 0.5 === 0) drawn.push(svg("text", { x: LEFT - 6, y: y(share) + 6, "text-anchor": "end" }, [`${100 * share}%`]));
    }
    // The lead has its own scale at the right.
    for (const [share, label] of /** @type {[number, string][]} */ ([[1, `B+${bound}`], [0.5, "0"], [0, `W+${bound}`]])) {
      drawn.push(svg("text", { x: WIDTH - RIGHT + 9, y: y(share) + 6, class: "scale" }, [label]));
    }
    const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => this.moves / each <= 10) ?? 500;
    for (let move = 0; move <= this.moves; move += step) {
      drawn.push(svg("text", { x: this.x(move), y: HEIGHT - 6, "text-anchor": "middle" }, [String(move)]));
    }
    const line = (/** @type {(value: Value) => number} */ height) =>
      values.map((value, index) => `${index === 0 ? "M" : "L"}${this.x(value.move)} ${height(value)}`).join("");
    if (values.length > 0) {
      const [first, last] = [values[0], values[values.length - 1]];
      const wins = line(({ winRate }) => y(winRate));
      drawn.push(
        svg("path", { d: `${wins}L${this.x(last.move)} ${y(0)}L${this.x(first.move)} ${y(0)}Z`, class: "area" }),
        svg("path", { d: line(({ lead }) => yLead(Math.max(-bound, Math.min(bound, lead)))), class: "lead" }),
        svg("path", { d: wins, class: "wins" }),
      );
    }
    drawn.push(svg("path", { d: `M${this.x(current)} ${TOP}V${HEIGHT - BOTTOM}`, class: "here" }));
    const here = values.find((each) => each.move === current);
    if (here) drawn.push(svg("circle", { cx: this.x(current), cy: y(here.winRate), r: 4.5, class: "dot" }));
    for (const { number, size } of mistakes) {
      const value = values.find((each) => each.move === number);
      if (value && size) drawn.push(mistakeDot(size, this.x(number), y(value.winRate)));
    }
    this.element.replaceChildren(...drawn);
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
