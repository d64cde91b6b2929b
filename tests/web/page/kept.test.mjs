// Games in the browser's storage, and analyses in records.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ONEPURE_PROGRAM, click, close, newGame, number, open, openTab, paste, playAll, saved, told } from "./support.mjs";

const summary = (page) => page.textContent("#summary");

/** Reloads the page, and waits until it is ready. */
async function reload(page) {
  await page.reload();
  await page.waitForSelector("#board svg");
  await page.waitForSelector("#connection[hidden]", { state: "attached" });
}

test("a game goes on where it was after the page is loaded again", async () => {
  const page = await open();
  await newGame(page, { size: "13", rules: "one-pure", players: "black", level: "7", clock: "2" });
  const komi = await page.textContent("#terms");
  await click(page, "G7");
  await number(page, 2);
  await click(page, "D4");
  // The engine may be thinking.
  await reload(page);
  await number(page, 4);
  assert.equal(await page.textContent("#terms"), komi);
  assert.match(await page.textContent("#player-black .clock"), /^(20:00|19:5\d)$/);
  await page.click("#new-game");
  assert.equal(await page.inputValue("[name=level]"), "7");
  await page.keyboard.press("Escape");
  await page.click("#undo");
  await number(page, "2 / 4");
  await reload(page);
  await number(page, "2 / 4");
  await close(page);
});

test("what happened, variations and comments are there again", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "A2 A1 A3 B2 J9 C1 B1");
  await told(page, "White's A1 retires");
  const events = await page.textContent("#events");
  await page.click("#mode-analyse");
  await page.click("#back");
  await page.fill("#comment", "Here <b>it</b> ends");
  await click(page, "E5");
  await number(page, 7);
  await page.click("#back");
  await reload(page);
  await number(page, "6 / 7");
  assert.equal(await page.inputValue("#comment"), "Here <b>it</b> ends");
  assert.equal(await page.getAttribute("#mode-analyse", "aria-pressed"), "true");
  await page.click("#last");
  await told(page, "White's A1 retires");
  assert.equal(await page.textContent("#events"), events);
  assert.match(await saved(page), /\(;B\[bi\]\s*\)\(;B\[ee\]\s*\)/);
  await close(page);
});

test("tabs have games of their own, and a new tab continues the last one that was closed", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5");
  const other = await openTab(page);
  await number(other, 0);
  await newGame(other, { size: "13", players: "both" });
  await playAll(other, "G7 D4 K4");
  await reload(page);
  await number(page, 1);
  await reload(other);
  await number(other, 3);
  await other.close();
  const third = await openTab(page);
  await number(third, 3);
  await close(page);
});

test("old games are dropped, but never those that tabs show", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5");
  // Games of tabs that closed after this one began.
  await page.evaluate(() => {
    for (let game = 10; game <= 29; game += 1) localStorage.setItem(`onepure-game-old${game}`, `${Date.now() + 1000 * game} {}`);
  });
  const other = await openTab(page);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("onepure-game-")));
  assert.deepEqual(kept.filter((key) => key.includes("old")).sort().map((key) => Number(key.slice(-2))),
    // The new tab has the last one, and ten others stay.
    Array.from({ length: 11 }, (_, index) => 19 + index));
  await other.close();
  await reload(page);
  await number(page, 1);
  await close(page);
});

test("the browser asks before a game is lost, and not before leaving one that is kept", async () => {
  const asked = async (page) => {
    let kind = null;
    page.on("dialog", (dialog) => {
      kind = dialog.type();
      void dialog.accept();
    });
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
    return kind;
  };
  const kept = await open();
  await newGame(kept, { size: "9", players: "both" });
  await playAll(kept, "E5 C3");
  assert.equal(await asked(kept), null);
  await kept.context().close();
  for (const fault of ["QuotaExceededError", "SecurityError"]) {
    const page = await open({ script: `Storage.prototype.setItem = () => { throw new DOMException("no", "${fault}"); };` });
    await newGame(page, { size: "9", players: "both" });
    await playAll(page, "E5 C3");
    await page.waitForFunction(() => /does not keep the game/.test(document.querySelector("#toast").textContent));
    await playAll(page, "G7", 2);
    assert.equal(await asked(page), "beforeunload");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test("a page without storage plays", async () => {
  const script = 'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });';
  const page = await open({ script });
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  await page.waitForFunction(() => /does not keep the game/.test(document.querySelector("#toast").textContent));
  await close(page);
});

test("what is kept and is no game is passed over", async () => {
  for (const text of ["", "0", "0 {", '0 {"version":0}', '0 {"version":1,"root":{},"nodes":[],"node":0,"live":0}', '0 {"version":1,"nodes":[{"parent":7}]}']) {
    const page = await open({ script: `localStorage.setItem("onepure-game-x", ${JSON.stringify(text)});` });
    await number(page, 0);
    await newGame(page, { size: "9", players: "both" });
    await playAll(page, "E5");
    await close(page);
  }
});

test("a record that onepure analyze has annotated shows its analysis, also when the page has saved it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "onepure-"));
  const [game, annotated] = [join(folder, "game.sgf"), join(folder, "annotated.sgf")];
  writeFileSync(game, "(;GM[1]SZ[9]KM[0]RU[one-pure];B[ee];W[cc];B[gc];W[cg])");
  execFileSync(ONEPURE_PROGRAM, ["analyze", game, "--all", "--visits", "80", "--threads", "1", "--output", annotated]);
  let record = readFileSync(annotated, "utf8");
  rmSync(folder, { recursive: true });
  const [, wins] = /;B\[ee\].*?SBKV\[([\d.]+)\]/s.exec(record);
  const page = await open();
  for (let round = 0; round < 2; round += 1) {
    await paste(page, record);
    await page.click("#forward");
    await page.waitForFunction((share) => document.querySelector("#summary").textContent.startsWith(`Black ${share} %`), Number(wins).toFixed(1));
    assert.match(await summary(page), /80 visits/);
    assert.ok(await page.locator("#candidates tbody tr").count() >= 3);
    assert.equal(await page.locator("#chart .wins").count(), 1);
    const first = await page.textContent("#candidates tbody tr");
    record = await saved(page);
    assert.match(record, /OPRA\[white info move /);
    await page.click("#back");
    await page.click("#forward");
    assert.equal(await page.textContent("#candidates tbody tr"), first);
  }
  // The record of another program has only numbers.
  await paste(page, "(;SZ[9]SBKV[41.5];B[ee]SBKV[60.25]SBKS[2.5])");
  await page.click("#last");
  await page.waitForFunction(() => document.querySelector("#summary").textContent === "Black 60.3 % · +2.5");
  await close(page);
});
