/**
 * The panels next to the board during an analysis: candidates, chart, tree of moves, and comment.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {import("./tree.js").Node} Node
 * @typedef {{ element: HTMLElement, label: HTMLElement, play: HTMLElement, pv: string[] }} Row
 */
import { forBlack, LONGEST_IN_TEXT } from "./analysis.js";
import { grade, svg } from "./board.js";
import { Chart } from "./chart.js";
import { byId, html } from "./dom.js";
import { mistakeDot } from "./mistakes.js";
import { MistakesPanel } from "./mistakes-panel.js";

const LABELS = "ABCDEFGHJK";

/** The distance of two moves in the drawing of the tree. */
const STEP = 26;

/** The mark of a win rate that is proven. */
const PROVEN = "✓";

/** The texts of proven outcomes. */
const PROVEN_TEXTS = { black: "provenBlack", white: "provenWhite", draw: "provenDraw" };

export class Panels {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    const { game } = view;
    this.chart = new Chart({
      label: view.t("chart"),
      onMove: (move) => void game.go(game.node.line().find((node) => node.moves() === move)),
      valueText: (value, move) => (value
        ? view.t("chartValue", { move, wins: (100 * value.winRate).toFixed(0), lead: signed(value.lead) })
        : view.t("chartNothing", { move })),
    });
    byId("chart").append(this.chart.element);
    this.mistakes = new MistakesPanel(view);
    const comment = /** @type {HTMLTextAreaElement} */ (byId("comment"));
    comment.addEventListener("input", () => (game.node.comment = comment.value));
    /** @type {Row[]} */
    this.rows = [];
    /** The mistakes that have a dot in the tree. */
    this.dots = "";
  }

  /** Draws the results of an analysis. */
  drawAnalysis() {
    const { game } = this.view;
    if (game.mode !== "analyse") return;
    this.chart.element.setAttribute("aria-label", this.view.t("chart"));
    const line = game.node.line();
    /** @type {import("./chart.js").Value[]} */
    const values = [];
    let moves = 0;
    for (const node of line) {
      if (node.move) moves += 1;
      if (node.analysis) values.push({ move: moves, ...forBlack(node.analysis) });
    }
    this.mistakes.draw();
    const dots = this.mistakes.mistakes.map(({ number, size }) => `${number} ${size}`).join();
    if (dots !== this.dots) this.#drawTree();
    this.dots = dots;
    this.chart.draw(values, moves, game.node.moves(), this.mistakes.mistakes);
    const { analysis } = game.node;
    byId("summary").textContent = analysis
      ? [
        this.view.t("blackWins", { wins: (100 * forBlack(analysis).winRate).toFixed(1) }),
        signed(forBlack(analysis).lead),
        ...(analysis.proven ? [this.view.t(PROVEN_TEXTS[analysis.proven])] : []),
        // Analyses in the records of other programs have no visits.
        ...(analysis.visits > 0 ? [this.view.t("visitsOf", { visits: analysis.visits })] : []),
      ].join(" · ")
      : this.view.t("noAnalysis");
    this.#drawCandidates();
  }

  /** Updates rows in place during an analysis: a replaced row would lose the click of a person. */
  #drawCandidates() {
    const { analysis } = this.view.game.node;
    const found = (analysis?.candidates ?? []).filter(({ visits }) => visits > 0).slice(0, LABELS.length);
    const best = Math.max(0, ...found.map(({ winrate }) => winrate));
    const body = /** @type {HTMLElement} */ (document.querySelector("#candidates tbody"));
    while (this.rows.length < found.length) this.rows.push(this.#newRow(this.rows.length));
    found.forEach(({ move, winrate, scoreLead, proven, visits, pv }, index) => {
      const row = this.rows[index];
      row.pv = pv;
      row.label.style.background = index === 0 ? "#1467c8" : grade(best - winrate);
      row.play.textContent = move;
      const texts = [`${(100 * winrate).toFixed(1)} %${proven ? ` ${PROVEN}` : ""}`, signed(scoreLead), String(visits), pv.slice(1, LONGEST_IN_TEXT).join(" ")];
      texts.forEach((words, column) => (row.element.children[column + 1].textContent = words));
      /** @type {HTMLElement} */ (row.element.children[1]).title = proven ? this.view.t(PROVEN_TEXTS[proven]) : "";
      if (row.element.parentNode !== body) body.append(row.element);
    });
    for (const row of this.rows.slice(found.length)) row.element.remove();
  }

  /**
   * A row of the table. It shows its variation on the board while the pointer is on it.
   * @param {number} index
   * @returns {Row}
   */
  #newRow(index) {
    const { view } = this;
    const label = html("span", { class: index === 0 ? "label best" : "label" }, [LABELS[index]]);
    const play = html("button", { type: "button" });
    const element = html("tr", {}, [html("td", {}, [label, play]), ...Array.from({ length: 4 }, () => html("td"))]);
    /** @type {Row} */
    const row = { element, label, play, pv: [] };
    const show = (/** @type {boolean} */ isShown) => () => view.showVariation(isShown ? row.pv : null);
    play.addEventListener("click", () => {
      view.variation = null;
      void view.game.play(row.pv[0]);
    });
    element.addEventListener("pointerenter", show(true));
    element.addEventListener("pointerleave", show(false));
    play.addEventListener("focus", show(true));
    play.addEventListener("blur", show(false));
    return row;
  }

  /** Draws the tree and the comment. */
  draw() {
    const { game } = this.view;
    this.drawAnalysis();
    const comment = /** @type {HTMLTextAreaElement} */ (byId("comment"));
    if (document.activeElement !== comment || comment.value === "") comment.value = game.node.comment;
    if (game.mode === "analyse") this.#drawTree();
  }

  #drawTree() {
    const { game } = this.view;
    /** @type {Map<Node, [number, number]>} */
    const places = new Map();
    let rows = 0;
    let columns = 0;
    /** A stack of the nodes without a place yet: recursion would overflow on long games. @type {[Node, number, number][]} */
    const waiting = [[game.root, 0, 0]];
    while (waiting.length > 0) {
      const [node, column, above] = /** @type {[Node, number, number]} */ (waiting.pop());
      const isFirst = node.parent === null || node.parent.children[0] === node;
      const row = isFirst ? above : (rows += 1);
      places.set(node, [column, row]);
      columns = Math.max(columns, column);
      for (const child of [...node.children].reverse()) waiting.push([child, column + 1, row]);
    }
    const at = (/** @type {[number, number]} */ [column, row]) => [18 + column * STEP, 18 + row * STEP];
    const [width, height] = [36 + columns * STEP, 36 + rows * STEP];
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    for (const [node, spot] of places) {
      const from = node.parent && places.get(node.parent);
      if (!from) continue;
      const [[x0, y0], [x, y]] = [at(from), at(spot)];
      picture.append(svg("path", { class: "edge", d: y === y0 ? `M${x0} ${y0}H${x}` : `M${x0} ${y0}V${y - STEP / 2}L${x} ${y}` }));
    }
    for (const [node, spot] of places) {
      const [x, y] = at(spot);
      const color = node.move?.[0];
      const [fill, ink] = color === "black" ? ["#1a1a1c", "#ffffff"] : color ? ["#fdfbf6", "#111111"] : ["#9a8a76", "#ffffff"];
      const group = svg("g", { transform: `translate(${x} ${y})` }, [
        svg("circle", { r: 10, fill, stroke: "#76685a" }),
        svg("text", { y: 4, fill: ink }, [color ? String(spot[0]) : ""]),
      ]);
      if (node.comment) group.append(svg("circle", { class: "note", cx: 8, cy: -8, r: 3.5 }));
      if (node.illegal) group.append(svg("path", { class: "illegal", d: "M-7 -7L7 7M7 -7L-7 7" }));
      const mistake = this.mistakes.swings.get(node)?.size;
      if (mistake) group.append(mistakeDot(mistake, 8, 8));
      if (node === game.node) group.append(svg("circle", { class: "here", r: 12 }));
      group.addEventListener("click", () => void game.go(node));
      picture.append(group);
    }
    const tree = byId("tree");
    tree.replaceChildren(picture);
    const here = places.get(game.node);
    if (here) {
      const [x, y] = at(here);
      if (x < tree.scrollLeft + 30 || x > tree.scrollLeft + tree.clientWidth - 30) tree.scrollLeft = x - tree.clientWidth / 2;
      if (y < tree.scrollTop + 20 || y > tree.scrollTop + tree.clientHeight - 20) tree.scrollTop = y - tree.clientHeight / 2;
    }
  }
}

/** @param {number} number */
function signed(number) {
  return `${number > 0 ? "+" : ""}${number.toFixed(1)}`;
}
