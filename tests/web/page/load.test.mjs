// The load of the page with the engine over a slow connection by a slow processor, in Chromium. Variables: ONEPURE_SITE, the page;
// ONEPURE_NODE, the folder of puppeteer-core; ONEPURE_CHROMIUM, the browser. It prints the times; docs/offline.md has those of one machine.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { SLOW, serveSlowly } from "./slow.mjs";

const { ONEPURE_NODE, ONEPURE_CHROMIUM } = process.env;
const PATIENCE = Number(process.env.ONEPURE_PATIENCE ?? 120_000);
const puppeteer = createRequire(`${ONEPURE_NODE}/`)("puppeteer-core");

/** Notes when the page has the board, when it has a stone at its centre and has painted it, and when the engine is ready and answers. */
const WATCH = () => {
  globalThis.times = {};
  const note = (name) => { globalThis.times[name] ??= performance.now(); };
  const look = () => {
    const board = document.querySelector("#board.may-play svg");
    if (board && !globalThis.times.board) {
      note("board");
      // A person would touch the board now.
      const { left, top, width, height } = board.getBoundingClientRect();
      const place = { bubbles: true, clientX: left + width / 2, clientY: top + height / 2 };
      board.dispatchEvent(new PointerEvent("click", place));
    }
    // Until the session has judged the move, its stone is translucent.
    if (document.querySelector("#board svg use[opacity]") && !globalThis.times.stone) {
      note("stone");
      requestAnimationFrame(() => requestAnimationFrame(() => note("painted")));
    }
    if (globalThis.times.board && document.querySelector("#connection").hidden) note("engine");
    if (Number.parseInt(document.querySelector("#number")?.textContent ?? "", 10) >= 2) note("answer");
  };
  new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true, characterData: true });
};

test("the board takes a stone while the engine loads", async () => {
  const site = await serveSlowly(SLOW);
  const browser = await puppeteer.launch({
    browser: "chrome", executablePath: ONEPURE_CHROMIUM, args: ["--no-sandbox", "--ignore-certificate-errors"], timeout: PATIENCE,
    protocolTimeout: PATIENCE,
  });
  try {
    for (const visit of ["first", "second"]) {
      const page = await browser.newPage();
      await page.setViewport({ width: 390, height: 844 });
      await page.emulateCPUThrottling(4);
      await page.evaluateOnNewDocument(WATCH);
      await page.evaluateOnNewDocument(() => localStorage.clear());
      await page.goto(site.url, { timeout: PATIENCE });
      await page.waitForFunction(() => globalThis.times.answer && navigator.serviceWorker.controller, { timeout: PATIENCE, polling: 100 });
      const times = await page.evaluate(() => globalThis.times);
      const [stone, painted, engine, answer] = ["stone", "painted", "engine", "answer"].map((name) => Math.round(times[name]));
      console.log(`${visit} visit: stone ${painted} ms, engine ${engine} ms, answer ${answer} ms`);
      assert.ok(stone < engine && engine <= answer, `expected the stone before the engine, got ${JSON.stringify(times)}`);
      await page.close();
    }
  } finally {
    await browser.close();
    await site.end();
  }
});
