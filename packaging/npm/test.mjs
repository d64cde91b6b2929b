// Tests of the package for npm: ONEPURE_TARBALL=FILE node --test packaging/npm/test.mjs. npm installs it without a network into a
// temporary folder. ONEPURE_NODE is the folder of TypeScript and playwright-core, and ONEPURE_BROWSER is Chromium; without them types
// and browser are not tested.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { after, before, test } from "node:test";

const { ONEPURE_TARBALL, ONEPURE_NODE = "", ONEPURE_BROWSER = "" } = process.env;
const folder = mkdtempSync(join(tmpdir(), "onepure-npm-"));
const installed = join(folder, "node_modules/onepure");
const compiler = resolve(ONEPURE_NODE, "node_modules/typescript/bin/tsc");
const hasTypeScript = { skip: !existsSync(compiler) && "TypeScript is missing" };

/** The library, as a program in the folder imports it. */
let library;

before(async () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", resolve(ONEPURE_TARBALL)], { cwd: folder });
  library = await import(join(installed, "node.js"));
});
after(() => rmSync(folder, { recursive: true }));

const onepure = (words, input = "") => spawnSync("npx", ["--offline", "onepure", ...words], { cwd: folder, input, encoding: "utf8" });

test("npx onepure plays a game", () => {
  const moves = Array.from({ length: 20 }, (_, turn) => `${turn} genmove ${turn % 2 ? "white" : "black"}\n`).join("");
  const { status, stdout, stderr } = onepure([], `boardsize 5\nlevel 1\n${moves}final_score\nquit\nname\n`);
  assert.equal(status, 0, stderr);
  assert.equal(stdout.match(/^=\d+ ([A-E][1-5]|pass|resign)$/gm)?.length, 20, stdout);
  assert.doesNotMatch(stdout, /onepure/);
});

