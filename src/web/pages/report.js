/**
 * The script of a report: the board with a slider, the chart, and variations to click through.
 *
 * @typedef {import("./points.js").Color} Color
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {{ move: string, winRate: number, lead: number, visits: number, pv: string[] }} ReportCandidate
 * @typedef {{
 *   color: Color, winRate: number, error: number, lead: number, visits: number, candidates: ReportCandidate[], ownership: string | null,
 * }} ReportAnalysis
 * @typedef {{ number: number, move: [Color, string] | null, scene: Scene, analysis: ReportAnalysis | null }} ReportPosition
 * @typedef {import("./swings.js").Swing} ReportSwing
 * @typedef {{ language: string, size: number, positions: ReportPosition[], swings: ReportSwing[] }} ReportData
 */
import { Board, grade } from "./board.js";
import { bowl } from "./bowls.js";
import { Chart } from "./chart.js";
import { byId, html } from "./dom.js";
import { mistakeSign, nextMistake, swingWords } from "./mistakes.js";
import { opponent, place } from "./points.js";
import { amount, text } from "./texts.js";

const REPORT_LABELS = "ABCDEF";

/** The moves of a variation in a table. */
const NAMED = 8;

class Viewer {
  /** @param {ReportData} data */
  constructor(data) {
    this.data = data;
    this.index = 0;
    /** The variation on the board, and its number of moves. @type {{ pv: string[], length: number } | null} */
    this.variation = null;
    this.hasOwnership = false;
    this.board = new Board(data.size);
    this.moves = data.positions.map(({ number }) => number);
    this.mistakes = data.swings.filter(({ size }) => size);
    this.charts = data.positions.some(({ analysis }) => analysis) ? [this.#newChart("wins"), this.#newChart("lead")] : [];
    this.slider = html("input", {
      type: "range", min: "0", max: String(data.positions.length - 1), value: "0", "aria-label": this.t("tree"),
    });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.number = html("output", {}, []);
    this.told = html("p", { class: "told", role: "status" });
    this.lost = html("p", { class: "last-swing" });
    /** The buttons for the previous and the next mistake. @type {[HTMLButtonElement, 1 | -1][]} */
    this.ways = [];
    this.players = html("div", { class: "players" });
    this.notes = html("div", { class: "card" });
    this.#build();
    this.show(data.positions.length - 1);
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  t(key, values) {
    return text(this.data.language, key, values, this.isOrdinary);
  }

  /** Whether the game has rules of ordinary Go. */
  get isOrdinary() {
    return !this.data.positions[0].scene.contact;
  }

  get position() {
    return this.data.positions[this.index];
  }

  /** @param {import("./chart.js").Kind} kind */
  #newChart(kind) {
    return new Chart({
      kind,
      label: this.t(kind === "wins" ? "chart" : "leadChart"),
      sides: [this.t("blackSide"), this.t("whiteSide")],
      onMove: (move) => this.show(this.moves.indexOf(move)),
      valueText: (value, move) => this.#valueText(kind, value, move),
    });
  }

  /**
   * A value of a chart in words.
   * @param {import("./chart.js").Kind} kind
   * @param {import("./chart.js").Value | undefined} value
   * @param {number} move
   */
  #valueText(kind, value, move) {
    if (!value) return this.t("chartNothing", { move });
    if (kind === "wins") return this.t("chartWins", { move, wins: (100 * value.winRate).toFixed(0) });
    const points = amount(this.data.language, Math.abs(value.lead).toFixed(1), this.isOrdinary);
    return this.t("chartLead", { move, lead: this.t("leads", { color: this.t(value.lead < 0 ? "white" : "black"), amount: points }) });
  }

