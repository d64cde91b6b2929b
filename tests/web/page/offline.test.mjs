// Tests of the page with the engine, from a static server; see support.mjs for the variables.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { serveSite, startWorker } from "./site.mjs";
import {
  ONEPURE_PROGRAM, accessible, blank, browser, changed, click, close, newGame, number, open, paste, picture, saved, told,
} from "./support.mjs";

/** A script that takes relaxed SIMD from the browser: modules with its dot product are invalid. */
const WITHOUT_RELAXED = `const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) => !bytes.join().includes("253,147,2") && validate(bytes);`;

/** The paths of all requests to the server. */
const asked = [];
let site;
let url;
before(async () => {
  site = await serveSite(asked);
  ({ url } = site);
});
after(() => site.end());

test("a game is played against the engine in the page", async () => {
  const page = await open({ url });
  console.log(`the session answered after ${Math.round(await page.evaluate(() => performance.now()))} ms`);
  await newGame(page, { size: "9", players: "black", level: "1" });
  await click(page, "E5");
  await number(page, 2);
  await click(page, "C3");
  await page.waitForFunction(() => Number(document.querySelector("#number").textContent) >= 4);
  await accessible(page);
  await close(page);
});

test("a search for a move ends early, and its move may be refused", async () => {
  const page = await open({ url });
  // One hour: the engine would think for minutes.
  await newGame(page, { size: "9", players: "white", level: "20", clock: "3" });
  await page.click("#move-now");
  await number(page, 1);
  await click(page, "E5");
  await page.waitForSelector("#move-now:not([hidden])");
  await page.click("#undo");
  await page.waitForSelector("#move-now", { state: "hidden" });
  await number(page, "1 / 2");
  await close(page);
});

test("a whole game is analysed while the board is free", async () => {
  const page = await open({ url });
  await paste(page, "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese];B[ee];W[ge];B[cg];W[gg];B[ec];W[gc];B[aa];W[ei];B[ia];W[fe];B[ai];W[ed])");
  await number(page, "0 / 12");
  await page.selectOption("#sweep-visits", "10000");
  await page.click("#sweep");
  await page.waitForSelector("#sweep-progress:not([hidden])");
  await page.click("#forward");
  await number(page, "1 / 12");
  await page.click("#sweep");
  await page.waitForSelector("#sweep-progress", { state: "hidden" });
  await page.selectOption("#sweep-visits", "100");
  await page.click("#sweep");
  await page.waitForFunction(() => /The game is analysed/.test(document.querySelector("#toast").textContent));
  assert.equal(await page.locator("#chart .wins").count(), 1);
  const reasons = await page.locator("#mistakes .reason").allTextContents();
  assert.ok(reasons.length > 0 && reasons.every((reason) => reason.endsWith(".")), reasons.join("\n"));
  await page.click("#last");
  await page.waitForFunction(() => /visits/.test(document.querySelector("#summary").textContent));
  await close(page);
});

test("a command ends an analysis, and analysis goes on", async () => {
  const page = await open({ url });
  await newGame(page, { size: "9", players: "both" });
  await page.click("#mode-analyse");
  const isRunning = () => document.querySelector("#live-analysis").getAttribute("aria-pressed") === "true";
  if (!await page.evaluate(isRunning)) await page.click("#live-analysis");
  await page.waitForSelector("#candidates tbody tr");
  const begin = Date.now();
  await click(page, "E5");
  await number(page, 1);
  console.log(`a move during an analysis took ${Date.now() - begin} ms`);
  await page.waitForFunction(() => !/E5/.test(document.querySelector("#candidates tbody td")?.textContent ?? "E5"));
  await picture(page, "offline-analysis");
  await page.click("#live-analysis");
  await close(page);
});

test("a record is read in the page, and what is none is refused in one line", async () => {
  const page = await open({ url });
  await paste(page, "(;GM[1]FF[4]SZ[9]RU[one-pure];B[ee];W[cc](;B[gc])(;B[cg]))");
  await number(page, "0 / 3");
  await page.click("#last");
  await number(page, "3");
  await paste(page, "Dear friend");
  await page.waitForFunction(() => /is expected; this is none/.test(document.querySelector("#toast").textContent));
  await close(page);
});

