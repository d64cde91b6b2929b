// Tests of the scripts that need no browser. tests/web/page.rs runs them with node --test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fragmentTo, placeIn } from "../../../src/web/pages/addresses.js";
import { forBlack, fromProperties, readAnalysis, toProperties } from "../../../src/web/pages/analysis.js";
import { staysOf } from "../../../src/web/pages/animation.js";
import { Clocks, afterMove, fullTime, shown, spend, timeLeft, timeSettings } from "../../../src/web/pages/clock.js";
import { bounded } from "../../../src/web/pages/chart.js";
import { firstSentence, headline, more } from "../../../src/web/pages/conclusion.js";
import { errorWords } from "../../../src/web/pages/errors.js";
import { Game } from "../../../src/web/pages/game.js";
import { Connection, Disconnected, GtpError, encoded } from "../../../src/web/pages/gtp.js";
import { isWorthKeeping, restore, summaryOf, toKept } from "../../../src/web/pages/kept.js";
import { signOf } from "../../../src/web/pages/keys.js";
import { LEVELS, RANKS } from "../../../src/web/pages/levels.js";
import { fragmentOf, isLink, isLoopback, linked, nodeAt, placeOf } from "../../../src/web/pages/links.js";
import { nextMistake, swingWords } from "../../../src/web/pages/mistakes.js";
import { inVariation, stepped } from "../../../src/web/pages/navigation.js";
import { place, signAt, stars, vertex } from "../../../src/web/pages/points.js";
import { collected, items, lines } from "../../../src/web/pages/streams.js";
import { swingsOf } from "../../../src/web/pages/swings.js";
import { LANGUAGES, amount, keysOf, text } from "../../../src/web/pages/texts.js";
import { Root, fromRecord, pathSgf, sgfPoint, toSgf } from "../../../src/web/pages/tree.js";

test("points have names without an I", () => {
  assert.equal(vertex(8, 18), "J19");
  assert.deepEqual(place("j19"), [8, 18]);
  for (const wrong of ["pass", "I5", "A0", "A20", "", "U1"]) assert.equal(place(wrong), null, wrong);
  assert.equal(signAt(["#.", ".O"], "A2"), "#");
  assert.equal(signAt(["#.", ".O"], "B1"), "O");
  assert.deepEqual([5, 6, 9, 13, 19].map((size) => stars(size).length), [1, 0, 5, 5, 9]);
});

test("an answer belongs to its command, however it comes", async () => {
  const connection = new Connection("", { onOpen() {}, onClose() {} });
  const sent = [];
  connection.isOpen = true;
  connection.socket = { send: (line) => sent.push(line) };
  const lines = [];
  const [name, bad, stream] = [connection.ask("name"), connection.ask("bad"), connection.ask("kata-analyze", (line) => lines.push(line))];
  connection.receive("= one");
  connection.receive("pure\n\n? unknown");
  connection.receive(" command\n\n=\ninfo a\ninfo b\n");
  connection.receive("play D4\n\n");
  assert.equal(await name, "onepure");
  await assert.rejects(bad, GtpError);
  assert.equal((await stream).split("\n").pop(), "play D4");
  assert.deepEqual(lines, ["info a", "info b", "play D4"]);
  connection.isOpen = false;
  await assert.rejects(connection.ask("name"), Disconnected);
});

test("a record is one word", () => {
  assert.equal(encoded("(;C[a # 바\n100%])"), "(;C[a%20%23%20바%0A100%25])");
});

test("lines of an analysis are read", () => {
  const line = "info move D4 visits 10 edgeVisits 10 utility 0.1 winrate 0.6 scoreMean 1.5 scoreLead 1.5 proven white prior 0.2 order 0 pv D4 Q16 pass" +
    " info move pass visits 2 winrate 0.25 scoreLead -3.0 prior 0.1 order 1 pv pass" +
    " rootInfo visits 12 winrate 0.55 scoreLead 1.0 ownership 1.000 -0.500 0.000 0.250";
  const found = readAnalysis(line, "white");
  assert.equal(found.visits, 12);
  assert.deepEqual(found.candidates.map(({ move, visits, pv }) => [move, visits, pv.length]), [["D4", 10, 3], ["pass", 2, 1]]);
  assert.deepEqual([found.proven, ...found.candidates.map(({ proven }) => proven)], [null, "white", null]);
  assert.deepEqual(found.ownership, [-1, 0.5, -0, -0.25]);
  assert.deepEqual(forBlack(found), { winRate: 1 - 0.55, lead: -1 });
  assert.equal(readAnalysis("play D4", "black"), null);
});

