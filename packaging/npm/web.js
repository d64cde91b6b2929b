/** The library in a page or a worker, with the fastest module that the browser can compile. */
import { Engine as QueuedEngine } from "./engine.js";
import init from "./onepure.js";
import { engine } from "./simd.js";

if (!engine) throw new Error("onepure: expected a browser with WebAssembly SIMD");
// Whole addresses, so that bundlers find the files.
const files = { "relaxed.wasm": new URL("./relaxed.wasm", import.meta.url), "simd.wasm": new URL("./simd.wasm", import.meta.url) };
const response = await fetch(files[engine]);
if (!response.ok) throw new Error(`${engine}: expected the file, got status ${response.status}`);
// A browser compiles while the file arrives only if the server sends its type.
const isTyped = response.headers.get("content-type") === "application/wasm";
const module = await (isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
await init({ module_or_path: module });

/** The memory for the search tree in MiB: a quarter of the program's default, because telephones have less. */
const MEMORY = 64;

/** @type {import("./engine.js").Start} */
function start({ message, failure }) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => message(data));
  worker.addEventListener("error", (event) => failure(event.message || "its script did not load"));
  worker.postMessage({ module });
  return { post: (data) => worker.postMessage(data), hold: () => {}, end: () => worker.terminate() };
}

export class Engine extends QueuedEngine {
  constructor(options = {}) {
    super(start, { memory: MEMORY, ...options });
  }
}

export { IllegalMove, OnepureError } from "./commands.js";
export { Game } from "./game.js";
export { GameAnalysis, Session, record, signature } from "./onepure.js";
