// Shared parts of the tests in Chromium and in Firefox. puppeteer-core drives both browsers by one interface. Variables: those of
// program.mjs; ONEPURE_NODE, the folder of puppeteer-core and axe-core; ONEPURE_CHROMIUM and ONEPURE_FIREFOX, the browsers;
// ONEPURE_PICTURES, a folder for pictures (optional); ONEPURE_SITE, the folder from packaging/page/build (optional), to test that page
// instead of the program's.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { CHROMIUM, fromFolder, serve, uncovering } from "./program.mjs";
import { serveSite } from "./site.mjs";

const { ONEPURE_NODE, ONEPURE_CHROMIUM, ONEPURE_FIREFOX, ONEPURE_PICTURES, ONEPURE_PAGES, ONEPURE_SITE, CI } = process.env;
export const PATIENCE = Number(process.env.ONEPURE_PATIENCE ?? 120_000);
const load = createRequire(`${ONEPURE_NODE}/`);
const puppeteer = load("puppeteer-core");
const AXE = readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");
const COLUMNS = "ABCDEFGHJKLMNOPQRST";

const BROWSERS = {
  chromium: { browser: "chrome", executablePath: ONEPURE_CHROMIUM },
  firefox: { browser: "firefox", executablePath: ONEPURE_FIREFOX },
};

/** Starts a browser that prefers this language. */
const launch = (name, language) => puppeteer.launch({
  ...BROWSERS[name], timeout: PATIENCE, protocolTimeout: PATIENCE,
  ...(name === "chromium" && { args: [...CHROMIUM, `--accept-lang=${language}`] }),
  ...(name === "firefox" && { extraPrefsFirefox: { "intl.accept_languages": language } }),
});

/** A screen. puppeteer-core tells Chromium alone that it can be touched; Firefox takes touches without that. */
export const viewport = (name, { hasTouch, ...size }) => ({ ...size, hasTouch: hasTouch && name === "chromium" });

/** A test in each browser. `run` gets the browser's name and a function that starts it. */
export function inEach(title, run) {
  for (const [name, { executablePath }] of Object.entries(BROWSERS)) {
    const isMissing = !executablePath && !CI && `${name} is missing; tests/clients/install.sh installs it`;
    test(`${title}: ${name}`, { skip: isMissing }, async () => {
      assert.ok(executablePath, `${name} is missing: tests/clients/install.sh installs it`);
      await run(name, (language) => launch(name, language));
    });
  }
}

/** The program, and the browsers of this file's tests. */
let server;
const running = {};
export function startProgram() {
  before(async () => {
    server = ONEPURE_SITE ? await serveSite() : await serve("--size", "9");
  });
  after(async () => {
    for (const browser of Object.values(running)) await browser.close();
    await server?.end();
  });
}

/** A script that keeps the text of a saved file in `globalThis.saved`, where a browser would ask for a place. */
const KEEP_FILES = `const [{ click }, { createObjectURL }] = [HTMLAnchorElement.prototype, URL];
  let file;
  URL.createObjectURL = (content) => createObjectURL.call(URL, (file = content));
  HTMLAnchorElement.prototype.click = function () {
    if (this.download) globalThis.saved = file.text();
    else click.call(this);
  };`;

/** A test with the program's page in each browser. It fails if there were errors in the page. `script` runs before the page's. */
export function onPage(title, run, { width = 1280, height = 860, hasTouch = false, language = "en", script = "" } = {}) {
  inEach(title, async (name, start) => {
    running[name] ??= await start("en-US");
    const context = await running[name].createBrowserContext();
    // A page that is left open may take the focus from the next one.
    try {
      const page = await context.newPage();
      uncovering(page, "click", "select", "focus", "hover", "type");
      page.faults = [];
      page.suffix = name === "chromium" ? "" : `-${name}`;
      page.setDefaultTimeout(PATIENCE);
      page.on("pageerror", ({ message }) => page.faults.push(message));
      await page.setViewport(viewport(name, { width, height, hasTouch }));
      await page.evaluateOnNewDocument(KEEP_FILES + script);
      if (ONEPURE_PAGES) {
        await page.setRequestInterception(true);
        page.on("request", async (request) => {
          const answer = request.method() === "GET" ? await fromFolder(request.url(), request.headers()) : null;
          await (answer ? request.respond({ status: 200, ...answer }) : request.continue());
        });
      }
      await page.goto(server.url);
      await isReady(page);
      if (language === "ko") {
        await page.click("#language");
        await until(page, () => document.querySelector("#abstain").textContent === "불착");
      }
      await run(page);
      assert.deepEqual(page.faults, []);
    } finally {
      await context.close();
    }
  });
}