const RECORD = {
  size: 9, rules: null, komi: 5.5, handicap: null, result: "B+R", players: { black: "Ada", white: null },
  info: [["DT", "2026-11-25"], ["PENW", "2"]],
  nodes: [
    { parent: null, move: null, stones: { black: ["C7"], white: [] }, emptied: [], to_play: "white", comment: null, other: [] },
    { parent: 0, move: ["white", "E5"], stones: { black: [], white: [] }, emptied: [], to_play: null, comment: "a ] b", other: [["TR", ["ee"]], ["LB", ["aa:x"]]] },
    { parent: 1, move: ["black", "pass"], stones: { black: [], white: [] }, emptied: [], to_play: null, comment: null, other: [] },
    { parent: 1, move: ["black", "A1"], stones: { black: [], white: [] }, emptied: [], to_play: null, comment: null, other: [] },
  ],
};

test("a tree is read, walked and written", () => {
  const root = fromRecord(RECORD, "one-pure");
  const end = root.end();
  assert.deepEqual(end.ended, ["resign", "white"]);
  assert.equal(end.moves(), 2);
  assert.deepEqual(end.parent.marks(), [["E5", "TR", undefined], ["A9", "LB", "x"]]);
  assert.equal(pathSgf(end), "(;RE[B+Resign]GM[1]FF[4]CA[UTF-8]AP[onepure]SZ[9]KM[5.5]PENW[2]AB[cc]PL[W];W[ee];B[])");
  const written = toSgf(root).replaceAll("\n", "");
  assert.equal(written, "(;GM[1]FF[4]CA[UTF-8]AP[onepure]SZ[9]KM[5.5]DT[2026-11-25]PENW[2]RU[one-pure]PB[Ada]RE[B+R]AB[cc]PL[W];W[ee]C[a \\] b]TR[ee]LB[aa:x](;B[])(;B[ai]))");
  assert.equal(end.parent.follow("black", "A1"), end.parent.children[1]);
});

test("a tree of many thousand moves needs no deep stack", () => {
  const root = new Root(19, "one-pure", null);
  let node = root;
  for (let move = 0; move < 20_000; move += 1) node = node.follow(move % 2 ? "white" : "black", "pass");
  assert.equal(toSgf(root).match(/\[\]/g).length, 20_000);
  assert.equal(sgfPoint("pass", 19), "");
});

test("the usual komi of a game is saved, and never told to the session as chosen", () => {
  const root = new Root(9, "chinese", null);
  root.usualKomi = 7.5;
  assert.match(toSgf(root), /KM\[7.5\]/);
  assert.doesNotMatch(pathSgf(root), /KM/);
});

const ANALYSIS = {
  color: "white", visits: 12, winrate: 0.5512, scoreLead: -1.25, proven: "black",
  candidates: [
    { move: "D4", visits: 10, winrate: 0.6, scoreLead: 1.5, proven: null, prior: 0.2, order: 0, pv: ["D4", "C3", "pass"] },
    { move: "pass", visits: 2, winrate: 0.25, scoreLead: -3, proven: "draw", prior: 0.1, order: 1, pv: ["pass"] },
  ],
  ownership: [-1, 0, 1, 0.5],
};

test("an analysis goes into a record and comes back", () => {
  const properties = toProperties(ANALYSIS);
  assert.deepEqual(properties.slice(0, 2), [["SBKV", ["44.88"]], ["SBKS", ["1.25"]]]);
  const { analysis, rest } = fromProperties([["TR", ["aa"]], ...properties]);
  assert.deepEqual(analysis, { ...ANALYSIS, ownership: null });
  assert.deepEqual(rest, [["TR", ["aa"]]]);
  const found = "black info move D4 visits 3 winrate x pv D4 info move <b> visits 3 winrate 0.5 pv <b> info move C3 visits 3 winrate 0.5 pv C3 rootInfo visits 9 winrate 0.5 scoreLead 0";
  assert.deepEqual(fromProperties([["OPRA", [found]]]).analysis.candidates.map(({ move }) => move), ["C3"]);
  assert.equal(fromProperties([["SBKV", ["60.5"]]]).analysis.winrate, 0.605);
  for (const wrong of [[], [["SBKV", ["much"]]], [["SBKV", ["101"]]], [["SBKV", []]], [["OPRA", ["red info move D4"]]], [["OPRA", ["black"]]]]) {
    assert.equal(fromProperties(wrong).analysis, null, JSON.stringify(wrong));
  }
});

