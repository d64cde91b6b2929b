export { GameAnalysis, Session, record, signature } from "./onepure.js";

export type Color = "black" | "white";
export type Language = "en" | "ko";

/** A request that cannot be met. The message is one sentence. */
export class OnepureError extends Error {}

/** A move that the rules do not allow. The game is unchanged. */
export class IllegalMove extends OnepureError {}

export interface GameOptions {
  /** The lines of the board, 5 to 19. Default: 19. */
  size?: number;
  /** The name of the rules, or an object with KataGo's keys. Default: `"one-pure"`. */
  rules?: string | Record<string, string | boolean>;
  /** The points that Black needs more than White. Default: the usual komi of the rules and the board, with a handicap too. */
  komi?: number;
  /** The number of handicap stones on their usual points, 2 to 9, or their points. Default: 0. */
  handicap?: number | string[];
}

export interface RecordOptions {
  /** The name of the rules. Default: those that the record names or suggests. */
  rules?: string;
  /** The number of turns to play. Default: all. */
  moves?: number;
}

/** A turn and its effects. */
export interface Turn {
  color: Color;
  /** A point such as `"E5"`, or `"pass"`. */
  move: string;
  /** The chains that left the board, in their order. */
  retired: Retirement[];
  /** The enclosed stones that may not leave the board. */
  immovable: string[];
}

/** A turn as `play` returns it. */
export interface PlayedTurn extends Turn {
  /** The colour that this turn barred from moving. */
  barred: Color | null;
  /** The end of play, if the turn ended it. */
  outcome: Outcome | null;
}

/** A chain that left the board: a capture or a self-fill. */
export interface Retirement {
  color: Color;
  points: string[];
  /** The opponent took the last liberty, or the own colour did. */
  cause: "enclosed" | "self-fill";
  /** Whether a chain of this colour on the same points had left the board before. */
  repeated: boolean;
  /** Whether the stones went to quarantine, and not back to the bowl. */
  quarantined: boolean;
}

/** The end of a game. */
export interface Outcome {
  /** Such as `"B+1"`, `"W+Forfeit"`, `"B+Resign"`, or `"0"` for a draw. */
  result: string;
  /** `"none"` if both players lost or there is no result. */
  winner: Color | "draw" | "none";
  /** Such as `"abstentions"`, `"dead-end"` or `"resignation"`. */
  reason: string;
  /** The articles that ended play and decided the result. */
  articles: string[];
}

/** The count of a board. */
export interface Count {
  /** The points of Black. Divided points are a fraction such as `"2225/12"`. */
  black: number | string;
  white: number | string;
  /** The result without the removed stones; null before the end of play. */
  result: string | null;
  /** The points of the removed stones: the whole chains. */
  removed: string[];
  /** The owner of each point. The first row is the top line. */
  owners: (Color | null)[][];
  /** The count in sentences. */
  text: string[];
}

/** The facts about a game: the answer of `opr-state`. */
export interface State {
  rules: string;
  size: number;
  moves: number;
  /** The colour to play; null after the end of play. */
  turn: Color | null;
  over: boolean;
  result: string | null;
  winner: Color | "draw" | "none" | null;
  reason: string | null;
  articles: string[];
  stones: Record<Color, { board: number; waiting: number | null; quarantined: number }>;
  /** The points of the board as it stands, and the komi as `lead` (article 8). Under Ing rules `margin` is by how much Black wins. */
  points: { black: number | string; white: number | string; lead: number; margin?: number | string };
  barred: Color | null;
  /** The last turn; null at the start. */
  last: (Omit<Turn, "move"> & { point: string }) | null;
}

/** A game with its whole history, refereed by its rules. */
export class Game {
  constructor(options?: GameOptions);
  /** The game of a record in SGF. */
  static fromSgf(sgf: string, options?: RecordOptions): Game;
  /** Plays a point such as `"E5"`, or `"pass"`. Throws `IllegalMove`. The colour is that to play, unless another is named. */
  play(move: string, color?: Color): PlayedTurn;
  /** Passes: an abstention under the One Pure Rules. */
  pass(color?: Color): PlayedTurn;
  /** The turn that a move would make. Plays nothing. */
  explain(move: string, color?: Color): PlayedTurn;
  /** Takes the last turn back, and returns it; null before the first turn. */
  undo(): Turn | null;
  /** Ends the game by a resignation of the colour to play, unless another is named. */
  resign(color?: Color): void;
  /** The legal moves: points row by row from A1, then `"pass"`. After an end by passes, the points that resume play. */
  legal(color?: Color): string[];
  /** The legal points where a placement loses at once. */
  deadEnds(color?: Color): string[];
  /** The points with a stone of a colour. */
  stones(color: Color): string[];
  /** The count without the chains on these points. The game does not change. */
  count(dead?: string[], language?: Language): Count;
  /** The last turn in sentences, with the articles of the rules; null before the first turn. */
  narration(language?: Language): string | null;
  /** The game as SGF. */
  sgf(): string;
  /** A copy with the whole history. */
  copy(): Game;
  /** The board as text. */
  toString(): string;
  /** The stone on each point. The first row is the top line, and its first element the column A. */
  readonly board: (Color | null)[][];
  /** All turns. */
  readonly turns: Turn[];
  /** The colour to play; null after the end of play. */
  readonly toPlay: Color | null;
  readonly isOver: boolean;
  /** The end of play; null if play goes on. */
  readonly outcome: Outcome | null;
  readonly state: State;
  readonly size: number;
  readonly rules: string;
  readonly komi: number;
}

