// A game in the page with the engine, in Chromium and in Firefox: in Korean, 390 pixels wide, by touch and by keyboard, after the server
// has ended. Variables: ONEPURE_SITE, the page; those of both.mjs.
import assert from "node:assert/strict";
import { PATIENCE, accessible, inEach, isReady, picture, textOf, touch, touchPoint, until, viewport } from "./both.mjs";
import { serveSite } from "./site.mjs";

const VIEW = { width: 390, height: 844, hasTouch: true };

const moves = async (page) => Number.parseInt(await textOf(page, "#number"), 10);
const hasMoves = (page, number) =>
  until(page, (least) => Number.parseInt(document.querySelector("#number").textContent, 10) >= least, number);

/** Moves the focus by the Tab key to an element. */
async function tabTo(page, selector) {
  for (let count = 0; count < 60; count += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`expected ${selector} within 60 steps of the Tab key`);
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
  const target = /A1/.test(await textOf(page, "#told")) ? "A2" : "A1";
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

inEach("a game is played without a server, by touch and by keyboard", async (name, start) => {
  const site = await serveSite();
  const browser = await start("ko-KR");
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const faults = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(site.url).origin) faults.push(`asks ${origin}`);
    });
    await page.setViewport(viewport(name, VIEW));
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
