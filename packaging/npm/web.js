/** The session in a page or a worker, with the fastest module that the browser can compile. */
import init from "./onepure.js";
import { engine } from "./simd.js";

if (!engine) throw new Error("onepure: expected a browser with WebAssembly SIMD");
await init({ module_or_path: new URL(engine, import.meta.url) });

export { Session, record, signature } from "./onepure.js";
