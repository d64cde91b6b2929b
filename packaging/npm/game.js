/** A game: a session that only referees. */
import { IllegalMove, OnepureError, expect, languageWord, textOf } from "./commands.js";
import { Session, record } from "./onepure.js";

/** The columns of a board. GTP has no I. */
const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** @typedef {import("./index.d.ts").Color} Color */

/** The word of a move in GTP. @param {string} move */
function moveWord(move) {
  expect(/^(pass|[a-hj-t][1-9]\d?)$/i.test(move), "move: expected a point such as E5, or pass", move);
  return move;
}

/** The word of a point in GTP. @param {string} point */
function pointWord(point) {
  expect(/^[a-hj-t][1-9]\d?$/i.test(point), "point: expected one such as E5", point);
  return point.toUpperCase();
}

/** The rules that a record names or suggests. @param {string} sgf */
function rulesOf(sgf) {
  try {
    return JSON.parse(record(new TextEncoder().encode(sgf), "one-pure", "en")).rules ?? "one-pure";
  } catch (error) {
    // A text is the error of a refused record; anything else is an internal error.
    throw typeof error === "string" ? new OnepureError(`sgf: ${error}`) : error;
  }
}

/** A turn as `opr-turns` describes it. */
const turnOf = ({ color, point, retired, immovable }) => ({ color, move: point, retired, immovable });

/** The end of play, of `opr-state` or `opr-explain`. */
const outcomeOf = ({ over, result, winner, reason, articles }) => (over ? { result, winner, reason, articles } : null);

export class Game {
  #session = new Session();

  /** @param {import("./index.d.ts").GameOptions} options */
  constructor({ size = 19, rules = "one-pure", komi, handicap = 0 } = {}) {
    expect(Number.isInteger(size) && size >= 5 && size <= 19, "size: expected an integer from 5 to 19", size);
    this.#ask(`boardsize ${size}`);
    const words = typeof rules === "string" ? rules : JSON.stringify(rules);
    expect(/^\S+$/.test(words), "rules: expected a name or an object", words);
    this.#ask(`kata-set-rules ${words}`);
    if (komi !== undefined) {
      expect(Number.isFinite(komi), "komi: expected a number", komi);
      this.#ask(`komi ${komi}`);
    }
    if (Array.isArray(handicap)) this.#handicap(`set_free_handicap ${handicap.map(pointWord).join(" ")}`);
    else if (handicap !== 0) this.#handicap(`fixed_handicap ${Number(handicap)}`);
  }

  /** @param {string} sgf @param {import("./index.d.ts").RecordOptions} options */
  static fromSgf(sgf, { rules, moves } = {}) {
    expect(typeof sgf === "string", "sgf: expected a string", sgf);
    const game = new Game({ rules: rules ?? rulesOf(sgf) });
    game.#ask(`opr-load ${encodeURIComponent(sgf)}`);
    if (moves !== undefined) {
      expect(Number.isInteger(moves) && moves >= 0, "moves: expected an integer from 0", moves);
      const later = game.state.moves - moves;
      if (later > 0) game.#ask(`gg-undo ${later}`);
    }
    return game;
  }

  /** The text of the answer to a command. @param {string} line */
  #ask(line) {
    return textOf(this.#session.answer(line));
  }

  /** The object that a command answers. @param {string} line */
  #read(line) {
    return JSON.parse(this.#ask(line));
  }

  /** The list of words that a command answers. @param {string} line */
  #list(line) {
    return this.#ask(line).split(/\s+/).filter(Boolean);
  }

  /** @param {string} line */
  #handicap(line) {
    try {
      this.#ask(line);
    } catch (error) {
      throw new OnepureError(`handicap: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  }

  /** The colour, or without one that to play. @param {Color} [color] */
  #color(color) {
    if (color === undefined) return this.#ask("gogui-rules_side_to_move");
    expect(color === "black" || color === "white", "color: expected black or white", color);
    return color;
  }

  /** @param {string} move @param {Color} [color] */
  play(move, color) {
    const turn = this.explain(move, color);
    this.#ask(`play ${turn.color} ${turn.move}`);
    return turn;
  }

  /** @param {Color} [color] */
  pass(color) {
    return this.play("pass", color);
  }

  /** @param {string} move @param {Color} [color] */
  explain(move, color) {
    const words = `${moveWord(move)} ${this.#color(color)}`;
    try {
      const effects = this.#read(`opr-explain ${words}`);
      return { ...turnOf(effects), barred: effects.barred, outcome: outcomeOf(effects) };
    } catch (error) {
      throw new IllegalMove(this.#refusal(words, move), { cause: error });
    }
  }

  /** Why a move is illegal. @param {string} words @param {string} move */
  #refusal(words, move) {
    try {
      return this.#read(`opr-tell en ${words}`).text;
    } catch {
      // The point is not on the board.
      return `${move} is not on a board of ${this.size} lines`;
    }
  }

  undo() {
    const { last } = this.state;
    if (!last) return null;
    this.#ask("undo");
    return turnOf(last);
  }

  /** @param {Color} [color] */
  resign(color) {
    if (this.isOver) throw new IllegalMove("play has ended");
    this.#ask(`opr-resign ${this.#color(color)}`);
  }

  /** @param {Color} [color] */
  legal(color) {
    const points = this.#list(`all_legal ${this.#color(color)}`);
    return this.isOver ? points : [...points, "pass"];
  }

  /** @param {Color} [color] */
  deadEnds(color) {
    return this.#list(`opr-dead_ends ${this.#color(color)}`);
  }

  /** @param {Color} color */
  stones(color) {
    return this.#list(`list_stones ${this.#color(color)}`);
  }

  get board() {
    const { size } = this;
    /** @type {(Color | null)[][]} */
    const rows = Array.from({ length: size }, () => Array(size).fill(null));
    for (const color of /** @type {const} */ (["black", "white"])) {
      for (const point of this.stones(color)) rows[size - Number(point.slice(1))][COLUMNS.indexOf(point[0])] = color;
    }
    return rows;
  }

  get state() {
    return this.#read("opr-state");
  }

  get size() {
    return this.state.size;
  }

  get rules() {
    return this.#read("kata-get-rules").rules;
  }

  get komi() {
    return Number(this.#ask("get_komi"));
  }

  get toPlay() {
    return this.state.turn;
  }

  get turns() {
    return this.#read("opr-turns").turns.map(turnOf);
  }

  get isOver() {
    return this.state.over;
  }

  get outcome() {
    return outcomeOf(this.state);
  }

  /** @param {string[]} dead */
  count(dead = [], language = "en") {
    const { points, result, owners, lost, text } = this.#read(["opr-count", languageWord(language), ...dead.map(pointWord)].join(" "));
    const colors = { B: "black", W: "white" };
    return { ...points, result, removed: lost, owners: owners.map((row) => [...row].map((letter) => colors[letter] ?? null)), text };
  }

  narration(language = "en") {
    return this.#read(`opr-scene ${languageWord(language)}`).told;
  }

  sgf() {
    return this.#ask("printsgf");
  }

  copy() {
    return Game.fromSgf(this.sgf(), { rules: this.rules });
  }

  toString() {
    return this.#ask("showboard");
  }
}
