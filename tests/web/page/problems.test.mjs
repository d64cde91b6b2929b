// The problems on the page in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, problemsOf } from "./problems.mjs";
import { accessible, click, close, newGame, number, open, picture, place, playAll, server } from "./support.mjs";

const title = (page, words) => page.waitForFunction((wanted) => document.querySelector("#problem-title").textContent === wanted, words);
const answer = (page, words) => page.waitForFunction((wanted) => document.querySelector("#problem-answer").textContent.includes(wanted), words);
const solved = (page, words) => page.waitForFunction((wanted) => document.querySelector("#problems-solved").textContent === wanted, words);
const ready = (page) => page.waitForSelector("#board.may-play");

const FIRST = ALL[0];

async function begin(page) {
  await page.click("#mode-problems");
  await page.waitForSelector("#problem:not([hidden])");
  await ready(page);
}

/** Plays the right moves of a problem until it is decided. */
async function playOn(page, { right, line, moves }, word = "Right.") {
  for (let turn = 0; turn <= line.length; turn += 2) {
    await ready(page);
    await click(page, [right, ...line][turn]);
    await answer(page, word);
    await number(page, moves + turn + (turn + 2 <= line.length ? 2 : 1));
  }
}

test("a problem is solved after a wrong move and its reply, and a reload keeps that", async () => {
  const page = await open();
  await begin(page);
  await title(page, "Retirements 1");
  await solved(page, `0 of ${ALL.length} solved`);
  await number(page, FIRST.moves);
  // An abstention is wrong, and the engine replies to it.
  await page.click("#abstain");
  await answer(page, "Not yet.");
  await number(page, FIRST.moves + 2);
  assert.match(await page.textContent("#problem-answer"), /abstains\..*(Black|White) [A-J][1-9]/);
  await accessible(page);
  await picture(page, "problems-wrong-en-1280");
  await page.click("#problem-again");
  await number(page, FIRST.moves);
  await ready(page);
  await playOn(page, FIRST);
  await solved(page, `1 of ${ALL.length} solved`);
  // It was missed, and stays so until the second round.
  await page.waitForSelector("#problem-list button.missed");
  await accessible(page);
  await picture(page, "problems-right-en-1280");
  await page.click("#problem-next");
  await title(page, "Retirements 2");
  await page.reload();
  await page.waitForSelector("#problem:not([hidden])");
  await title(page, "Retirements 2");
  await solved(page, `1 of ${ALL.length} solved`);
  assert.equal(await page.locator("#problem-list .missed").count(), 1);
  await page.click('#problem-list [aria-label="Captures"] button >> nth=1');
  await title(page, "Captures 2");
  await page.click("#problem-back");
  await title(page, "Captures 1");
  await close(page);
});

test("problems by the keyboard, and in Korean in the middle", async () => {
  const page = await open();
  await page.keyboard.press("b");
  await title(page, "Retirements 1");
  await page.keyboard.press("]");
  await title(page, "Retirements 2");
  await page.keyboard.press("[");
  await title(page, "Retirements 1");
  await ready(page);
  await page.keyboard.press("p");
  await answer(page, "Not yet.");
  await number(page, FIRST.moves + 2);
  await page.click("#language");
  await title(page, "퇴점 1");
  await answer(page, "아직 아닙니다.");
  await number(page, FIRST.moves + 2);
  await solved(page, `${ALL.length}문제 가운데 0문제 풂`);
  await page.keyboard.press("u");
  await page.waitForSelector("#problem-answer[hidden]", { state: "attached" });
  await number(page, FIRST.moves);
  // Lessons and problems follow each other, and the game from before comes back.
  await page.keyboard.press("l");
  await page.waitForSelector("#lesson:not([hidden])");
  await page.waitForSelector("#problem[hidden]", { state: "attached" });
  await page.keyboard.press("b");
  await page.waitForSelector("#problem:not([hidden])");
  await page.waitForSelector("#lesson[hidden]", { state: "attached" });
  await ready(page);
  await page.click("#mode-play");
  await page.waitForSelector("#problem[hidden]", { state: "attached" });
  await number(page, 0);
  await close(page);
});

