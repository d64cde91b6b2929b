// The places of things on the page: on a wide screen, on a telephone, and on a telephone on its side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, click, close, newGame, number, open, paste, picture, playAll, server } from "./support.mjs";

const box = (page, selector) => page.evaluate((which) => {
  const { left, top, right, bottom, width, height } = document.querySelector(which).getBoundingClientRect();
  return { left, top, right, bottom, width, height };
}, selector);

/** A record with this number of moves on 19×19. */
const long = (moves) => `(;SZ[19]RU[Chinese]KM[7.5]${Array.from({ length: moves }, (_, index) => {
  const [column, row] = [index % 13, Math.floor(index / 13)].map((line) => String.fromCharCode(97 + line + (line >> 1)));
  return `;${index % 2 ? "W" : "B"}[${column}${row}]`;
}).join("")})`;

/** Analyses the position for a moment. */
async function analyse(page) {
  await page.click("#live-analysis");
  await page.waitForFunction(() => document.querySelectorAll("#candidates tbody tr").length > 2);
  await page.click("#live-analysis");
  await page.waitForFunction(() => document.querySelector("#live-analysis").getAttribute("aria-pressed") === "false");
}

test("nothing moves while the page loads, and the board is there before its session", async () => {
  for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 860 }]) {
    const page = await open({
      ...size,
      script: `globalThis.shift = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.shift += value; }).observe({ type: "layout-shift", buffered: true });
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) { globalThis.boardFirst ??= document.querySelector("#board svg") !== null; send.call(this, text); };`,
    });
    await page.waitForFunction(() => document.querySelector('#board[aria-busy="false"]'));
    const [shift, first] = await page.evaluate(() => [globalThis.shift, globalThis.boardFirst]);
    assert.ok(shift < 0.02, `${size.width}: ${shift}`);
    assert.equal(first, true);
    // The program takes its network on the command line.
    assert.equal(await page.isHidden("#open-network"), true);
    await close(page);
  }
});

test("the question of a first visit leaves the board and its buttons in view", async () => {
  for (const [width, height, locale] of [[1280, 860, "en-US"], [1280, 720, "ko-KR"], [390, 844, "en-US"], [844, 390, "en-US"]]) {
    const page = await open({ width, height, locale });
    const places = await Promise.all(["#board", "#welcome", ".actions"].map((which) => box(page, which)));
    const end = width < 500 ? (await box(page, ".modes")).top : height;
    for (const { top, bottom } of places) assert.ok(top >= 0 && bottom <= end, JSON.stringify({ width, places }));
    const [, welcome, actions] = places;
    assert.ok(welcome.height > 40 && welcome.bottom <= actions.top, JSON.stringify({ width, places }));
    // It stands where the sentence about the last move stands after it.
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#told")).visibility), "hidden");
    await page.click("#choose-one-pure");
    await page.waitForFunction(() => getComputedStyle(document.querySelector("#told")).visibility === "visible");
    await close(page);
  }
});

test("on a wide screen the board stays in view while the side scrolls", async () => {
  const page = await open({ width: 1280, height: 700 });
  await paste(page, long(60));
  await analyse(page);
  const before = await box(page, "#board");
  assert.ok(before.bottom <= 700, JSON.stringify(before));
  await page.evaluate(() => document.querySelector(".side").scrollTo(0, 10_000));
  const [after, events] = [await box(page, "#board"), await box(page, "#events-card")];
  assert.equal(after.top, before.top);
  assert.ok(events.bottom <= 700, JSON.stringify(events));
  await page.evaluate(() => scrollTo(0, 10_000));
  assert.ok((await box(page, "#board")).top >= 0);
  await close(page);
});

