/**
 * Where the browser keeps games. Each tab has one of its own, with which it goes on after a reload; a new tab goes on with the last
 * game that no other tab shows.
 *
 * @typedef {import("./view.js").View} View
 */
import { byId } from "./dom.js";
import { isWorthKeeping, restore, toKept } from "./kept.js";

const GAME = "onepure-game-";
const TAB = "onepure-tab";

/** How many games are kept, besides those that tabs show. */
const MOST_GAMES = 5;

/** How long to wait after a change before it is written, in milliseconds: an analysis changes something all the time. */
const DELAY = 400;

/** How long a reloaded page waits until the page before it has let go of the game, in milliseconds. */
const PATIENCE = 500;

/** The game of this tab in the browser's storage. */
export class Storage {
  constructor() {
    this.id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  }

  /**
   * The kept game with which this tab goes on; null if there is none.
   * @returns {Promise<string | null>}
   */
  async claim() {
    try {
      const own = sessionStorage.getItem(TAB);
      let text = null;
      if (own !== null) {
        text = read(own);
        // A tab that was duplicated has the name of the other one, and goes on with a copy.
        if (!navigator.locks || (await isHeld(own, PATIENCE))) this.id = own;
      } else {
        for (const id of keptIds()) {
          if (!(await isHeld(id, 0))) continue;
          text = read(id);
          this.id = id;
          break;
        }
      }
      if (this.id !== own) await isHeld(this.id, 0);
      sessionStorage.setItem(TAB, this.id);
      await this.#drop();
      return text;
    } catch {
      // Without storage the page begins with an empty board.
      return null;
    }
  }

  /** Drops the oldest games, but for those that other tabs show. */
  async #drop() {
    const locks = await navigator.locks?.query();
    const shown = locks?.held?.map(({ name }) => name) ?? [];
    const others = keptIds().filter((id) => id !== this.id && !shown.includes(GAME + id));
    for (const id of others.slice(MOST_GAMES - 1)) localStorage.removeItem(GAME + id);
  }

  /**
   * Keeps the game, as the first of these texts for which there is room. False if the browser refuses.
   * @param {(() => string)[]} texts
   */
  keep(texts) {
    return texts.some((text) => {
      try {
        localStorage.setItem(GAME + this.id, `${Date.now()} ${text()}`);
        return true;
      } catch {
        return false;
      }
    });
  }
}

/** A kept game. @param {string} id */
function read(id) {
  const kept = localStorage.getItem(GAME + id);
  return kept && kept.slice(kept.indexOf(" ") + 1);
}

/** The names of all kept games, the last one first. */
function keptIds() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(GAME)).map((key) => key.slice(GAME.length));
  const when = (/** @type {string} */ id) => Number.parseInt(localStorage.getItem(GAME + id) ?? "", 10) || 0;
  return ids.sort((one, other) => when(other) - when(one));
}

/**
 * Takes a game for this tab, as long as the tab lives. False if another tab has it, or if the browser has no locks.
 * @param {string} id
 * @param {number} patience How long to wait for it, in milliseconds.
 * @returns {Promise<boolean>}
 */
function isHeld(id, patience) {
  if (!navigator.locks) return Promise.resolve(false);
  const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  return new Promise((resolve) => {
    const held = (/** @type {Lock | null} */ lock) => {
      resolve(lock !== null);
      // The lock lasts as long as the promise is open: until the page ends.
      return lock && new Promise(() => {});
    };
    navigator.locks.request(GAME + id, options, held).catch(() => resolve(false));
  });
}

/**
 * Goes on with the kept game, if there is one, and keeps the game from now on.
 * @param {View} view
 */
export async function keepGames(view) {
  const { game } = view;
  const storage = new Storage();
  const text = await storage.claim();
  if (text !== null && restore(game, text)) view.toast(view.t("goesOn"));
  let isRefused = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    // Of lessons the browser keeps which are done; the game before them is kept already.
    if (game.isLearning || !isWorthKeeping(game)) return;
    const wasRefused = isRefused;
    isRefused = !storage.keep([() => toKept(game), () => toKept(game, false)]);
    if (isRefused && !wasRefused) view.toast(view.t("notKept"));
  };
  const later = () => {
    timer ??= setTimeout(keep, DELAY);
  };
  for (const kind of ["change", "analysis"]) game.addEventListener(kind, later);
  game.addEventListener("keep", keep);
  byId("comment").addEventListener("input", later);
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keep());
  addEventListener("beforeunload", (event) => {
    keep();
    if (isRefused && !game.isLearning && isWorthKeeping(game)) event.preventDefault();
  });
}