/** The limits of a move. The tightest counts. Without any, a move takes 3 seconds. */
export interface Limits {
  /** The strength, 1 to 20. Default: 20. */
  level?: number;
  /** The largest number of visits. */
  visits?: number;
  /** The longest time. */
  seconds?: number;
}

/** Limits of all moves, and parameters of GTP in camel case, such as `resignBelow`. null is no limit. */
export interface EngineOptions {
  level?: number;
  visits?: number | null;
  seconds?: number | null;
  /** The memory for the search tree in MiB. Default: 256 in Node, 64 in a browser. */
  memory?: number;
  /** The seed of random numbers. Levels below the highest vary their moves with it. Default: 0. */
  seed?: number;
  [parameter: string]: string | number | boolean | null | undefined;
}

export interface MoveOptions extends Limits {
  signal?: AbortSignal;
}

export interface AnalysisOptions {
  /** Ends the analysis when the position has at least this many visits, those of earlier searches included. */
  visits?: number;
  /** Ends the analysis after this time. */
  seconds?: number;
  /** The shortest time between two reports, in milliseconds. Default: 200. */
  interval?: number;
  /** Whether reports have the ownership. Default: false. */
  ownership?: boolean;
  signal?: AbortSignal;
}

/** The results of a search so far. All values but the ownership are for `color`. */
export interface Report {
  /** The colour to play. */
  color: Color;
  /** The visits of the position. */
  visits: number;
  /** The win rate, 0 to 1. */
  winRate: number;
  /** The expected lead in points, komi included. */
  lead: number;
  /** The moves, most visited first. */
  moves: Candidate[];
  /** The expected owner of each point, from -1 (White) to 1 (Black). The first row is the top line. */
  ownership?: number[][];
}

/** A move that a search has looked at. */
export interface Candidate {
  /** A point, or `"pass"`. */
  move: string;
  visits: number;
  winRate: number;
  /** The lower confidence bound of the win rate. */
  lowerBound: number;
  lead: number;
  /** The probability of the move before the search, 0 to 1. */
  prior: number;
  /** This move and the expected answers. */
  pv: string[];
}

export interface GameAnalysisOptions {
  /** Ends the search of a position when it has at least this many visits. Default: 100, without `seconds`. */
  visits?: number;
  /** Ends the search of a position after this time. */
  seconds?: number;
  /** Is called after each position, with the number of those that are done and of all. */
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** The analysis of a whole game. */
export interface GameReview {
  /** The reports of the position before the first move and of those after each move; null after the end of play. */
  positions: (Report | null)[];
  moves: ReviewedMove[];
  /** The moves that lost much, the largest loss first. A better move that a player misses for several turns is there once. */
  mistakes: ReviewedMove[];
}

/** A move of a game, and what it changed. All values are for the colour that moved. */
export interface ReviewedMove {
  /** The number of the move, from 1. */
  number: number;
  color: Color;
  move: string;
  /** The win rate after the move, 0 to 1. */
  winRate: number;
  /** The expected lead in points after the move, komi included. */
  lead: number;
  /** The win rate that the move lost; negative for a gain. */
  winRateLost: number;
  /** The points that the move lost; negative for a gain. */
  pointsLost: number;
  /** The best move of the search instead; null if it was played. */
  better: string | null;
  /** The size of the mistake; null if the loss is less, or within the noise of the visits. */
  mistake: "small" | "medium" | "large" | null;
}

/** The stones that an engine judges dead. */
export interface Judgement {
  dead: string[];
  /** The stones in doubt, also as a sentence. */
  unclear: string[];
  doubt: string | null;
}

/**
 * An engine that searches in a worker of its own, one request after the other. A request takes the game as it is at the call. An abort
 * rejects it at once with the reason of the signal.
 */
export class Engine {
  constructor(options?: EngineOptions);
  /** The best move: a point, `"pass"` or `"resign"`. Plays nothing. After the end of play it is `"pass"`. */
  bestMove(game: Game, options?: MoveOptions): Promise<string>;
  /**
   * Searches, and yields the newest report whenever the loop is ready for one. Goes on until a limit, the end of the loop, an abort or
   * `close`. Of a game that has ended there is no report.
   */
  analyze(game: Game, options?: AnalysisOptions): AsyncGenerator<Report, void, undefined>;
  /** Searches every position of a game, and finds its mistakes. Between two positions other requests have their turn. */
  analyzeGame(game: Game, options?: GameAnalysisOptions): Promise<GameReview>;
  /** The judgement of dead stones; null if the rules count the board as it stands. */
  judge(game: Game, options?: { language?: Language; signal?: AbortSignal }): Promise<Judgement | null>;
  /** Ends the worker. Requests that wait are rejected. */
  close(): void;
}