test("without a network the page opens, plays and teaches, in Korean on a telephone", async () => {
  const page = await open({ url, width: 390, height: 844, locale: "ko-KR" });
  assert.equal(await page.getAttribute("html", "lang"), "ko");
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.active.state));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const before = asked.length;
  await page.reload();
  await page.waitForSelector("#connection[hidden]", { state: "attached" });
  await newGame(page, { size: "9", players: "both" });
  await click(page, "E5");
  await click(page, "E5");
  await told(page, "E5");
  await changed(page, () => page.click("#mode-learn"));
  await accessible(page);
  await picture(page, "offline-korean");
  // The browser looks for a new service worker by itself, which playwright's switch does not stop.
  assert.deepEqual(asked.slice(before).filter((path) => path !== "/service.js"), []);
  await close(page);
});

test("the page takes the fastest module that the browser runs, and both play as the program does", async () => {
  const native = execFileSync(ONEPURE_PROGRAM, ["bench", "--only", "signature"], { encoding: "utf8" }).trim();
  for (const [file, script] of Object.entries({ "relaxed.wasm": "", "simd.wasm": WITHOUT_RELAXED })) {
    const begin = asked.length;
    const page = await open({ url, script, serviceWorkers: "block" });
    assert.deepEqual(asked.slice(begin).filter((path) => path.endsWith(".wasm")), [`/${file}`]);
    const signature = await page.evaluate(async (name) => {
      const engine = await import("./onepure.js");
      await engine.default({ module_or_path: new URL(name, location.href) });
      return engine.signature();
    }, file);
    assert.equal(`signature ${signature}`, native);
    await close(page);
  }
});

test("the board of the first game is that of a new session", async () => {
  const page = await open({ url });
  await page.evaluate(startWorker);
  const [shown, answered] = await page.evaluate(async () => {
    const { worker } = globalThis;
    let said = "";
    const hasAnswered = new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => {
        if (typeof data === "string") said += data;
        if (said.split("\n\n").length > 2) resolve();
      });
    });
    for (const language of ["en", "ko"]) worker.postMessage(`opr-scene ${language}`);
    await hasAnswered;
    worker.terminate();
    const [en, ko] = said.split("\n\n").map((answer) => answer.replace(/^= /, ""));
    return [JSON.parse(document.querySelector("#first-scenes").textContent), { en: JSON.parse(en), ko: JSON.parse(ko) }];
  });
  assert.deepEqual(shown, answered);
  await close(page);
});

/** A network of the program as a file of the user. */
const NETWORK = "crates/onepure-engine/networks/4b32c-20.safetensors";

test("a network from a file judges, also during a search", async () => {
  const page = await open({ url });
  await page.evaluate(startWorker);
  const bytes = [...readFileSync(NETWORK)];
  const said = await page.evaluate(async (numbers) => {
    const { worker } = globalThis;
    const found = [];
    const hasEnded = new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => {
        found.push(typeof data === "string" ? data : `${data.kind} ${data.id} ${data.ok} ${data.text}`);
        if (found.join("").includes("usesHumanSLProfile")) resolve();
      });
    });
    worker.postMessage("boardsize 9");
    worker.postMessage("kata-analyze black 5");
    worker.postMessage({ id: 1, name: "broken.bin.gz", bytes: new Uint8Array([0x1f, 0x8b, 1]).buffer });
    worker.postMessage({ id: 2, name: "mine.safetensors", bytes: new Uint8Array(numbers).buffer });
    worker.postMessage("kata-get-models");
    await hasEnded;
    worker.terminate();
    return found.join("");
  }, bytes);
  assert.match(said, /read 1 false network of KataGo: /);
  assert.match(said, /read 2 true mine\.safetensors/);
  assert.match(said, /"name":"mine\.safetensors"/);
  // The same by hand. A file that is none changes nothing.
  const told = (words) => page.waitForFunction((part) => document.querySelector("#toast").textContent.includes(part), words);
  await page.setInputFiles("#network-file", { name: "broken.bin.gz", mimeType: "", buffer: Buffer.from("nothing") });
  await told("broken.bin.gz: ");
  await page.setInputFiles("#network-file", NETWORK);
  await told("4b32c-20.safetensors judges from now on.");
  await paste(page, "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese];B[ee];W[ge];B[cg])");
  await page.selectOption("#sweep-visits", "100");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelector("#chart .wins"));
  await close(page);
});

