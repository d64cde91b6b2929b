// A lesson and ten problems on a telephone, in Chromium and in Firefox: every choice and every move is a touch.
import assert from "node:assert/strict";
import { hasText, isShown, number, onPage, picture, startProgram, textOf, touch, touchPoint, until } from "./both.mjs";
import { KINDS, problemsOf } from "./problems.mjs";

startProgram();

const VIEW = { width: 390, height: 844, hasTouch: true };

/** Notes what touched or clicked the page. */
const NOTE_POINTERS = `globalThis.pointers = new Set();
  addEventListener("pointerdown", ({ pointerType }) => globalThis.pointers.add(pointerType), true);`;

/** A test on a telephone. It fails if anything but touches reached the page. */
const onTelephone = (title, run, language) => onPage(title, async (page) => {
  await page.evaluate(() => globalThis.pointers.clear());
  await run(page);
  assert.deepEqual(await page.evaluate(() => [...globalThis.pointers]), ["touch"]);
}, { ...VIEW, language, script: NOTE_POINTERS });

/** Waits until these are on the screen above the bar of modes, without a scroll by a person. */
const isInView = (page, ...selectors) => until(page, (wanted) => {
  const end = document.querySelector(".modes").getBoundingClientRect().top;
  return wanted.map((selector) => document.querySelector(selector).getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= end);
}, selectors);

const isReady = (page) => isShown(page, "#board.may-play");

/** Touches a point, and waits for the answer with this sign. */
async function answered(page, card, vertex, sign) {
  await isReady(page);
  await touchPoint(page, vertex);
  await until(page, (answer, wanted) => document.querySelector(answer).textContent.startsWith(wanted), `#${card}-answer`, sign);
}

onTelephone("a lesson by touch, with wrong and right moves", async (page) => {
  await touch(page, "#mode-learn");
  await hasText(page, "#lesson-title", "1. 착점과 공접점");
  await isReady(page);
  await isInView(page, "#lesson", "#board");
  await touch(page, "#abstain");
  await hasText(page, "#lesson-answer", "✗");
  // An answered step takes no move before it begins again.
  await touchPoint(page, "C3");
  await isShown(page, "#toast.shown");
  await touch(page, "#lesson-again");
  await answered(page, "lesson", "A1", "✓");
  await touch(page, "#lesson-next");
  await hasText(page, "#lesson-step", "2");
  await answered(page, "lesson", "E5", "✗");
  await touch(page, "#lesson-again");
  await answered(page, "lesson", "D3", "✓");
  await isInView(page, "#lesson", "#board");
  await picture(page, `touch-lesson${page.suffix}`);
  await until(page, () => document.querySelector("#lesson-list li .done"));
  await touch(page, "#lesson-next");
  await hasText(page, "#lesson-title", "2. ");
}, "ko");

onTelephone("ten problems by touch, one of each kind", async (page) => {
  assert.equal(KINDS.length, 10);
  await touch(page, "#mode-problems");
  await isShown(page, "#problem");
  for (const [index, kind] of KINDS.entries()) {
    const [{ right, line, moves }] = problemsOf(kind);
    const entry = `#problem-list .numbers:nth-of-type(${index + 1}) button`;
    const title = await page.$eval(entry, (button) => `${button.parentElement.ariaLabel} 1`);
    await touch(page, entry);
    await until(page, (wanted) => document.querySelector("#problem-title").textContent === wanted, title);
    await isReady(page);
    await isInView(page, "#problem", "#board");
    // The first is missed before it is solved.
    if (index === 0) {
      await touch(page, "#abstain");
      await hasText(page, "#problem-answer", "✗");
      await number(page, moves + 2);
      await touch(page, "#problem-again");
      await number(page, moves);
    }
    for (let turn = 0; turn <= line.length; turn += 2) {
      await answered(page, "problem", [right, ...line][turn], "✓");
      await number(page, moves + turn + (turn + 2 <= line.length ? 2 : 1));
    }
    await hasText(page, "#problems-solved", `${index + 1} of `);
  }
  assert.deepEqual(await page.$$eval("#problem-list .missed", (missed) => missed.map(({ ariaLabel }) => ariaLabel)), ["1, missed"]);
  assert.match(await textOf(page, "#problems-solved"), /^10 of /);
  await picture(page, `touch-problems${page.suffix}`);
});
