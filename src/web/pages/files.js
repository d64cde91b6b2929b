/**
 * Games in and out: opening a record, saving the game as a record, and copying the board as a picture.
 *
 * @typedef {import("./view.js").View} View
 */
import { ask } from "./dialogs.js";
import { byId, html } from "./dom.js";
import { readRecord } from "./host.js";
import { fromRecord, toSgf } from "./tree.js";

/**
 * Opens a record in any format that the session reads.
 * @param {View} view
 * @param {Blob | string} record
 * @param {string} name
 */
export async function open(view, record, name) {
  const { game } = view;
  let answer;
  try {
    answer = await readRecord(record, game.root.rules, game.language);
  } catch {
    view.toast(view.t("lost"));
    return;
  }
  if (!answer.ok) {
    view.toast(`${name ? `${name}: ` : ""}${answer.text}`);
    return;
  }
  const tree = JSON.parse(answer.text);
  await game.open(fromRecord(tree, game.root.rules));
  view.toast(tree.warning ? view.t("warning", { text: tree.warning }) : view.t("opened", { name: name || "SGF" }));
}

/**
 * Shows the dialog that opens a game.
 * @param {View} view
 */
export async function openDialog(view) {
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
function download(content, name) {
  const link = html("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Saves the game with its variations.
 * @param {View} view
 */
export function save(view) {
  const { root, node, scene } = view.game;
  // A variation may have another result than the game.
  if (scene?.state.result && !root.result && node === root.end()) root.result = scene.state.result;
  download(new Blob([toSgf(root)], { type: "application/x-go-sgf" }), "game.sgf");
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
