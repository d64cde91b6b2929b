// The memory of the page with the engine after a hundred moves on 19×19, in Chromium. Variables: ONEPURE_SITE, the page; ONEPURE_NODE, the
// folder of puppeteer-core; ONEPURE_CHROMIUM, the browser; ONEPURE_LEVEL, the level of both players (optional).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { ISOLATED, serveSite } from "./site.mjs";

const { ONEPURE_NODE, ONEPURE_CHROMIUM, ONEPURE_LEVEL = "2" } = process.env;
const PATIENCE = Number(process.env.ONEPURE_PATIENCE ?? 300_000);
const puppeteer = createRequire(`${ONEPURE_NODE}/`)("puppeteer-core");

/** The memory that the page may have, in bytes. */
const MOST = 200e6;
const TURNS = 100;

const mega = (bytes) => (bytes / 1e6).toFixed(1);

/** The resident memory of the largest process of a page, which has the browser's own code and the compiled code of the engine as well. */
async function resident(browser) {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const status = ({ id }) => readFileSync(`/proc/${id}/status`, "utf8");
  const sizes = processInfo.filter(({ type }) => type === "renderer").map((each) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(status(each))[1]));
  return Math.max(...sizes);
}

test("the page has less than 200 MB after a hundred moves on 19×19", async () => {
  const site = await serveSite([], ISOLATED);
  const browser = await puppeteer.launch({
    browser: "chrome", executablePath: ONEPURE_CHROMIUM, timeout: PATIENCE, protocolTimeout: PATIENCE,
    // Measures at once instead of at the next collection of garbage.
    args: ["--no-sandbox", "--enable-blink-features=ForceEagerMeasureMemory"],
  });
  try {
    const page = await browser.newPage();
    console.log(`a process without a page: ${mega(await resident(browser))} MB`);
    page.setDefaultTimeout(PATIENCE);
    await page.goto(site.url);
    await page.waitForFunction(() => document.querySelector("#connection").hidden, { polling: 100 });
    await page.click("#new-game");
    await page.select("[name=size]", "19");
    await page.select("[name=players]", "engines");
    await page.select("[name=level]", ONEPURE_LEVEL);
    await page.click("#dialog-new [value=start]");
    await page.waitForFunction(
      (turns) => Number.parseInt(document.querySelector("#number").textContent, 10) >= turns, { polling: 500 }, TURNS,
    );
    await page.click("#pause");
    // The browser's sum lacks the memories of WebAssembly. A second call of the loader returns what the first has started.
    const { bytes } = await page.evaluate(() => performance.measureUserAgentSpecificMemory());
    const [worker] = page.workers();
    const engine = await worker.evaluate(async () => {
      const { default: init } = await import(new URL("onepure.js", location.href));
      return (await init()).memory.buffer.byteLength;
    });
    console.log(`after ${TURNS} moves: page and worker ${mega(bytes)} MB, engine ${mega(engine)} MB, process ${mega(await resident(browser))} MB`);
    assert.ok(engine > 0 && bytes + engine < MOST, `expected less than ${MOST} bytes, got ${bytes} + ${engine}`);
  } finally {
    await browser.close();
    await site.end();
  }
});
