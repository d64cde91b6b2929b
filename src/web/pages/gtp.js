/**
 * A GTP session at the other end of a channel, a WebSocket or a worker. Commands are answered in their order; an analysis goes on
 * until the next command is sent.
 *
 * @typedef {import("./host.js").Channel} Channel
 */

/** A command that failed, with what the session said. */
export class GtpError extends Error {}

/** The connection ended before the answer. */
export class Disconnected extends Error {}

/**
 * A command that is under way.
 * @typedef {{
 *   resolve: (text: string) => void, reject: (error: Error) => void,
 *   onLine: ((line: string) => void) | null, lines: string[],
 * }} Pending
 */

/** How long to wait before the next try to connect, in milliseconds: longer every time, up to the last. */
const DELAYS = [200, 500, 1000, 2000, 4000];

/** The connection to the session of this tab; it is made anew whenever it ends. */
export class Connection {
  /**
   * @param {() => Channel} open Opens a channel to a new session.
   * @param {{ onOpen: () => void, onClose: (reason: string) => void }} events
   */
  constructor(open, events) {
    this.open = open;
    this.events = events;
    /** @type {Pending[]} */
    this.pending = [];
    this.tries = 0;
    /** What came of the line that has not ended yet. */
    this.rest = "";
    /** @type {Channel | null} */
    this.socket = null;
    this.isOpen = false;
  }

  connect() {
    const socket = this.open();
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.isOpen = true;
      this.tries = 0;
      this.rest = "";
      this.events.onOpen();
    });
    socket.addEventListener("message", (event) => this.receive(String(/** @type {MessageEvent} */ (event).data)));
    socket.addEventListener("close", (event) => {
      this.isOpen = false;
      for (const { reject } of this.pending.splice(0)) reject(new Disconnected("the connection has ended"));
      this.events.onClose(/** @type {CloseEvent} */ (event).reason);
      setTimeout(() => this.connect(), DELAYS[Math.min(this.tries, DELAYS.length - 1)]);
      this.tries += 1;
    });
  }

  /**
   * The answer to a command, without its sign; of what `onLine` is told, nothing.
   * @param {string} command
   * @param {((line: string) => void) | null} [onLine] Told every line of an answer that takes its time.
   * @returns {Promise<string>}
   */
  ask(command, onLine = null) {
    const socket = this.socket;
    if (!this.isOpen || !socket) return Promise.reject(new Disconnected("there is no connection"));
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject, onLine, lines: [] });
      socket.send(command);
    });
  }

  /**
   * The answer to a command as JSON.
   * @param {string} command
   */
  async askJson(command) {
    return JSON.parse(await this.ask(command));
  }

  /** Lets a search for a move end with the best move so far. */
  interrupt() {
    if (this.isOpen) this.socket?.send("# interrupt");
  }

  /**
   * Takes a piece of what the session says.
   * @param {string} text
   */
  receive(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      const [first] = this.pending;
      if (!first) continue;
      if (line !== "") {
        first.lines.push(line);
        if (first.onLine && first.lines.length > 1) first.onLine(line);
        // Of a stream only the first line and the last are kept.
        if (first.onLine && first.lines.length > 2) first.lines.splice(1, 1);
      } else if (first.lines.length > 0) {
        this.pending.shift();
        const answer = first.lines.join("\n");
        const words = answer.slice(1).trimStart();
        if (answer.startsWith("=")) first.resolve(words);
        else first.reject(new GtpError(words));
      }
    }
  }
}

/**
 * A text as one word of a command.
 * @param {string} text
 */
export function encoded(text) {
  return text.replace(/[%#\s\u0000-\u001f\u007f]/g, (sign) => encodeURIComponent(sign));
}