test("a game that is kept comes back as it was", () => {
  const root = fromRecord(RECORD, "one-pure");
  const game = new Game(new Connection("", { onOpen() {}, onClose() {} }), { language: "en", rules: "one-pure", size: 9 });
  assert.equal(isWorthKeeping(game), false);
  game.replace(root);
  assert.equal(isWorthKeeping(game), true);
  game.node = root.end();
  game.live = root.end().parent;
  game.node.analysis = ANALYSIS;
  game.node.events = { en: "Black abstains." };
  const again = new Game(game.connection, { language: "en", rules: "chinese", size: 19 });
  assert.equal(restore(again, toKept(game)), true);
  assert.equal(toSgf(again.root), toSgf(root));
  assert.deepEqual([again.node.moves(), again.live.moves(), again.node.events], [2, 1, game.node.events]);
  const { ownership, ...rest } = again.node.analysis;
  assert.deepEqual({ ...rest, ownership: null }, { ...ANALYSIS, ownership: null });
  ownership.forEach((balance, index) => assert.ok(Math.abs(balance - ANALYSIS.ownership[index]) < 0.02));
  assert.equal(restore(again, toKept(game, false)), true);
  assert.equal(again.node.analysis, null);
  // A game of 400 analysed moves takes at most a sixth of a browser's storage.
  const long = new Root(19, "one-pure", null);
  let node = long;
  const candidates = Array.from({ length: 40 }, () => ({ ...ANALYSIS.candidates[0], pv: Array.from({ length: 30 }, () => "Q16") }));
  for (let move = 0; move < 400; move += 1) {
    node = node.follow(move % 2 ? "white" : "black", "Q16");
    node.analysis = { ...ANALYSIS, candidates, ownership: Array.from({ length: 361 }, () => 0.123456) };
  }
  game.replace(long);
  assert.ok(toKept(game).length < 1_000_000, `${toKept(game).length}`);
  for (const text of ["", "null", "{}", '{"version":1}', '{"version":1,"root":{},"nodes":[],"node":0,"live":0}']) {
    assert.equal(restore(again, text), false, text);
  }
});

test("a kept game has a line in the list, if anything has happened in it", () => {
  const root = fromRecord({ ...RECORD, result: "" }, "one-pure");
  const game = new Game(new Connection("", { onOpen() {}, onClose() {} }), { language: "en", rules: "one-pure", size: 9 });
  game.replace(root);
  assert.deepEqual(summaryOf(toKept(game)), { lines: 9, rules: "one-pure", players: { black: "Ada", white: "" }, moves: 2, result: "" });
  root.end().agreed = { dead: ["C7"], result: "W+3" };
  assert.equal(restore(game, toKept(game)), true);
  assert.deepEqual(game.root.end().agreed, { dead: ["C7"], result: "W+3" });
  // A new game, one with handicap stones alone, and what is no game.
  const empty = new Root(13, "chinese", null);
  game.replace(empty);
  assert.equal(summaryOf(toKept(game)), null);
  Object.assign(empty, { handicap: 2, stones: { black: ["D4", "K10"], white: [] } });
  assert.equal(summaryOf(toKept(game)), null);
  empty.handicap = 0;
  assert.equal(summaryOf(toKept(game)).moves, 0);
  for (const text of ["", "null", "{}", '{"version":1}', '{"version":1,"root":{},"nodes":[]}']) assert.equal(summaryOf(text), null, text);
});

test("a key has its Latin letter", () => {
  const sign = (key, code, shiftKey = false) => signOf({ key, code, shiftKey });
  assert.deepEqual([sign("p", "KeyP"), sign("P", "KeyP", true), sign("ㅔ", "KeyP"), sign("ㅖ", "KeyP", true), sign("Process", "KeyP")], Array(5).fill("p"));
  // The letter of AZERTY and Dvorak is the one that is written on the key.
  assert.deepEqual([sign("a", "KeyQ"), sign("?", "KeyM"), sign("х", "BracketLeft"), sign(",", "Comma")], ["a", "?", "[", ","]);
  assert.deepEqual([sign("?", "Slash", true), sign("Process", "Slash", true), sign("Process", "Slash")], ["?", "?", "/"]);
  for (const key of ["ArrowLeft", "Enter", "Escape", "Shift", "F1"]) assert.equal(sign(key, key), "", key);
});