test("docs/install.md shows the answers of npx onepure", () => {
  const page = readFileSync(new URL("../../docs/install.md", import.meta.url), "utf8");
  const [, input, answers] = page.match(/^\$ printf '(.+)' \| npx onepure\n([^`]+)```/m);
  assert.equal(onepure([], input.replaceAll("\\n", "\n")).stdout.replaceAll(/ +$/gm, ""), answers);
});

test("the end of the input ends an analysis and the program", () => {
  const { status, stdout } = onepure(["gtp"], "boardsize 9\nlz-analyze 1\n");
  assert.equal(status, 0);
  assert.match(stdout, /^= \n\n=\n(info move .+\n)*\n$/);
});

test("other arguments are refused in one line", () => {
  const { status, stderr } = onepure(["web"]);
  assert.equal(status, 1);
  assert.equal(stderr, 'onepure: expected no argument, gtp, --help or --version, got "web"\n');
});

/** A document's blocks of JavaScript. */
const examples = (name) => {
  const page = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  return [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
};

/** Runs a module in the folder, and returns what it prints. */
const run = (code) => {
  writeFileSync(join(folder, "module.js"), code);
  return execFileSync(process.execPath, ["module.js"], { cwd: folder, encoding: "utf8", timeout: 60_000 });
};

/** What an example says that it prints: the comment after each call. A comment may say that it is one example of many. */
const expected = (code) => [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment);

for (const name of ["docs/javascript.md", "packaging/npm/README.md"]) {
  test(`the examples of ${name} print what they say`, () => {
    const codes = examples(name);
    assert.ok(codes.length > 0);
    for (const code of codes) {
      const fixed = expected(code).filter((comment) => !comment.startsWith("for example"));
      const printed = run(code).split("\n").map((line) => line.trim());
      assert.deepEqual(fixed.filter((line) => !printed.includes(line)), [], `${code}\n${printed.join("\n")}`);
    }
  });
}

test("the Korean document has the same examples", () => {
  assert.deepEqual(examples("docs/javascript.ko.md"), examples("docs/javascript.md"));
});

test("a game has its turns, its rules and its record", () => {
  const { Game } = library;
  const game = new Game({ size: 9 });
  for (const move of ["A2", "E5", "b1"]) game.play(move);
  assert.deepEqual(game.deadEnds(), ["A1"]);
  assert.ok(game.legal().includes("A1") && game.legal().at(-1) === "pass");
  assert.deepEqual(game.explain("A1").outcome, { result: "B+Forfeit", winner: "black", reason: "dead-end", articles: ["3-4", "4", "2-4", "6-2", "9-2"] });
  assert.equal(game.isOver, false);
  assert.deepEqual([game.board[8][1], game.board[4][4], game.board[0][0], game.stones("black")], ["black", "white", null, ["B1", "A2"]]);
  assert.equal(game.play("A1").outcome.reason, "dead-end");
  assert.deepEqual([game.outcome.winner, game.legal(), game.toPlay], ["black", [], null]);
  assert.equal(game.undo().move, "A1");
  assert.equal(game.turns.length, 3);
  const copy = game.copy();
  game.resign();
  assert.deepEqual([game.outcome.result, copy.isOver, game.copy().outcome.reason], ["B+Resign", false, "resignation"]);
  assert.equal(Game.fromSgf(game.sgf(), { moves: 1 }).turns.length, 1);
  assert.deepEqual([Game.fromSgf("(;SZ[9]RU[Japanese];B[ee])").rules, Game.fromSgf("(;SZ[9];B[ee])", { rules: "aga" }).rules], ["japanese", "aga"]);
  assert.equal(new Game().undo(), null);
  assert.match(String(copy), /to play: white/);
  assert.match(copy.narration("ko"), /흑 B1/);
});

test("every rule set comes back from a record, and so does a combination of KataGo's keys", () => {
  const { Game } = library;
  for (const rules of ["one-pure", "chinese", "tromp-taylor", "new-zealand", "aga", "stone-scoring", "japanese", "korean", "ing", "ing1986", { ko: "SIMPLE", scoring: "TERRITORY", suicide: false }]) {
    const game = new Game({ size: 13, rules });
    game.play("D4");
    const copy = game.copy();
    assert.deepEqual([copy.rules, copy.komi, copy.sgf()], [game.rules, game.komi, game.sgf()]);
  }
});

test("a refusal is one sentence and changes nothing", () => {
  const { Engine, Game, IllegalMove, OnepureError } = library;
  const game = new Game({ size: 9 });
  game.play("E5");
  const refused = (call, message, type = OnepureError) => assert.throws(call, (error) => {
    assert.ok(error instanceof type && error instanceof OnepureError && error.name === type.name, String(error.stack));
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  refused(() => game.play("E5"), /^E5 is occupied/, IllegalMove);
  refused(() => game.play("T19"), /^T19 is not on this board of 9 lines/, IllegalMove);
  refused(() => game.play("E6\nquit"), /^move: expected a point such as E5, or pass, got "E6\\nquit"$/);
  refused(() => game.play(3), /^move: .* got 3$/);
  refused(() => game.play("E6", "red"), /^color: expected black or white, got "red"$/);
  refused(() => game.count(["J9"]), /^there is no stone on J9$/);
  refused(() => game.narration("fr"), /^language: expected en or ko, got "fr"$/);
  refused(() => new Game({ size: 4 }), /^size: expected an integer from 5 to 19, got 4$/);
  refused(() => new Game({ rules: "chess" }), /^rules: expected one-pure, .*got `chess`$/);
  refused(() => new Game({ komi: NaN }), /^komi: expected a number, got NaN$/);
  refused(() => new Game({ handicap: 99 }), /^handicap: invalid number of stones$/);
  refused(() => Game.fromSgf("nothing"), /^sgf: /);
  refused(() => Game.fromSgf("(;SZ[9];B[ee];W[ee])"), /^cannot load: .*E5 is occupied$/);
  refused(() => new Engine({ memory: "much" }), /^`much` for memory: expected an integer/);
  refused(() => new Engine({ speed: 1 }), /^parameter: expected .*got `speed`$/);
  assert.deepEqual([game.turns.length, game.toPlay], [1, "white"]);
  game.resign();
  refused(() => game.resign(), /^play has ended$/, IllegalMove);
  refused(() => game.play("E6"), /^Play has ended/, IllegalMove);
});

/** Gives a new engine to a test, and closes it. */
const withEngine = async (options, use) => {
  const engine = new library.Engine(options);
  try {
    await use(engine);
  } finally {
    engine.close();
  }
};

test("the caller's thread goes on while the engine searches", () => withEngine({}, async (engine) => {
  let ticks = 0;
  const clock = setInterval(() => ticks++, 10);
  const move = await engine.bestMove(new library.Game({ size: 9 }), { seconds: 1 });
  clearInterval(clock);
  assert.match(move, /^[A-J][1-9]$/);
  assert.ok(ticks > 20, `${ticks} ticks`);
}));

test("an analysis yields reports up to its limit", () => withEngine({}, async (engine) => {
  const game = new library.Game({ size: 9 });
  game.play("E5");
  const reports = [];
  for await (const report of engine.analyze(game, { visits: 100, interval: 20, ownership: true })) reports.push(report);
  const last = reports.at(-1);
  assert.ok(last.visits >= 100 && last.color === "white" && last.winRate > 0 && last.winRate < 1 && Number.isFinite(last.lead));
  assert.deepEqual(reports.map(({ visits }) => visits), reports.map(({ visits }) => visits).sort((one, other) => one - other));
  const [best] = last.moves;
  assert.ok(best.pv[0] === best.move && best.lowerBound <= best.winRate && best.prior > 0 && best.visits <= last.visits);
  assert.deepEqual([last.ownership.length, last.ownership[0].length], [9, 9]);
  // Black's stone.
  assert.ok(last.ownership[4][4] > 0);
  game.resign();
  for await (const report of engine.analyze(game)) assert.fail(`report of a game that has ended: ${report.visits}`);
  assert.equal(await engine.bestMove(game), "pass");
}));

test("the analysis of a game finds its mistakes, and tells its progress", () => withEngine({}, async (engine) => {
  const game = library.Game.fromSgf("(;SZ[9];B[ee];W[cc];B[gg];W[gc];B[aa];W[ff];B[fg];W[];B[ef];W[])");
  const told = [];
  const { positions, moves, mistakes } = await engine.analyzeGame(game, { visits: 60, progress: (...numbers) => told.push(numbers.join("/")) });
  assert.deepEqual(told, Array.from({ length: 11 }, (_, done) => `${done + 1}/11`));
  assert.deepEqual([positions.length, moves.length, moves[8].number, moves[8].move], [11, 10, 9, "E4"]);
  assert.ok(positions.every(({ visits, color }, index) => visits >= 60 && color === (index % 2 ? "white" : "black")));
  const found = mistakes.find(({ color, move }) => color === "black" && move === "A9");
  assert.ok(found?.mistake && found.better !== "A9" && found.pointsLost > 0, JSON.stringify(mistakes));
  assert.deepEqual(found, moves[4]);
  assert.ok(Math.abs(positions[4].winRate - found.winRateLost - found.winRate) < 1e-9, "what a move loses is missing after it");
  // A resignation ends no position; two passes do, and the last move has the result.
  game.resign();
  assert.equal((await engine.analyzeGame(game, { visits: 5 })).positions.at(-1).color, "black");
  const over = library.Game.fromSgf("(;SZ[5];B[cc];W[];B[])");
  const { positions: ends, moves: last } = await engine.analyzeGame(over, { visits: 5 });
  assert.deepEqual([ends.at(-1), last.at(-1).winRate, last.at(-1).lead, last.at(-1).mistake], [null, 1, 25, null]);
}));

test("an abort ends the analysis of a game", () => withEngine({}, async (engine) => {
  const { Game } = library;
  const aborter = new AbortController();
  const analysis = engine.analyzeGame(Game.fromSgf("(;SZ[9];B[ee];W[cc])"), { seconds: 60, signal: aborter.signal });
  setTimeout(() => aborter.abort(), 200);
  await assert.rejects(analysis, { name: "AbortError" });
  await assert.rejects(engine.analyzeGame(new Game(), { visits: 0 }), /^OnepureError: visits: expected an integer above 0, got 0$/);
  await assert.rejects(engine.analyzeGame("(;SZ[9])"), /^OnepureError: game: expected a Game/);
}));

test("an abort ends a request at once, in the worker and in the queue", () => withEngine({}, async (engine) => {
  const { Game } = library;
  const game = new Game({ size: 9 });
  const begin = performance.now();
  const aborter = new AbortController();
  const both = [engine.bestMove(game, { seconds: 60, signal: aborter.signal }), engine.bestMove(game, { seconds: 60, signal: aborter.signal })];
  setTimeout(() => aborter.abort(), 300);
  for (const { reason } of await Promise.allSettled(both)) assert.equal(reason.name, "AbortError");
  await assert.rejects(engine.bestMove(game, { signal: AbortSignal.abort(new Error("enough")) }), /^Error: enough$/);
  const looped = async () => {
    for await (const report of engine.analyze(game, { interval: 20, signal: AbortSignal.timeout(500) })) assert.ok(report.visits > 0);
  };
  await assert.rejects(looped, { name: "TimeoutError" });
  for await (const report of engine.analyze(game)) {
    assert.ok(report.visits > 0);
    break;
  }
  // The worker is free again.
  assert.match(await engine.bestMove(game, { visits: 10 }), /^[A-J][1-9]$/);
  assert.ok(performance.now() - begin < 30_000);
}));

test("a closed engine rejects what waits and what comes", async () => {
  const game = new library.Game({ size: 9 });
  const engine = new library.Engine();
  const wait = engine.bestMove(game, { seconds: 60 });
  const reports = engine.analyze(game);
  const next = reports.next();
  setTimeout(() => engine.close(), 200);
  for (const promise of [wait, next]) await assert.rejects(promise, { name: "OnepureError", message: "the engine is closed" });
  await assert.rejects(engine.bestMove(game), { message: "the engine is closed" });
  engine.close();
});

test("a worker that fails ends its requests", async () => {
  const script = join(installed, "worker-node.js");
  renameSync(script, `${script}.away`);
  try {
    const engine = new library.Engine();
    await assert.rejects(engine.bestMove(new library.Game()), /^OnepureError: the worker of the engine has failed: .*worker-node\.js/);
    await assert.rejects(engine.bestMove(new library.Game()), /has failed/);
  } finally {
    renameSync(`${script}.away`, script);
  }
});

test("an engine that is left open does not keep the process", () => {
  assert.equal(run('import { Engine, Game } from "onepure";\nconsole.log(await new Engine({ visits: 1 }).bestMove(new Game({ size: 5 })) !== "resign");'), "true\n");
});

test("ordinary rules: the engine judges dead stones, and a weak level plays", () => withEngine({ seed: 3 }, async (engine) => {
  const game = new library.Game({ size: 5, rules: "chinese" });
  assert.notEqual(await engine.bestMove(game, { level: 1 }), "resign");
  game.pass();
  game.pass();
  const judgement = await engine.judge(game);
  assert.deepEqual(judgement, { dead: [], unclear: [], doubt: null });
  await assert.rejects(engine.bestMove(game, { visits: -1 }), { name: "OnepureError", message: /^`-1` for visits: expected/ });
}));

test("the module has the session", () => {
  const script = `import { Session, record } from "onepure";
    const session = new Session();
    console.log(session.answer("boardsize 9") + session.answer("play black E5") + session.answer("list_stones black"));
    console.log(JSON.parse(record(new TextEncoder().encode("(;SZ[9];B[ee])"), "one-pure", "en")).size);`;
  assert.equal(run(script), "= \n\n= \n\n= E5\n\n\n9\n");
});

/** Compiles a program in the folder. */
const compiled = (options, ...files) => {
  const common = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "esnext,dom"];
  return spawnSync(process.execPath, [compiler, ...common, ...options, ...files], { cwd: folder, encoding: "utf8" });
};

test("the types hold", hasTypeScript, () => {
  const check = (text) => {
    writeFileSync(join(folder, "typed.ts"), `import { Engine, Game, Session } from "onepure";\n${text}\n`);
    return compiled([], "typed.ts");
  };
  const right = check(`const answer: string = new Session().answer("name");
    const game = new Game({ size: 9, handicap: ["D4"] });
    const points: string[] = game.play("E5").retired.flatMap((chain) => chain.points);
    const engine = new Engine({ seed: 1, resignBelow: 0.1 });
    for await (const { moves: [best], ownership } of engine.analyze(game, { ownership: true })) {
      const rate: number | undefined = best?.winRate;
      const owner: number | undefined = ownership?.[0]?.[0];
      console.log(answer, points, rate, owner, await engine.bestMove(game, { level: 3, signal: AbortSignal.timeout(1) }) satisfies string);
    }
    export {};`);
  assert.equal(right.status, 0, right.stdout);
  assert.match(check("new Session().answer(1);").stdout, /not assignable to parameter of type 'string'/);
  assert.match(check('new Game().play("E5", "red");').stdout, /not assignable to parameter of type 'Color/);
  assert.match(check("new Engine().bestMove();").stdout, /Expected 1-2 arguments/);
});

test("the examples and the scripts of the package have types", hasTypeScript, () => {
  const files = examples("docs/javascript.md").map((code, number) => {
    writeFileSync(join(folder, `example${number}.ts`), code);
    return `example${number}.ts`;
  });
  const { status, stdout } = compiled(["--strictNullChecks", "false", "--useUnknownInCatchVariables", "false"], ...files);
  assert.equal(status, 0, stdout);
  const scripts = ["game", "engine", "review", "swings", "service", "commands", "web", "worker"].map((name) => `node_modules/onepure/${name}.js`);
  const own = compiled(["--allowJs", "--checkJs", "--noImplicitAny", "false"], ...scripts);
  assert.equal(own.status, 0, own.stdout);
});

test("the types name every member", async () => {
  const declared = readFileSync(join(installed, "index.d.ts"), "utf8");
  for (const name of ["Game", "Engine"]) {
    const body = declared.match(new RegExp(`^export class ${name} \\{\\n(.*?)^\\}`, "ms"))[1];
    const own = [...body.matchAll(/^  (?:static |readonly )?(\w+)[(:]/gm)].map(([, member]) => member);
    const type = library[name];
    const members = [type, Object.getPrototypeOf(type), type.prototype, Object.getPrototypeOf(type.prototype)].flatMap((of) =>
      of === Function.prototype || of === Object.prototype ? [] : Object.getOwnPropertyNames(of));
    const builtIn = ["length", "name", "prototype"];
    assert.deepEqual([...new Set(own)].sort(), [...new Set(members.filter((member) => !builtIn.includes(member)))].sort(), name);
  }
});

const playwright = resolve(ONEPURE_NODE, "node_modules/playwright-core");
const hasBrowser = { skip: !(existsSync(ONEPURE_BROWSER) && existsSync(playwright)) && "Chromium or playwright-core is missing" };

/** Serves the folder with a page that imports the package, opens the page, and gives it to a test. */
async function inBrowser(use) {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const page = '<script type="importmap">{ "imports": { "onepure": "./node_modules/onepure/web.js" } }</script>';
  const server = createServer(({ url }, response) => {
    const file = join(folder, decodeURI(url));
    response.setHeader("content-type", types[extname(file)] ?? "text/html");
    if (existsSync(file) && extname(file)) response.end(readFileSync(file));
    else response.writeHead(url === "/" ? 200 : 404).end(page);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { chromium } = createRequire(`${resolve(ONEPURE_NODE)}/`)("playwright-core");
  const browser = await chromium.launch({ executablePath: ONEPURE_BROWSER, args: ["--no-sandbox"] });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    await use(tab);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

test("in a browser the engine searches in a worker", hasBrowser, () => inBrowser(async (tab) => {
  const found = await tab.evaluate(async () => {
    const { Engine, Game, IllegalMove } = await import("onepure");
    const game = new Game({ size: 9 });
    game.play("E5");
    let refusal = null;
    try {
      game.play("E5");
    } catch (error) {
      refusal = error instanceof IllegalMove && error.message;
    }
    const engine = new Engine();
    let ticks = 0;
    const clock = setInterval(() => ticks++, 10);
    const move = await engine.bestMove(game, { seconds: 1 });
    clearInterval(clock);
    const visits = [];
    for await (const report of engine.analyze(game, { visits: 50, interval: 20 })) visits.push(report.visits);
    const aborted = await engine.bestMove(game, { seconds: 60, signal: AbortSignal.timeout(200) }).catch(({ name }) => name);
    const again = await engine.bestMove(game, { visits: 5 });
    const closed = engine.bestMove(game, { seconds: 60 }).catch(({ message }) => message);
    engine.close();
    return { refusal, ticks, move, visits, aborted, again, closed: await closed };
  });
  assert.match(found.refusal, /^E5 is occupied/);
  assert.ok(found.ticks > 20, `${found.ticks} ticks`);
  assert.match(found.move, /^[A-J][1-9]$/);
  assert.ok(found.visits.at(-1) >= 50);
  assert.deepEqual([found.aborted, found.closed], ["TimeoutError", "the engine is closed"]);
  assert.match(found.again, /^[A-J][1-9]$/);
}));

test("in a browser a worker that does not load is an error", hasBrowser, () => inBrowser(async (tab) => {
  await tab.route("**/worker.js", (route) => route.fulfill({ status: 404 }));
  const message = await tab.evaluate(async () => {
    const { Engine, Game } = await import("onepure");
    return new Engine().bestMove(new Game()).catch((error) => error.message);
  });
  assert.equal(message, "the worker of the engine has failed: its script did not load");
}));