test("the first stone waits for the engine, whose file may come late", async () => {
  const own = await browser.newContext({ serviceWorkers: "block" });
  let isRefused = true;
  await own.route("**/*.wasm", (route) => (isRefused ? route.abort() : route.continue()));
  const page = await blank(own);
  const faults = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto(url);
  await page.waitForFunction(() => /The engine does not start/.test(document.querySelector("#connection").textContent));
  await page.click("#board");
  await number(page, 1);
  assert.equal(await page.locator("#board svg use[opacity]").count(), 1);
  await page.click("#board", { position: { x: 100, y: 100 } });
  for (const id of ["abstain", "count", "mode-learn"]) await page.click(`#${id}`, { force: true });
  await number(page, 1);
  assert.match(await saved(page), /;B\[jj\]\n\)/);
  isRefused = false;
  await page.waitForSelector("#connection[hidden]", { state: "attached" });
  await page.waitForFunction(() => Number.parseInt(document.querySelector("#number").textContent, 10) >= 2);
  assert.deepEqual(faults, []);
  await own.close();
});

test("a handicap game that begins before the engine is ready has its stones", async () => {
  const own = await browser.newContext({ serviceWorkers: "block" });
  let isRefused = true;
  await own.route("**/*.wasm", (route) => (isRefused ? route.abort() : route.continue()));
  const page = await blank(own);
  await page.goto(url);
  await page.waitForSelector("#board svg");
  await page.click("#new-game");
  await page.selectOption("[name=size]", "9");
  await page.selectOption("[name=handicap]", "2");
  await page.click("#dialog-new [value=start]");
  isRefused = false;
  await page.waitForFunction(() => document.querySelectorAll("#board svg use[href$=black]").length === 2);
  await page.waitForFunction(() => Number.parseInt(document.querySelector("#number").textContent, 10) === 1);
  await own.close();
});

test("a browser that refuses the worker gets one clear sentence, and keeps the board", async () => {
  const own = await browser.newContext({ serviceWorkers: "block", locale: "ko-KR" });
  await own.addInitScript("globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };");
  const page = await blank(own);
  const faults = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto(url);
  await page.waitForFunction(() => /엔진이 시작되지 않습니다/.test(document.querySelector("#connection").textContent));
  await page.click("#board");
  assert.match(await saved(page), /;B\[jj\]\n\)/);
  assert.deepEqual(faults, []);
  await own.close();
});

test("a record of another game is refused in one sentence, and the page plays on", async () => {
  const page = await open({ url });
  await page.click("#open-game");
  await page.fill("#open-text", "(;GM[2]FF[4]SZ[8];B[d3])");
  await page.click("#dialog-open [value=show]");
  await page.waitForFunction(() => /GM\[2\]: expected Go/.test(document.querySelector("#toast").textContent));
  await newGame(page, { size: "9", players: "both" });
  await click(page, "E5");
  await number(page, 1);
  await close(page);
});

test("a browser without SIMD gets one clear sentence", async () => {
  const own = await browser.newContext({ serviceWorkers: "block" });
  await own.addInitScript("WebAssembly.validate = () => false;");
  const page = await own.newPage();
  await page.goto(url);
  await page.waitForFunction(() => /needs WebAssembly with SIMD/.test(document.querySelector("#connection").textContent));
  await own.close();
});