test("an analysis has tabs, a bar, two charts, and a tooltip on each", async () => {
  const page = await open();
  await paste(page, "(;SZ[9]RU[Chinese]KM[7]SBKV[50]SBKS[0];B[ee]SBKV[80]SBKS[4.5];W[cc]SBKV[60]SBKS[2])");
  await number(page, "0 / 2");
  await page.keyboard.press("ArrowRight");
  await number(page, "1 / 2");
  assert.equal(await page.getAttribute("#win-bar", "title"), "Black 80.0 % · Black leads by 4.5 points");
  const [bar, black] = [await box(page, "#win-bar"), await box(page, "#win-bar span")];
  await page.waitForFunction(() => {
    const [all, part] = ["#win-bar", "#win-bar span"].map((which) => document.querySelector(which).getBoundingClientRect().height);
    return Math.abs(part / all - 0.8) < 0.02;
  });
  assert.ok(bar.height > 300 && bar.right < (await box(page, "#board")).left && black.left >= bar.left);
  for (const [chart, words] of [[".wins-chart", "Move 2: Black 60 %"], [".lead-chart", "Move 2: Black leads by 2.0 points"]]) {
    const { right, top, height } = await box(page, `#chart ${chart}`);
    await page.mouse.move(right - 12, top + height / 2);
    await page.waitForFunction(([which, wanted]) => document.querySelector(`${which} .tooltip`).textContent === wanted, [chart, words]);
  }
  // The player who leads is told in the cards too.
  assert.match(await page.textContent("#player-black"), /0 prisoners · ahead by 4\.5 points/);
  assert.doesNotMatch(await page.textContent("#player-white"), /ahead/);
  await page.locator("#tab-candidates").focus();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await page.$$eval("[role=tabpanel]", (panels) => panels.filter(({ hidden }) => !hidden).map(({ id }) => id)), ["mistakes-panel"]);
  await number(page, "1 / 2");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#comment").isVisible(), true);
  await accessible(page);
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#candidates").isVisible(), true);
  await close(page);
});

test("menus close by Escape, by a click elsewhere, and after a choice", async () => {
  const page = await open();
  const more = page.locator(".more summary");
  const isOpen = () => page.evaluate(() => document.querySelector(".more").open);
  await more.click();
  await accessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await isOpen(), false);
  assert.equal(await page.evaluate(() => document.activeElement.matches(".more summary")), true);
  await more.click();
  await page.locator("#terms").click();
  assert.equal(await isOpen(), false);
  await more.click();
  await page.locator("#show-rules").click();
  await page.waitForSelector("#dialog-rules[open]");
  assert.equal(await isOpen(), false);
  await close(page);
});

/** The sizes on the screen of all letters on the board, and the smallest. */
const smallest = (page) => page.$$eval("#board text", (texts) => Math.min(...texts.map((each) =>
  Number.parseFloat(getComputedStyle(each).fontSize) * each.getCTM().a)));

for (const [locale, lang] of [["en-US", "en"], ["ko-KR", "ko"]]) {
  test(`a telephone has a bar of modes below, large targets and readable letters: ${lang}`, async () => {
    const page = await open({ width: 390, height: 664, locale, hasTouch: true, isMobile: true });
    await newGame(page, { size: "19", rules: "chinese", players: "both" });
    for (const point of ["D4", "D4", "Q16", "Q16"]) await click(page, point);
    await page.click("#mode-analyse");
    await analyse(page);
    await page.evaluate(() => scrollTo(0, 0));
    const modes = await box(page, ".modes");
    assert.deepEqual([modes.height, modes.bottom], [56, 664]);
    assert.ok((await box(page, ".actions")).bottom <= modes.top);
    const [board, bar, chart] = [await box(page, "#board"), await box(page, "#win-bar"), await box(page, "#chart")];
    assert.ok(board.bottom <= bar.top && bar.bottom <= chart.top, JSON.stringify({ board, bar, chart }));
    const small = await page.$$eval("button, summary", (targets) => targets.filter((each) => each.checkVisibility()).map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return [each.id || each.textContent, Math.round(width), Math.round(height)];
    }).filter(([, width, height]) => height < 44 || width < 44));
    assert.deepEqual(small, []);
    assert.ok(await smallest(page) >= 9.9, `${await smallest(page)}`);
    await page.click("#show-policy");
    assert.ok(await smallest(page) >= 9.9, `${await smallest(page)}`);
    await page.locator(".more summary").click();
    assert.equal(await page.locator("#keys").isVisible(), false);
    await accessible(page);
    await picture(page, `layout-390-${lang}`);
    await close(page);
  });
}

