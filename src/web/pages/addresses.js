/**
 * Addresses of lessons and problems: `#lesson=retirement-2` is a step, `#problem=captures-3` a problem. Back leads to the one before.
 *
 * @typedef {{ kind: "lesson" | "problem", name: string, number: number }} Place
 */

const FORM = /^#(lesson|problem)=([a-z]+(?:-[a-z]+)*)-(\d{1,3})$/;

/**
 * The step or the problem of a fragment; null if it has none.
 * @param {string} fragment
 * @returns {Place | null}
 */
export function placeIn(fragment) {
  const [, kind, name, number] = FORM.exec(fragment) ?? [];
  return name ? { kind: kind === "lesson" ? "lesson" : "problem", name, number: Number(number) } : null;
}

/** The fragment of a step or a problem. @param {Place} place */
export function fragmentTo({ kind, name, number }) {
  return `#${kind}=${name}-${number}`;
}

/**
 * Adds the address of a step or a problem to the history of the browser, or with null that of the game, unless the page is there already.
 * @param {Place | null} place
 */
export function visit(place) {
  const fragment = place ? fragmentTo(place) : "";
  // A link to a game has an address of its own.
  const isThere = place ? location.hash === fragment : !placeIn(location.hash);
  if (!isThere) history.pushState(null, "", location.pathname + location.search + fragment);
}

/** Takes an address that leads nowhere out of the history. */
export function forget() {
  history.replaceState(null, "", location.pathname + location.search);
}
