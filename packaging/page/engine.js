/**
 * The engine of the page, in the place of `src/web/pages/engine.js`: loads its module, while the page shows the board already, and starts
 * the workers that run it. Then it installs the service worker, so that the page opens without a network. The page works without that too.
 */
import { engine } from "./simd.js";

/** The module, once it is asked for. @type {Promise<WebAssembly.Module> | null} */
let module = null;

async function compiled() {
  if (!engine) throw new Error("no SIMD");
  // The files of the page come first.
  const response = await fetch(engine, { priority: "low" });
  if (!response.ok) throw new Error(`${engine}: expected the file, got status ${response.status}`);
  // A browser compiles while the file arrives only if the server sends its type.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The module. After a failure the next call tries again. */
function load() {
  module ??= compiled().catch((error) => {
    module = null;
    throw error;
  });
  return module;
}

/**
 * Starts a worker. It receives `{ module }`, or `{ failure }` with the reason if the module does not load.
 * @param {string} script
 */
export function start(script) {
  const worker = new Worker(script, { type: "module" });
  load().then((loaded) => worker.postMessage({ module: loaded }), ({ message }) => worker.postMessage({ failure: message }));
  return worker;
}

// Only then: the service worker loads all files again if the browser's cache does not have them.
load().then(() => navigator.serviceWorker?.register(`service.js?engine=${engine}`)).catch(() => {});
