/**
 * The worker that analyses a whole game, while the other one holds the session. It receives one request
 * `{ bytes, rules, visits }` with a record in SGF, and posts lines of JSON as the server of `onepure web` sends them. After the
 * last one it posts `{ kind: "end" }`, or `{ kind: "failed", reason }` if there is an error. To end it early, terminate it.
 */
import init, { GameAnalysis } from "./onepure.js";
import { engine } from "./simd.js";

addEventListener("message", async ({ data: { bytes, rules, visits } }) => {
  try {
    await init({ module_or_path: new URL(/** @type {string} */ (engine), import.meta.url) });
    const game = new GameAnalysis(new Uint8Array(bytes), rules, visits);
    for (let line = game.next(); line !== undefined; line = game.next()) postMessage(line);
    postMessage({ kind: "end" });
  } catch (error) {
    postMessage({ kind: "failed", reason: String(error) });
  }
});
