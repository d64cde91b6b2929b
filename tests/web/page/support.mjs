// Shared parts of the tests of the page in a real browser. tests/web/page.rs runs them with node --test. Variables of the environment:
// those of program.mjs; ONEPURE_NODE, the folder of playwright-core and axe-core; ONEPURE_BROWSER, the browser;
// ONEPURE_PICTURES, a folder for pictures of the page (optional); ONEPURE_SITE, the folder from packaging/page/build (optional), to
// test that page instead of the program's.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { CHROMIUM, fromFolder, serve, uncovering } from "./program.mjs";
import { serveSite } from "./site.mjs";

export { serve };
export const { ONEPURE_PROGRAM, ONEPURE_NODE, ONEPURE_BROWSER, ONEPURE_PICTURES, ONEPURE_REPORTS, ONEPURE_PAGES, ONEPURE_SITE } = process.env;
const load = createRequire(`${ONEPURE_NODE}/`);
const { chromium } = load("playwright-core");
export const PATIENCE = Number(process.env.ONEPURE_PATIENCE ?? 60_000);

export let browser;
export let server;
before(async () => {
  browser = await chromium.launch({ executablePath: ONEPURE_BROWSER, args: CHROMIUM });
  server = ONEPURE_SITE ? await serveSite() : await serve("--size", "9");
});
after(async () => {
  await browser?.close();
  await server?.end();
});

/** Answers a request with the folder's file. */
async function fulfil(route) {
  const answer = await fromFolder(route.request().url(), await route.request().allHeaders());
  await (answer ? route.fulfill(answer) : route.continue());
}

/** A script that delays each message to the session by this time, as a slow connection does. */
export const slow = (milliseconds) => `const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), ${milliseconds}); };`;

/** Opens the page in a new context. `close` fails if there were errors in it. `script` runs before the page's scripts. */
export async function open({ url = server.url, width = 1280, height = 860, ownClock = false, script = "", ...context } = {}) {
  const own = await browser.newContext({ viewport: { width, height }, ...context });
  if (ONEPURE_PAGES) await own.route(/^http/, fulfil);
  if (script) await own.addInitScript(script);
  return openIn(own, url, ownClock);
}

/** Opens another tab in the context of a page. */
export const openTab = (page) => openIn(page.context(), page.url());

/** A blank page in a context. Its actions open the menu or the part that hides their element. */
export async function blank(own) {
  const page = await own.newPage();
  uncovering(page, "click", "fill", "selectOption", "focus", "hover");
  page.setDefaultTimeout(PATIENCE);
  return page;
}

async function openIn(own, url, ownClock = false) {
  const page = await blank(own);
  if (ownClock) await page.clock.install();
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

/** Does what puts another game on the board, which `changed` waits for, and leaves the game there if the page asks. */
async function leave(page, action) {
  await action();
  await page.waitForSelector("#dialog-confirm[open], #board svg:not([data-old])");
  if (await page.isVisible("#dialog-confirm")) await page.click("#dialog-confirm [value=yes]");
}

export async function newGame(page, choices) {
  await page.click("#new-game");
  for (const [name, value] of Object.entries(choices)) await page.selectOption(`[name=${name}]`, value);
  await changed(page, () => leave(page, () => page.click("#dialog-new [value=start]")));
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
  await (isGame ? changed(page, () => leave(page, show)) : show());
}

/** A game in which Black's moves in the corners, A9, J9 and A1, are mistakes. */
export const MISTAKES = "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese]PB[Ada]PW[Bo <i>];B[ee];W[ge];B[cg];W[gg];B[ec];W[gc];B[aa];W[ei];B[ia];W[fe];B[ai];W[ed])";

/** Opens that game, and analyses all of it. */
export async function analysedMistakes(page) {
  await paste(page, MISTAKES);
  await number(page, "0 / 12");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelector("#sweep").getAttribute("aria-pressed") === "false" &&
    document.querySelector("#chart .wins"), undefined, { timeout: 4 * PATIENCE });
}