test("a hint narrows the right move down, and marks show the group", async () => {
  const page = await open({ url: `${server.url}#problem=saving-1` });
  await title(page, "Life 1");
  await ready(page);
  const marks = () => page.locator("#board [data-mark=CR]").count();
  assert.ok((await page.locator("#board [data-mark=TR]").count()) > 1);
  assert.equal(await marks(), 0);
  await page.click("#problem-hint");
  assert.equal(await marks(), 3);
  assert.ok(await page.isDisabled("#problem-hint"));
  await picture(page, "problems-hint-en-1280");
  await click(page, problemsOf("saving")[0].right);
  await answer(page, "Right.");
  assert.equal(await marks(), 0);
  await close(page);
});

test("missed problems come again in a second round", async () => {
  const page = await open();
  await begin(page);
  for (const name of ["Retirements 1", "Retirements 2"]) {
    await title(page, name);
    await ready(page);
    await page.click("#abstain");
    await answer(page, "Not yet.");
    await page.click("#problem-next");
  }
  await title(page, "Retirements 3");
  assert.equal(await page.locator("#problem-list .missed").count(), 2);
  // Solved at the second try, a problem stays missed.
  await page.click("#problem-back");
  await title(page, "Retirements 2");
  await ready(page);
  await page.click("#abstain");
  await answer(page, "Not yet.");
  await page.click("#problem-again");
  await ready(page);
  await playOn(page, ALL[1]);
  await page.click("#second-round");
  await title(page, "Retirements 1");
  await playOn(page, ALL[0]);
  await page.waitForFunction(() => document.querySelector("#second-round").textContent.endsWith("1 missed"));
  await page.click("#problem-next");
  await title(page, "Retirements 2");
  await playOn(page, ALL[1]);
  await page.waitForFunction(() => document.querySelector("#second-round").textContent.endsWith("0 missed"));
  assert.ok(await page.isDisabled("#problem-next"));
  await close(page);
});

test("the game before the problems comes back", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3 G7");
  await begin(page);
  await page.click("#mode-play");
  await page.waitForSelector("#problem[hidden]", { state: "attached" });
  await number(page, 3);
  await close(page);
});

test("broken progress is no progress", async () => {
  const page = await open({ script: 'localStorage.setItem("onepure-problems", \'{"captures-1":\');' });
  await begin(page);
  await solved(page, `0 of ${ALL.length} solved`);
  await close(page);
});

const LOOKS = [
  { name: "en-1280", width: 1280, height: 860, colorScheme: "dark", language: "en" },
  { name: "ko-390", width: 390, height: 844, colorScheme: "light", language: "ko" },
  { name: "ko-390-dark", width: 390, height: 844, colorScheme: "dark", language: "ko" },
];

for (const { name, width, height, colorScheme, language } of LOOKS) {
  test(`problems fit and are accessible: ${name}`, async () => {
    const hasTouch = width < 500;
    const page = await open({ width, height, colorScheme, hasTouch, reducedMotion: "reduce" });
    if (language === "ko") await page.click("#language");
    await begin(page);
    await page.click(`#problem-list [aria-label="${language === "ko" ? "막다른 국면" : "Dead ends"}"] button >> nth=0`);
    await title(page, language === "ko" ? "막다른 국면 1" : "Dead ends 1");
    await ready(page);
    const check = async (pictureName) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0);
      await accessible(page);
      await page.evaluate(() => document.documentElement.scrollTo(0, 0));
      await picture(page, `problems-${pictureName}-${name}`);
    };
    await check("shown");
    // A telephone shows the board together with the task.
    if (hasTouch) {
      const box = await page.locator("#board svg").boundingBox();
      assert.ok(box.y + box.height <= height, `the board ends at ${box.y + box.height}`);
    }
    const [first] = problemsOf("dead-ends");
    if (hasTouch) await page.touchscreen.tap(...await place(page, first.right));
    else await click(page, first.right);
    await answer(page, language === "ko" ? "맞습니다." : "Right.");
    await check("answer");
    await page.evaluate(() => document.querySelector("#problems").scrollIntoView());
    await picture(page, `problems-list-${name}`);
    await close(page);
  });
}
