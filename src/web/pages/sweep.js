/**
 * The analysis of a whole game in the background. The server analyses the positions in parallel, as `onepure analyze --all` does; a
 * page with the engine in it has a second worker for them. The board stays free.
 *
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Root} Root
 * @typedef {import("./view.js").View} View
 */
import { button, byId, html, press } from "./dom.js";
import { pathSgf } from "./tree.js";

/** The choices for the visits of a position, and the default. */
const VISITS = [100, 300, 1000, 3000, 10_000];
const USUAL_VISITS = 1000;

/** The analysis of a whole game. One runs at a time. */
export class Sweep extends EventTarget {
  /** @param {typeof import("./host.js").analysedGame} analysed */
  constructor(analysed) {
    super();
    this.analysed = analysed;
    this.done = 0;
    this.positions = 0;
    /** @type {AbortController | null} */
    this.running = null;
  }

  get isRunning() {
    return this.running !== null;
  }

  /** Ends the analysis. Its results so far stay. */
  stop() {
    this.running?.abort();
    this.running = null;
    this.dispatchEvent(new Event("progress"));
  }

  /**
   * Analyses every position of the line through a node. Resolves to false if stopped.
   * @param {Node} node
   * @param {Root} root
   * @param {number} visits
   */
  async start(node, root, visits) {
    this.stop();
    const running = new AbortController();
    this.running = running;
    [this.done, this.positions] = [0, 0];
    this.dispatchEvent(new Event("progress"));
    try {
      const line = node.line();
      const found = this.analysed(pathSgf(line[line.length - 1]), root.rules, visits, running.signal);
      for await (const text of found) this.#take(JSON.parse(text), line, visits);
      return this.done === this.positions;
    } catch (error) {
      if (running.signal.aborted) return false;
      throw error;
    } finally {
      if (this.running === running) {
        this.running = null;
        this.dispatchEvent(new Event("progress"));
      }
    }
  }

  /**
   * Takes a line of the answer.
   * @param {{ positions?: number, node: number, analysis: Analysis | null, reason?: Record<string, string> }} found
   * @param {Node[]} line
   * @param {number} visits
   */
  #take(found, line, visits) {
    if (found.positions !== undefined) this.positions = found.positions;
    else {
      this.done += 1;
      const node = line[found.node];
      node.reason = found.reason ?? null;
      // Keep an analysis that already has more visits.
      if (found.analysis && (node.analysis?.visits ?? 0) < visits) node.analysis = found.analysis;
    }
    this.dispatchEvent(new Event("progress"));
  }
}

/**
 * The button, the choice of visits and the progress of a sweep.
 * @param {View} view
 * @param {Sweep} sweep
 */
export function listenToSweep(view, sweep) {
  const visits = /** @type {HTMLSelectElement} */ (byId("sweep-visits"));
  const progress = /** @type {HTMLProgressElement} */ (byId("sweep-progress"));
  const { game } = view;
  const draw = () => {
    if (visits.lang !== game.language) {
      const chosen = visits.value || String(USUAL_VISITS);
      const options = VISITS.map((number) => html("option", { value: String(number) }, [view.t("visitsOf", { visits: number })]));
      visits.replaceChildren(...options);
      visits.value = chosen;
      visits.lang = game.language;
    }
    press("sweep", sweep.isRunning);
    button("sweep").textContent = view.t(sweep.isRunning ? "stop" : "sweep");
    visits.disabled = sweep.isRunning;
    progress.hidden = !sweep.isRunning;
    progress.max = Math.max(1, sweep.positions);
    progress.value = sweep.done;
    byId("sweep-done").textContent =
      sweep.isRunning ? view.t("sweepDone", { done: sweep.done, positions: sweep.positions }) : "";
  };
  sweep.addEventListener("progress", () => {
    draw();
    game.tell("analysis");
  });
  button("sweep").addEventListener("click", () => {
    if (sweep.isRunning) {
      sweep.stop();
      return;
    }
    sweep.start(game.node, game.root, Number(visits.value)).then(
      (isWhole) => isWhole && view.toast(view.t("sweepEnded")),
      () => view.toast(view.t("lost")),
    );
  });
  let { root } = game;
  game.addEventListener("change", () => {
    // The results would belong to a game that is no longer on the page.
    if (root !== game.root && sweep.isRunning) sweep.stop();
    root = game.root;
    draw();
  });
  draw();
}
