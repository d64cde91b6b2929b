/** The worker's side of an engine: a session that answers one request after the other. */
import { OnepureError, setting, textOf } from "./commands.js";
import { Session, initSync } from "./onepure.js";

/** The length of a slice of a search, in milliseconds: an abort waits this long. */
const SLICE = 20;

/** The time between two lines of an analysis, in hundredths of a second, if each is compared with the limit of visits. */
const COUNTED = SLICE / 10;

/** The keys and values of a part of an analysis line. The variation is last. @param {string[]} words @returns {Record<string, any>} */
function fieldsOf(words) {
  const pv = words.indexOf("pv");
  const end = pv < 0 ? words.length : pv;
  const pairs = Array.from({ length: end >> 1 }, (_, pair) => [words[2 * pair], words[2 * pair + 1]]);
  return { ...Object.fromEntries(pairs), pv: words.slice(end + 1) };
}

/** The report in a line of `kata-analyze`. @param {string} line @param {{ color: string, size: number }} request */
function reportOf(line, { color, size }) {
  const sign = color === "black" ? 1 : -1;
  /** @type {any} */
  const report = { color, visits: 0, winRate: 0, lead: 0, moves: [] };
  for (const part of line.split(/ (?=info |rootInfo |ownership )/)) {
    const [kind, ...words] = part.split(" ");
    if (kind === "ownership") {
      const row = (_, number) => words.slice(number * size, (number + 1) * size).map((word) => sign * Number(word));
      report.ownership = Array.from({ length: size }, row);
      continue;
    }
    const { move, visits, winrate, lcb, scoreLead, prior, pv } = fieldsOf(words);
    const values = { visits: Number(visits), winRate: Number(winrate), lead: Number(scoreLead) };
    if (kind === "rootInfo") Object.assign(report, values);
    else report.moves.push({ move, ...values, lowerBound: Number(lcb), prior: Number(prior), pv });
  }
  return report;
}

/** The last analysis line of an answer, if there is one. @param {string} text */
const lastLine = (text) => text.trim().split("\n").findLast((line) => line.startsWith("info "));

/** The searches, by the name of the task. `pause` lets messages arrive, and returns whether the search has to stop. */
const TASKS = {
  async move(session, { color }, pause) {
    let text = session.begin(`kata-search_analyze ${color}`);
    textOf(text);
    while (session.isChoosing) text += (await pause()) ? session.begin("# interrupt") : session.compute(SLICE);
    return text.match(/^play (\S+)$/m)[1];
  },

  async analysis(session, request, pause, tell) {
    const { color, visits = Infinity, seconds = Infinity, interval, ownership } = request;
    const hundredths = visits < Infinity ? COUNTED : interval / 10;
    textOf(session.begin(`kata-analyze ${color} ${hundredths} rootInfo true ownership ${ownership}`));
    const begin = performance.now();
    let due = begin + interval;
    while (session.isSearching && !(await pause())) {
      const line = lastLine(session.compute(SLICE));
      const now = performance.now();
      if (now - begin >= 1000 * seconds || line && Number(line.match(/ rootInfo visits (\d+)/)?.[1]) >= visits) break;
      if (line && (visits === Infinity || now >= due)) {
        tell(reportOf(line, request));
        due = now + interval;
      }
    }
    const line = lastLine(session.answer(""));
    return line ? reportOf(line, request) : null;
  },

  judgement(session, { language }) {
    return JSON.parse(textOf(session.answer(`opr-judgement ${language}`)));
  },
};

/**
 * Answers the messages of an engine. Returns the function that takes them. `nextTurn` lets messages arrive between two slices.
 * @param {(message: object) => void} post @param {() => Promise<unknown>} nextTurn
 */
export function serve(post, nextTurn) {
  /** @type {Session} */
  let session;
  /** The number of the last request that was stopped. */
  let stopped = 0;

  async function answer(request) {
    const { rules, sgf, settings, task, id } = request;
    const position = ["clear_board", `kata-set-rules ${rules}`, `opr-load ${encodeURIComponent(sgf)}`];
    const parameters = Object.entries(settings).map(([name, value]) => setting(name, value));
    for (const line of [...parameters, ...position]) textOf(session.answer(line));
    const pause = async () => {
      await nextTurn();
      return stopped >= id;
    };
    return TASKS[task](session, request, pause, (report) => post({ report }));
  }

  return async (message) => {
    try {
      if (message.module) {
        initSync({ module: message.module });
        session = new Session();
      } else if (message.stop) {
        stopped = message.stop;
      } else {
        post({ result: await answer(message) });
      }
    } catch (error) {
      // Any other error is one of WebAssembly, which ends the instance.
      post(error instanceof OnepureError ? { error: error.message } : { failure: String(error) });
    }
  };
}