test("steps lead through moves and variations", () => {
  const root = fromRecord(RECORD, "one-pure");
  const fork = root.children[0];
  assert.equal(stepped(root, 10), root.end());
  assert.equal(stepped(root.end(), -1), fork);
  assert.equal(stepped(root, -1), root);
  assert.equal(inVariation(fork.children[0], 1), fork.children[1]);
  assert.equal(inVariation(fork.children[1], -1), fork.children[0]);
  assert.equal(inVariation(fork.children[1], 1), null);
  assert.equal(inVariation(root, 1), null);
});

test("clocks run out as they should", () => {
  const byoyomi = { main: 10, periods: 2, period: 5, increment: 0 };
  const full = fullTime(byoyomi);
  assert.deepEqual(spend(full, 4, byoyomi), { main: 6, periods: 2, period: 5 });
  assert.deepEqual(spend(full, 12, byoyomi), { main: 0, periods: 2, period: 3 });
  assert.deepEqual(spend(full, 17, byoyomi), { main: 0, periods: 1, period: 3 });
  assert.equal(spend(full, 20, byoyomi), null);
  assert.deepEqual(afterMove({ main: 0, periods: 1, period: 3 }, byoyomi), { main: 0, periods: 1, period: 5 });
  const fischer = { main: 10, periods: 0, period: 0, increment: 5 };
  assert.equal(afterMove(spend(fullTime(fischer), 3, fischer), fischer).main, 12);
  assert.equal(spend(fullTime(fischer), 10, fischer), null);
  assert.deepEqual([full, { main: 65, periods: 0, period: 0 }, { main: 0, periods: 2, period: 4.04 }].map(shown), ["0:10", "1:05", "0:04.0 ×2"]);
  // One clock runs at a time. A turn that is taken back costs nothing, a move what it took.
  const clocks = new Clocks(fischer);
  clocks.start("black");
  clocks.began -= 4000;
  clocks.start("black");
  assert.ok(clocks.leftOf("black").main <= 6 && clocks.leftOf("white").main === 10);
  clocks.stop();
  assert.deepEqual(clocks.left, { black: fullTime(fischer), white: fullTime(fischer) });
  clocks.start("white");
  clocks.began -= 4000;
  clocks.endTurn();
  assert.ok(clocks.running === null && clocks.leftOf("white").main > 10.5 && clocks.leftOf("white").main <= 11);
  assert.equal(timeSettings(null), "kata-time_settings none");
  assert.equal(timeSettings(byoyomi), "kata-time_settings byoyomi 10 5 2");
  assert.equal(timeLeft("black", { main: 0, periods: 1, period: 3 }), "time_left black 3.0 1");
});

test("mistakes of made-up games are those of onepure analyze", () => {
  const games = JSON.parse(readFileSync(new URL("../../data/mistakes.json", import.meta.url), "utf8"));
  for (const { name, moves, positions, mistakes, winner } of games) {
    const found = positions.map(({ winRate, lead = 0, visits, best }, index) => {
      const isEnd = winner && index === positions.length - 1;
      return { winRate, lead, visits: isEnd ? Infinity : visits, best };
    });
    const swings = swingsOf(moves.map(([color, move], index) =>
      ({ number: index + 1, color, move, before: found[index], after: found[index + 1] })), 9);
    const counted = swings.filter(({ size }) => size).sort((one, other) => other.loss - one.loss);
    assert.deepEqual(counted.map(({ number, color, better, size }) => ({ number, color, better, size })), mistakes, name);
  }
});

test("a move between positions that are not known is no mistake", () => {
  const known = { winRate: 0.9, lead: 3, visits: 1000, best: "E5" };
  assert.deepEqual(swingsOf([{ number: 1, color: "black", move: "A1", before: known, after: null }], 9), []);
  const mistakes = [{ number: 3 }, { number: 8 }];
  assert.deepEqual([[0, 1], [3, 1], [8, 1], [8, -1], [3, -1]].map(([at, way]) => nextMistake(mistakes, at, way)), [3, 8, null, 3, null]);
});

