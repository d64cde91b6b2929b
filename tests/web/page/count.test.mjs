// The end of a game by passes, in Chromium and in Firefox: the result waits until a person confirms the dead stones.
import assert from "node:assert/strict";
import {
  accessible, changed, click, hasText, isShown, isVisible, newGame, number, onPage, picture, playAll, reload, saved, show, startProgram, textOf, until,
} from "./both.mjs";

startProgram();

/** White's B3 and C2 are dead: Black wins by 12. With them alive White would win by 13. */
const DEAD = "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[0]AB[ae][be][cd][dg][df][de][dd][eh][eg][ed][fh][gg][hg][hf][hc][hb][ha][ig][ie][id][ic]" +
  "AW[ad][bg][bd][bc][ch][cc][dc][ef][ee][ec][fg][ff][fd][gf][ge][gc][gb][ga][he][hd];B[];W[])";

/** Nobody has made a living group yet. */
const OPEN = "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7];B[ee];W[cc];B[gc];W[cg];B[gg];W[];B[])";

const CONCLUSION = {
  en: { provisional: "Provisional: the result waits", dead: "White's C2 B3 are judged dead", confirm: "Confirm the result", won: "Black wins by 12 points", winner: /wins?\b|Result/ },
  ko: { provisional: "아직 확정되지 않은 계가", dead: "백 C2·B3은 죽은 돌로 보아", confirm: "결과 확정", won: "흑 12집 승", winner: /승|[BW]\+/ },
};

for (const [language, width] of [["en", 1280], ["ko", 390]]) {
  const words = CONCLUSION[language];
  onPage(`after two passes the count is provisional until it is confirmed: ${language}`, async (page) => {
    await show(page, DEAD);
    await number(page, "0 / 2");
    await page.click("#last");
    await hasText(page, "#conclusion", words.provisional);
    assert.ok((await textOf(page, "#conclusion")).includes(words.dead), await textOf(page, "#conclusion"));
    for (const place of ["#conclusion", "#told", "#live", "#events"]) assert.doesNotMatch(await textOf(page, place), words.winner, place);
    assert.doesNotMatch(await saved(page), /RE\[/);
    assert.equal(await textOf(page, "#confirm"), words.confirm);
    await accessible(page);
    await picture(page, `count-provisional-${language}-${width}${page.suffix}`);
    await page.click("#confirm");
    await hasText(page, "#conclusion", words.won);
    await picture(page, `count-confirmed-${language}-${width}${page.suffix}`);
    assert.match(await saved(page), /RE\[B\+12\]/);
    // What is confirmed stays, and can be changed.
    await reload(page);
    await hasText(page, "#conclusion", words.won);
    await page.click("#confirm");
    await hasText(page, "#conclusion", words.provisional);
    assert.doesNotMatch(await saved(page), /RE\[/);
    // White's last two stones are alive after all: then the board counts as it stands.
    for (const stone of ["B3", "C2"]) {
      const before = await textOf(page, "#conclusion");
      await click(page, stone);
      await until(page, (was) => document.querySelector("#conclusion").textContent !== was, before);
    }
    await page.click("#confirm");
    await hasText(page, "#conclusion-title", language === "en" ? "White wins by 13 points" : "백 13집 승");
    assert.match(await saved(page), /RE\[W\+13\]/);
  }, { language, width });
}

onPage("stones in doubt are named in one sentence, in both languages", async (page) => {
  await show(page, OPEN);
  await number(page, "0 / 7");
  await page.click("#last");
  await hasText(page, "#conclusion", "It is in doubt whether ");
  assert.match(await textOf(page, "#conclusion"), /It is in doubt whether [A-J1-9 ]+ (is|are) dead\./);
  await page.click("#language");
  await hasText(page, "#conclusion", "죽은 돌인지는 확실하지 않습니다.");
  assert.match(await textOf(page, "#conclusion"), /[A-J1-9·]+[이가] 죽은 돌인지는 확실하지 않습니다\./);
  await accessible(page);
});

onPage("a game that is played ends provisionally, and a placement resumes it", async (page) => {
  await newGame(page, { size: "9", rules: "chinese", players: "both" });
  await playAll(page, "E5 C3 pass pass");
  await hasText(page, "#conclusion", "Provisional");
  assert.doesNotMatch(await saved(page), /RE\[/);
  await click(page, "G7");
  await number(page, 5);
  assert.equal(await isVisible(page, "#conclusion"), false);
  assert.equal(await isVisible(page, "#agreement"), false);
  await playAll(page, "pass pass", 5);
  await hasText(page, "#conclusion", "Provisional");
  await page.click("#confirm");
  await hasText(page, "#conclusion-title", " wins by ");
  // After that nobody plays on, until the result is provisional again.
  await click(page, "G3");
  await hasText(page, "#toast", "Play is over.");
  await number(page, 7);
  // The count can be hidden and shown again, and the conclusion stays.
  const said = await textOf(page, "#conclusion");
  await page.keyboard.press("c");
  await hasText(page, "#count", "Count");
  assert.equal(await textOf(page, "#conclusion"), said);
  // Undo takes the pass back, and the result with it.
  await page.click("#undo");
  await number(page, "6 / 7");
  assert.equal(await isVisible(page, "#conclusion"), false);
  assert.doesNotMatch(await saved(page), /RE\[/);
  await page.click("#forward");
  await hasText(page, "#conclusion", "Provisional");
});

onPage("under the One Pure Rules the board counts as it stands, until both agree on dead stones", async (page) => {
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3 pass pass");
  await hasText(page, "#conclusion", "Provisional");
  assert.doesNotMatch(await textOf(page, "#conclusion"), /judged dead/);
  await click(page, "C3");
  await hasText(page, "#conclusion", "White's C3 is judged dead");
  await page.click("#confirm");
  await hasText(page, "#conclusion-title", "Black wins by 81 points");
});

const ENDS = {
  en: { title: "White wins by resignation", event: "Black resigns" },
  ko: { title: "백 불계승", event: "흑이 기권했습니다" },
};

for (const [language, width] of [["en", 390], ["ko", 1280]]) {
  onPage(`the end of a game is one banner at the board, with what comes next: ${language}`, async (page) => {
    await newGame(page, { size: "9", rules: "korean", players: "both" });
    await playAll(page, "E5 C3");
    const resign = async () => {
      await page.click("#resign");
      await page.click("#dialog-confirm [value=yes]");
      await isShown(page, "#conclusion");
    };
    await resign();
    assert.equal(await textOf(page, "#conclusion-title"), ENDS[language].title);
    assert.ok((await textOf(page, "#events")).includes(ENDS[language].event), await textOf(page, "#events"));
    assert.equal(await isVisible(page, "#told"), false);
    assert.doesNotMatch(await page.$eval("main", ({ innerText }) => innerText), /[BW]\+|C3\./);
    assert.match(await saved(page), /RE\[W\+Resign\]/);
    await accessible(page);
    await picture(page, `end-${language}-${width}${page.suffix}`);
    await page.click("#share-game");
    await isShown(page, "#dialog-share");
    await page.click("#dialog-share [value=close]");
    await page.click("#review");
    await isShown(page, "#analysis");
    assert.equal(await isVisible(page, "#after-game"), false);
    await page.click("#mode-play");
    await changed(page, () => page.click("#play-again"));
    await number(page, 0);
    assert.equal(await isVisible(page, "#conclusion"), false);
    await hasText(page, "#terms", language === "en" ? "Korean · Komi 6.5 · Even game" : "한국 · 덤 6집 반 · 호선");
  }, { language, width });
}
