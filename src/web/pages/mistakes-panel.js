/**
 * The mistakes of the line on the page: a list by player, steps from one to the next, and the loss of the last move.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./swings.js").Found} Found
 * @typedef {import("./swings.js").Swing} Swing
 * @typedef {import("./points.js").Color} Color
 */
import { forBlack } from "./analysis.js";
import { button, byId, html, redraw } from "./dom.js";
import { mistakeEntry, mistakeSign, moveWords, nextMistake, swingWords } from "./mistakes.js";
import { swingsOf } from "./swings.js";

export class MistakesPanel {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** The swings of the line, by the node of the move. @type {Map<Node, Swing>} */
    this.swings = new Map();
    /** Takes the mistakes of a colour that are to be asked for. @type {(mistakes: [Node, Swing][]) => void} */
    this.onQuiz = () => {};
  }

  /** The swings that count as mistakes, in the order of the moves. */
  get mistakes() {
    return [...this.swings.values()].filter(({ size }) => size);
  }

  /** Computes the swings from the analyses so far. */
  draw() {
    const { game } = this.view;
    const line = game.node.line();
    /** @type {Node[]} */
    const moved = line.filter((node) => node.move);
    const found = new Map(line.map((node) => [node, foundOf(node)]));
    const swings = swingsOf(moved.map((node, index) => {
      const [color, move] = /** @type {[Color, string]} */ (node.move);
      const before = node.parent ? found.get(node.parent) : null;
      return { number: index + 1, color, move, before: before ?? null, after: found.get(node) ?? null };
    }), game.root.lines);
    this.swings = new Map(swings.map((swing) => [moved[swing.number - 1], swing]));
    this.#drawLast();
    this.#drawList();
    const number = game.node.moves();
    button("previous-mistake").disabled = nextMistake(this.mistakes, number, -1) === null;
    button("next-mistake").disabled = nextMistake(this.mistakes, number, 1) === null;
  }

  /** Draws the loss of the last move, with a button for the better one. */
  #drawLast() {
    const { view } = this;
    const t = view.t.bind(view);
    const swing = this.swings.get(view.game.node);
    const place = byId("last-swing");
    place.hidden = !swing;
    if (!swing) return;
    const { better } = swing;
    /** @type {(Element | string)[]} */
    const told = [...(swing.size ? [mistakeSign(swing.size), " "] : []), swingWords(t, swing)];
    const reason = swing.size && view.game.node.reason?.[view.game.language];
    if (reason) told.push(" ", html("span", { class: "reason" }, [reason]));
    if (better) {
      const show = html("button", { type: "button", id: "show-better" }, [t("betterWas", { better: moveWords(t, better) })]);
      show.addEventListener("click", () => void this.#showBetter());
      told.push(" ", show);
    }
    const words = told.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
    redraw(place, [view.game.language, swing.number, words], () => told);
  }

  /** Shows the position before the move, with the engine's variation on the board. */
  async #showBetter() {
    const { view } = this;
    const before = view.game.node.parent;
    const [best] = before?.analysis?.candidates ?? [];
    await view.game.go(before);
    if (view.game.node !== before || !best) return;
    view.showVariation(best.pv);
  }

  #drawList() {
    const { view, mistakes } = this;
    const t = view.t.bind(view);
    const { players } = view.game.root;
    const reasons = new Map([...this.swings].map(([node, { number }]) => [number, node.reason?.[view.game.language] ?? ""]));
    const line = view.game.node.line();
    const key = JSON.stringify([view.game.language, players, mistakes, [...reasons], view.game.node.moves(), line.length]);
    redraw(byId("mistakes"), [key], () => {
      if (this.swings.size === 0) return [html("p", { class: "faint" }, [t("mistakesUnknown")])];
      return /** @type {Color[]} */ (["black", "white"]).flatMap((color) => this.#mistakesOf(color, line, reasons));
    });
  }

  /**
   * A colour's heading and mistakes; nothing if it has no moves.
   * @param {Color} color
   * @param {Node[]} line
   * @param {Map<number, string>} reasons
   */
  #mistakesOf(color, line, reasons) {
    const { view } = this;
    const t = view.t.bind(view);
    const { players } = view.game.root;
    const own = this.mistakes.filter((mistake) => mistake.color === color);
    const name = players[color] ? `${players[color]} (${t(color)})` : t(color);
    const moves = line.filter(({ move }) => move?.[0] === color);
    const known = moves.filter((node) => this.swings.has(node)).length;
    if (moves.length === 0) return [];
    const title = t(titleOf(own.length, known, moves.length), { name, number: own.length, known, moves: moves.length });
    const entries = own.map((swing) => {
      const { number: move, size } = swing;
      const link = html("button", { type: "button", title: swingWords(t, swing) }, [
        mistakeSign(size ?? "small"), html("b", {}, [String(move)]), mistakeEntry(t, swing),
        html("span", { class: "reason" }, [reasons.get(move) ?? ""]),
      ]);
      if (view.game.node.moves() === move) link.setAttribute("aria-current", "true");
      link.addEventListener("click", () => void this.goTo(move));
      return html("li", {}, [link]);
    });
    const heading = html("h3", {}, [title]);
    if (own.length > 0) heading.append(this.#wayToQuiz(color));
    return [heading, ...(own.length > 0 ? [html("ol", { class: "plain" }, entries)] : [])];
  }

  /** @param {Color} color */
  #wayToQuiz(color) {
    const way = html("button", { type: "button", class: "quiz" }, [this.view.t("quiz")]);
    way.addEventListener("click", () => this.onQuiz([...this.swings].filter(([, swing]) => swing.size && swing.color === color)));
    return way;
  }

  /**
   * Shows the position after a move of the line.
   * @param {number} number
   */
  async goTo(number) {
    const { game } = this.view;
    await game.go(game.node.line().find((node) => node.move && node.moves() === number));
  }

  /**
   * Shows the next mistake of either player, or the one before.
   * @param {1 | -1} direction
   */
  async step(direction) {
    const number = nextMistake(this.mistakes, this.view.game.node.moves(), direction);
    if (number !== null) await this.goTo(number);
  }
}

/**
 * The text about the number of a colour's mistakes among its moves, of which some may not be analysed.
 * @param {number} mistakes
 * @param {number} known
 * @param {number} moves
 */
function titleOf(mistakes, known, moves) {
  if (mistakes > 0) return mistakes === 1 ? "oneMistake" : "mistakesOf";
  if (known === 0) return "notAnalysed";
  return known < moves ? "noMistakesYet" : "noMistakes";
}

/**
 * The value of a position: its analysis, or the result if play has ended there. After an end by passes the result waits for the dead
 * stones.
 * @param {Node} node
 * @returns {Found | null}
 */
export function foundOf(node) {
  const [scene] = Object.values(node.scenes);
  if (scene?.state.over && !scene.agreement) {
    const { winner, points } = scene.state;
    const winRate = winner === "black" ? 1 : winner === "white" ? 0 : 0.5;
    return { winRate, lead: points.black - points.white - points.lead, visits: Infinity, best: null };
  }
  const [, winner, margin] = /^([BW])\+([\d.]+)$/.exec(node.agreed?.result ?? "") ?? [];
  if (winner) return { winRate: winner === "B" ? 1 : 0, lead: Number(margin) * (winner === "B" ? 1 : -1), visits: Infinity, best: null };
  if (node.agreed) return { winRate: 0.5, lead: 0, visits: Infinity, best: null };
  const { analysis } = node;
  return analysis && { ...forBlack(analysis), visits: analysis.visits, best: analysis.candidates[0]?.move ?? null };
}
