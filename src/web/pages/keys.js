/**
 * The letters and signs of keys. With another script than the Latin one, such as Hangul, a key has the letter of a Latin keyboard.
 */

/** The signs of keys without a letter, by their place on the keyboard. @type {Record<string, string>} */
const SIGNS = { BracketLeft: "[", BracketRight: "]", Comma: ",", Period: ".", Slash: "/" };

/** The elements that use letters themselves. */
export const TYPING = "input, textarea, select";

/**
 * Returns whether a key is for an open dialog, or for an element that uses it itself.
 * @param {Event} event
 * @param {string} own The selector of these elements.
 */
export function isTaken({ target }, own) {
  if (document.querySelector("dialog[open]")) return true;
  return (target instanceof HTMLElement || target instanceof SVGElement) && target.closest(own) !== null;
}

/**
 * The sign of a key, letters in lower case.
 * @param {{ key: string, code: string, shiftKey: boolean }} event
 */
export function signOf({ key, code, shiftKey }) {
  // The letter that is written on the key, also on other Latin keyboards, where it has another place.
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  const sign = SIGNS[code] ?? /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? "";
  return sign === "/" && shiftKey ? "?" : sign;
}
