// Use of the page: undo during a search, the analysis of a whole game, keys, wheel, taps, languages and small screens.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, click, close, newGame, number, open, paste, picture, place, playAll, saved, told } from "./support.mjs";

test("undo while the engine thinks takes the move back", async () => {
  const page = await open();
  // An hour for the game, so that the engine of the highest level thinks for long.
  await newGame(page, { size: "19", players: "black", level: "20", clock: "3" });
  for (let round = 0; round < 2; round += 1) {
    await click(page, "D4");
    await page.waitForSelector("#move-now:not([hidden])");
    assert.match(await page.textContent("#player-white"), /thinking/);
    await page.click("#undo");
    await number(page, "0 / 1");
    assert.equal(await page.isVisible("#move-now"), false);
    await page.waitForSelector("#player-black.turn");
  }
  assert.doesNotMatch(await saved(page), /;W\[/);
  await click(page, "E5");
  await page.waitForSelector("#move-now:not([hidden])");
  await page.keyboard.press("u");
  await number(page, "0 / 1");
  await close(page);
});

test("another game takes the place of one in which the engine thinks", async () => {
  const page = await open();
  for (const begin of [() => newGame(page, { size: "9", players: "both" }), () => paste(page, "(;SZ[9];B[ee])")]) {
    await newGame(page, { size: "19", players: "black", level: "20", clock: "3" });
    await click(page, "D4");
    await page.waitForSelector("#move-now:not([hidden])");
    await begin();
    await page.waitForSelector('#board svg[viewBox="0 0 412 412"]');
    await page.click("#mode-analyse");
    await page.click("#first", { timeout: 1000 }).catch(() => {});
    await click(page, "C3");
    await told(page, "Black C3");
    assert.match(await saved(page), /SZ\[9\]/);
  }
  await close(page);
});

/** A record with this number of moves, on blocks of two by two points. */
function longGame(size, moves) {
  const points = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)])
    .filter(([column, row]) => column % 3 !== 2 && row % 3 !== 2);
  const letter = (line) => String.fromCharCode(97 + line);
  return `(;SZ[${size}]KM[7.5]RU[Chinese]${points.slice(0, moves).map(([column, row], index) =>
    `;${index % 2 ? "W" : "B"}[${letter(column)}${letter(row)}]`).join("")})`;
}

test("a whole game is analysed in the background, while the board stays where it is", async () => {
  const page = await open();
  await paste(page, longGame(9, 30));
  await page.keyboard.press("End");
  await number(page, 30);
  await page.selectOption("#sweep-visits", "1000");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelector("#sweep-progress").value >= 2);
  assert.match(await page.textContent("#sweep-done"), /^\d+ \/ 31$/);
  // Only the person changes the position on the board.
  await number(page, 30);
  await page.keyboard.press("ArrowLeft");
  await number(page, "29 / 30");
  await page.click("#sweep");
  await page.waitForSelector("#sweep-progress[hidden]", { state: "attached" });
  await page.selectOption("#sweep-visits", "100");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelector("#toast").textContent === "The game is analysed.");
  await number(page, "29 / 30");
  assert.match(await page.textContent("#summary"), /100 visits/);
  // Analyses with more visits stay.
  const visits = (await saved(page)).match(/(?<=rootInfo visits )\d+/g).map(Number);
  assert.equal(visits.length, 31);
  assert.ok(visits[0] === 1000 && visits[30] === 100, visits.join(" "));
  await close(page);
});

test("an analysis that is stopped leaves the engine alone", async () => {
  const page = await open();
  await paste(page, longGame(19, 100));
  await page.selectOption("#sweep-visits", "10000");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelector("#sweep-progress").max === 101);
  // Another game stops the analysis too.
  await newGame(page, { size: "9", players: "both" });
  await page.waitForFunction(() => document.querySelector("#sweep").getAttribute("aria-pressed") === "false");
  // The server analyses at most two games at once. Stopped analyses must not count.
  for (let round = 0; round < 3; round += 1) {
    await paste(page, longGame(19, 20));
    await page.selectOption("#sweep-visits", "10000");
    await page.click("#sweep");
    await page.waitForFunction(() => document.querySelector("#sweep-progress").max === 21);
    await page.click("#sweep");
  }
  await close(page);
});

