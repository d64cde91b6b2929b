/** The engine: a queue of requests to a worker, which searches. */
import { OnepureError, expect, languageWord, setting, textOf } from "./commands.js";
import { Game } from "./game.js";
import { Session } from "./onepure.js";
import { reviewOf } from "./review.js";

/** The time between two reports, in milliseconds. */
const INTERVAL = 200;

/** The visits of each position of a game without limits. */
const VISITS = 100;

/**
 * A worker as an engine uses it. `hold` says whether the process has to wait for it.
 * @typedef {{ post(message: object): void, hold(isBusy: boolean): void, end(): void }} Port
 * @typedef {(handlers: { message(data: any): void, failure(reason: string): void }) => Port} Start
 */

/** A request to the worker, and the promise of its result. */
class Job {
  isOpen = true;

  /** @param {{ id: number }} request @param {(report: any) => void} tell */
  constructor(request, tell) {
    this.request = request;
    this.tell = tell;
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** The position that a request is about. @param {Game} game */
function position(game) {
  expect(game instanceof Game, "game: expected a Game", game);
  return { rules: game.rules, sgf: game.sgf(), size: game.size, color: game.toPlay ?? "black" };
}

/** The positions of a game and their outcomes, from the first on. The last one is as it was before a resignation. @param {Game} game */
function positions(game) {
  const { sgf, rules } = position(game);
  const copy = Game.fromSgf(sgf.replace(/RE\[[^\]]*\]/, ""), { rules });
  const found = [];
  do found.unshift({ request: position(copy), outcome: copy.outcome });
  while (copy.undo());
  return found;
}

/** @param {string} name @param {number | undefined} value @param {boolean} isWhole */
function expectPositive(name, value, isWhole) {
  const isRight = value === undefined || (isWhole ? Number.isInteger(value) : Number.isFinite(value)) && value > 0;
  expect(isRight, `${name}: expected ${isWhole ? "an integer" : "a number"} above 0`, value);
}

export class Engine {
  /** The job in the worker, and those that wait for its end. @type {Job[]} */
  #jobs = [];
  #last = 0;
  /** Why the engine takes no more requests. @type {OnepureError | null} */
  #end = null;
  #settings;
  #worker;

