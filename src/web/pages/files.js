/**
 * Games in and out: opening a record, saving the game as a record, and copying the board as a picture.
 *
 * @typedef {import("./view.js").View} View
 */
import { ask, mayLeave } from "./dialogs.js";
import { byId, html } from "./dom.js";
import { errorWords } from "./errors.js";
import { openNetwork, readRecord } from "./host.js";
import { isLink, linked, nodeAt } from "./links.js";
import { drawRecent } from "./recent.js";
import { fromRecord, toSgf } from "./tree.js";

/**
 * Opens the game of a link instead of the game on the page, which stays kept. A broken link changes nothing. Returns false if
 * nobody could read the record: the link may be tried again.
 * @param {View} view
 * @param {string} link
 */
export async function openLink(view, link) {
  const { game } = view;
  const found = await linked(link).catch(() => null);
  let answer;
  try {
    answer = found && (await readRecord(found.record, game.root.rules, game.language));
  } catch {
    view.toast(view.t("lost"));
    return false;
  }
  if (!found || !answer?.ok) {
    view.toast(view.t("brokenLink"));
    return true;
  }
  const tree = JSON.parse(answer.text);
  const root = fromRecord(tree, game.root.rules);
  await game.open(root, nodeAt(root, found.place));
  view.toast(tree.warning ? view.t("warning", { text: tree.warning }) : view.t("linkOpened"));
  return true;
}

/**
 * Opens a record in any format that the session reads, or a link.
 * @param {View} view
 * @param {Blob | string} record
 * @param {string} name
 */
export async function open(view, record, name) {
  if (typeof record === "string" && isLink(record)) {
    await openLink(view, record);
    return;
  }
  const { game } = view;
  let answer;
  try {
    answer = await readRecord(record, game.root.rules, game.language);
  } catch {
    view.toast(view.t("lost"));
    return;
  }
  if (!answer.ok) {
    view.toast(`${name ? `${name}: ` : ""}${errorWords(answer.text, game.language)}`);
    return;
  }
  const tree = JSON.parse(answer.text);
  if (!(await mayLeave(view))) return;
  await game.open(fromRecord(tree, game.root.rules));
  view.toast(tree.warning ? view.t("warning", { text: tree.warning }) : view.t("opened", { name: name || "SGF" }));
}

/**
 * Lets the network of a file evaluate.
 * @param {View} view
 * @param {File} file
 */
export async function takeNetwork(view, file) {
  view.toast(view.t("networkLoading", { name: file.name }));
  const answer = await openNetwork(file).catch(() => null);
  if (!answer) view.toast(view.t("lost"));
  else if (answer.ok) view.toast(view.t("networkOpened", { name: file.name }));
  else view.toast(`${file.name}: ${errorWords(answer.text, view.game.language)}`);
  void view.game.analyse();
}

/**
 * Shows the dialog that opens a game.
 * @param {View} view
 * @param {import("./storage.js").Storage} storage
 */
export async function openDialog(view, storage) {
  await drawRecent(view, storage);
  const text = /** @type {HTMLTextAreaElement} */ (byId("open-text"));
  if ((await ask("dialog-open")) === "show" && text.value.trim()) {
    await open(view, text.value, "");
    text.value = "";
  }
}

/**
 * Hands a file to the browser.
 * @param {Blob} content
 * @param {string} name
 */
export function download(content, name) {
  const link = html("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The game with its result, if that is known.
 * @param {View["game"]} game
 */
export function withResult({ root, node, scene }) {
  // A variation may have another result than the game. After an end by passes the result waits for the dead stones.
  if (scene?.state.result && !scene.agreement && !root.result && node === root.end()) root.result = scene.state.result;
  return root;
}

/**
 * Saves the game with its variations.
 * @param {View} view
 */
export function save(view) {
  download(new Blob([toSgf(withResult(view.game))], { type: "application/x-go-sgf" }), "game.sgf");
  view.game.root.isUnsaved = false;
  view.game.tell("keep");
}

/**
 * Copies the board as a picture. Saves it instead if the clipboard takes no pictures.
 * @param {View} view
 */
export async function copyPicture(view) {
  const drawn = view.board?.element;
  if (!drawn) return;
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const pixels = 1200;
  copy.setAttribute("width", String(pixels));
  copy.setAttribute("height", String(pixels));
  const source = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  const image = new Image(pixels, pixels);
  image.src = source;
  await image.decode();
  const canvas = html("canvas", { width: String(pixels), height: String(pixels) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, pixels, pixels);
  URL.revokeObjectURL(source);
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!(picture instanceof Blob)) return;
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    view.toast(view.t("copied"));
  } catch {
    download(picture, "board.png");
    view.toast(view.t("saved"));
  }
}
