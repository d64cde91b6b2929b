/**
 * The last games that the browser keeps: a list in the dialog that opens a game.
 *
 * @typedef {import("./storage.js").Storage} Storage
 * @typedef {import("./view.js").View} View
 */
import { mayLeave } from "./dialogs.js";
import { byId, dialog, html } from "./dom.js";
import { restore, summaryOf } from "./kept.js";

/**
 * Fills the list. A click on a game opens it.
 * @param {View} view
 * @param {Storage} storage
 */
export async function drawRecent(view, storage) {
  const entries = (await storage.others()).flatMap(({ id, time, text }) => {
    const summary = summaryOf(text);
    if (!summary) return [];
    const entry = html("button", { type: "button" }, [described(view, time, summary)]);
    entry.addEventListener("click", () => {
      dialog("dialog-open").close();
      void reopen(view, storage, id);
    });
    return [html("li", {}, [entry])];
  });
  byId("recent-list").replaceChildren(...entries);
  byId("recent").hidden = entries.length === 0;
}

/**
 * A game in a line: when it was last changed, its board, rules, players, moves and result.
 * @param {View} view
 * @param {number} time
 * @param {import("./kept.js").Summary} summary
 */
function described(view, time, { lines, rules, players, moves, result }) {
  const date = new Date(time).toLocaleString(view.game.language, { dateStyle: "medium", timeStyle: "short" });
  const names = [players.black, players.white].filter(Boolean).join(" – ");
  const parts = [date, `${lines}×${lines} ${view.rulesName(rules)}`, names, view.t("movesOf", { moves }), result];
  return parts.filter(Boolean).join(" · ");
}

/**
 * Puts a kept game on the page.
 * @param {View} view
 * @param {Storage} storage
 * @param {string} id
 */
async function reopen(view, storage, id) {
  const { game } = view;
  if (!(await mayLeave(view))) return;
  await game.leave();
  const text = await storage.take(id);
  if (text === null || !restore(game, text)) return;
  view.toast(view.t("goesOn"));
  await game.restart();
}