test("the loss of a move has its sign", () => {
  const swing = { number: 1, color: "white", move: "E5", better: "C3", share: 0.123, points: 4.04, size: null };
  const told = (language, change) => swingWords((key, values) => text(language, key, values), { ...swing, ...change });
  assert.equal(told("en", {}), "White E5 lost 4.0 points (win rate −12.3 %)");
  assert.equal(told("ko", { share: -0.01, points: -2, move: "pass" }), "백 불착: 2.0점 이득 (승률 +1.0 %)");
  const ordinary = (key, values) => text("ko", key, values, true);
  assert.equal(swingWords(ordinary, swing), "백 E5: 4.0집 손해 (승률 −12.3 %)");
  assert.equal(swingWords(ordinary, { ...swing, move: "pass" }), "백 패스: 4.0집 손해 (승률 −12.3 %)");
});

test("the end of a game is told as players say it, and without a code", () => {
  assert.deepEqual(["6.5", "81/2", "1/2", "2225/12", 3].map((points) => amount("ko", points, true)), ["6집 반", "40집 반", "반집", "185 5/12집", "3집"]);
  assert.deepEqual(["1", "81/2"].map((points) => amount("en", points, true)), ["1 point", "40.5 points"]);
  const told = (language, isOrdinary) => (result) =>
    headline(result, (key, values) => text(language, key, values, isOrdinary), (points) => amount(language, points, isOrdinary));
  assert.deepEqual(["W+Resign", "B+T", "W+6.5", "B+0.5", "B+12", "Void", "0", "B+0"].map(told("ko", true)),
    ["백 불계승", "흑 시간승", "백 6집 반 승", "흑 반집 승", "흑 12집 승", "무승부(판빅)", "무승부", "비겨서 흑 승"]);
  assert.deepEqual(["B+12", "W+Forfeit", "Both-lose"].map(told("ko", false)), ["흑 12점 승", "백 승", "양쪽 모두 패"]);
  assert.deepEqual(["W+R", "B+1", "W+2.5", "B+Forfeit"].map(told("en", false)),
    ["White wins by resignation", "Black wins by 1 point", "White wins by 2.5 points", "Black wins"]);
  assert.deepEqual(more("결과 W+3.5: 백 3집 반 승.", "백 3집 반 승"), []);
  assert.deepEqual(more("Result B+1: Black wins by 1 point (article 9 ①).", "Black wins by 1 point"), []);
  const none = "Both lose: neither colour has a point (article 9 ③).";
  assert.deepEqual(more(`Result Both-lose: ${none}`, "Both lose"), [none]);
  assert.equal(firstSentence("흑 불착. 바로 집니다. 종국: 끝 (제2조)."), "흑 불착. 바로 집니다.");
  assert.equal(firstSentence("White A1 loses at once: it retakes the ko. More."), "White A1 loses at once: it retakes the ko.");
});

test("errors of the session are told in Korean", () => {
  assert.equal(errorWords("line 1, move 2: E5 is occupied; choose an empty point", "ko"), "1째 줄, 2수: E5에는 이미 돌이 있습니다.");
  assert.equal(errorWords("E5 is occupied", "en"), "E5 is occupied");
  for (const message of ["illegal move", "an SGF record, which begins with `(;`, is expected; this is none", "what else"]) {
    assert.doesNotMatch(errorWords(message, "ko"), /[a-z]/, message);
  }
});

test("an address of this computer is known", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.ok(isLoopback(host), host);
  for (const host of ["example.org", "192.168.0.7", "localhost.example.org", "128.0.0.1"]) assert.ok(!isLoopback(host), host);
});

test("a chart's bound is easy to read", () => {
  assert.deepEqual([bounded([]), bounded([-7, 3]), bounded([361])], [5, 10, 400]);
});

test("both languages have the same words", () => {
  assert.deepEqual(LANGUAGES, ["en", "ko"]);
  const plain = (language) => keysOf(language).filter((key) => !key.startsWith("ordinary:")).sort();
  assert.deepEqual(plain("ko"), plain("en"));
  for (const key of LANGUAGES.flatMap(keysOf)) assert.ok(plain("en").includes(key.replace("ordinary:", "")), key);
  assert.equal(text("ko", "points", { points: 3 }), "득점 3");
  const holes = (language, key) => text(language, key).match(/\{\w+\}/g)?.sort() ?? [];
  // A Korean sentence may do without a value.
  for (const key of plain("en")) assert.deepEqual(holes("ko", key).filter((hole) => !holes("en", key).includes(hole)), [], key);
});

