/**
 * The worker that analyses a whole game, while the other one holds the session. It receives the module of the engine from `engine.js`
 * and a request `{ bytes, rules, visits, network }` with a record in SGF and the network `{ name, bytes }` of a file or null, and posts lines
 * of JSON as the server of `onepure web` sends them. After the last one it posts `{ kind: "end" }`, or `{ kind: "failed", reason }` if there is an error. To end it early, terminate it.
 */
import init, { GameAnalysis } from "./onepure.js";

/** What has come so far of the module and the request. @type {Record<string, any>} */
const parts = {};

addEventListener("message", async ({ data }) => {
  const { module, failure, bytes, rules, visits, network } = Object.assign(parts, data);
  if (!bytes || !(module || failure)) return;
  try {
    if (!module) throw failure;
    await init({ module_or_path: module });
    const own = new GameAnalysis(new Uint8Array(bytes), rules, visits);
    const game = network ? own.withNetwork(network.name, new Uint8Array(network.bytes)) : own;
    for (let line = game.next(); line !== undefined; line = game.next()) postMessage(line);
    postMessage({ kind: "end" });
  } catch (error) {
    postMessage({ kind: "failed", reason: String(error) });
  }
});
