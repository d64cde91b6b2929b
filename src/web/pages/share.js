/**
 * Share: a game as a link, the board as a picture, and the game as an animated picture; and the opening of links.
 *
 * @typedef {import("./view.js").View} View
 */
import { animation } from "./animation.js";
import { ask } from "./dialogs.js";
import { button, byId, html } from "./dom.js";
import { copyPicture, download, openLink, withResult } from "./files.js";
import { Disconnected, GtpError } from "./gtp.js";
import { fragmentOf, isLink, isLoopback } from "./links.js";

/** The width of saved pictures in pixels. */
const PIXELS = "900";

/** @param {View} view */
async function showLink(view) {
  const { game } = view;
  const link = /** @type {HTMLInputElement} */ (byId("share-link"));
  const isWhole = /** @type {HTMLSelectElement} */ (byId("share-extent")).value === "game";
  link.value = "";
  try {
    // Without the query of the address, which may have the token of this server.
    link.value = location.origin + location.pathname + (await fragmentOf(withResult(game), game.node, isWhole));
    byId("share-length").textContent = view.t("linkLength", { length: link.value.length });
  } catch {
    byId("share-length").textContent = view.t("noLink");
  }
  button("copy-link").disabled = link.value === "";
}

/** Copies the link, or selects it where the clipboard takes none. @param {View} view */
async function copyLink(view) {
  const link = /** @type {HTMLInputElement} */ (byId("share-link"));
  try {
    await navigator.clipboard.writeText(link.value);
    byId("share-length").textContent = view.t("linkCopied");
  } catch {
    link.select();
    byId("share-length").textContent = view.t("linkSelected");
  }
}

/** @param {Element} picture */
function pictureFile(picture) {
  const copy = /** @type {Element} */ (picture.cloneNode(true));
  for (const name of ["class", "aria-hidden", "focusable"]) copy.removeAttribute(name);
  for (const side of ["width", "height"]) copy.setAttribute(side, PIXELS);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** @param {View} view */
async function saveAnimation(view) {
  const { game } = view;
  try {
    const turns = await game.askAt(game.node.end(), "opr-turns");
    const { black, white } = game.root.players;
    const title = black && white ? `${black} – ${white}` : view.t("board", { size: game.root.lines });
    download(pictureFile(animation(game.root.lines, turns, title)), "game.svg");
    view.toast(view.t("saved"));
  } catch (error) {
    if (!(error instanceof Disconnected || error instanceof GtpError)) throw error;
    if (error instanceof GtpError) view.fail(error.message);
    else view.toast(view.t("lost"));
  }
}

/**
 * Shows the dialog, and makes the picture that was chosen.
 * @param {View} view
 */
export async function share(view) {
  const extent = /** @type {HTMLSelectElement} */ (byId("share-extent"));
  extent.replaceChildren(...["game", "position"].map((value) =>
    html("option", { value }, [view.t(value === "game" ? "wholeGame" : "upToHere", { move: view.game.node.moves() })])));
  byId("share-local").hidden = !isLoopback(location.hostname);
  extent.onchange = () => void showLink(view);
  button("copy-link").onclick = () => void copyLink(view);
  // Otherwise Enter presses the first button of the form, which copies a picture.
  byId("share-link").onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void copyLink(view);
  };
  const chosen = ask("dialog-share");
  await showLink(view);
  switch (await chosen) {
    case "picture":
      await copyPicture(view);
      break;
    case "svg":
      if (view.board) download(pictureFile(view.board.element), "board.svg");
      view.toast(view.t("saved"));
      break;
    case "animation":
      await saveAnimation(view);
      break;
    default:
  }
}

/**
 * Opens the link with which the page was opened, and every link that comes into its address later. The address does not keep it: a
 * reloaded page continues the game as it is then.
 * @param {View} view
 */
export async function listenToLinks(view) {
  const follow = async () => {
    const { hash, pathname, search } = location;
    if (isLink(hash) && (await openLink(view, hash)) && location.hash === hash) history.replaceState(null, "", pathname + search);
  };
  addEventListener("hashchange", () => void follow());
  await follow();
}