test("a step through a long game is quick, and draws the tree once", async () => {
  const page = await open();
  const moves = Array.from({ length: 300 }, (_, index) => {
    const [column, row] = [((index * 7) % 361) % 19, Math.floor(((index * 7) % 361) / 19)].map((line) => String.fromCharCode(97 + line));
    return `;${index % 2 ? "W" : "B"}[${column}${row}]SBKV[${50 + (index % 9)}]SBKS[1]`;
  });
  await paste(page, `(;SZ[19]RU[Chinese]KM[7.5]${moves.join("")})`);
  await number(page, "0 / 300");
  await page.click("#tab-moves");
  await page.evaluate(() => document.querySelectorAll("#tree g").forEach((stone) => stone.setAttribute("data-first", "")));
  const steps = await page.evaluate(async () => {
    const times = [];
    for (let step = 1; step <= 40; step += 1) {
      const began = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
      times.push(performance.now() - began);
      while (!document.querySelector("#number").textContent.startsWith(`${step} /`)) await new Promise((done) => { setTimeout(done); });
      await new Promise((done) => { setTimeout(done, 30); });
    }
    return times.sort((one, other) => one - other);
  });
  console.log(`a step takes ${steps[20].toFixed(1)} ms`);
  // A quiet machine takes 3 ms.
  assert.ok(steps[20] < 16, steps.join(" "));
  assert.equal(await page.locator("#tree g:not([data-first])").count(), 0);
  await page.fill("#comment", "here");
  await page.keyboard.press("Tab");
  await click(page, "T19");
  await number(page, "41");
  assert.equal(await page.locator("#tree g").count(), 302);
  assert.equal(await page.locator("#tree .note").count(), 1);
  await close(page);
});

const VARIATIONS = "(;SZ[9];B[ee];W[cc](;B[gc];W[cg];B[gg])(;B[gg];W[gc])(;B[aa]))";

test("arrows, page keys and the wheel go through the game", async () => {
  const page = await open();
  await paste(page, VARIATIONS);
  await number(page, "0 / 5");
  const press = async (key, wanted) => {
    await page.keyboard.press(key);
    await number(page, wanted);
  };
  await press("ArrowRight", "1 / 5");
  await press("End", 5);
  await press("ArrowLeft", "4 / 5");
  await press("ArrowDown", 4);
  await told(page, "White G7");
  await press("ArrowDown", 3);
  await told(page, "Black A9");
  await press("ArrowUp", "3 / 4");
  await press("ArrowUp", "3 / 5");
  await press("Home", "0 / 5");
  await press("PageDown", 5);
  await press("PageUp", "0 / 5");
  // A click gives the board the focus, and the arrows still go through the game.
  await click(page, "C3");
  await number(page, 1);
  await press("ArrowLeft", "0 / 5");
  const [x, y] = await place(page, "E5");
  await page.mouse.move(x, y);
  for (const [turn, wanted] of [[100, "1 / 5"], [-100, "0 / 5"], [30, "0 / 5"], [30, "1 / 5"]]) {
    await page.mouse.wheel(0, turn);
    await page.waitForTimeout(100);
    await number(page, wanted);
  }
  // Text fields and dialogs keep their keys.
  await page.focus("#comment");
  await page.keyboard.press("ArrowLeft");
  await number(page, "1 / 5");
  await close(page);
});

