// A static server of the page with the engine in it: ONEPURE_SITE, the folder from packaging/page/build.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const { ONEPURE_SITE } = process.env;

const KINDS = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The file and its type for a path of the address; the content is null if there is no such file. */
export async function fileOf(path) {
  const file = join(ONEPURE_SITE, normalize(path.endsWith("/") ? `${path}index.html` : path));
  return { content: await readFile(file).catch(() => null), kind: KINDS[extname(file)] ?? "text/plain" };
}

/** The headers for a page that shares its process with no other, which lets it measure its memory. */
export const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/** Serves the page, and notes the paths of all requests. */
export async function serveSite(asked = [], headers = {}) {
  const site = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    asked.push(path);
    const { content, kind } = await fileOf(path);
    response.writeHead(content ? 200 : 404, { "content-type": kind, ...headers });
    response.end(content);
  });
  await new Promise((resolve) => { site.listen(0, "127.0.0.1", resolve); });
  return {
    url: `http://127.0.0.1:${site.address().port}/`,
    end() {
      site.closeAllConnections();
      return new Promise((resolve) => { site.close(resolve); });
    },
  };
}

/**
 * Starts a worker with a session of its own in a page of the site: `globalThis.worker`. It takes the module that
 * the page has chosen.
 */
export async function startWorker() {
  const engine = () => performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".wasm"))?.name;
  while (!engine()) await new Promise((resolve) => { setTimeout(resolve, 50); });
  globalThis.worker = new Worker("worker.js", { type: "module" });
  globalThis.worker.postMessage({ module: await WebAssembly.compileStreaming(fetch(engine())) });
  await new Promise((resolve) => { globalThis.worker.addEventListener("message", resolve, { once: true }); });
}
