/** The library in Node, with the fastest module that it can compile. */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Engine as QueuedEngine } from "./engine.js";
import { initSync } from "./onepure.js";
import { engine } from "./simd.js";

if (!engine) throw new Error("onepure: expected a Node with WebAssembly SIMD, version 20 or later");
const module = new WebAssembly.Module(readFileSync(new URL(engine, import.meta.url)));
initSync({ module });

/** @type {import("./engine.js").Start} */
function start({ message, failure }) {
  // Options of the process, such as --input-type, are not for the worker's script.
  const worker = new Worker(new URL("worker-node.js", import.meta.url), { execArgv: [] });
  worker.on("message", message);
  worker.on("error", (error) => failure(error.message));
  worker.on("exit", (code) => failure(`it ended with code ${code}`));
  worker.postMessage({ module });
  return {
    post: (data) => worker.postMessage(data),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
}

export class Engine extends QueuedEngine {
  constructor(options = {}) {
    super(start, options);
  }
}

export { IllegalMove, OnepureError } from "./commands.js";
export { Game } from "./game.js";
export { GameAnalysis, Session, record, signature } from "./onepure.js";
