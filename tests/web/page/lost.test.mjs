// Games, lessons and records that must not be lost, and what Enter, arrows and letters do, in Chromium and in Firefox.
import assert from "node:assert/strict";
import {
  accessible, changed, chooseGame, click, hasText, isClosed, isShown, isVisible, newGame, number, onPage, picture, playAll, reload, saved,
  show, startProgram, textOf, until,
} from "./both.mjs";

startProgram();

const isAsked = (page) => isShown(page, "#dialog-confirm");

for (const [language, width] of [["en", 1280], ["ko", 390]]) {
  onPage(`a new game and Open ask before an unsaved game is left, and the game can be opened again: ${language}`, async (page) => {
    await newGame(page, { size: "9", players: "both" });
    await playAll(page, "E5 C3 G7");
    for (const leave of [
      async () => {
        await page.click("#new-game");
        await page.click("#dialog-new [value=start]");
      },
      () => show(page, "(;SZ[13];B[cc])"),
    ]) {
      await leave();
      await isAsked(page);
      assert.match(await textOf(page, "#confirm-text"), language === "ko" ? /저장하지 않은 대국/ : /It is not saved\./);
      await accessible(page);
      await picture(page, `leave-${language}-${width}${page.suffix}`);
      await page.click("#dialog-confirm [value=no]");
      await isClosed(page);
      await number(page, 3);
    }
    await page.click("#new-game");
    await chooseGame(page, { size: "13" });
    await changed(page, async () => {
      await page.click("#dialog-new [value=start]");
      await isAsked(page);
      await page.click("#dialog-confirm [value=yes]");
    });
    await number(page, 0);
    // Nothing has happened in this game: no question.
    await page.click("#open-game");
    await isShown(page, "#recent");
    const listed = await page.$$eval("#recent-list button", (entries) => entries.map(({ textContent }) => textContent));
    assert.equal(listed.length, 1);
    assert.match(listed[0], language === "ko" ? /9×9 One Pure · 3수/ : /9×9 One Pure · 3 moves/);
    await accessible(page);
    await picture(page, `recent-${language}-${width}${page.suffix}`);
    await changed(page, () => page.click("#recent-list button"));
    await number(page, 3);
    assert.match(await saved(page), /B\[ee\]\s*;W\[cg\]\s*;B\[gc\]/);
    // A saved game is left without a question.
    await newGame(page, { size: "9", players: "both" });
    await number(page, 0);
  }, { language, width });
}

onPage("the last ten games can be opened again, with their moves", async (page) => {
  const moves = ["A1", "B2", "C3", "D4", "E5", "F6", "G7", "H8", "J9", "A9", "J1", "E1"];
  for (const move of moves) {
    await newGame(page, { size: "9", players: "both" });
    await playAll(page, move);
    await saved(page);
  }
  await newGame(page, { size: "9", players: "both" });
  await page.click("#open-game");
  await isShown(page, "#recent");
  assert.equal((await page.$$("#recent-list button")).length, 10);
  // The oldest of them is the third that was played.
  await changed(page, () => page.click("#recent-list li:last-child button"));
  await number(page, 1);
  assert.match(await saved(page), /B\[cg\]/);
  await page.click("#open-game");
  await until(page, () => document.querySelectorAll("#recent-list button").length === 9);
});

onPage("a game that the browser cannot keep is said to be lost", async (page) => {
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  await page.click("#new-game");
  await page.click("#dialog-new [value=start]");
  await isAsked(page);
  assert.match(await textOf(page, "#confirm-text"), /this browser does not keep it/);
}, { script: 'Storage.prototype.setItem = () => { throw new DOMException("no", "QuotaExceededError"); };' });

onPage("a full storage drops the oldest games for the one on the page", async (page) => {
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5");
  await saved(page);
  await page.evaluate(() => {
    for (let game = 1; game <= 3; game += 1) localStorage.setItem(`onepure-game-old${game}`, `${game} ${"x".repeat(500_000)}`);
  });
  // The page finds the games of closed tabs when it changes to another one.
  await newGame(page, { size: "9", players: "both" });
  await page.evaluate(() => {
    let count = 0;
    for (let length = 1 << 20; length > 0; length >>= 1) {
      try {
        for (;;) localStorage.setItem(`filler${(count += 1)}`, "x".repeat(length));
      } catch {
        // There is no room for as much.
      }
    }
  });
  await playAll(page, "C3 G7");
  await until(page, () => !("onepure-game-old1" in localStorage));
  await reload(page);
  await number(page, 2);
  // No more games are dropped than must be.
  assert.deepEqual(await page.evaluate(() => [2, 3].map((game) => `onepure-game-old${game}` in localStorage)), [true, true]);
});

