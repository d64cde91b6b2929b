// Pictures of the page for eyes: play, analyse, learn and problems on screens of all kinds, in both languages, light and dark. Run
// node --test tests/web/page/pictures.mjs with the variables of support.mjs; ONEPURE_PICTURES is the folder.
import { test } from "node:test";
import { analysedMistakes, click, close, number, open, picture } from "./support.mjs";

/** 200 % leaves a wide screen half of its pixels. */
const SCREENS = {
  390: { width: 390, height: 844, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  844: { width: 844, height: 390, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  768: { width: 768, height: 1024 },
  1280: { width: 1280, height: 860 },
  "200%": { width: 640, height: 430, deviceScaleFactor: 2 },
};

/** What leads to each view from the one before. */
const VIEWS = {
  async first() {},
  async play(page) {
    await page.click("#choose-one-pure");
    await click(page, "E5");
    await number(page, 2);
  },
  dialog: (page) => page.click("#new-game"),
  async analyse(page) {
    await page.keyboard.press("Escape");
    await analysedMistakes(page);
    await page.click("#last");
  },
  mistakes: (page) => page.click("#tab-mistakes"),
  moves: (page) => page.click("#tab-moves"),
  learn: (page) => page.click("#mode-learn"),
  async answer(page) {
    await page.waitForSelector("#board.may-play");
    await page.click("#abstain");
    await page.waitForSelector("#lesson-answer:not([hidden])");
  },
  problems: (page) => page.click("#mode-problems"),
};

for (const [screen, size] of Object.entries(SCREENS)) {
  for (const locale of ["en-US", "ko-KR"]) {
    for (const colorScheme of ["light", "dark"]) {
      test(`${screen} ${locale} ${colorScheme}`, async () => {
        const page = await open({ ...size, locale, colorScheme });
        for (const [view, show] of Object.entries(VIEWS)) {
          await show(page);
          await page.evaluate(() => scrollTo(0, 0));
          await page.waitForTimeout(300);
          await picture(page, `${view}-${screen}-${locale}-${colorScheme}`);
        }
        await close(page);
      });
    }
  }
}
