// Rules, komi and handicap of every game that the page begins: each rule set on 9, 13 and 19 lines, after every other and after records.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";
import { ONEPURE_PROGRAM, close, newGame, open, paste, picture, playAll, saved } from "./support.mjs";

const SIZES = ["9", "13", "19"];

/** The names of all rule sets, from the program's error about an unknown one. */
const RULES = (() => {
  const told = spawnSync(ONEPURE_PROGRAM, ["gtp", "--rules", "?"], { encoding: "utf8" }).stderr;
  return told.match(/one-pure, .*/)[0].trim().split(", ");
})();

/** The usual komi of each rule set on each board, from GTP sessions with only these settings. */
const USUAL = new Map(RULES.flatMap((rules) => {
  const input = SIZES.map((size) => `boardsize ${size}\nget_komi\n`).join("");
  const answers = execFileSync(ONEPURE_PROGRAM, ["gtp", "--rules", rules], { input, encoding: "utf8" }).split("\n\n");
  return SIZES.map((size, index) => [`${rules} ${size}`, answers[2 * index + 1].slice(1).trim()]);
}));

/** The terms of the game next to the board. */
const terms = (page) => page.textContent("#terms");

/** Waits until the page shows these terms. */
const hasTerms = (page, wanted) =>
  page.waitForFunction((words) => document.querySelector("#terms").textContent.endsWith(words), wanted);

/** A sequence with each rule set after each other and after itself. */
function sequence() {
  const next = RULES.map(() => 0);
  const found = [];
  // Hierholzer's algorithm: the pairs are the edges of a complete graph, and the sequence is an Eulerian circuit.
  const waiting = [0];
  while (waiting.length > 0) {
    const here = waiting.at(-1);
    if (next[here] < RULES.length) waiting.push(next[here]++);
    else found.push(RULES[waiting.pop()]);
  }
  return found.reverse();
}

test("the usual komi is that of the rules and the board", () => {
  const known = { "one-pure 9": "0", "one-pure 13": "0", "one-pure 19": "7", "chinese 9": "7.5", "chinese 19": "7.5", "japanese 19": "6.5", "ing 13": "8" };
  for (const [game, komi] of Object.entries(known)) assert.equal(USUAL.get(game), komi, game);
});