  #build() {
    const step = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ action) => {
      const made = html("button", { type: "button", class: "icon", "aria-label": this.t(label), title: this.t(label) }, [sign]);
      made.addEventListener("click", action);
      return made;
    };
    const frame = html("div", { role: "img", "aria-label": this.t("board", { size: this.data.size }) }, [this.board.element]);
    const steps = html("div", { class: "steps row" }, [
      step("first", "«", () => this.show(0)),
      step("back", "‹", () => this.step(-1)),
      this.slider,
      this.number,
      step("forward", "›", () => this.step(1)),
      step("last", "»", () => this.show(this.data.positions.length - 1)),
    ]);
    const side = html("div", { class: "notes" }, [this.told, this.lost, this.players]);
    if (this.mistakes.length > 0) steps.append(html("span", { class: "steps" }, [this.#way("previousMistake", -1), this.#way("nextMistake", 1)]));
    for (const { element, options } of this.charts) {
      side.append(html("div", { class: "card" }, [html("p", { class: "legend" }, [this.t(options.kind === "wins" ? "chartLine" : "leadLine")]), element]));
    }
    side.append(this.notes);
    byId("viewer").append(html("div", {}, [frame, steps]), side);
    byId("viewer").hidden = false;
    frame.addEventListener("click", () => this.step(1));
    document.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const change = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
      const way = /** @type {Record<string, 1 | -1>} */ ({ ",": -1, ".": 1 })[event.key];
      if (change) this.step(change);
      else if (way) this.toMistake(way);
    });
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-go]"))) {
      const size = /** @type {import("./swings.js").Size | undefined} */ (link.dataset.better);
      if (size) link.prepend(mistakeSign(size), " ");
      link.addEventListener("click", () => {
        this.show(this.moves.indexOf(Number(link.dataset.go)));
        const [best] = this.position.analysis?.candidates ?? [];
        if ("better" in link.dataset && best) this.vary(best.pv, 1);
        byId("viewer").scrollIntoView({ block: "start" });
      });
    }
  }

  /**
   * A button that leads to a mistake.
   * @param {string} label
   * @param {1 | -1} direction
   */
  #way(label, direction) {
    const way = html("button", { type: "button", class: "mistake-way", title: `${this.t(label)} (${direction > 0 ? "." : ","})` }, [this.t(label)]);
    way.addEventListener("click", () => this.toMistake(direction));
    this.ways.push([way, direction]);
    return way;
  }

  /**
   * Shows the next mistake of either player, or the one before.
   * @param {1 | -1} direction
   */
  toMistake(direction) {
    const number = nextMistake(this.mistakes, this.position.number, direction);
    if (number !== null) this.show(this.moves.indexOf(number));
  }

  /**
   * Shows a position.
   * @param {number} index
   */
  show(index) {
    if (index < 0 || index >= this.data.positions.length) return;
    this.index = index;
    this.variation = null;
    this.draw();
  }

  /**
   * Goes one move on or back, in the variation if one is shown.
   * @param {number} change
   */
  step(change) {
    const { variation } = this;
    if (variation) this.vary(variation.pv, Math.max(0, Math.min(variation.pv.length, variation.length + change)));
    else this.show(this.index + change);
  }

  /**
   * Shows the first `length` moves of a variation, or the game if the variation is empty.
   * @param {string[]} pv
   * @param {number} length
   */
  vary(pv, length) {
    this.variation = length > 0 ? { pv, length } : null;
    this.draw();
  }

  draw() {
    const { position, variation } = this;
    const { scene, analysis } = position;
    const { last } = scene.state;
    const isEnd = scene.state.over;
    this.slider.value = String(this.index);
    this.number.textContent = String(position.number);
    this.slider.setAttribute("aria-valuetext", this.t("position", { number: position.number }));
    const first = analysis?.color ?? "black";
    const ghosts = (variation?.pv.slice(0, variation.length) ?? []).map((point, index) =>
      /** @type {[string, Color, string]} */ ([point, index % 2 === 0 ? first : opponent(first), String(index + 1)]));
    this.board.draw(scene.board, {
      last: last?.point,
      retired: last?.retired.flatMap((chain) => chain.points) ?? [],
      immovable: last?.immovable ?? [],
      owners: isEnd && this.index === this.data.positions.length - 1 ? scene.owners : null,
      contact: scene.contact,
      ownership: this.hasOwnership && analysis?.ownership
        ? Array.from(analysis.ownership, (letter) => (letter.charCodeAt(0) - 65) / 12.5 - 1) : null,
      candidates: variation ? [] : this.#labels(analysis),
      ghosts: ghosts.filter(([point]) => place(point)),
    });
    this.told.textContent = scene.told ?? "";
    this.#drawLost();
    for (const [way, direction] of this.ways) way.disabled = nextMistake(this.mistakes, position.number, direction) === null;
    this.#drawPlayers(scene);
    this.#drawNotes(scene, analysis);
    const values = this.data.positions.flatMap(({ number, analysis: found }) =>
      (found ? [{ move: number, winRate: found.winRate, lead: found.lead }] : []));
    for (const chart of this.charts) {
      chart.draw(values, this.moves[this.moves.length - 1], position.number, chart.options.kind === "wins" ? this.mistakes : []);
    }
  }

  /** Draws the loss of the last move, with a button for the better one. */
  #drawLost() {
    const swing = this.data.swings.find(({ number }) => number === this.position.number);
    this.lost.hidden = !swing;
    if (!swing) return;
    const { size, better } = swing;
    this.lost.replaceChildren(...(size ? [mistakeSign(size), " "] : []), swingWords(this.t.bind(this), swing));
    const before = this.moves.indexOf(swing.number - 1);
    if (!better || before < 0) return;
    const show = html("button", { type: "button" }, [this.t("betterWas", { better: better === "pass" ? this.t("abstain") : better })]);
    show.addEventListener("click", () => {
      this.show(before);
      this.vary(this.position.analysis?.candidates[0]?.pv ?? [], 1);
    });
    this.lost.append(" ", show);
  }

  /** @param {ReportAnalysis | null} analysis */
  #labels(analysis) {
    const own = (/** @type {number} */ share) => (analysis?.color === "white" ? 1 - share : share);
    return (analysis?.candidates ?? []).flatMap(({ move, winRate }, index) =>
      (place(move) ? [{ point: move, label: REPORT_LABELS[index], winRate: own(winRate) }] : []));
  }

  /** @param {Scene} scene */
  #drawPlayers(scene) {
    const cards = /** @type {Color[]} */ (["black", "white"]).map((color) => {
      const stones = scene.state.stones[color];
      const points = scene.state.points[color];
      const figure = (/** @type {"bowl" | "tray"} */ kind, /** @type {number} */ number, /** @type {string} */ label) =>
        html("figure", {}, [bowl(kind, color, number), html("figcaption", {}, [html("b", {}, [String(number)]), this.t(label)])]);
      return html("div", { class: `player${scene.state.turn === color ? " turn" : ""}` }, [
        html("h2", {}, [this.t(color)]),
        html("p", { class: "score" }, [points === 1 ? this.t("onePoint") : this.t("points", { points })]),
        ...(stones.waiting === null ? [] : [html("div", { class: "bowls" }, [
          figure("bowl", stones.waiting, "waiting"), figure("tray", stones.quarantined, "quarantined"),
        ])]),
      ]);
    });
    this.players.replaceChildren(...cards);
  }

  /**
   * Draws the results of the analysis, and the stakes of the scene.
   * @param {Scene} scene
   * @param {ReportAnalysis | null} analysis
   */
  #drawNotes(scene, analysis) {
    /** @type {Element[]} */
    const notes = [];
    if (analysis && analysis.candidates.length > 0) {
      const toggle = html("button", { type: "button", "aria-pressed": String(this.hasOwnership) }, [this.t("showOwnership")]);
      toggle.addEventListener("click", () => {
        this.hasOwnership = !this.hasOwnership;
        this.draw();
      });
      const back = html("button", { type: "button" }, [this.t("showPlayed")]);
      back.hidden = !this.variation;
      back.addEventListener("click", () => this.vary([], 0));
      notes.push(
        html("p", {}, [[
          this.t("blackWins", { wins: `${(100 * analysis.winRate).toFixed(1)} ± ${(200 * analysis.error).toFixed(1)}` }),
          this.t("visitsOf", { visits: analysis.visits }),
        ].join(" · ")]),
        html("div", { class: "row toggles" }, [toggle, back]),
        this.#table(analysis),
      );
    }
    // After an end by passes the report has the count, without the dead stones.
    const [end, ...result] = scene.conclusion;
    const told = scene.agreement ? [end] : scene.state.over ? [scene.count, end, ...result] : scene.stakes;
    for (const words of told) notes.push(html("p", {}, [words]));
    // Ordinary rules have next to nothing at stake anywhere.
    if (notes.length === 0 && scene.contact) notes.push(html("p", { class: "faint" }, [this.t("nothingAtStake")]));
    this.notes.hidden = notes.length === 0;
    this.notes.replaceChildren(...notes);
  }

  /** @param {ReportAnalysis} analysis */
  #table(analysis) {
    const own = (/** @type {number} */ share) => (analysis.color === "white" ? 1 - share : share);
    const best = Math.max(...analysis.candidates.map(({ winRate }) => own(winRate)));
    const rows = analysis.candidates.map(({ move, winRate, visits, pv }, index) => {
      const label = html("span", { class: "label" }, [REPORT_LABELS[index]]);
      label.style.background = index === 0 ? "#1467c8" : grade(best - own(winRate));
      if (index === 0) label.style.color = "#ffffff";
      const show = html("button", { type: "button", title: this.t("showBetter") }, [move]);
      show.addEventListener("click", () => this.vary(pv, pv.length));
      return html("tr", {}, [
        html("td", {}, [label, show]),
        html("td", {}, [`${(100 * own(winRate)).toFixed(1)} %`]),
        html("td", {}, [String(visits)]),
        html("td", {}, [pv.slice(1, NAMED).join(" ")]),
      ]);
    });
    const heads = ["move", "winRate", "visits", "variation"].map((key) => html("th", { scope: "col" }, [this.t(key)]));
    return html("table", {}, [html("thead", {}, [html("tr", {}, heads)]), html("tbody", {}, rows)]);
  }
}

new Viewer(JSON.parse(byId("data").textContent ?? "{}"));