test("on its side a telephone has the board left and the buttons right", async () => {
  const page = await open({ width: 844, height: 390, hasTouch: true, isMobile: true });
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  const [board, actions, told] = [await box(page, "#board"), await box(page, ".actions"), await box(page, "#told")];
  assert.ok(board.bottom <= 390 && board.width > 300, JSON.stringify(board));
  assert.ok(actions.left >= board.right && told.left >= board.right && actions.bottom <= 390, JSON.stringify({ board, actions, told }));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await close(page);
});

test("on its side a telephone has the analysis right of its board, which stays in view", async () => {
  const page = await open({ width: 844, height: 390, hasTouch: true, isMobile: true });
  await paste(page, "(;SZ[9]RU[Chinese]KM[7]SBKV[50]SBKS[0];B[ee]SBKV[80]SBKS[4.5];W[cc]SBKV[60]SBKS[2])");
  await number(page, "0 / 2");
  await analyse(page);
  assert.ok((await box(page, "#live-analysis")).bottom <= 390, "the tools are in view without a scroll");
  for (const panel of ["candidates", "mistakes", "moves"]) {
    await page.tap(`#tab-${panel}`);
    for (const part of ["#chart", `#tab-${panel}`, `#${panel}-panel`, "#events-card"]) {
      await page.locator(part).scrollIntoViewIfNeeded();
      const [board, other] = [await box(page, "#board"), await box(page, part)];
      assert.ok(board.top >= 0 && board.bottom <= 390 && board.width > 300, JSON.stringify(board));
      assert.ok(other.left >= board.right && other.right <= 844, JSON.stringify({ part, board, other }));
    }
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await accessible(page);
  await close(page);
});

test("on small screens a lesson is in view together with its board, and so is its answer", async () => {
  // 640 by 430 is a screen of 1280 by 860 at 200 %.
  for (const [width, height] of [[360, 640], [844, 390], [640, 430], [768, 1024]]) {
    const page = await open({ url: `${server.url}#lesson=placing-1`, width, height, hasTouch: true, isMobile: width !== 640 });
    const isInView = () => page.waitForFunction(() => {
      const modes = document.querySelector(".modes").getBoundingClientRect().top;
      const end = modes > innerHeight / 2 ? modes : innerHeight;
      return ["#lesson", "#board"].map((which) => document.querySelector(which).getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= end);
    });
    // Until the lesson has come, the board is that of the first game.
    await page.waitForSelector("#lesson:not([hidden])");
    await page.waitForSelector("#board.may-play");
    await isInView();
    await page.tap("#abstain");
    await page.waitForSelector("#lesson-answer:not([hidden])");
    await isInView();
    await close(page);
  }
});

test("a message takes the place of the line below the board, and covers nothing", async () => {
  for (const [width, height, locale, words] of [[1280, 860, "en-US", /is occupied/], [390, 664, "ko-KR", /이미 돌이 있습니다/]]) {
    const page = await open({ width, height, locale });
    await paste(page, "(;SZ[9];B[ee];W[ee])");
    await page.waitForSelector("#toast.shown");
    assert.match(await page.textContent("#toast"), words);
    const before = await box(page, ".actions");
    const message = await box(page, "#toast");
    assert.ok(message.top >= (await box(page, "#board")).bottom && message.bottom <= before.top, JSON.stringify({ message, before }));
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#told")).visibility), "hidden");
    await accessible(page);
    await close(page);
  }
});

for (const [width, height] of [[1280, 860], [390, 664]]) test(`a warning leaves the stones in view: ${width}`, async () => {
  const page = await open({ width, height });
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "A2 A1 A3 B2 J9 C1 B1");
  await click(page, "A1");
  await page.waitForSelector("#dialog-confirm[open]");
  const [dialog, board] = [await box(page, "#dialog-confirm"), await box(page, "#board")];
  assert.ok(dialog.left >= board.right || dialog.top >= board.bottom, JSON.stringify({ dialog, board }));
  await close(page);
});

test("a link to this computer says that others cannot open it", async () => {
  const page = await open();
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#share-link").value !== "");
  assert.match(await page.inputValue("#share-link"), /^http:\/\/127\.0\.0\.1/);
  assert.equal(await page.isVisible("#share-local"), true);
  await accessible(page);
  await close(page);
});
