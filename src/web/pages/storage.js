/**
 * The browser's storage of games and of progress. Each tab has its own game, and continues it after a reload. A new tab continues the last
 * game that no other tab shows.
 *
 * @typedef {import("./view.js").View} View
 */
import { byId } from "./dom.js";
import { isWorthKeeping, restore, summaryOf, toKept } from "./kept.js";

const GAME = "onepure-game-";
const TAB = "onepure-tab";

/** The number of kept games, besides those in open tabs. */
const MOST_GAMES = 10;

/** The delay before a change is written, in milliseconds. An analysis changes something several times a second. */
const DELAY = 400;

/** The time for which a reloaded page waits until its predecessor releases the game, in milliseconds. */
const PATIENCE = 500;

/** The game of this tab in the browser's storage. */
export class Storage {
  constructor() {
    this.id = newId();
    /** Releases the game for other tabs. */
    this.release = () => {};
    /** The change to another game that is under way. @type {Promise<unknown>} */
    this.changing = Promise.resolve();
    /** The other games that no tab shows, the last one first, as far as that is known. @type {string[]} */
    this.free = [];
  }

  /** Keeps another game from now on. The game that was kept stays, and other tabs may take it. */
  renew() {
    this.#become(newId());
  }

  /**
   * Goes on with a kept game, and returns it; null if there is none. A copy of it if another tab has taken it meanwhile.
   * @param {string} id
   * @returns {Promise<string | null>}
   */
  async take(id) {
    await this.changing;
    const text = read(id);
    const isFree = (await this.others()).some((other) => other.id === id);
    this.#become(isFree ? id : newId());
    return text;
  }

  /** @param {string} id */
  #become(id) {
    this.id = id;
    this.changing = this.changing.then(async () => {
      this.release();
      sessionStorage.setItem(TAB, id);
      await this.#isHeld(id, 0);
      await this.#drop();
    }).catch(() => {
      // Without storage nothing is kept anyway.
    });
  }

  /** The game of this tab; null if it is not kept. */
  get own() {
    try {
      return read(this.id);
    } catch {
      return null;
    }
  }

  /**
   * The kept games that no tab shows, the last one first.
   * @returns {Promise<{ id: string, time: number, text: string }[]>}
   */
  async others() {
    try {
      await this.#find();
      return this.free.slice(0, MOST_GAMES).map((id) => ({ id, time: timeOf(id), text: read(id) ?? "" }));
    } catch {
      return [];
    }
  }

  /**
   * Claims a kept game for this tab and returns it; null if there is none.
   * @returns {Promise<string | null>}
   */
  async claim() {
    try {
      const own = sessionStorage.getItem(TAB);
      let text = null;
      if (own !== null) {
        text = read(own);
        // A duplicated tab has the id of the original, and continues with a copy of its game.
        if (!navigator.locks || (await this.#isHeld(own, PATIENCE))) this.id = own;
      } else {
        for (const id of keptIds()) {
          if (!(await this.#isHeld(id, 0))) continue;
          text = read(id);
          this.id = id;
          break;
        }
      }
      if (this.id !== own) await this.#isHeld(this.id, 0);
      sessionStorage.setItem(TAB, this.id);
      await this.#drop();
      return text;
    } catch {
      // Without storage the page begins with an empty board.
      return null;
    }
  }

  /**
   * Locks a game for this tab, until it is released or the page ends. Resolves to false if another tab has the lock, or if the browser
   * has no locks.
   * @param {string} id
   * @param {number} patience The longest wait, in milliseconds.
   * @returns {Promise<boolean>}
   */
  #isHeld(id, patience) {
    if (!navigator.locks) return Promise.resolve(false);
    const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    return new Promise((resolve) => {
      const held = (/** @type {Lock | null} */ lock) => {
        resolve(lock !== null);
        // The promise holds the lock until it settles.
        return lock && new Promise((release) => {
          this.release = () => release(null);
        });
      };
      navigator.locks.request(GAME + id, options, held).catch(() => resolve(false));
    });
  }

  /** Finds the games that no tab shows. */
  async #find() {
    const locks = await navigator.locks?.query();
    const shown = locks?.held?.map(({ name }) => name) ?? [];
    this.free = keptIds().filter((id) => id !== this.id && !shown.includes(GAME + id));
  }

  /** Drops the oldest games except those in other tabs. */
  async #drop() {
    await this.#find();
    for (const id of this.free.splice(MOST_GAMES)) localStorage.removeItem(GAME + id);
  }

  /**
   * Keeps the first of these texts that fits into the storage, for which it drops the oldest games. Returns false if the browser
   * refuses all.
   * @param {(() => string)[]} texts
   */
  keep(texts) {
    return texts.some((text) => {
      const kept = `${Date.now()} ${text()}`;
      for (;;) {
        try {
          localStorage.setItem(GAME + this.id, kept);
          return true;
        } catch {
          const oldest = this.free.pop();
          if (oldest === undefined) return false;
          localStorage.removeItem(GAME + oldest);
        }
      }
    });
  }
}

/**
 * A value that the browser keeps besides the games; null if it keeps none, or a damaged one.
 * @param {string} key
 */
export function keptValue(key) {
  try {
    return JSON.parse(localStorage.getItem(`onepure-${key}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps a value besides the games. Without storage it is lost on a reload.
 * @param {string} key
 * @param {unknown} value
 */
export function keepValue(key, value) {
  try {
    localStorage.setItem(`onepure-${key}`, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

/** A kept game. @param {string} id */
function read(id) {
  const kept = localStorage.getItem(GAME + id);
  return kept && kept.slice(kept.indexOf(" ") + 1);
}

/** When a kept game was last written, in milliseconds. @param {string} id */
function timeOf(id) {
  return Number.parseInt(localStorage.getItem(GAME + id) ?? "", 10) || 0;
}

/** The ids of all kept games, the last one first. */
function keptIds() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(GAME)).map((key) => key.slice(GAME.length));
  return ids.sort((one, other) => timeOf(other) - timeOf(one));
}

/** Whether the browser keeps a game with which the page may go on. */
export function hasKeptGames() {
  try {
    return keptIds().length > 0;
  } catch {
    return false;
  }
}

/** A name for a kept game. */
function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/**
 * Continues the kept game, if there is one, and keeps the game from now on.
 * @param {View} view
 * @param {Storage} storage
 */
export async function keepGames(view, storage) {
  const { game } = view;
  const text = await storage.claim();
  if (text !== null && restore(game, text)) view.toast(view.t("goesOn"));
  let isRefused = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    // A lesson is not kept as a game: it would replace the game from before the lessons.
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
  game.addEventListener("leave", () => {
    keep();
    // A game in which nothing has happened need not stay.
    if (storage.own !== null && summaryOf(storage.own)) storage.renew();
  });
  view.keepsGame = () => {
    keep();
    return !isRefused;
  };
  byId("comment").addEventListener("input", later);
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keep());
  addEventListener("beforeunload", (event) => {
    keep();
    if (isRefused && !game.isLearning && isWorthKeeping(game)) event.preventDefault();
  });
}
