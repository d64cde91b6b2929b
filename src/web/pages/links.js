/**
 * Links that hold a game. The fragment of the address has the place in the tree and the compressed record, so no server receives
 * them.
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Root} Root
 */
import { collected } from "./streams.js";
import { toSgf } from "./tree.js";

/** The largest record in a link, in bytes: as large as the largest that the server reads. */
const MOST = 4 << 20;

/** The form of a fragment: the place, and the record in base64url. Texts often have a sign of punctuation after a link. */
const FORM = /#game=(\d+(?:-\d+)*)\.([\w-]+)[.,;:!?)\]}>'"]*$/;

/** Compression with a checksum, so that a damaged link is noticed. */
const COMPRESSION = "deflate";

/**
 * Returns whether a text is a link with a game, or the fragment of one.
 * @param {string} text
 */
export function isLink(text) {
  return /^(?:https?:[^\s#]*)?#game=\S*$/.test(text.trim());
}

/**
 * The place of a node: the number of steps to first children, then the index of another child, and so on.
 * @param {Node} node
 * @returns {number[]}
 */
export function placeOf(node) {
  const place = [0];
  for (const each of node.path().slice(1)) {
    const index = each.parent?.children.indexOf(each) ?? 0;
    if (index > 0) place.push(index, 0);
    else place[place.length - 1] += 1;
  }
  return place;
}

/**
 * The node at a place, or the last one on the way to it.
 * @param {Root} root
 * @param {number[]} place
 */
export function nodeAt(root, place) {
  let node = /** @type {Node} */ (root);
  for (const [turn, number] of place.entries()) {
    const isIndex = turn % 2 === 1;
    for (let step = isIndex ? 1 : number; step > 0; step -= 1) {
      const next = node.children[isIndex ? number : 0];
      if (!next) return node;
      node = next;
    }
  }
  return node;
}

/**
 * The fragment of a link to a game that opens at this node. Analyses are left out.
 * @param {Root} root
 * @param {Node} node
 * @param {boolean} isWhole Whether the link has the whole tree, or the moves up to the node alone.
 */
export async function fragmentOf(root, node, isWhole) {
  const path = node.path();
  const place = isWhole ? placeOf(node) : [path.length - 1];
  const record = new Blob([toSgf(root, { withAnalyses: false, path: isWhole ? null : path })]);
  const bytes = await collected(record.stream().pipeThrough(new CompressionStream(COMPRESSION)), MOST);
  // The function takes a limited number of arguments.
  let text = "";
  for (let from = 0; from < bytes.length; from += 4096) text += String.fromCharCode(...bytes.subarray(from, from + 4096));
  const letters = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `#game=${place.join("-")}.${letters}`;
}

/**
 * The record and the place in a link. Rejects if the link is broken.
 * @param {string} link
 */
export async function linked(link) {
  const [, place, letters] = FORM.exec(link.trim()) ?? [];
  if (!letters) throw new Error("expected a link with a game");
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const record = await collected(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(COMPRESSION)), MOST);
  return { record: new TextDecoder("utf-8", { fatal: true }).decode(record), place: place.split("-").map(Number) };
}

/** Whether an address leads to this computer alone. @param {string} host */
export function isLoopback(host) {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}
