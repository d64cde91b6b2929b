// Tests the session that wasm-bindgen has made for Node: ONEPURE_WASM=FOLDER ONEPURE_SIGNATURE=HASH node --test session.mjs

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const { GameAnalysis, Session, signature } = createRequire(import.meta.url)(resolve(process.env.ONEPURE_WASM, "onepure_wasm.js"));

const scripts = fileURLToPath(new URL("../../../gtp-scripts/", import.meta.url));

// A session as `onepure gtp --visits 1` starts it.
function sessionOfOneVisit() {
    const session = new Session();
    assert.equal(session.answer("kata-set-param visits 1"), "= \n\n");
    return session;
}

test("the signature is that of the native program", () => {
    assert.equal(`signature ${signature()}`, process.env.ONEPURE_SIGNATURE);
});

// A session in WebAssembly reads no files.
const files = readdirSync(scripts).filter(name => name.endsWith(".gtp") && name !== "records.gtp");
assert(files.length > 10);
for (const file of files) {
    test(`${file} has the answers of the native program`, () => {
        const session = sessionOfOneVisit();
        const lines = readFileSync(scripts + file, "utf8").split("\n");
        const expected = readFileSync(scripts + file.replace(/gtp$/, "expected"), "utf8");
        assert.equal(lines.map(line => session.answer(`${line}\n`)).join(""), expected);
    });
}

test("the stack is large enough for the ladders of playouts", () => {
    for (const size of [13, 19]) {
        const session = new Session();
        session.answer(`boardsize ${size}`);
        session.answer("kata-set-param network none");
        session.answer("kata-set-param visits 500");
        assert.match(session.answer("genmove black"), /^= [A-T][0-9]+\n\n$/);
        session.free();
    }
});

test("the next line ends an analysis, however often it was computed", () => {
    const session = new Session();
    session.answer("boardsize 9");
    assert.equal(session.answer("7 lz-analyze 1"), "=7\n");
    let lines = "";
    for (let slice = 0; slice < 20; slice++) {
        assert(session.isSearching);
        lines += session.compute(20);
    }
    assert.match(lines, /^(info move .+\n)+$/);
    assert.match(session.answer("8 play black E5"), /^info move .+\n\n=8 \n\n$/);
    // The board has the move, and no search is left.
    assert.equal(session.compute(20), "");
    assert.equal(session.isSearching, false);
    assert.equal(session.answer("list_stones black"), "= E5\n\n");
});

test("an empty line ends an analysis, and quit ends the session", () => {
    const session = new Session();
    session.answer("kata-analyze 100");
    assert(session.answer("").endsWith("\n\n"));
    assert.equal(session.answer("quit\nname\n"), "= \n\n");
    assert(session.hasQuit);
    assert.equal(session.answer("name"), "");
});

test("a line that is not a command, and a file, are refused in one line", () => {
    const session = new Session();
    assert.equal(session.answer("1 \u{1f98a}"), "?1 unknown command\n\n");
    assert.match(session.answer("2 loadsgf game.sgf"), /^\?2 cannot load file\n\n$/);
    assert.equal(session.answer("3 name"), "=3 onepure\n\n");
});

test("a move is chosen by the clock", () => {
    const session = new Session();
    session.answer("boardsize 9\nkata-set-param time 0.2");
    const begin = performance.now();
    assert.match(session.answer("genmove black"), /^= [A-J][1-9]\n\n$/);
    const elapsed = performance.now() - begin;
    assert(elapsed > 100 && elapsed < 5000, `${elapsed} ms`);
});

test("a move is computed in slices, and an interrupt ends its search", () => {
    const session = new Session();
    session.answer("boardsize 9\ntime_settings 36000 0 0");
    assert.equal(session.begin("1 kata-genmove_analyze black 100"), "=1\n");
    session.compute(20);
    assert(session.isChoosing && session.isSearching);
    const [, move] = /\nplay ([A-J][1-9])\n\n$/.exec(session.begin("# interrupt"));
    assert.equal(session.isChoosing, false);
    assert.equal(session.answer("list_stones black"), `= ${move}\n\n`);
});

test("a whole game is analysed, position by position", () => {
    const bytes = new TextEncoder().encode("(;SZ[5]RU[one-pure];B[cc];W[bb])");
    const game = new GameAnalysis(bytes, "one-pure", 50);
    const lines = [];
    for (let line = game.next(); line !== undefined; line = game.next()) lines.push(JSON.parse(line));
    assert.deepEqual(lines[0], { positions: 3 });
    assert.deepEqual(lines.slice(1).map(({ node, analysis }) => [node, analysis.color, analysis.visits]), [
        [0, "black", 50], [1, "white", 50], [2, "black", 50],
    ]);
    assert.throws(() => new GameAnalysis(new TextEncoder().encode("(;SZ[5]"), "one-pure", 50), /expected a record in SGF/);
    assert.throws(() => new GameAnalysis(bytes, "chess", 50), /rules: expected/);
});