onPage("Enter in a field starts the game, and Cancel does not", async (page) => {
  await page.click("#new-game");
  await chooseGame(page, { size: "13", players: "both" });
  await page.type("[name=komi]", "3.5");
  await page.keyboard.press("Enter");
  await hasText(page, "#terms", "Komi 3.5");
  await isClosed(page);
  await page.click("#new-game");
  await chooseGame(page, { size: "9" });
  await page.type("[name=komi]", "1.5");
  await page.click("#dialog-new [value=cancel]");
  await isClosed(page);
  assert.match(await textOf(page, "#terms"), /Komi 3\.5/);
  await page.click("#open-game");
  await page.click("#dialog-open [value=cancel]");
  await isClosed(page);
  // In the dialog that shares a game it copies the link, or selects it.
  await page.click("#share");
  await until(page, () => document.querySelector("#share-link").value !== "");
  await page.focus("#share-link");
  await page.keyboard.press("Enter");
  await until(page, () => /clipboard|selected link/.test(document.querySelector("#share-length").textContent));
  assert.equal(await isVisible(page, "#dialog-share"), true);
});

onPage("after a dialog is cancelled the arrows step through the game", async (page) => {
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3 G7");
  const dialogs = [
    ["n", "#dialog-new [value=cancel]"], ["o", "#dialog-open [value=cancel]"], ["h", "#dialog-share [value=close]"],
    ["r", "#dialog-rules [value=close]"], ["?", "#dialog-keys [value=close]"], ["#resign", "#dialog-confirm [value=no]"],
    ["#new-game", "#dialog-new [value=cancel]"],
  ];
  for (const [begin, cancel] of dialogs) {
    // The board has the focus by the pointer, or nothing has it.
    for (const isOnBoard of [true, false]) {
      if (isOnBoard) await click(page, "E5");
      else await page.evaluate(() => document.activeElement.blur());
      if (begin.startsWith("#")) await page.click(begin);
      else await page.keyboard.press(begin);
      await isShown(page, cancel);
      await page.click(cancel);
      await isClosed(page);
      await page.keyboard.press("ArrowLeft");
      await number(page, "2 / 3");
      await page.keyboard.press("ArrowRight");
      await number(page, 3);
    }
  }
  // While a dialog is open no key reaches the game behind it.
  await page.keyboard.press("n");
  await isShown(page, "#dialog-new");
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ["ArrowLeft", "u", "p"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await isClosed(page);
  await number(page, 3);
  // A cursor of the keyboard stays one.
  await page.focus("#new-game");
  await page.focus("#board");
  await page.keyboard.press("r");
  await isShown(page, "#dialog-rules");
  await page.keyboard.press("Escape");
  await isClosed(page);
  // The dialog gives the focus back after it has closed.
  await until(page, () => document.activeElement.id === "board");
  await page.keyboard.press("ArrowLeft");
  await until(page, () => /^[A-J][1-9], /.test(document.querySelector("#live").textContent));
  await number(page, 3);
});

onPage("letters work with a Hangul keyboard", async (page) => {
  const press = (key, code, options = {}) => page.evaluate((type) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { ...type, bubbles: true, cancelable: true }));
  }, { key, code, ...options });
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5");
  await press("ㅔ", "KeyP");
  await number(page, 2);
  await press("ㅕ", "KeyU");
  await number(page, "1 / 2");
  await press("Process", "KeyC");
  await hasText(page, "#count", "End count");
  await press("ㅊ", "KeyC");
  await hasText(page, "#count", "Count");
  await press("ㅜ", "KeyN");
  await isShown(page, "#dialog-new");
  await page.keyboard.press("Escape");
  await isClosed(page);
  // On a Latin keyboard the letter counts that is written on the key.
  await press("o", "KeyS");
  await isShown(page, "#dialog-open");
});

onPage("a lesson and a problem are still there after a reload", async (page) => {
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  await page.click("#mode-learn");
  await isShown(page, "#lesson");
  // The list is drawn again when its lessons arrive, so that a handle of a button may be out of date.
  await page.$eval("#lesson-list li:nth-child(3) button", (button) => button.click());
  await hasText(page, "#lesson-title", "3. ");
  const title = await textOf(page, "#lesson-title");
  await page.click("#lesson-next");
  await hasText(page, "#lesson-step", "Step 2 ");
  await reload(page);
  await isShown(page, "#lesson");
  await hasText(page, "#lesson-title", title);
  await hasText(page, "#lesson-step", "Step 2 ");
  await page.click("#mode-problems");
  await isShown(page, "#problem");
  await page.click("#problem-next");
  await hasText(page, "#problem-title", " 2");
  const problem = await textOf(page, "#problem-title");
  await reload(page);
  await isShown(page, "#problem");
  await hasText(page, "#problem-title", problem);
  // The game from before is there too, and then it stays after a reload.
  await page.click("#mode-play");
  await number(page, 2);
  assert.equal(await isVisible(page, "#problem"), false);
  await reload(page);
  await number(page, 2);
  assert.equal(await isVisible(page, "#problem"), false);
  // A new game from within a lesson asks about the game from before.
  await page.click("#mode-learn");
  await isShown(page, "#lesson");
  await page.click("#new-game");
  await page.click("#dialog-new [value=start]");
  await isAsked(page);
  await page.click("#dialog-confirm [value=yes]");
  await until(page, () => !document.querySelector("#lesson").checkVisibility());
  await page.click("#open-game");
  await isShown(page, "#recent");
  assert.match(await textOf(page, "#recent-list"), /2 moves/);
});

