/**
 * The host of the page's session: the server that sent the page, or a Web Worker of the page, which holds the engine
 * as WebAssembly. `engine.js` decides.
 *
 * @typedef {EventTarget & { send: (text: string) => void }} Channel Events are those of a WebSocket: open, message and close.
 * @typedef {{ ok: boolean, text: string }} Answer
 */

import { start } from "./engine.js";
import { items, lines } from "./streams.js";

/** The worker's reason to end if the browser has no SIMD in WebAssembly. */
export const NO_SIMD = "no SIMD";

/** The worker's reason to end if it did not begin. */
export const NO_ENGINE = "no engine";

/** Whether the session is in a worker. */
export const isLocal = start !== null;

/** The language of the page until the person chooses another. */
export const language = isLocal ? navigator.language.slice(0, 2) : document.documentElement.lang;

/**
 * The address of a path on the server, with the token if there is one.
 * @param {string} path
 */
function address(path) {
  const token = new URLSearchParams(location.search).get("token");
  return token ? `${path}${path.includes("?") ? "&" : "?"}token=${token}` : path;
}

/** The network of a file that evaluates; null for those of the engine. @type {{ name: string, bytes: ArrayBuffer } | null} */
let network = null;

/** The callers that wait for the worker to read a file, by number. @type {Map<number, { resolve: (answer: Answer) => void, reject: (error: Error) => void }>} */
const reading = new Map();
let questions = 0;

/** The worker of the session. @type {Worker | null} */
let worker = null;

/** A session in a worker, with the events of a WebSocket. */
class WorkerChannel extends EventTarget {
  #isOpen = false;

  /** @param {(script: string) => Worker} launch */
  constructor(launch) {
    super();
    let own;
    try {
      own = launch("worker.js");
    } catch {
      // The caller adds its listeners first.
      setTimeout(() => this.#close(NO_ENGINE), 0);
      return;
    }
    worker = own;
    own.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.dispatchEvent(new MessageEvent("message", { data }));
      else if (data.kind === "open") this.#open();
      else if (data.kind === "closed") this.#close(data.reason);
      else {
        reading.get(data.id)?.resolve(data);
        reading.delete(data.id);
      }
    });
    own.addEventListener("error", () => this.#close("the worker has ended"));
  }

  #open() {
    this.#isOpen = true;
    // A new session does not have the network of the former one.
    if (network) void read(network).catch(() => {});
    this.dispatchEvent(new Event("open"));
  }

  /** @param {string} text */
  send(text) {
    worker?.postMessage(text);
  }

  /** @param {string} reason */
  #close(reason) {
    worker?.terminate();
    worker = null;
    for (const { reject } of reading.values()) reject(new Error(reason));
    reading.clear();
    this.dispatchEvent(new CloseEvent("close", { reason: this.#isOpen || reason === NO_SIMD ? reason : NO_ENGINE }));
  }
}

/**
 * Opens a channel to a new session.
 * @returns {Channel}
 */
export function connect() {
  if (start) return new WorkerChannel(start);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${address("/gtp")}`);
}

/**
 * The strings that a worker posts until its end. An abort ends the stream with an error.
 * @param {Worker} own
 * @param {AbortSignal} signal
 * @returns {ReadableStream<string>}
 */
function posted(own, signal) {
  return new ReadableStream({
    start(controller) {
      own.addEventListener("message", ({ data }) => {
        if (typeof data === "string") controller.enqueue(data);
        else if (data.kind === "end") controller.close();
        else controller.error(new Error(data.reason));
      });
      own.addEventListener("error", () => controller.error(new Error("the worker has ended")));
      signal.addEventListener("abort", () => controller.error(new Error("stopped")));
    },
  });
}

/**
 * The analysis of every position of a game: lines of JSON, the first of which has the number of positions. Fails if nobody answers.
 * @param {string} record The game in SGF.
 * @param {string} rules
 * @param {number} visits The visits of each position.
 * @param {AbortSignal} signal Ends the analysis.
 */
export async function* analysedGame(record, rules, visits, signal) {
  if (!start) {
    const path = address(`analysis?rules=${encodeURIComponent(rules)}&visits=${visits}`);
    const answer = await fetch(path, { method: "POST", body: record, signal });
    if (!answer.ok || !answer.body) throw new Error(await answer.text());
    yield* lines(answer.body);
    return;
  }
  const bytes = await new Blob([record]).arrayBuffer();
  const own = start("sweeper.js");
  try {
    const found = posted(own, signal);
    own.postMessage({ bytes, rules, visits, network });
    yield* items(found);
  } finally {
    own.terminate();
  }
}

/**
 * Reads a record. Resolves to its tree as JSON, or to one line with its error. Rejects if the host does not answer.
 * @param {Blob | string} record
 * @param {string} rules The rules of a text diagram.
 * @param {string} lang The language of warnings.
 * @returns {Promise<Answer>}
 */
export async function readRecord(record, rules, lang) {
  if (!isLocal) {
    const query = `rules=${encodeURIComponent(rules)}&lang=${lang}`;
    const answer = await fetch(address(`record?${query}`), { method: "POST", body: record });
    return { ok: answer.ok, text: await answer.text() };
  }
  return read({ bytes: await new Blob([record]).arrayBuffer(), rules, language: lang });
}

/**
 * Lets a network of a file evaluate, from now on and in later sessions of the page. Resolves to its name, or to one line with its error.
 * @param {File} file
 */
export async function openNetwork(file) {
  const opened = { name: file.name, bytes: await file.arrayBuffer() };
  const answer = await read(opened);
  if (answer.ok) network = opened;
  return answer;
}

/**
 * Lets the worker read a file. Rejects if it does not answer.
 * @param {object} question
 * @returns {Promise<Answer>}
 */
async function read(question) {
  const own = worker;
  if (!own) throw new Error("there is no worker");
  const id = (questions += 1);
  return new Promise((resolve, reject) => {
    reading.set(id, { resolve, reject });
    own.postMessage({ ...question, id });
  });
}
