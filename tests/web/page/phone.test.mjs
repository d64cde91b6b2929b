// A game in the page with the engine, in Chromium and in Firefox: in Korean, 390 pixels wide, by touch and by keyboard, after the server
// has ended. puppeteer-core drives both browsers by one interface. Variables: ONEPURE_SITE, the page; ONEPURE_NODE, the folder of
// puppeteer-core and axe-core; ONEPURE_CHROMIUM and ONEPURE_FIREFOX, the browsers; ONEPURE_PICTURES, a folder for pictures (optional).
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { serveSite } from "./site.mjs";

const { ONEPURE_NODE, ONEPURE_CHROMIUM, ONEPURE_FIREFOX, ONEPURE_PICTURES, CI } = process.env;
const PATIENCE = Number(process.env.ONEPURE_PATIENCE ?? 120_000);
const load = createRequire(`${ONEPURE_NODE}/`);
const puppeteer = load("puppeteer-core");
const AXE = readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");
const COLUMNS = "ABCDEFGHJ";
const VIEW = { width: 390, height: 844 };

const BROWSERS = {
  chromium: {
    browser: "chrome", executablePath: ONEPURE_CHROMIUM, args: ["--no-sandbox", "--accept-lang=ko-KR"], view: { ...VIEW, hasTouch: true },
  },
  firefox: {
    browser: "firefox", executablePath: ONEPURE_FIREFOX, extraPrefsFirefox: { "intl.accept_languages": "ko-KR" }, view: VIEW,
  },
};

const until = (page, condition, ...values) => page.waitForFunction(condition, { timeout: PATIENCE, polling: 100 }, ...values);
const isReady = (page) => until(page, () => document.querySelector("#board svg") && document.querySelector("#connection").hidden);
const moves = (page) => page.$eval("#number", ({ textContent }) => Number.parseInt(textContent, 10));
const hasMoves = (page, number) =>
  until(page, (least) => Number.parseInt(document.querySelector("#number").textContent, 10) >= least, number);
const told = (page) => page.$eval("#told", ({ textContent }) => textContent);

/** Fails on any finding of axe-core. */
async function accessible(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`), []);
}

/** Touches the middle of an element, or another place in it. */
async function touch(page, selector, place = ({ width, height }) => [width / 2, height / 2]) {
  const element = await page.$(selector);
  await element.scrollIntoView();
  const box = await element.boundingBox();
  const [x, y] = place(box);
  await page.touchscreen.tap(box.x + x, box.y + y);
}

/** Touches a point of a board with nine lines, whose drawing is 412 units wide with 40 units between two lines. */
const touchPoint = (page, vertex) => touch(page, "#board svg", ({ width }) => [
  (46 + 40 * COLUMNS.indexOf(vertex[0])) * width / 412, (46 + 40 * (9 - Number(vertex[1]))) * width / 412,
]);

/** Moves the focus by the Tab key to an element. */
async function tabTo(page, selector) {
  for (let count = 0; count < 60; count += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`expected ${selector} within 60 steps of the Tab key`);
}

async function picture(page, name) {
  if (!ONEPURE_PICTURES) return;
  mkdirSync(ONEPURE_PICTURES, { recursive: true });
  await page.screenshot({ path: `${ONEPURE_PICTURES}/${name}.png` });
}

/** Plays a game against the engine until the person resigns. */
async function play(page, name) {
  await touch(page, "#new-game");
  await page.select("[name=size]", "9");
  await page.select("[name=level]", "1");
  await accessible(page);
  await touch(page, "#dialog-new [value=start]");
  await until(page, () => document.querySelector("#board svg").getAttribute("viewBox").startsWith("0 0 412 "));
  await touchPoint(page, "E5");
  await hasMoves(page, 2);
  // After a touch the arrows step through the game, until Enter shows the cursor at the touched point.
  await tabTo(page, "#board");
  await page.keyboard.press("Enter");
  const target = /A1/.test(await told(page)) ? "A2" : "A1";
  for (const key of ["ArrowLeft", "ArrowDown"]) for (let step = 0; step < 4; step += 1) await page.keyboard.press(key);
  if (target === "A2") await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await hasMoves(page, 4);
  await page.keyboard.press("p");
  await hasMoves(page, 6);
  await accessible(page);
  await picture(page, `phone-${name}-game`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= VIEW.width, `expected at most ${VIEW.width} pixels, got ${wide}`);
  await touch(page, "#resign");
  await touch(page, "#dialog-confirm [value=yes]");
  await until(page, () => /백/.test(document.querySelector("#conclusion").textContent));
  await accessible(page);
  await picture(page, `phone-${name}-end`);
  assert.equal(await moves(page), 6);
}

for (const [name, { executablePath, view, ...options }] of Object.entries(BROWSERS)) {
  const isMissing = !executablePath && !CI && `${name} is missing; tests/clients/install.sh installs it`;
  test(`${name} plays a game without a server, by touch and by keyboard`, { skip: isMissing }, async () => {
    assert.ok(executablePath, `${name} is missing: tests/clients/install.sh installs it`);
    const site = await serveSite();
    const browser = await puppeteer.launch({ executablePath, timeout: PATIENCE, protocolTimeout: PATIENCE, ...options });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE);
      const faults = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== new URL(site.url).origin) faults.push(`asks ${origin}`);
      });
      await page.setViewport(view);
      await page.goto(site.url);
      await isReady(page);
      await until(page, () => navigator.serviceWorker.controller !== null);
      await site.end();
      await assert.rejects(fetch(site.url), "the server has ended");
      await page.reload();
      await isReady(page);
      assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, innerWidth]), ["ko", VIEW.width]);
      await play(page, name);
      assert.deepEqual(faults, []);
    } finally {
      await browser.close();
      await site.end();
    }
  });
}