test("a tap on a board with close points is confirmed, and others are not", async () => {
  const page = await open({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await newGame(page, { size: "19", players: "both" });
  const tap = async (vertex) => page.touchscreen.tap(...(await place(page, vertex)));
  const hint = (point) => page.waitForFunction((wanted) => document.querySelector("#told.hint")?.textContent.includes(`Tap ${wanted} again`), point);
  await tap("K10");
  await hint("K10");
  await number(page, 0);
  await picture(page, "tap-19-en");
  // A tap on a neighbour moves the preview.
  await tap("L10");
  await hint("L10");
  await number(page, 0);
  await tap("L10");
  await number(page, 1);
  assert.equal(await page.locator("#told.hint").count(), 0);
  await told(page, "L10");
  await newGame(page, { size: "9", players: "both" });
  await tap("E5");
  await number(page, 1);
  await close(page);
});

for (const [locale, terms] of [["en-US", "Chinese · Komi 7.5 · Even game"], ["ko-KR", "한국 · 덤 6집 반 · 호선"]]) {
  test(`a first visit asks for ordinary Go or One Pure, once, and does not wait for the answer: ${locale}`, async () => {
    const page = await open({ locale });
    assert.equal(await page.isVisible("#welcome"), true);
    await accessible(page);
    await page.click("#choose-ordinary");
    await page.waitForFunction((wanted) => document.querySelector("#terms").textContent === wanted, terms);
    assert.equal(await page.isVisible("#welcome"), false);
    await page.reload();
    await page.waitForSelector("#connection[hidden]", { state: "attached" });
    assert.equal(await page.isVisible("#welcome"), false);
    await close(page);
    const other = await open({ locale });
    await click(other, "E5");
    await other.waitForSelector("#welcome", { state: "hidden" });
    await other.waitForFunction(() => Number.parseInt(document.querySelector("#number").textContent, 10) >= 1);
    await close(other);
  });
}

test("a new game needs one press for its size, and the rest is folded", async () => {
  const page = await open();
  await page.click("#new-game");
  assert.equal(await page.locator("[name=rules]").isVisible(), false);
  assert.match(await page.textContent("#new-summary"), /^One Pure · Black · strength \d+( – \w+)? · no clock$/);
  await page.click("#dialog-new [data-size='13']");
  assert.equal(await page.getAttribute("#dialog-new [data-size='13']", "aria-pressed"), "true");
  await accessible(page);
  await page.click("#dialog-new [value=start]");
  await page.waitForSelector('#board svg[viewBox="0 0 572 572"]');
  await close(page);
});

test("in ordinary Go a level has its rank on the board of the game", async () => {
  const page = await open();
  await page.click("#new-game");
  await page.click("#dialog-new summary");
  const level = () => page.textContent("#dialog-new [name=level] option[value='8']");
  await page.selectOption("#dialog-new [name=level]", "8");
  assert.equal(await level(), "8");
  await page.selectOption("#dialog-new [name=rules]", "chinese");
  const found = [];
  for (const size of ["9", "13", "19"]) {
    await page.click(`#dialog-new [data-size='${size}']`);
    found.push(await level());
    assert.match(found.at(-1), /^8 – about \d+ (kyu|dan)$/);
    assert.ok((await page.textContent("#new-summary")).includes(` · strength ${found.at(-1)} · `));
  }
  assert.ok(new Set(found).size > 1, `expected ranks that differ by the board, got ${found}`);
  assert.equal(await page.inputValue("#dialog-new [name=level]"), "8");
  await page.click("#dialog-new [value=cancel]");
  await close(page);
});

test("under ordinary rules the page speaks of passes and captured stones, and shows no stone where none may be placed", async () => {
  const page = await open();
  await newGame(page, { size: "9", rules: "japanese", players: "both" });
  await page.waitForFunction(() => document.querySelector("#abstain").textContent === "Pass");
  await playAll(page, "D5 G5 E6 F6 E4 F4 F5 E5");
  await page.waitForFunction(() => /^1 prisoner$/.test(document.querySelector("#player-white .score").textContent));
  const ghosts = () => page.locator("#board use[opacity='0.45']").count();
  const hover = async (vertex) => page.mouse.move(...(await place(page, vertex)));
  await hover("C3");
  assert.equal(await ghosts(), 1);
  // Black may not retake the ko at once.
  await hover("F5");
  assert.equal(await ghosts(), 0);
  await click(page, "F5");
  await page.waitForSelector("#toast.shown");
  assert.match(await page.textContent("#toast"), /F5 .*ko/);
  await number(page, 8);
  await page.click("#abstain");
  await told(page, "Black passes.");
  await newGame(page, { size: "9", rules: "ing", players: "both" });
  await playAll(page, "E5 pass");
  await told(page, "Play ends after four passes in a row");
  await newGame(page, { size: "9", players: "both", rules: "one-pure" });
  await page.waitForFunction(() => document.querySelector("#abstain").textContent === "Abstain");
  assert.match(await page.textContent("#player-black .score"), /points/);
  await close(page);
});

test("in Korean only a game by the One Pure Rules has the author's words", async () => {
  const page = await open({ locale: "ko-KR" });
  const words = () => page.evaluate(() => document.body.textContent);
  const author = ["불착", "선후차(덤)", "득점"];
  const showRules = async () => {
    await page.click("#show-rules");
    await page.waitForSelector("#dialog-rules[open]");
    await page.click("#dialog-rules [value=close]");
  };
  await newGame(page, { size: "9", rules: "korean", players: "both" });
  await playAll(page, "D5 G5 E6 F6 E4 F4 F5 E5 pass");
  await page.click("#count");
  await page.waitForFunction(() => document.querySelector("#count").textContent === "계가 끝내기");
  await showRules();
  await page.click("#mode-analyse");
  for (const word of ["패스(한 수 쉼)", "덤 6집 반", "호선", "따낸 돌", "죽은 돌 자동 표시", "기력", "예상 집", "집 차이", "경과"]) {
    assert.ok((await words()).includes(word), word);
  }
  for (const word of [...author, "일체", "완충", "퇴점"]) assert.ok(!(await words()).includes(word), word);
  await page.click("#mode-play");
  await newGame(page, { size: "9", rules: "one-pure", players: "both" });
  await showRules();
  for (const word of author) assert.ok((await words()).includes(word), word);
  await close(page);
});

/** The lowest edge of an element. */
const bottom = (page, selector) => page.evaluate((which) => document.querySelector(which).getBoundingClientRect().bottom, selector);

for (const [locale, lang] of [["en-US", "en"], ["ko-KR", "ko"]]) {
  test(`on a telephone the board and all buttons are in view together: ${lang}`, async () => {
    // The height between the bars of the browser on a telephone of 844 points.
    const page = await open({ width: 390, height: 664, locale, hasTouch: true, isMobile: true });
    for (const [size, rules] of [["9", "one-pure"], ["13", "chinese"], ["19", "one-pure"], ["19", "japanese"]]) {
      await newGame(page, { size, rules, players: "both" });
      await playAll(page, "E5 C3");
      for (const mode of ["#mode-analyse", "#mode-play"]) {
        await page.click(mode);
        await page.evaluate(() => scrollTo(0, 0));
        for (const part of ["#board", "#terms", "#told", ".actions"]) {
          assert.ok((await bottom(page, part)) <= 664, `${size} ${mode} ${part}: ${await bottom(page, part)}`);
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(overflow, 0);
      }
    }
    await accessible(page);
    await picture(page, `telephone-${lang}`);
    await close(page);
  });
}

test("a browser in Korean gets Korean, whose words are not broken", async () => {
  for (const [locale, lang, word] of [["ko-KR", "ko", "keep-all"], ["en-US", "en", "normal"], ["fr-FR", "en", "normal"]]) {
    const page = await open({ locale });
    assert.equal(await page.getAttribute("html", "lang"), lang);
    assert.equal(await page.textContent("#abstain"), lang === "ko" ? "불착" : "Abstain");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#told")).wordBreak), word);
    // A chosen language stays after a reload.
    await page.click("#language");
    const chosen = lang === "ko" ? "en" : "ko";
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, chosen);
    await page.reload();
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, chosen);
    await close(page);
  }
});

/** The stones of a column of a record on 7×7. */
const wall = (column) => Array.from({ length: 7 }, (_, row) => `[${column}${String.fromCharCode(97 + row)}]`).join("");

test("a pass that is proven to win has a mark, and the letters on the board are those of the table", async () => {
  const page = await open();
  await paste(page, `(;SZ[7]RU[one-pure]AB${wall("c")}AW${wall("d")};B[])`);
  await page.click("#mode-analyse");
  await page.keyboard.press("End");
  await page.click("#live-analysis");
  const row = (number) => `#candidates tbody tr:nth-child(${number})`;
  await page.waitForFunction((first) => /pass.*✓/.test(document.querySelector(first)?.textContent ?? ""), row(1));
  assert.match(await page.textContent("#summary"), /White wins: proven/);
  await page.click("#live-analysis");
  await page.waitForFunction(() => document.querySelector("#live-analysis").getAttribute("aria-pressed") === "false");
  const rows = await page.$$eval("#candidates tbody tr .label", (labels) => labels.map((label) => label.textContent));
  const drawn = await page.$$eval("#board text", (texts) => texts.filter((text) => text.getAttribute("y") === "2.5").map((text) => text.textContent));
  assert.ok(rows.length > 1 && !drawn.includes("A") && drawn.includes("B"), `${rows} ${drawn}`);
  await close(page);
});

test("the page shows what is proven about a result and about groups", async () => {
  const page = await open();
  const proof = (words) => page.waitForFunction((wanted) => document.querySelector("#proof").textContent.startsWith(wanted), words);
  const filled = (columns, eyes) => columns.flatMap((column) => [..."abcde"].map((row) => column + row))
    .filter((point) => !eyes.includes(point)).map((point) => `[${point}]`).join("");
  // Two eyes for each colour, and nothing else is empty.
  await paste(page, `(;SZ[5]RU[Chinese]AB${filled(["a", "b", "c"], ["aa", "ae"])}AW${filled(["d", "e"], ["ea", "ee"])}PL[B])`);
  await page.click("#live-analysis");
  await page.click("#prove");
  await proof("Without komi: B+5, proven. ");
  await click(page, "D3");
  await proof("D3 lives, whoever plays first: proven");
  await accessible(page);
  // A move of the person ends it, and a stone is taken for a move again.
  await click(page, "A1");
  await page.waitForSelector('#prove[aria-pressed="false"]', { state: "attached" });
  assert.equal(await page.textContent("#proof"), "");
  // In a white wall the black group depends on who plays first, and so does the white one in it.
  await paste(page, "(;SZ[5]RU[one-pure]AB[bb][ac][bc][cc][dc][ec]AW[ab][ba][da][cb][db][eb][bd][cd][dd][ed][be][de]PL[B])");
  await page.click("#prove");
  await click(page, "A4");
  await proof("The result is not proven. ");
  await click(page, "A4");
  await proof("A4 depends on who plays first: proven (A5)");
  // The pointer shows the points that the proof is about.
  const marked = () => page.$$eval("#board .zone", (cells) => cells.length);
  assert.equal(await marked(), 0);
  await page.hover("#proof");
  assert.ok((await marked()) > 5);
  assert.equal(await page.$$eval("#board use[opacity='0.85']", (stones) => stones.length), 1);
  await page.hover("#prove");
  assert.equal(await marked(), 0);
  await page.click("#language");
  await page.waitForSelector('#prove[aria-pressed="false"]', { state: "attached" });
  assert.equal(await page.textContent("#proof"), "");
  await page.click("#language");
  // Rules by territory have proofs about groups alone, Ing's have none: the session says so.
  await paste(page, `(;SZ[5]RU[Japanese]AB${filled(["a", "b", "c"], ["aa", "ae"])}AW${filled(["d", "e"], ["ea", "ee"])}PL[B])`);
  await page.click("#prove");
  await page.waitForSelector("#toast.shown");
  await proof("The result is not proven. ");
  await click(page, "D3");
  await proof("D3 lives, whoever plays first: proven");
  await paste(page, "(;SZ[5]RU[Ing]AB[bb])");
  await page.click("#prove");
  await proof("The result is not proven. ");
  await click(page, "B4");
  await page.waitForSelector('#prove[aria-pressed="false"]', { state: "attached" });
  await close(page);
});
