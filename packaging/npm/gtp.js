#!/usr/bin/env node
/** GTP on standard input and output: npx onepure. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The length of a slice of a search, in milliseconds: a command waits this long at most. */
const SLICE = 20;

const HELP = "Usage: onepure [gtp]\n\nSpeaks GTP on standard input and output.\n\n  --help     Print this help\n  --version  Print the version\n";

const [word = "gtp", ...more] = process.argv.slice(2);
if (word === "--help") {
  process.stdout.write(HELP);
} else if (word === "--version") {
  const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
  process.stdout.write(`onepure ${version}\n`);
} else if (word !== "gtp" || more.length > 0) {
  process.stderr.write(`onepure: expected no argument, gtp, --help or --version, got ${JSON.stringify([word, ...more].join(" "))}\n`);
  process.exitCode = 1;
} else {
  await talk();
}

async function talk() {
  const { Session } = await import("./node.js");
  const session = new Session();
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  let isComputing = false;
  let hasEnded = false;
  const compute = () => {
    isComputing = !hasEnded && session.isSearching;
    if (!isComputing) return;
    process.stdout.write(session.compute(SLICE));
    setImmediate(compute);
  };
  // A closed output ends the session: nobody reads the answers.
  process.stdout.on("error", () => process.exit());
  lines.on("line", (line) => {
    process.stdout.write(session.answer(line));
    if (session.hasQuit) lines.close();
    else if (!isComputing) setImmediate(compute);
  });
  lines.on("close", () => {
    hasEnded = true;
    process.stdout.write(session.answer(""));
    process.stdin.destroy();
  });
}
