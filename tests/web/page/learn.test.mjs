// The lessons on the page in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, click, close, newGame, number, open, picture, playAll, server, slow } from "./support.mjs";

const title = (page, words) => page.waitForFunction((wanted) => document.querySelector("#lesson-title").textContent === wanted, words);
const step = (page, words) => page.waitForFunction((wanted) => document.querySelector("#lesson-step").textContent === wanted, words);
const answer = (page, words) => page.waitForFunction((wanted) => document.querySelector("#lesson-answer").textContent.includes(wanted), words);

async function learn(page, name) {
  if (await page.locator("#lesson[hidden]").count() > 0) await page.click("#mode-learn");
  await page.waitForSelector("#lesson:not([hidden])");
  if (name) {
    await page.click(`#lesson-list button:has-text("${name}")`);
    await page.waitForFunction((wanted) => document.querySelector("#lesson-title").textContent.includes(wanted), name);
  }
  await page.waitForSelector("#board.may-play");
}

test("a lesson answers what is played, right and wrong, and is marked when it is done", async () => {
  const page = await open();
  await learn(page);
  await title(page, "1. Placing and liberties");
  await step(page, "Step 1 of 2");
  await page.click("#abstain");
  await answer(page, "Black abstains, and loses at once.");
  await answer(page, "Not yet. Black alone may make the first placement");
  // The learner may try again.
  await click(page, "C3");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("Press Again"));
  await page.click("#lesson-again");
  await page.waitForSelector("#board.may-play");
  await click(page, "A1");
  await answer(page, "The stone at A1 has 2 liberties.");
  await answer(page, "Right. A lone stone in the corner");
  await accessible(page);
  await picture(page, "learn-answer-en-1280");
  await page.click("#lesson-next");
  await step(page, "Step 2 of 2");
  await page.waitForSelector("#board.may-play");
  await click(page, "C4");
  await answer(page, "The two stones are one chain.");
  await page.waitForSelector("#lesson-list li:first-child .done");
  // Progress stays: the next time the next lesson begins.
  await page.click("#mode-play");
  await page.waitForSelector("#lesson[hidden]", { state: "attached" });
  await page.reload();
  await page.waitForSelector("#connection[hidden]", { state: "attached" });
  await learn(page);
  await title(page, "2. Retirement");
  assert.equal(await page.locator("#lesson-list .done").count(), 1);
  await page.click("#lesson-back");
  await title(page, "1. Placing and liberties");
  await step(page, "Step 2 of 2");
  await close(page);
});

test("a click counts though the page is drawn between press and release", async () => {
  const page = await open();
  await learn(page);
  const box = await page.locator('#lesson-list button:has-text("2. Retirement")').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.keyboard.press("p");
  await answer(page, "Black abstains, and loses at once.");
  await page.mouse.up();
  await title(page, "2. Retirement");
  await close(page);
});

test("a dead end is played without a question, and a citation leads to the rules", async () => {
  const page = await open();
  await learn(page, "Immovable stones and dead ends");
  await click(page, "C3");
  await answer(page, "Right.");
  await page.click("#lesson-next");
  await step(page, "Step 2 of 3");
  await page.waitForSelector("#board.may-play");
  await click(page, "B3");
  await answer(page, "White B3 loses at once: it retakes the ko.");
  assert.equal(await page.locator("#dialog-confirm[open]").count(), 0);
  await page.click("#lesson-answer .cite >> nth=0");
  await page.waitForSelector("#dialog-rules[open] .cited");
  await page.keyboard.press("Escape");
  await page.click("#lesson-next");
  await step(page, "Step 3 of 3");
  await close(page);
});

test("the game before the lessons comes back", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3 G7");
  await learn(page, "Repeated retirement");
  await page.waitForSelector('#board svg[viewBox="0 0 812 812"]');
  // Keys for new games and for steps through a game have no effect.
  for (const key of ["n", "c", "ArrowLeft", "Home"]) await page.keyboard.press(key);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForSelector("#lesson:not([hidden])");
  await learn(page, "Self-fill");
  await page.click("#mode-play");
  await page.waitForSelector("#lesson[hidden]", { state: "attached" });
  await number(page, 3);
  await playAll(page, "G3", 3);
  await page.click("#mode-learn");
  await page.waitForSelector("#lesson:not([hidden])");
  await page.click("#mode-analyse");
  await page.waitForSelector("#analysis:not([hidden])");
  await number(page, 4);
  await close(page);
});

test("the keyboard learns, and the language changes in the middle", async () => {
  const page = await open();
  await page.keyboard.press("l");
  await title(page, "1. Placing and liberties");
  await page.waitForSelector("#board.may-play");
  await page.focus("#board");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await answer(page, "The stone at B3 has 4 liberties.");
  await page.click("#language");
  await title(page, "1. 착점과 공접점");
  await answer(page, "B3의 돌은 공접점이 4개입니다.");
  assert.match(await page.textContent("#lesson-list"), /15\. 한 판 두기/);
  await page.keyboard.press("u");
  await page.waitForSelector("#lesson-answer[hidden]", { state: "attached" });
  await close(page);
});

test("on a slow connection a lesson that is opened at once stays, and nobody plays on the board of the game before", async () => {
  const page = await open({ script: slow(200) });
  await page.waitForSelector("#board.may-play");
  await page.keyboard.press("l");
  const shown = await page.waitForFunction(() => document.querySelector("#lesson-title").textContent.startsWith("1. ") && {
    mayPlay: document.querySelector("#board").matches(".may-play"),
    lines: (Number(document.querySelector("#board svg").getAttribute("viewBox").split(" ")[2]) - 92) / 40 + 1,
  });
  const { mayPlay, lines } = await shown.jsonValue();
  assert.ok(!mayPlay || lines === 5, `may play on ${lines} lines`);
  await page.waitForSelector("#board.may-play");
  await click(page, "A1");
  await answer(page, "Right.");
  assert.equal(await page.locator("#lesson[hidden]").count(), 0);
  await close(page);
});

