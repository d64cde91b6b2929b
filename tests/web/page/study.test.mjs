// A game is studied: a quiz of its mistakes, and changes of its record.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, accessible, analysedMistakes, click, close, number, open, paste, picture, saved } from "./support.mjs";

const answered = (page, state) => page.waitForSelector(`#quiz-answer.${state}`, { timeout: 4 * PATIENCE });
const labels = (page) => page.evaluate(() => document.querySelectorAll("#board svg .label, #board svg .candidate").length);

test("mistakes are a quiz, whose answers the engine judges", async () => {
  const page = await open();
  await analysedMistakes(page);
  const row = page.locator("#mistakes li button").first();
  const [mistake, better] = await row.evaluate((entry) => /([A-J]\d).*([A-J]\d)/.exec(entry.textContent).slice(1, 3));
  await page.click("#tab-mistakes");
  await page.click("#mistakes .quiz");
  await page.waitForSelector("#quiz:not([hidden])");
  assert.equal(await page.isVisible("#analysis"), false);
  assert.equal(await labels(page), 0);
  const first = Number(await page.textContent("#number").then((text) => text.split(" ")[0]));
  await picture(page, "quiz");
  // The same mistake again, which goes back by itself.
  await click(page, mistake);
  await answered(page, "wrong");
  await page.waitForFunction((move) => document.querySelector("#number").textContent.split(" ")[0] === String(move), first);
  await picture(page, "quiz-wrong");
  await click(page, better);
  await answered(page, "right");
  await accessible(page);
  await picture(page, "quiz-right");
  const questions = Number((await page.textContent("#quiz-number")).split(" / ")[1]);
  for (let question = 1; question < questions; question += 1) {
    await page.click("#quiz-next");
    await page.waitForFunction((place) => document.querySelector("#quiz-number").textContent.startsWith(`${place} /`), question + 1);
    await page.click("#quiz-show");
    await page.waitForFunction(() => [...document.querySelectorAll("#board svg text")].some(({ textContent }) => textContent === "1"));
  }
  await page.click("#language");
  await picture(page, "quiz-ko");
  await page.click("#quiz-next");
  await page.waitForFunction((all) => document.querySelector("#quiz-question").textContent.includes(`${all}문제 가운데 0문제`), questions);
  await page.click("#quiz-end");
  assert.equal(await page.isVisible("#quiz"), false);
  assert.equal(await page.isVisible("#analysis"), true);
  await close(page);
});

/** The record that the page saves, without the facts that every record has. */
const record = async (page) => (await saved(page)).replaceAll("\n", "");

test("a record is edited: stones, marks, variations, facts, and its rotation", async () => {
  const page = await open();
  await paste(page, "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese]PB[Ada];B[ee](;W[ce];B[cc])(;W[gc]TR[ee]))");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await number(page, 2);
  // Marks: the one of the record goes, letters and numbers count up.
  await page.click("#mark-triangle");
  await click(page, "E5");
  await click(page, "A1");
  await page.click("#mark-letter");
  for (const point of ["B1", "C1"]) await click(page, point);
  await page.click("#mark-number");
  await click(page, "D1");
  await picture(page, "editing");
  assert.match(await record(page), /;W\[gc\]TR\[ai\]LB\[bi:A\]\[ci:B\]\[di:1\]/);
  // Stones on a position after a move become a node of their own, and the colour to play stays.
  await page.click("#set-white");
  await click(page, "E4");
  await click(page, "E6");
  await click(page, "E6");
  await page.waitForFunction(() => document.querySelectorAll("#tree g").length === 6);
  assert.match(await record(page), /;W\[gc\]TR\[ai\]LB\[[^;]*;AW\[ef\](AE\[ed\])?PL\[B\]\)/);
  await page.keyboard.press("Escape");
  await click(page, "E3");
  await number(page, 3);
  await accessible(page);
  await page.click("#promote");
  assert.match(await record(page), /;B\[ee\]\s*\(;W\[gc\].*;B\[eg\].*\)\(;W\[ce\]/);
  // A rotation by a quarter turns all points.
  await page.click("#rotate");
  assert.match(await record(page), /;B\[ee\]\s*\(;W\[gg\]TR\[aa\]LB\[ab:A\]\[ac:B\]\[ad:1\];AW\[de\](AE\[fe\])?PL\[B\];B\[ce\]\)\(;W\[ec\];B\[gc\]\)/);
  await page.click("#back");
  await page.click("#back");
  await number(page, "2 / 3");
  await page.click("#delete");
  await page.click("#dialog-confirm [value=yes]");
  await number(page, "1 / 3");
  assert.match(await record(page), /;B\[ee\];W\[ec\];B\[gc\]\)$/);
  await page.click("#facts");
  assert.equal(await page.inputValue("[name=PB]"), "Ada");
  await page.fill("[name=PW]", "Bo [1]");
  await page.fill("[name=EV]", "An event");
  await picture(page, "facts");
  await page.click("#dialog-facts [value=keep]");
  assert.match(await record(page), /EV\[An event\].*PB\[Ada\]PW\[Bo \[1\\\]\]/);
  // A stone without a liberty is refused, and nothing changes.
  await page.keyboard.press("Home");
  const before = await record(page);
  await page.click("#set-black");
  for (const point of ["A2", "B1"]) await click(page, point);
  await page.waitForFunction(() => document.querySelectorAll("#tree g").length === 5);
  await page.click("#set-white");
  await click(page, "A1");
  await page.waitForSelector("#toast.shown");
  assert.notEqual(await record(page), before);
  assert.doesNotMatch(await record(page), /AW/);
  await close(page);
});
