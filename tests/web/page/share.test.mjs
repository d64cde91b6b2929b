// Games as links and pictures, in the page that the program serves, and with ONEPURE_SITE in the page with the engine in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { accessible, changed, click, close, newGame, number, open, paste, picture, playAll, saved, server } from "./support.mjs";

const RETIRED = "A2 A1 A3 B2 J9 C1 B1";

/** The link to what is shown. */
async function linkOf(page, extent = "game") {
  await page.click("#share");
  await page.selectOption("#share-extent", extent);
  await page.waitForFunction(() => document.querySelector("#share-link").value !== "");
  const link = await page.inputValue("#share-link");
  await page.click("#dialog-share [value=close]");
  return link;
}

const toasted = (page, words) =>
  page.waitForFunction((text) => document.querySelector("#toast").textContent.includes(text), words);

/** The games that the browser keeps, without the time. */
const kept = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("onepure-game-"))
  .map((key) => localStorage.getItem(key).replace(/^\d+ /, "")));

test("a link opens the game where it was, in another browser", async () => {
  const page = await open({ url: `${server.url}?token=secret` });
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, RETIRED);
  await page.click("#mode-analyse");
  await page.click("#back");
  await click(page, "E5");
  await number(page, 7);
  await page.fill("#comment", "Here <b>it</b> ends");
  const [link, record] = [await linkOf(page), await saved(page)];
  assert.ok(link.startsWith(`${server.url}#game=6-1-0.`), link);
  const position = await linkOf(page, "position");
  await close(page);
  const other = await open({ url: link });
  await number(other, 7);
  assert.equal(await other.inputValue("#comment"), "Here <b>it</b> ends");
  assert.equal(await saved(other), record);
  assert.equal(await other.evaluate(() => location.href), server.url);
  // A reloaded page continues the game, with what was played since.
  await click(other, "G7");
  await number(other, 8);
  await other.reload();
  await number(other, 8);
  // Another link comes into the address of the same page, and one is pasted.
  await other.evaluate((fragment) => { location.hash = fragment; }, new URL(position).hash);
  await number(other, 7);
  assert.doesNotMatch(await saved(other), /\(;B/);
  await changed(other, () => other.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
  }, `${link}.`));
  await toasted(other, "game of the link");
  assert.equal(await saved(other), record);
  await close(other);
});

test("a link leaves the kept game alone", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, RETIRED);
  const link = await linkOf(page);
  await newGame(page, { size: "13", players: "both" });
  await playAll(page, "G7 D4");
  await page.evaluate((fragment) => { location.hash = fragment; }, new URL(link).hash);
  await number(page, 7);
  await page.click("#back");
  await click(page, "E5");
  await number(page, 7);
  await page.reload();
  await number(page, 7);
  const sizes = (await kept(page)).map((text) => JSON.parse(text).root.lines);
  assert.deepEqual(sizes.sort(), [13, 9, 9]);
  // The game before is free for a new tab, which has it when the tab with the last one is there.
  const tab = await page.context().newPage();
  await tab.goto(server.url);
  await number(tab, 2);
  await close(page);
});

test("a broken link gets one sentence, and the page plays on", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  const link = new URL(await linkOf(page)).hash;
  const packed = (text) => `#game=0.${deflateSync(text).toString("base64url")}`;
  const broken = [link.slice(0, -5), `${link}AAAA`, "#game=", "#game=1.%00", packed("Dear friend"), packed(" ".repeat(5 << 20))];
  for (const fragment of broken) {
    await page.evaluate(() => { document.querySelector("#toast").textContent = ""; });
    await page.evaluate((hash) => { location.hash = hash; }, fragment);
    await toasted(page, "This link is broken or incomplete. It opened no game.");
    await page.waitForFunction(() => location.hash === "");
  }
  await number(page, 2);
  await playAll(page, "G7", 2);
  await close(page);
  // The page that begins with a broken link.
  const fresh = await open({ url: server.url + broken[0], locale: "ko-KR" });
  await toasted(fresh, await fresh.getAttribute("html", "lang") === "ko" ? "링크가 잘렸거나" : "This link is broken");
  await newGame(fresh, { size: "9", players: "both" });
  await playAll(fresh, "E5");
  await close(fresh);
});

test("a page without storage opens a link", async () => {
  const page = await open();
  await paste(page, "(;GM[1]FF[4]SZ[9]KM[3]RU[one-pure];B[ee];W[cc])");
  const link = await linkOf(page);
  await close(page);
  const script = 'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });';
  const other = await open({ url: link, script });
  await number(other, "0 / 2");
  await close(other);
});

test("a game is saved as an animated picture", async () => {
  const page = await open();
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, RETIRED);
  await page.click("#back");
  const files = [];
  for (const id of ["#save-picture", "#save-animation"]) {
    await page.click("#share");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
    files.push(readFileSync(await file.path(), "utf8"));
  }
  const [still, film] = files;
  const figures = await page.evaluate(async (texts) => Promise.all(texts.map(async (text) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    await image.decode();
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const count = (selector) => parsed.querySelectorAll(selector).length;
    return { width: image.width, animated: count("animate"), stones: count("use"), shown: count('use[visibility="visible"]') };
  })), [still, film]);
  assert.deepEqual(figures[0], { width: 900, animated: 0, stones: 6, shown: 0 });
  // Seven stones, of which A1 leaves the board again, and seven marks.
  assert.deepEqual(figures[1], { width: 900, animated: 14, stones: 7, shown: 6 });
  // The page shows what it showed, and goes on.
  await number(page, "6 / 7");
  await page.click("#forward");
  await number(page, "7");
  await close(page);
});

test("the dialog works by the keyboard and on a telephone, in Korean", async () => {
  const page = await open({ width: 390, height: 844, locale: "ko-KR", permissions: ["clipboard-read", "clipboard-write"] });
  if (await page.getAttribute("html", "lang") !== "ko") await changed(page, () => page.click("#language"));
  await newGame(page, { size: "9", players: "both" });
  await playAll(page, "E5 C3");
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.querySelector("#share-link").value !== "");
  await accessible(page);
  await picture(page, "share-ko-390");
  const [scrollWidth, clientWidth] = await page.evaluate(() => ["scrollWidth", "clientWidth"].map((key) => document.documentElement[key]));
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
  await page.focus("#copy-link");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /클립보드에/.test(document.querySelector("#share-length").textContent));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.inputValue("#share-link"));
  await page.keyboard.press("Escape");
  await close(page);
});