  /** @param {Start} start @param {import("./index.d.ts").EngineOptions} settings */
  constructor(start, settings) {
    const session = new Session();
    for (const [name, value] of Object.entries(settings)) textOf(session.answer(setting(name, value)));
    session.free();
    this.#settings = settings;
    this.#worker = start({
      message: (data) => this.#receive(data),
      failure: (reason) => this.#finish(`the worker of the engine has failed: ${reason}`),
    });
    this.#worker.hold(false);
  }

  /** @param {Game} game @param {import("./index.d.ts").MoveOptions} options */
  async bestMove(game, { level, visits, seconds, signal } = {}) {
    const given = Object.entries({ level, visits, seconds }).filter(([, value]) => value !== undefined);
    const settings = { level: 20, visits: null, seconds: null, ...this.#settings, ...Object.fromEntries(given) };
    return this.#run({ task: "move", ...position(game), settings }, signal).result;
  }

  /** @param {Game} game @param {import("./index.d.ts").AnalysisOptions} options */
  analyze(game, { visits, seconds, interval = INTERVAL, ownership = false, signal } = {}) {
    expectPositive("visits", visits, true);
    expectPositive("seconds", seconds, false);
    expectPositive("interval", interval, false);
    return this.#reports({ task: "analysis", ...position(game), settings: this.#settings, visits, seconds, interval, ownership }, signal);
  }

  /** @param {Game} game @param {import("./index.d.ts").GameAnalysisOptions} options */
  async analyzeGame(game, { visits, seconds, progress, signal } = {}) {
    expectPositive("visits", visits, true);
    expectPositive("seconds", seconds, false);
    const all = positions(game);
    const { size, turns } = game;
    const limits = visits === undefined && seconds === undefined ? { visits: VISITS } : { visits, seconds };
    const reports = [];
    for (const { request } of all) {
      const search = { task: "analysis", ...request, settings: this.#settings, ...limits, interval: INTERVAL, ownership: false };
      reports.push(await this.#run(search, signal).result);
      progress?.(reports.length, all.length);
    }
    return reviewOf({ size, turns, outcomes: all.map(({ outcome }) => outcome) }, reports);
  }

  /** @param {Game} game @param {{ language?: "en" | "ko", signal?: AbortSignal }} options */
  async judge(game, { language = "en", signal } = {}) {
    const request = { task: "judgement", language: languageWord(language), ...position(game), settings: this.#settings };
    return this.#run(request, signal).result;
  }

  close() {
    this.#finish("the engine is closed");
  }

  /** Yields the newest report whenever the caller is ready for one, and the last report. @param {object} request @param {AbortSignal} [signal] */
  async *#reports(request, signal) {
    let newest = null;
    let isOver = false;
    /** @type {{ error: unknown } | null} */
    let failure = null;
    let wake = () => {};
    const job = this.#run(request, signal, (report) => {
      newest = report;
      wake();
    });
    job.result.then((report) => (newest = report), (error) => (failure = { error })).finally(() => {
      isOver = true;
      wake();
    });
    try {
      for (;;) {
        if (failure) throw /** @type {{ error: unknown }} */ (failure).error;
        if (newest) {
          const report = newest;
          newest = null;
          yield report;
        } else if (isOver) {
          return;
        } else {
          await new Promise((resolve) => (wake = () => resolve(null)));
        }
      }
    } finally {
      this.#cancel(job, null);
    }
  }

  /** Passes a request to the worker after those before it. @param {object} request @param {AbortSignal} [signal] @param {(report: any) => void} tell */
  #run(request, signal, tell = () => {}) {
    const job = new Job({ id: ++this.#last, ...request }, tell);
    if (this.#end || signal?.aborted) {
      job.isOpen = false;
      job.reject(this.#end ?? signal?.reason);
      return job;
    }
    const abort = () => this.#cancel(job, signal?.reason);
    signal?.addEventListener("abort", abort);
    job.result.catch(() => {}).finally(() => signal?.removeEventListener("abort", abort));
    this.#jobs.push(job);
    if (this.#jobs.length === 1) this.#begin();
    return job;
  }

  /** Sends the next job to the worker. */
  #begin() {
    this.#worker.hold(this.#jobs.length > 0);
    if (this.#jobs.length > 0) this.#worker.post(this.#jobs[0].request);
  }

  /** Rejects a job at once. The worker ends its search after the current slice. @param {Job} job @param {unknown} reason */
  #cancel(job, reason) {
    if (!job.isOpen) return;
    job.isOpen = false;
    job.reject(reason);
    const place = this.#jobs.indexOf(job);
    if (place === 0) this.#worker.post({ stop: job.request.id });
    else if (place > 0) this.#jobs.splice(place, 1);
  }

  /** Takes what the worker posts: a report, the end of the job, or the end of the worker. @param {any} data */
  #receive({ report, result, error, failure }) {
    if (this.#end) return;
    if (failure !== undefined) return this.#finish(`the worker of the engine has failed: ${failure}`);
    const [job] = this.#jobs;
    if (report !== undefined) {
      if (job.isOpen) job.tell(report);
      return;
    }
    this.#jobs.shift();
    if (job.isOpen) {
      job.isOpen = false;
      if (error === undefined) job.resolve(result);
      else job.reject(new OnepureError(error));
    }
    this.#begin();
  }

  /** Ends the worker and all jobs. @param {string} reason */
  #finish(reason) {
    if (this.#end) return;
    this.#end = new OnepureError(reason);
    this.#worker.end();
    for (const job of this.#jobs.splice(0)) {
      if (job.isOpen) job.reject(this.#end);
      job.isOpen = false;
    }
  }
}