/** Black's third move is on White's stone. */
const ILLEGAL = "(;GM[1]SZ[9]RU[Chinese];B[ee];W[ee];B[aa];W[cc];B[gg]C[x])";

onPage("an illegal move of a record is said and marked, and nothing is lost", async (page) => {
  await show(page, ILLEGAL);
  await hasText(page, "#toast", "line 1, move 2: E5 is occupied");
  await number(page, "0 / 5");
  await page.click("#forward");
  await number(page, "1 / 5");
  await page.click("#forward");
  await hasText(page, "#toast", "occupied");
  await number(page, "1 / 5");
  assert.equal((await page.$$("#tree .illegal")).length, 1);
  await page.click("#first");
  await number(page, "0 / 5");
  assert.match(await saved(page), /;B\[ee\]\s*;W\[ee\]\s*;B\[aa\]\s*;W\[cc\]\s*;B\[gg\]C\[x\]/);
  await page.click("#last");
  await number(page, "1 / 5");
  await reload(page);
  await number(page, "1 / 5");
  assert.match(await saved(page), /;W\[ee\]\s*;B\[aa\]\s*;W\[cc\]\s*;B\[gg\]C\[x\]/);
});

onPage("every board offers the handicap stones that it has points for", async (page) => {
  const most = { 5: 0, 7: 4, 9: 9, 10: 4, 11: 9, 13: 9, 15: 9, 17: 9, 19: 9 };
  // A record may have a size that the dialog does not offer by itself.
  await show(page, "(;SZ[10];B[cc])");
  await number(page, "0 / 1");
  const offered = async (size) => {
    await page.click("#new-game");
    await chooseGame(page, { size, players: "both" });
    return page.$$eval("[name=handicap] option", (options) => options.filter(({ disabled }) => !disabled).map(({ value }) => value));
  };
  for (const [size, stones] of Object.entries(most)) {
    const found = await offered(size);
    assert.deepEqual(found, ["0", ...Array.from({ length: 8 }, (_, index) => String(index + 2)).filter((number) => number <= stones)], size);
    const handicap = found.at(-1);
    await page.select("[name=handicap]", handicap);
    await changed(page, () => page.click("#dialog-new [value=start]"));
    await until(page, (wanted) => document.querySelectorAll("#board use[href$=black]").length === wanted, Number(handicap));
    await hasText(page, "#terms", stones > 0 ? `Handicap ${handicap}` : "Even game");
  }
  // A choice for a large board does not stay for a small one.
  await offered("19");
  await page.select("[name=handicap]", "9");
  await page.select("[name=size]", "5");
  assert.equal(await page.$eval("[name=handicap]", ({ value }) => value), "0");
  await changed(page, () => page.click("#dialog-new [value=start]"));
  await click(page, "C3");
  await number(page, 1);
});

onPage("mistakes are not denied before anything is analysed", async (page) => {
  await show(page, "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese];B[ee];W[ge];B[cg];W[gg])");
  await number(page, "0 / 4");
  assert.equal(await textOf(page, "#mistakes"), "Analyse the game to find its mistakes.");
  // One move of four has a value before and after it.
  await show(page, "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese]SBKV[50]SBKS[0];B[ee]SBKV[50]SBKS[0];W[ge];B[cg];W[gg])");
  await hasText(page, "#mistakes", "Black: no mistakes in 1 of 2 moves");
  await hasText(page, "#mistakes", "White: not analysed");
});

onPage("under ordinary rules the page has no panel of stakes", async (page) => {
  for (const [rules, isSaid] of [["japanese", false], ["chinese", false], ["one-pure", true]]) {
    await newGame(page, { size: "9", rules, players: "both" });
    assert.equal(await isVisible(page, "#stakes"), isSaid, rules);
    assert.equal(await isVisible(page, "#stakes-card"), isSaid, rules);
    assert.doesNotMatch(isSaid ? "" : await textOf(page, "#stakes"), /at stake/);
  }
});
