// Shared parts of the tests of the page in a real browser. tests/web/page.rs runs them with node --test. Variables of the environment:
// ONEPURE_PROGRAM, the program; ONEPURE_NODE, the folder of playwright-core and axe-core; ONEPURE_BROWSER, the browser;
// ONEPURE_PICTURES, a folder for pictures of the page (optional); ONEPURE_PAGES, a folder with the page's files (optional), to test
// changes without a build; ONEPURE_SITE, the folder from packaging/page/build (optional), to test that page instead of the program's.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { serveSite } from "./site.mjs";

export const { ONEPURE_PROGRAM, ONEPURE_NODE, ONEPURE_BROWSER, ONEPURE_PICTURES, ONEPURE_REPORTS, ONEPURE_PAGES, ONEPURE_SITE } = process.env;
const load = createRequire(`${ONEPURE_NODE}/`);
const { chromium } = load("playwright-core");
export const PATIENCE = Number(process.env.ONEPURE_PATIENCE ?? 60_000);

/** Starts the program, and returns its address. */
export async function serve(...words) {
  const server = spawn(ONEPURE_PROGRAM, ["web", "--threads", "1", "--port", "0", ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    server.stdout.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", () => reject(new Error("the program has ended")));
  });
  return { url, end: () => new Promise((resolve) => { server.once("exit", resolve); server.kill(); }) };
}

export let browser;
export let server;
before(async () => {
  // Chromium takes a page from a folder for a foreign one, and would refuse its connections to this machine.
  const args = ["--no-sandbox", ...(ONEPURE_PAGES ? ["--disable-features=LocalNetworkAccessChecks"] : [])];
  browser = await chromium.launch({ executablePath: ONEPURE_BROWSER, args });
  server = ONEPURE_SITE ? await serveSite() : await serve("--size", "9");
});
after(async () => {
  await browser?.close();
  await server?.end();
});

/** Answers a request with the folder's file. The page itself keeps the values that the program filled in. */
async function fromFolder(route) {
  const { pathname } = new URL(route.request().url());
  const file = `${ONEPURE_PAGES}/${pathname === "/" ? "index.html" : pathname.slice(1)}`;
  if (!existsSync(file)) return route.continue();
  if (pathname !== "/") return route.fulfill({ path: file });
  const response = await route.fetch();
  const text = await response.text();
  const tag = (name) => new RegExp(`<${name}[^>]*>`);
  let body = readFileSync(file, "utf8");
  for (const name of ["html", "body"]) body = body.replace(tag(name), tag(name).exec(text)[0]);
  return route.fulfill({ response, body });
}

/** A script that delays each message to the session by this time, as a slow connection does. */
export const slow = (milliseconds) => `const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), ${milliseconds}); };`;

/** Opens the page in a new context. `close` fails if there were errors in it. `script` runs before the page's scripts. */
export async function open({ url = server.url, width = 1280, height = 860, ownClock = false, script = "", ...context } = {}) {
  const own = await browser.newContext({ viewport: { width, height }, ...context });
  if (ONEPURE_PAGES) await own.route(/^http/, fromFolder);
  if (script) await own.addInitScript(script);
  return openIn(own, url, ownClock);
}

/** Opens another tab in the context of a page. */
export const openTab = (page) => openIn(page.context(), page.url());

async function openIn(own, url, ownClock = false) {
  const page = await own.newPage();
  if (ownClock) await page.clock.install();
  page.setDefaultTimeout(PATIENCE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|422/.test(message.text())) page.faults.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (["http:", "https:", "ws:", "wss:"].includes(protocol) && host !== new URL(url).host) page.faults.push(`asks ${host}`);
  });
  await page.goto(url);
  await page.waitForSelector("#board svg");
  await page.waitForSelector("#connection[hidden]", { state: "attached" });
  return page;
}

export async function close(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** The place of a point in the board's element, in pixels. */
async function position(page, vertex) {
  const [column, row] = [COLUMNS.indexOf(vertex[0]), Number(vertex.slice(1)) - 1];
  const box = await page.locator("#board svg").boundingBox();
  const viewBox = await page.getAttribute("#board svg", "viewBox");
  const side = Number(viewBox.split(" ")[2]);
  const size = (side - 92) / 40 + 1;
  const scale = box.width / side;
  return { box, x: (46 + column * 40) * scale, y: (46 + (size - 1 - row) * 40) * scale };
}

/** The place of a point on the screen. */
export async function place(page, vertex) {
  const { box, x, y } = await position(page, vertex);
  return [box.x + x, box.y + y];
}

export async function click(page, vertex, options = {}) {
  const { x, y } = await position(page, vertex);
  await page.locator("#board").click({ position: { x, y }, ...options });
}

export const number = (page, text) => page.waitForFunction((wanted) => document.querySelector("#number").textContent === wanted, String(text));
export const told = (page, part) => page.waitForFunction((wanted) => document.querySelector("#told").textContent.includes(wanted), part);

/** Waits until `action` has put another game on the board. */
export async function changed(page, action) {
  await page.evaluate(() => document.querySelector("#board svg").setAttribute("data-old", ""));
  await action();
  await page.waitForSelector("#board svg:not([data-old])");
}

export async function newGame(page, choices) {
  await page.click("#new-game");
  for (const [name, value] of Object.entries(choices)) await page.selectOption(`[name=${name}]`, value);
  await changed(page, () => page.click("#dialog-new [value=start]"));
}

/** Plays moves for both colours, one after the other. */
export async function playAll(page, line, first = 0) {
  let count = first;
  for (const vertex of line.split(" ")) {
    if (vertex === "pass") await page.click("#abstain");
    else await click(page, vertex);
    await number(page, (count += 1));
  }
}

export async function picture(page, name) {
  if (!ONEPURE_PICTURES) return;
  mkdirSync(ONEPURE_PICTURES, { recursive: true });
  await page.screenshot({ path: `${ONEPURE_PICTURES}/${name}.png` });
}

/** The record that the page saves. */
export async function saved(page) {
  const [record] = await Promise.all([page.waitForEvent("download"), page.click("#save-game")]);
  return readFileSync(await record.path(), "utf8");
}

/** Fails on any finding of axe-core. */
export async function accessible(page) {
  await page.evaluate(readFileSync(load.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`), []);
}

export async function paste(page, text) {
  await page.click("#open-game");
  await page.fill("#open-text", text);
  const isGame = /[;.]/.test(text);
  const show = () => page.click("#dialog-open [value=show]");
  await (isGame ? changed(page, show) : show());
}
