// The program whose page the tests use. Variables: ONEPURE_PROGRAM, the program; ONEPURE_PAGES, a folder with the page's files
// (optional), to test changes without a build.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const { ONEPURE_PROGRAM, ONEPURE_PAGES } = process.env;

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Chromium takes a page from a folder for a foreign one, and would refuse its connections to this machine. */
export const CHROMIUM = ["--no-sandbox", ...(ONEPURE_PAGES ? ["--disable-features=LocalNetworkAccessChecks"] : [])];

/** Opens the menu or the tab in which an element of the page is. This runs in the page. */
export function uncover(selector) {
  const element = document.querySelector(selector);
  const menu = element?.closest("details:not([open])");
  const panel = element?.closest("[role=tabpanel][hidden]");
  if (panel) document.querySelector(`[aria-controls=${panel.id}]`).click();
  if (menu && !element.closest("summary")) menu.querySelector("summary").click();
}

/** Lets these methods of a page open the menu or the tab first, as a person does. */
export function uncovering(page, ...methods) {
  for (const name of methods) {
    const method = page[name].bind(page);
    page[name] = async (selector, ...rest) => {
      const [id] = /^(?:#[\w-]+|\[name=\w+\])/.exec(selector) ?? [];
      if (id) await page.evaluate(uncover, id);
      return method(selector, ...rest);
    };
  }
}

/** Starts the program, and returns its address. */
export async function serve(...words) {
  const server = spawn(ONEPURE_PROGRAM, ["web", "--threads", "1", "--port", "0", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    server.stdout.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", () => reject(new Error("the program has ended")));
  });
  return { url, end: () => new Promise((resolve) => { server.once("exit", resolve); server.kill(); }) };
}

/**
 * The folder's file for an address; null if it has none. The page itself keeps the values that the program filled in for a browser with
 * these headers.
 */
export async function fromFolder(url, headers) {
  const { pathname } = new URL(url);
  const file = `${ONEPURE_PAGES}/${pathname === "/" ? "index.html" : pathname.slice(1)}`;
  if (!existsSync(file)) return null;
  let body = readFileSync(file, "utf8");
  if (pathname === "/") {
    const text = await (await fetch(url, { headers: { "accept-language": headers["accept-language"] ?? "" } })).text();
    for (const part of [/<html[^>]*>/, /<body[^>]*>/, /<script [^>]*id="first-scenes">[^<]*/]) body = body.replace(part, () => part.exec(text)[0]);
  }
  return { body, contentType: KINDS[extname(file)] };
}
