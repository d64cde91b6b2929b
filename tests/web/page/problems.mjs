// The problems whose solutions the tests play.
import { readFileSync } from "node:fs";

/** The problems of a kind as its file has them: the right move of each, and the number of moves before it. */
export function problemsOf(kind) {
  const file = readFileSync(new URL(`../../../src/learn/problems/${kind}.toml`, import.meta.url), "utf8");
  return file.split("[[problem]]").slice(1).map((text) => ({
    right: /right = "(.+)"/.exec(text)[1],
    line: /line = "(.*)"/.exec(text)?.[1].split(" ").filter(Boolean) ?? [],
    moves: /moves = "(.*)"/.exec(text)?.[1].split(" ").length ?? 0,
  }));
}

export const KINDS = ["retirements", "captures", "rescues", "vital-points", "dead-ends", "saving", "taking", "contacts", "corner-life", "corner-death"];
export const ALL = KINDS.flatMap(problemsOf);