test("a new game has the usual komi of its rules and its board, whatever came before it", async () => {
  const page = await open();
  const begun = await page.evaluate(async ([order, sizes]) => {
    const seen = [];
    for (const [index, rules] of order.entries()) {
      for (const size of sizes.map((_, place) => sizes[(place + index) % sizes.length])) {
        document.querySelector("#new-game").click();
        const form = document.querySelector("#dialog-new form");
        const { elements } = form;
        const inherited = elements.komi.value;
        elements.size.value = size;
        elements.rules.value = rules;
        elements.players.value = "both";
        form.dispatchEvent(new Event("change"));
        const offered = elements.komi.placeholder;
        // Every seventh game has a chosen komi, which must not carry over to the next one.
        if (seen.length % 7 === 6) elements.komi.value = "3.5";
        const svg = document.querySelector("#board svg");
        document.querySelector("#dialog-new [value=start]").click();
        for (let wait = 0; document.querySelector("#board svg") === svg; wait += 1) {
          if (wait > 20_000) throw new Error(`${rules} ${size} does not begin`);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        seen.push([`${rules} ${size}`, inherited, offered, document.querySelector("#terms").textContent]);
      }
    }
    return seen;
  }, [sequence(), SIZES]);
  assert.equal(begun.length, 3 * (RULES.length ** 2 + 1));
  begun.forEach(([game, inherited, offered, beside], index) => {
    assert.equal(inherited, "", game);
    assert.equal(offered, `usual: ${USUAL.get(game)}`, game);
    const komi = index % 7 === 6 ? "3.5" : USUAL.get(game);
    assert.match(beside, new RegExp(`^[^·]+ · Komi ${komi} · Even game$`), `${game} after ${begun[index - 1]?.[0]}`);
  });
  await close(page);
});

/** The last lines of `onepure replay` for a record. */
function replayed(record, rules) {
  const options = ["replay", "-", "--rules", rules];
  return execFileSync(ONEPURE_PROGRAM, options, { input: record, encoding: "utf8" }).split("\n");
}

/** Ends the game by passes. */
async function endByPasses(page) {
  for (let passes = 0; passes < 5 && !(await page.isDisabled("#abstain")); passes += 1) {
    const before = await page.textContent("#number");
    await page.click("#abstain");
    await page.waitForFunction((was) => document.querySelector("#number").textContent !== was, before);
  }
  await page.waitForSelector("#conclusion:not([hidden])");
  if (await page.isVisible("#agreement")) {
    await page.waitForSelector("#confirm:enabled");
    await page.click("#confirm");
  }
  await page.waitForFunction(() => /wins|Draw|lose/.test(document.querySelector("#conclusion-title").textContent));
}

/** The sentences of the page about the end, which replay must print too, and the komi that the page saves. */
async function agrees(page, game, rules, komi) {
  const record = await saved(page);
  assert.ok(record.includes(`KM[${komi}]`), `${game}: ${record}`);
  const said = replayed(record, rules);
  // The page leaves the code of the result out, which replay prints before its sentence.
  const isSaid = (words) => said.some((line) => line === words || line.endsWith(`: ${words}`));
  for (const words of await page.locator("#conclusion-text p").allTextContents()) assert.ok(isSaid(words), `${game}: ${words}\n${said.join("\n")}`);
  const title = await page.textContent("#conclusion-title");
  assert.ok(said.some((line) => line.startsWith("Result ") && (line.includes(title) || line.includes("/"))), `${game}: ${title}\n${said.join("\n")}`);
}

test("komi, count and result are those of the record that the page saves", async () => {
  const page = await open();
  for (const [index, rules] of RULES.entries()) {
    for (const size of SIZES) {
      const game = `${rules} ${size}`;
      // A record with other rules and komi comes before the game.
      await paste(page, `(;SZ[${SIZES[index % 3]}]KM[${index + 0.5}]RU[${RULES[(index + 3) % 10]}];B[cc])`);
      await hasTerms(page, `Komi ${index + 0.5} · Even game`);
      await newGame(page, { size, rules, players: "both" });
      await hasTerms(page, `Komi ${USUAL.get(game)} · Even game`);
      await playAll(page, "E5 C3");
      await endByPasses(page);
      await agrees(page, game, rules, USUAL.get(game));
    }
  }
  await close(page);
});

test("a record keeps its komi and its handicap, in the count and when it is saved again", async () => {
  const page = await open();
  for (const rules of ["Chinese", "AGA", "Japanese", "one-pure"]) {
    await paste(page, `(;SZ[9]KM[3.5]HA[2]RU[${rules}]BR[3d]DT[2026-11-25]AB[cc][gg];W[ee])`);
    await hasTerms(page, "Komi 3.5 · Handicap 2");
    await page.click("#last");
    await endByPasses(page);
    await agrees(page, rules, rules, "3.5");
    const record = await saved(page);
    for (const kept of ["HA[2]", "BR[3d]", "DT[2026-11-25]"]) assert.ok(record.includes(kept), record);
  }
  await close(page);
});

test("a handicap game has the usual komi of a handicap game", async () => {
  const page = await open();
  await newGame(page, { size: "9", rules: "aga", players: "both", handicap: "3" });
  await hasTerms(page, "Komi 0.5 · Handicap 3");
  await playAll(page, "E3");
  await endByPasses(page);
  await agrees(page, "aga", "aga", "0.5");
  await newGame(page, { size: "9", rules: "aga", players: "both" });
  await hasTerms(page, "Komi 7.5 · Even game");
  await close(page);
});

test("rules, komi and handicap are next to the board in both languages", async () => {
  for (const [width, height] of [[1280, 860], [390, 844]]) {
    for (const [locale, wanted] of [["en-US", "Chinese · Komi 0.5 · Handicap 4"], ["ko-KR", "중국 · 덤 반집 · 접바둑 4점"]]) {
      const page = await open({ width, height, locale });
      await newGame(page, { size: "13", rules: "chinese", players: "both", handicap: "4" });
      await hasTerms(page, wanted);
      await playAll(page, "G7 D7");
      for (const mode of ["#mode-analyse", "#mode-play"]) {
        await page.click(mode);
        assert.equal(await terms(page), wanted);
        assert.ok(await page.isVisible("#terms"));
      }
      await picture(page, `terms-${width}-${locale.slice(0, 2)}`);
      await close(page);
    }
  }
});