test("Korean has the words of players under ordinary rules, and those of the author under the One Pure Rules", () => {
  const told = (isOrdinary) => (key, values) => text("ko", key, values, isOrdinary);
  const [ordinary, onePure] = [told(true), told(false)];
  const terms = [
    ["abstain", "패스"], ["komi", "덤"], ["noHandicap", "호선"], ["prisoners", "따낸 돌 3", { stones: 3 }], ["suggest", "죽은 돌 자동 표시"],
    ["moveNow", "지금 두기"], ["stop", "중지"], ["endCount", "계가 끝내기"], ["strength", "기력"], ["lowestLevel", "1 – 입문", { level: 1 }],
    ["highestLevel", "20 – 최강", { level: 20 }], ["showOwnership", "예상 집"], ["lead", "집 차이"], ["candidates", "후보"], ["events", "경과"],
    ["mistakesOf", "흑: 실수 3개", { name: "흑", number: 3 }], ["sweepDone", "17 / 261", { done: 17, positions: 261 }],
    ["rulesInShort", "규칙 한눈에 보기"], ["opened", "기보를 열었습니다."], ["noResult", "무승부(판빅)"],
  ];
  for (const [key, term, values] of terms) assert.equal(ordinary(key, values), term, key);
  assert.equal(ordinary("komiOf", { amount: amount("ko", 6.5, true) }), "덤 6집 반");
  assert.match(ordinary("saveAnimation"), /애니메이션/);
  assert.match(ordinary("noSimd"), /새 버전으로 업데이트/);
  for (const [key, term] of [["lostBy", "5집 손해"], ["gainedBy", "5집 이득"]]) assert.ok(ordinary(key, { points: 5 }).includes(term), key);
  // Only a game by the One Pure Rules has points before its count.
  const shared = keysOf("ko").filter((key) => !key.startsWith("ordinary:") && !["points", "onePoint"].includes(key));
  for (const key of shared) assert.doesNotMatch(ordinary(key), /불착|선후차|득점|일체/, key);
  for (const [key, term] of [["abstain", "불착"], ["komi", "선후차(덤)"], ["lead", "득점 차이"], ["showOwnership", "예상 득점"]]) assert.equal(onePure(key), term);
});

test("a text of the page is short and has the words of the field", () => {
  for (const key of keysOf("en")) {
    const english = text("en", key);
    for (const sentence of english.split(/[.?:;] /)) {
      const words = sentence.split(/\s+/).length;
      assert.ok(words <= 12, `${key}: expected at most 12 words a sentence, got ${words}: ${sentence}`);
    }
    assert.doesNotMatch(english, /so many|as many|the same|share of|all the same|is to be said|is possible/, key);
  }
});

/** A game with a variation, and the node of its last move. */
function branched() {
  const root = new Root(9, "one-pure", 3);
  const fork = root.follow("black", "E5").follow("white", "C3");
  fork.follow("black", "G7").follow("white", "G3");
  fork.follow("black", "C7");
  const node = fork.follow("black", "D4").follow("white", "pass");
  node.comment = "바둑 ]";
  node.analysis = { color: "black", visits: 3, winrate: 0.5, scoreLead: 0, candidates: [], ownership: null };
  return { root, node };
}

test("a link has the game, and the place in it", async () => {
  const { root, node } = branched();
  assert.deepEqual([placeOf(root), placeOf(root.end()), placeOf(node)], [[0], [4], [2, 2, 1]]);
  for (const each of [root, root.end(), node]) assert.equal(nodeAt(root, placeOf(each)), each);
  assert.equal(nodeAt(root, [2, 9, 3]), root.children[0].children[0]);
  const fragment = await fragmentOf(root, node, true);
  assert.match(fragment, /^#game=2-2-1\.[\w-]+$/);
  for (const link of [fragment, `http://localhost:8000/page/${fragment}`, ` https://example.org/${fragment}).\n`]) {
    assert.ok(isLink(link));
    const { record, place: found } = await linked(link);
    assert.equal(record, toSgf(root, { withAnalyses: false }));
    assert.doesNotMatch(record, /SBKV|OPRA/);
    assert.deepEqual(found, [2, 2, 1]);
  }
  const position = await linked(await fragmentOf(root, node, false));
  assert.deepEqual(position.place, [4]);
  assert.match(position.record, /;B\[ee\]\n;W\[cg\]\n;B\[df\]\n;W\[\]C\[바둑 \\\]\]\n\)\n$/);
  for (const other of ["", "E5", "(;C[#game=1.x])", "https://example.org/#rules", "a #game=1.x"]) assert.ok(!isLink(other), other);
});

