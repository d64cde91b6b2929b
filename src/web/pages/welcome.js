/**
 * The question of a first visit: ordinary Go or the One Pure Rules. The board can be used without an answer.
 *
 * @typedef {import("./view.js").View} View
 */
import { button, byId } from "./dom.js";

/** The usual rules of ordinary Go for readers of a language. @type {Record<string, string>} */
const ORDINARY = { ko: "korean", en: "chinese" };

/**
 * Asks until there is an answer, a move, or another game.
 * @param {View} view
 * @param {() => void} onAnswer Called once the question is over.
 */
export function askFirst(view, onAnswer) {
  const { game } = view;
  const card = byId("welcome");
  const end = () => {
    if (card.hidden) return;
    card.hidden = true;
    onAnswer();
  };
  const follow = () => {
    const { root } = game;
    if (!game.isFirst || root.children.length > 0 || game.mode !== "play") end();
    // A lesson has its own question. The game waits behind it.
    card.classList.toggle("waits", game.isLearning);
  };
  card.hidden = false;
  game.addEventListener("change", follow);
  button("choose-one-pure").addEventListener("click", end);
  button("choose-ordinary").addEventListener("click", () => {
    end();
    const { root: { lines }, players, level } = game;
    void game.begin({ size: lines, rules: ORDINARY[game.language], komi: null, handicap: 0, players, level, control: null });
  });
}
