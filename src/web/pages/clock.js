/**
 * A clock for each player: main time, then byo-yomi periods, or an increment after each move.
 *
 * @typedef {import("./points.js").Color} Color
 * @typedef {{ main: number, periods: number, period: number, increment: number }} TimeControl Times in seconds.
 * @typedef {{ main: number, periods: number, period: number }} TimeLeft `period` is the rest of the current period.
 */

/**
 * A player's time at the start.
 * @param {TimeControl} control
 * @returns {TimeLeft}
 */
export function fullTime({ main, periods, period }) {
  return { main, periods, period };
}

/**
 * The time left after some seconds of thought; null when the time is used up.
 * @param {TimeLeft} left
 * @param {number} seconds
 * @param {TimeControl} control
 * @returns {TimeLeft | null}
 */
export function spend(left, seconds, control) {
  if (seconds < left.main) return { ...left, main: left.main - seconds };
  let over = seconds - left.main;
  let { periods, period } = left;
  while (periods > 0 && over >= period) {
    over -= period;
    periods -= 1;
    period = control.period;
  }
  return periods > 0 ? { main: 0, periods, period: period - over } : null;
}

/**
 * The time left for the next move, after a move in time.
 * @param {TimeLeft} left
 * @param {TimeControl} control
 * @returns {TimeLeft}
 */
export function afterMove(left, control) {
  return { main: left.main + control.increment, periods: left.periods, period: control.period };
}

/**
 * A time as text: `1:05`, or with tenths below ten seconds.
 * @param {TimeLeft} left
 */
export function shown({ main, periods, period }) {
  const seconds = main > 0 ? main : period;
  const suffix = main <= 0 && periods > 0 ? ` ×${periods}` : "";
  if (seconds < 10) return `0:${seconds.toFixed(1).padStart(4, "0")}${suffix}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${suffix}`;
}

/**
 * The GTP command for a time control.
 * @param {TimeControl | null} control
 */
export function timeSettings(control) {
  if (!control) return "kata-time_settings none";
  if (control.increment > 0) return `kata-time_settings fischer ${control.main} ${control.increment}`;
  if (control.periods > 0) return `kata-time_settings byoyomi ${control.main} ${control.period} ${control.periods}`;
  return `kata-time_settings absolute ${control.main}`;
}

/**
 * The GTP command for a player's time left.
 * @param {Color} color
 * @param {TimeLeft} left
 */
export function timeLeft(color, { main, periods, period }) {
  const isMain = main > 0 || periods === 0;
  return `time_left ${color} ${(isMain ? main : period).toFixed(1)} ${isMain ? 0 : periods}`;
}

/** The clocks of a game, of which at most one runs. */
export class Clocks {
  /**
   * @param {TimeControl} control
   * @param {Record<Color, TimeLeft>} [left] The time of each player.
   */
  constructor(control, left = { black: fullTime(control), white: fullTime(control) }) {
    this.control = control;
    this.left = left;
    /** The colour whose clock runs. @type {Color | null} */
    this.running = null;
    /** The start of its turn, in milliseconds. */
    this.began = 0;
  }

  /** Lets the clock of a colour run, which begins its turn unless it runs already. @param {Color} color */
  start(color) {
    if (this.running === color) return;
    this.running = color;
    this.began = performance.now();
  }

  /** Stops the clock without a move: the turn has cost nothing. */
  stop() {
    this.running = null;
  }

  /** Stops the clock after a move. */
  endTurn() {
    const color = this.running;
    if (!color) return;
    this.left[color] = afterMove(this.leftOf(color) ?? { main: 0, periods: 0, period: 0 }, this.control);
    this.running = null;
  }

  /** A player's time left now; null when it is used up. @param {Color} color */
  leftOf(color) {
    if (this.running !== color) return this.left[color];
    return spend(this.left[color], (performance.now() - this.began) / 1000, this.control);
  }
}
