// Tests of the package for npm: ONEPURE_TARBALL=FILE node --test packaging/npm/test.mjs. npm installs it without a network into a
// temporary folder. ONEPURE_NODE is the folder of TypeScript; without it the types are not checked.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const { ONEPURE_TARBALL, ONEPURE_NODE = "" } = process.env;
const folder = mkdtempSync(join(tmpdir(), "onepure-npm-"));
const compiler = resolve(ONEPURE_NODE, "node_modules/typescript/bin/tsc");

before(() => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", resolve(ONEPURE_TARBALL)], { cwd: folder });
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

test("the module is imported", () => {
  const script = `import { Session, record } from "onepure";
    const session = new Session();
    console.log(session.answer("boardsize 9") + session.answer("play black E5") + session.answer("list_stones black"));
    console.log(JSON.parse(record(new TextEncoder().encode("(;SZ[9];B[ee])"), "one-pure", "en")).size);`;
  writeFileSync(join(folder, "module.js"), script);
  const output = execFileSync(process.execPath, ["module.js"], { cwd: folder, encoding: "utf8" });
  assert.equal(output, "= \n\n= \n\n= E5\n\n\n9\n");
});

test("the types hold", { skip: !existsSync(compiler) && "TypeScript is missing" }, () => {
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "esnext,dom"];
  const check = (text) => {
    writeFileSync(join(folder, "typed.ts"), `import { Session } from "onepure";\n${text}\n`);
    return spawnSync(process.execPath, [compiler, ...options, "typed.ts"], { cwd: folder, encoding: "utf8" });
  };
  const right = check('const answer: string = new Session().answer("name");\nconsole.log(answer);');
  assert.equal(right.status, 0, right.stdout);
  assert.match(check("new Session().answer(1);").stdout, /not assignable to parameter of type 'string'/);
});
