// Measures the speed of a search on one thread: the program, and the worker of the page in Chromium and Firefox, one after the other in
// each round. All search the same positions by the same number of visits. No test of CI, because the figures depend on the machine.
//
// node tests/web/page/speed.mjs, with the variables ONEPURE_PROGRAM, ONEPURE_SITE, the page; ONEPURE_NODE, the folder of puppeteer-core;
// ONEPURE_CHROMIUM and ONEPURE_FIREFOX, the browsers (optional); and ONEPURE_ROUNDS, the number of rounds, 5 by default.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { serveSite, startWorker } from "./site.mjs";

const { ONEPURE_PROGRAM, ONEPURE_NODE, ONEPURE_CHROMIUM, ONEPURE_FIREFOX, ONEPURE_ROUNDS = "5" } = process.env;
const puppeteer = createRequire(`${ONEPURE_NODE}/`)("puppeteer-core");
const PATIENCE = 600_000;

/** The visits of a search, by the lines of the board. */
const VISITS = { 9: 20_000, 19: 5_000 };

/**
 * The commands before the search of a round. Each round has another position, because the tree of the last search would be used again.
 */
const prepared = (lines, visits, round) => [
  `boardsize ${lines}`, "kata-set-rules chinese", "komi 7", "kata-set-param memory 64",
  "kata-set-param time 600", `kata-set-param visits ${visits}`, `play black ${"ABCDEFGHJ"[round % 9]}4`,
];
const SEARCH = "kata-genmove_analyze white 100000";

/** The program on one thread. */
function native() {
  const program = spawn(ONEPURE_PROGRAM, ["gtp", "--threads", "1"], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  program.stdout.on("data", (text) => { said += text; });
  return {
    async seconds(commands) {
      said = "";
      const begin = performance.now();
      program.stdin.write(`${commands.join("\n")}\n`);
      while (said.split("\n\n").length <= commands.length) await new Promise((resolve) => { program.stdout.once("data", resolve); });
      return (performance.now() - begin) / 1000;
    },
    end: () => program.kill(),
  };
}

/** A worker of the page in a browser. */
async function inBrowser(name, executablePath, url) {
  const browser = await puppeteer.launch({
    browser: name, executablePath, args: name === "chrome" ? ["--no-sandbox"] : [], timeout: PATIENCE, protocolTimeout: PATIENCE,
  });
  const page = await browser.newPage();
  await page.goto(url, { timeout: PATIENCE });
  await page.evaluate(startWorker);
  return {
    seconds: (commands) => page.evaluate(async (lines) => {
      let said = "";
      const begin = performance.now();
      await new Promise((resolve) => {
        globalThis.worker.onmessage = ({ data }) => {
          said += data;
          if (said.split("\n\n").length > lines.length) resolve();
        };
        for (const line of lines) globalThis.worker.postMessage(line);
      });
      return (performance.now() - begin) / 1000;
    }, commands),
    end: () => browser.close(),
  };
}

const site = await serveSite();
const players = { program: native() };
if (ONEPURE_CHROMIUM) players.Chromium = await inBrowser("chrome", ONEPURE_CHROMIUM, site.url);
if (ONEPURE_FIREFOX) players.Firefox = await inBrowser("firefox", ONEPURE_FIREFOX, site.url);
for (const [lines, visits] of Object.entries(VISITS)) {
  const speeds = Object.fromEntries(Object.keys(players).map((name) => [name, []]));
  for (let round = 0; round <= Number(ONEPURE_ROUNDS); round += 1) {
    for (const [name, player] of Object.entries(players)) {
      await player.seconds(prepared(lines, visits, round));
      const speed = visits / (await player.seconds([SEARCH]));
      // In the first round the browsers still compile the engine.
      if (round > 0) speeds[name].push(speed);
    }
  }
  for (const [name, found] of Object.entries(speeds)) {
    found.sort((one, other) => one - other);
    const [least, median, most] = [found[0], found[Math.floor(found.length / 2)], found.at(-1)].map(Math.round);
    console.log(`${lines}×${lines}, ${name}: ${median} visits a second (${least} to ${most})`);
  }
}
await Promise.all(Object.values(players).map((player) => player.end()));
await site.end();
