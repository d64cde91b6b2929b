/**
 * A GTP session at the other end of a channel: a WebSocket or a worker. Answers come in the order of the commands. An analysis
 * ends when the next command is sent.
 *
 * @typedef {import("./host.js").Channel} Channel
 */

/** A failed command, with the session's error message. */
export class GtpError extends Error {}

/** The error for a connection that ended before the answer. */
export class Disconnected extends Error {}

/**
 * A command without its answer yet.
 * @typedef {{
 *   resolve: (text: string) => void, reject: (error: Error) => void,
 *   onLine: ((line: string) => void) | null, lines: string[],
 * }} Pending
 */

/** The waits before the next attempts to connect, in milliseconds; the last one repeats. */
const DELAYS = [200, 500, 1000, 2000, 4000];

/** The connection of this tab to its session. It opens again whenever it ends. */
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
    /** The beginning of a line whose end has not come yet. */
    this.rest = "";
    /** @type {Channel | null} */
    this.socket = null;
    this.isOpen = false;
    /** @type {() => void} */
    this.tellOpened = () => {};
    /** Resolves when the connection opens for the first time. @type {Promise<void>} */
    this.opened = new Promise((resolve) => {
      this.tellOpened = resolve;
    });
  }

  connect() {
    const socket = this.open();
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.isOpen = true;
      this.tries = 0;
      this.rest = "";
      this.tellOpened();
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
   * Sends a command. Resolves to its answer without the sign, and without the middle lines of a stream, which only
   * `onLine` gets.
   * @param {string} command
   * @param {((line: string) => void) | null} [onLine] Called with each line of a stream.
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
   * Sends a command. Resolves to its answer, parsed as JSON.
   * @param {string} command
   */
  async askJson(command) {
    return JSON.parse(await this.ask(command));
  }

  /** Ends a search for a move, which plays its best move so far. */
  interrupt() {
    if (this.isOpen) this.socket?.send("# interrupt");
  }

  /**
   * Takes a piece of the session's output, of any length.
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
        // Keep the first and the last line of a stream: an analysis runs for hours.
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