test("a broken link is refused, and one that grows too large", async () => {
  const { root, node } = branched();
  const fragment = await fragmentOf(root, node, true);
  const begin = fragment.indexOf(".") + 1;
  const broken = ["#game=", "#game=.", "#game=x.y", fragment.slice(0, -2), fragment.slice(0, begin + 9)];
  for (let at = begin; at < fragment.length - 1; at += 7) {
    broken.push(fragment.slice(0, at) + (fragment[at] === "A" ? "B" : "A") + fragment.slice(at + 1));
  }
  for (const link of broken) await assert.rejects(linked(link), undefined, link);
  root.comment = "x".repeat(5 << 20);
  const large = await fragmentOf(root, root, true);
  assert.ok(large.length < 20_000, `${large.length}`);
  await assert.rejects(linked(large), /expected at most 4194304 bytes/);
});

test("an animation shows a stone until it is retired", () => {
  const turn = (color, point, ...points) => ({ color, point, retired: points.length > 0 ? [{ color, points }] : [], immovable: [] });
  const turns = [turn("white", "B2"), turn("black", "pass"), turn("white", "C3", "A1"), turn("black", "D4", "D4"), turn("black", "A1")];
  assert.deepEqual(staysOf({ start: { black: ["A1"], white: [] }, turns }).map(({ point, from, until }) => [point, from, until]), [
    ["A1", 0, 3], ["B2", 1, 6], ["C3", 3, 6], ["D4", 4, 5], ["A1", 5, 6],
  ]);
});

test("a stream is read to its end, and cancelled if the reader stops early", async () => {
  let isCancelled = false;
  const streamOf = (...pieces) => {
    isCancelled = false;
    return new ReadableStream({
      pull: (controller) => (pieces.length > 0 ? controller.enqueue(pieces.shift()) : controller.close()),
      cancel: () => { isCancelled = true; },
    });
  };
  const bytes = (text) => new TextEncoder().encode(text);
  // The letter "흑" comes in two pieces.
  const [one, two] = [bytes("a\n흑").subarray(0, 3), bytes("a\n흑b\nc").subarray(3)];
  const found = [];
  for await (const line of lines(streamOf(one, two))) found.push(line);
  assert.deepEqual(found, ["a", "흑b"]);
  assert.deepEqual(await collected(streamOf(one, two), 8), bytes("a\n흑b\nc"));
  await assert.rejects(collected(streamOf(one, two, one), 7), /at most 7 bytes/);
  assert.ok(isCancelled);
  for await (const item of items(streamOf(1, 2, 3))) if (item === 2) break;
  assert.ok(isCancelled);
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("stopped")) });
  await assert.rejects(collected(broken, 1), /stopped/);
});

test("an address names a step or a problem", () => {
  for (const fragment of ["#lesson=self-fill-2", "#problem=vital-points-13"]) {
    assert.equal(fragmentTo(placeIn(fragment)), fragment);
  }
  assert.deepEqual(placeIn("#lesson=self-fill-2"), { kind: "lesson", name: "self-fill", number: 2 });
  for (const fragment of ["", "#lesson=self-fill", "#game=0.abc-1", "#lesson=-1", "#problem=a b-1"]) assert.equal(placeIn(fragment), null);
});

test("the document has the rank of every level", () => {
  const document = readFileSync(new URL("../../../docs/levels.md", import.meta.url), "utf8");
  const word = (rank) => (rank === undefined ? "" : rank > 0 ? `${rank} kyu` : `${1 - rank} dan`);
  for (let level = 1; level <= LEVELS; level += 1) {
    const ranks = Object.values(RANKS).map((ranks) => word(ranks[level - 1]));
    const row = `| ${[level, ...ranks].join(" | ")} |\n`;
    if (ranks.some((rank) => rank !== "")) assert.ok(document.includes(row), `expected the row ${row} in docs/levels.md`);
  }
  for (const ranks of Object.values(RANKS)) assert.ok(ranks.length > 9 && ranks.every((rank, index) => index === 0 || rank <= ranks[index - 1]));
});
