/**
 * The worker that holds the session. It receives the module of the engine from `engine.js`, then lines of GTP and records, and posts
 * the session's answers.
 *
 * Posted: a string with a part of the answers; `{ kind: "open" }` once; `{ kind: "closed", reason }` at the end; and
 * `{ kind: "read", id, ok, text }` for a record `{ id, bytes, rules, language }` or a network `{ id, bytes, name }`.
 */
import init, { Session, record } from "./onepure.js";

/** The length of a slice of a search, in milliseconds: a command waits this long at most. */
const SLICE = 20;

/** The memory for the search tree in MiB: a quarter of the program's default, because telephones have less. */
const MEMORY = 64;

/** The line that ends a search for a move. */
const INTERRUPT = "# interrupt";

/** @type {Session | null} */
let session = null;
/** Messages that came before the engine was ready. @type {MessageEvent[]} */
const early = [];
/** What waits for the end of a search for a move. @type {(() => void)[]} */
const waiting = [];
/** Lets the worker receive messages between two slices. Without it no command could end a search. */
const { port1: next, port2: again } = new MessageChannel();
let isComputing = false;

/** @param {string} text */
function tell(text) {
  if (text) postMessage(text);
}

/** Calls `action` with the session. An internal error of WebAssembly ends the session. @param {(session: Session) => void} action */
function guarded(action) {
  if (!session) return;
  try {
    action(session);
  } catch (error) {
    session = null;
    postMessage({ kind: "closed", reason: String(error) });
  }
}

function computeLater() {
  if (isComputing) return;
  isComputing = true;
  again.postMessage(null);
}

next.onmessage = () => {
  isComputing = false;
  guarded((own) => {
    if (!own.isSearching) return;
    tell(own.compute(SLICE));
    proceed(own);
    computeLater();
  });
};

/** Does what waits until a line begins a search for a move. @param {Session} own */
function proceed(own) {
  while (!own.isChoosing && waiting.length > 0) waiting.shift()?.();
}

/** @param {MessageEvent} event */
function receive({ data }) {
  guarded((own) => {
    if (typeof data === "string") {
      if (own.isChoosing && data === INTERRUPT) tell(own.begin(data));
      else waiting.push(() => tell(own.begin(data)));
      proceed(own);
      computeLater();
      return;
    }
    const { name, rules, language } = data;
    const bytes = new Uint8Array(data.bytes);
    if (name === undefined) answer(data.id, () => record(bytes, rules, language));
    else {
      waiting.push(() => answer(data.id, () => {
        tell(own.setNetwork(name, bytes));
        return name;
      }));
      proceed(own);
    }
  });
}

/**
 * Posts what `read` returns, or the line with which it refuses.
 * @param {number} id
 * @param {() => string} read
 */
function answer(id, read) {
  const answered = { kind: "read", id, ok: true, text: "" };
  try {
    answered.text = read();
  } catch (error) {
    // A text is the error of a refused file; anything else is an internal error.
    if (typeof error !== "string") throw error;
    answered.ok = false;
    answered.text = error;
  }
  postMessage(answered);
}

/** Starts the session. @param {{ module?: WebAssembly.Module, failure?: string }} loaded */
async function begin({ module, failure }) {
  try {
    if (!module) throw failure;
    await init({ module_or_path: module });
    session = new Session();
    session.answer(`kata-set-param memory ${MEMORY}`);
    postMessage({ kind: "open" });
    for (const event of early.splice(0)) receive(event);
  } catch (error) {
    postMessage({ kind: "closed", reason: String(error) });
  }
}

addEventListener("message", (event) => {
  if (session) receive(event);
  else if (event.data.module || event.data.failure) void begin(event.data);
  else early.push(event);
});
