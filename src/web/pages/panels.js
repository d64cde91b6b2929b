/**
 * The panels next to the board during an analysis: candidates, chart, tree of moves, and comment.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {{ element: HTMLElement, label: HTMLElement, play: HTMLElement, pv: string[] }} Row
 */
import { forBlack, LONGEST_IN_TEXT } from "./analysis.js";
import { grade } from "./board.js";
import { Chart } from "./chart.js";
import { byId, html } from "./dom.js";
import { MistakesPanel } from "./mistakes-panel.js";
import { Quiz } from "./quiz.js";
import { TreePanel } from "./tree-panel.js";

const LABELS = "ABCDEFGHJK";

/** The mark of a win rate that is proven. */
const PROVEN = "✓";

/** The texts of proven outcomes. */
const PROVEN_TEXTS = { black: "provenBlack", white: "provenWhite", draw: "provenDraw" };

export class Panels {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    const { game } = view;
    const onMove = (/** @type {number} */ move) => void game.go(game.node.line().find((node) => node.moves() === move));
    this.charts = /** @type {import("./chart.js").Kind[]} */ (["wins", "lead"]).map((kind) => new Chart({
      kind, label: "", sides: ["", ""], onMove, valueText: (value, move) => this.#valueText(kind, value, move),
    }));
    byId("chart").append(...this.charts.map(({ element, options }) => html("figure", {}, [
      html("figcaption", { class: "legend", "data-text": options.kind === "wins" ? "chartLine" : "leadLine" }), element,
    ])));
    this.mistakes = new MistakesPanel(view);
    this.quiz = new Quiz(view, this.mistakes);
    this.tree = new TreePanel((node) => void game.go(node));
    const comment = /** @type {HTMLTextAreaElement} */ (byId("comment"));
    comment.addEventListener("input", () => (game.node.comment = comment.value));
    /** @type {Row[]} */
    this.rows = [];
  }

  /** Draws the results of an analysis. */
  drawAnalysis() {
    const { game } = this.view;
    byId("win-bar").hidden = game.mode !== "analyse";
    if (game.mode !== "analyse") return;
    const line = game.node.line();
    /** @type {import("./chart.js").Value[]} */
    const values = [];
    let moves = 0;
    for (const node of line) {
      if (node.move) moves += 1;
      if (node.analysis) values.push({ move: moves, ...forBlack(node.analysis) });
    }
    this.mistakes.draw();
    this.#drawTree();
    for (const chart of this.charts) {
      chart.element.setAttribute("aria-label", this.view.t(chart.options.kind === "wins" ? "chart" : "leadChart"));
      chart.options.sides = [this.view.t("blackSide"), this.view.t("whiteSide")];
      chart.draw(values, moves, game.node.moves(), chart.options.kind === "wins" ? this.mistakes.mistakes : []);
    }
    this.#drawBar();
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

  /**
   * A value of a chart in words.
   * @param {import("./chart.js").Kind} kind
   * @param {import("./chart.js").Value | undefined} value
   * @param {number} move
   */
  #valueText(kind, value, move) {
    const { view } = this;
    if (!value) return view.t("chartNothing", { move });
    return kind === "wins"
      ? view.t("chartWins", { move, wins: (100 * value.winRate).toFixed(0) })
      : view.t("chartLead", { move, lead: view.leadWords(value.lead) });
  }

  /** Draws Black's part of the bar beside the board. */
  #drawBar() {
    const { view } = this;
    const { analysis } = view.game.node;
    const bar = byId("win-bar");
    const winRate = analysis ? forBlack(analysis).winRate : 0.5;
    bar.style.setProperty("--black", `${(100 * winRate).toFixed(1)}%`);
    bar.classList.toggle("unknown", !analysis);
    const words = analysis ? [view.t("blackWins", { wins: (100 * winRate).toFixed(1) }), view.leadWords(forBlack(analysis).lead)].join(" · ") : view.t("noAnalysis");
    bar.setAttribute("aria-label", words);
    bar.title = words;
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
  }

  #drawTree() {
    const { game } = this.view;
    this.tree.draw(game.root, game.node, (node) => this.mistakes.swings.get(node)?.size ?? null);
  }
}

/** @param {number} number */
function signed(number) {
  return `${number > 0 ? "+" : ""}${number.toFixed(1)}`.replace("-", "−");
}
