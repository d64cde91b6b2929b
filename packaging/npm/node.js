/** The session in Node, with the fastest module that it can compile. */
import { readFileSync } from "node:fs";
import { initSync } from "./onepure.js";
import { engine } from "./simd.js";

if (!engine) throw new Error("onepure: expected a Node with WebAssembly SIMD, version 18 or later");
initSync({ module: readFileSync(new URL(engine, import.meta.url)) });

export { Session, record, signature } from "./onepure.js";
