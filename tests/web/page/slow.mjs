// A server of the page over a slow connection, as HTTP/2 with TLS. Chromium's own throttling does not reach workers and service workers,
// so the server delays each answer and shares its bytes per second among all of them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileOf } from "./site.mjs";

/** The figures of Chromium's preset "Slow 4G", which was "Fast 3G" before: 562.5 ms for each request, and 0.9 × 1.6 Mbit/s. */
export const SLOW = { latency: 562.5, bytesPerSecond: 180_000 };

/** The bytes that an answer sends before the next answer has its turn. */
const PIECE = 1800;

/** A certificate for this machine, from openssl. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "onepure-page-"));
  const [key, cert] = ["key", "cert"].map((name) => join(folder, name));
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
    "-subj", "/CN=localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
  const read = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return read;
}

/** Serves the page slowly. A browser may keep its files for ten minutes, as those of GitHub Pages. */
export async function serveSlowly({ latency, bytesPerSecond }) {
  const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  const queue = [];
  let isSending = false;
  async function send() {
    if (isSending) return;
    isSending = true;
    let due = performance.now();
    while (queue.length > 0) {
      const { response, content } = queue.shift();
      const piece = content.subarray(0, PIECE);
      due = Math.max(due, performance.now() - 50) + 1000 * piece.length / bytesPerSecond;
      if (due > performance.now()) await pause(due - performance.now());
      response.write(piece);
      if (content.length > PIECE) queue.push({ response, content: content.subarray(PIECE) });
      else response.end();
    }
    isSending = false;
  }
  const site = createSecureServer(certificate(), async (request, response) => {
    const { content, kind } = await fileOf(decodeURIComponent(new URL(request.url, "https://localhost").pathname));
    await pause(latency);
    response.writeHead(content ? 200 : 404, { "content-type": kind, "content-encoding": "gzip", "cache-control": "max-age=600" });
    queue.push({ response, content: gzipSync(content ?? "") });
    void send();
  });
  const sessions = new Set();
  site.on("session", (session) => sessions.add(session));
  await new Promise((resolve) => { site.listen(0, "127.0.0.1", resolve); });
  return {
    url: `https://127.0.0.1:${site.address().port}/`,
    end() {
      for (const session of sessions) session.destroy();
      return new Promise((resolve) => { site.close(resolve); });
    },
  };
}