test("a whole game is played against the first level", async () => {
  const page = await open();
  await learn(page, "A whole game");
  // The engine answers; then Black gives the game away by a first abstention.
  await click(page, "C3");
  await page.waitForFunction(() => document.querySelector("#number").textContent === "2" && document.querySelector("#board.may-play"));
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelector("#number").textContent.startsWith("0") && document.querySelector("#board.may-play"));
  await click(page, "C3");
  await page.waitForFunction(() => document.querySelector("#number").textContent === "2" && document.querySelector("#board.may-play"));
  await page.click("#lesson-again");
  await page.waitForFunction(() => document.querySelector("#number").textContent === "0" && document.querySelector("#board.may-play"));
  await page.click("#abstain");
  await answer(page, "White has won this time.");
  await close(page);
});

test("an ordinary game is played to its verdict, which needs no agreement on dead stones", async () => {
  const page = await open({ url: `${server.url}#lesson=ordinary-game-1` });
  await title(page, "6. A whole game");
  await page.waitForSelector("#board.may-play");
  // White, which moves first in a handicap game, has the middle already.
  await number(page, 1);
  await click(page, "E3");
  for (let moves = "1"; ; await page.keyboard.press("p")) {
    await page.waitForFunction((before) => document.querySelector("#number").textContent !== before &&
      document.querySelector("#board.may-play, #lesson-answer:not([hidden])"), moves);
    if (/Play ends/.test(await page.textContent("#told"))) break;
    moves = await page.textContent("#number");
  }
  await answer(page, "komi 0.5");
  assert.match(await page.textContent("#lesson-answer"), /^[✓✗].*(Black|White) has won|have won/);
  await close(page);
});

/** Waits for the fragment of the address. */
const address = (page, fragment) => page.waitForFunction((wanted) => location.hash === wanted, fragment);

test("every step has an address, and Back leads to the one before and to the game", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  await learn(page, "Retirement");
  await address(page, "#lesson=retirement-1");
  await page.click("#lesson-next");
  await address(page, "#lesson=retirement-2");
  await page.click("#mode-problems");
  await address(page, "#problem=retirements-1");
  await page.goBack();
  await step(page, "Step 2 of 3");
  await page.goBack();
  await step(page, "Step 1 of 3");
  await page.goForward();
  await step(page, "Step 2 of 3");
  await page.click("#mode-play");
  await address(page, "");
  await page.goBack();
  await step(page, "Step 2 of 3");
  await page.goForward();
  await page.waitForSelector("#lesson[hidden]", { state: "attached" });
  await number(page, 2);
  await close(page);
});

test("an address opens its step, and one that leads nowhere opens the game", async () => {
  const page = await open({ url: `${server.url}#lesson=dead-ends-2` });
  await title(page, "5. Immovable stones and dead ends");
  await step(page, "Step 2 of 3");
  await page.goto(`${server.url}#problem=captures-2`);
  await page.waitForFunction(() => document.querySelector("#problem-title").textContent === "Captures 2");
  await close(page);
  const other = await open({ url: `${server.url}#lesson=chess-1` });
  await address(other, "");
  await other.waitForSelector("#lesson[hidden]", { state: "attached" });
  await close(other);
});

test("broken progress is no progress", async () => {
  const page = await open({ script: 'localStorage.setItem("onepure-lessons", \'{"placing":7,"retirement":[1,null],\');' });
  await learn(page);
  await title(page, "1. Placing and liberties");
  assert.equal(await page.locator("#lesson-list .done").count(), 0);
  await close(page);
});

const LOOKS = [
  { name: "en-1280", width: 1280, height: 860, colorScheme: "light", language: "en" },
  { name: "ko-820", width: 820, height: 1100, colorScheme: "light", language: "ko" },
  { name: "ko-390", width: 390, height: 844, colorScheme: "dark", language: "ko" },
  { name: "en-390", width: 390, height: 844, colorScheme: "light", language: "en" },
];

for (const { name, width, height, colorScheme, language } of LOOKS) {
  test(`lessons fit and are accessible: ${name}`, async () => {
    const page = await open({ width, height, colorScheme, hasTouch: width < 500, reducedMotion: "reduce" });
    if (language === "ko") await page.click("#language");
    const play = (vertex) => click(page, vertex);
    const check = async (picturename) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0);
      await accessible(page);
      await page.evaluate(() => document.documentElement.scrollTo(0, 0));
      await picture(page, `learn-${picturename}-${name}`);
    };
    await learn(page, language === "ko" ? "접선과 득점" : "Points by contact");
    await check("contact");
    // Nothing moves when the answer comes.
    const places = () => page.evaluate(() => ["#board", "#lesson-next", "#lessons"].map((name) => document.querySelector(name).getBoundingClientRect().top));
    const before = await places();
    await play("B3");
    await answer(page, "B3");
    assert.match(await page.textContent("#lesson-answer"), /^[✓✗]/);
    assert.deepEqual(await places(), before);
    await check("contact-answer");
    await learn(page, language === "ko" ? "재퇴와 격리" : "Repeated retirement");
    await page.waitForSelector('#board svg[viewBox="0 0 812 812"]');
    await check("quarantine");
    // A telephone shows the board together with the lesson's text.
    if (width < 500) {
      const box = await page.locator("#board svg").boundingBox();
      assert.ok(box.y + box.height <= height, `the board ends at ${box.y + box.height}`);
    }
    await close(page);
  });
}
