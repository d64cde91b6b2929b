/**
 * The rules on one screen, with small boards. Every citation of an article in a sentence links to them.
 *
 * @typedef {import("./view.js").View} View
 * @typedef {{
 *   board: string[], last: string | null, retired: string[], immovable: string[], forbidden: string[], owners: string[] | null,
 *   contact: boolean,
 * }} SmallBoard
 * @typedef {{ title: string, paragraphs: { text: string, articles: string[], boards: SmallBoard[] }[] }} Rules
 */
import { Board } from "./board.js";
import { ask } from "./dialogs.js";
import { byId, dialog, html } from "./dom.js";

/** The parentheses at the end of a sentence. */
const CITATION = /\([^()]+\)(?=\.(?:\s|$))/g;

/**
 * The articles that a citation names, in the form of the session: `3-4`, `4`, `annex`.
 * @param {string} citation
 * @returns {string[]}
 */
export function articlesOf(citation) {
  return citation.split(",").flatMap((part) => {
    if (/annex|부칙/.test(part)) return ["annex"];
    const article = /\d+/.exec(part);
    const paragraph = /[①-⑨]/.exec(part);
    if (!article) return [];
    return paragraph ? [`${article[0]}-${paragraph[0].charCodeAt(0) - 0x245f}`] : [article[0]];
  });
}

/**
 * A text whose citations are links to the rules.
 * @param {string} words
 * @param {(articles: string[]) => void} onCite
 * @returns {(Element | string)[]}
 */
export function cited(words, onCite) {
  /** @type {(Element | string)[]} */
  const parts = [];
  let from = 0;
  for (const found of words.matchAll(CITATION)) {
    const link = html("button", { type: "button", class: "cite" }, [found[0]]);
    link.addEventListener("click", (event) => {
      event.stopPropagation();
      onCite(articlesOf(found[0]));
    });
    parts.push(words.slice(from, found.index), link);
    from = found.index + found[0].length;
  }
  return [...parts, words.slice(from)].filter((part) => part !== "");
}

/**
 * Finds the paragraph that explains most of the cited articles.
 * @param {Rules} rules
 * @param {string[]} articles
 * @returns {number} The index of the paragraph; -1 if none explains any.
 */
export function paragraphOn(rules, articles) {
  const numbers = rules.paragraphs.map((paragraph) => articles.filter((article) => paragraph.articles.includes(article)).length);
  const most = Math.max(0, ...numbers);
  return most === 0 ? -1 : numbers.indexOf(most);
}

export class RulesPanel {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** The session's answers, by game and language. @type {Map<string, Rules>} */
    this.known = new Map();
    /** The question to the session that is not answered yet. @type {Promise<void> | null} */
    this.question = null;
  }

  /** The rules, board and language that the texts depend on; null while there is no position. */
  get key() {
    const { scene, language } = this.view.game;
    return scene && JSON.stringify([scene.state.rules, scene.state.size, scene.state.points.lead, language]);
  }

  /** Fetches the rules while the session is idle, so that they are known while the engine thinks. */
  prepare() {
    const { game } = this.view;
    if (game.isSettled() && !game.thinking && !game.isAnalysing) void this.#fetch();
  }

  /** The rules of the game; null without a session. @returns {Promise<Rules | null>} */
  async #fetch() {
    // An earlier question may be about another game. Its answer comes first.
    while (this.question) await this.question;
    const { key } = this;
    if (!key) return null;
    if (!this.known.has(key)) {
      this.question = this.#ask(key);
      await this.question;
    }
    return this.known.get(key) ?? null;
  }

  /** @param {string} key */
  async #ask(key) {
    const { game } = this.view;
    try {
      this.known.set(key, await game.connection.askJson(`opr-rules ${game.language}`));
    } catch {
      // Without a session there are no rules; the connection's message says why.
    } finally {
      this.question = null;
    }
  }

  /**
   * Shows the rules, at the paragraph that explains these articles.
   * @param {string[]} articles
   */
  async open(articles = []) {
    if (!this.key) await this.view.game.settle();
    const rules = await this.#fetch();
    // The command for the rules has ended a live analysis: start it again.
    void this.view.game.analyse();
    if (!rules) return;
    byId("dialog-rules-title").textContent = rules.title;
    const here = paragraphOn(rules, articles);
    const paragraphs = rules.paragraphs.map(({ text, boards }, index) => html("div", { class: index === here ? "rule cited" : "rule" }, [
      html("p", {}, [text]),
      ...(boards.length > 0 ? [html("div", { class: "boards" }, boards.map(drawn))] : []),
    ]));
    byId("rules").replaceChildren(...paragraphs);
    if (!dialog("dialog-rules").open) void ask("dialog-rules");
    paragraphs[here]?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {SmallBoard} shown */
function drawn({ board: rows, last, retired, immovable, forbidden, owners, contact }) {
  const board = new Board(rows.length, false);
  board.draw(rows, { last, retired, immovable, deadEnds: forbidden, owners, contact });
  return board.element;
}