export const until = (page, condition, ...values) => page.waitForFunction(condition, { timeout: PATIENCE, polling: 100 }, ...values);
export const isReady = (page) => until(page, () => document.querySelector("#board svg") && document.querySelector("#connection").hidden);
export const number = (page, text) => until(page, (wanted) => document.querySelector("#number").textContent === wanted, String(text));
export const textOf = (page, selector) => page.$eval(selector, ({ textContent }) => textContent);
export const hasText = (page, selector, part) =>
  until(page, (wanted, words) => document.querySelector(wanted).textContent.includes(words), selector, part);
export const isVisible = (page, selector) => page.$eval(selector, (element) => element.checkVisibility());
export const isShown = (page, selector) => until(page, (wanted) => document.querySelector(wanted)?.checkVisibility(), selector);

/** Waits until no dialog is open and the page has taken the answer, for which its event comes a task later. */
export async function isClosed(page) {
  await until(page, () => !document.querySelector("dialog[open]"));
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); }));
}

export async function reload(page) {
  await page.reload();
  await isReady(page);
}

/** The place of a point of the board on the screen. */
async function placeOf(page, vertex) {
  const { left, top, width, lines } = await page.$eval("#board svg", (svg) => {
    const box = svg.getBoundingClientRect();
    return { left: box.left, top: box.top, width: box.width, lines: (svg.viewBox.baseVal.width - 92) / 40 + 1 };
  });
  const [column, row] = [COLUMNS.indexOf(vertex[0]), lines - Number(vertex.slice(1))];
  const unit = width / (92 + 40 * (lines - 1));
  return [left + (46 + 40 * column) * unit, top + (46 + 40 * row) * unit];
}

/** Clicks on a point of the board. */
export async function click(page, vertex) {
  await page.mouse.click(...await placeOf(page, vertex));
}

/** Scrolls to an element if it is out of view, as a person does. */
const scrollTo = (page, selector) => page.$eval(selector, (element) => element.scrollIntoView({ block: "nearest" }));

/** Touches the middle of an element. */
export async function touch(page, selector) {
  await scrollTo(page, selector);
  const { x, y, width, height } = await (await page.$(selector)).boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** Touches a point of the board. */
export async function touchPoint(page, vertex) {
  await scrollTo(page, "#board");
  await page.touchscreen.tap(...await placeOf(page, vertex));
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

/** Does what puts another game on the board, and waits for it. */
export async function changed(page, action) {
  await page.$eval("#board svg", (svg) => svg.setAttribute("data-old", ""));
  await action();
  await until(page, () => !document.querySelector("#board svg").hasAttribute("data-old"));
}

/** Chooses the settings of a new game, which the dialog shows. */
export async function chooseGame(page, choices) {
  for (const [name, value] of Object.entries(choices)) await page.select(`[name=${name}]`, value);
}

/** Begins a game in the place of one that the page leaves without a question. */
export async function newGame(page, choices) {
  await page.click("#new-game");
  await chooseGame(page, choices);
  await changed(page, () => page.click("#dialog-new [value=start]"));
}

/** Gives the page a record. */
export async function show(page, text) {
  await page.click("#open-game");
  await isShown(page, "#open-text");
  await page.$eval("#open-text", (field, record) => { field.value = record; }, text);
  await page.click("#dialog-open [value=show]");
}

/** The record that the page saves. */
export async function saved(page) {
  await page.click("#save-game");
  return page.evaluate(() => globalThis.saved);
}

/** Fails on any finding of axe-core. */
export async function accessible(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`), []);
}

export async function picture(page, name) {
  if (!ONEPURE_PICTURES) return;
  mkdirSync(ONEPURE_PICTURES, { recursive: true });
  await page.$eval("#toast", (toast) => toast.classList.remove("shown"));
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  await page.screenshot({ path: `${ONEPURE_PICTURES}/${name}.png` });
}
