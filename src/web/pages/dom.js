/**
 * Elements of the page.
 */

/**
 * The element with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * The button with this id.
 * @param {string} id
 */
export function button(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

/**
 * The dialog with this id.
 * @param {string} id
 */
export function dialog(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/**
 * A new element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} attributes
 * @param {(Element | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** What each redrawn element shows. @type {WeakMap<Element, unknown[]>} */
const shown = new WeakMap();

/**
 * Makes the children of an element anew, unless it shows the same already: a click whose button is replaced between
 * press and release would be lost. The focus stays on the button with the same place.
 * @param {Element} element
 * @param {unknown[]} what Everything on which the children depend, with what their listeners use; compared by `===`.
 * @param {() => (Node | string)[]} make
 * @returns {boolean} Whether there are new children.
 */
export function redraw(element, what, make) {
  const before = shown.get(element);
  if (before?.length === what.length && what.every((each, index) => each === before[index])) return false;
  shown.set(element, what);
  const focused = [...element.querySelectorAll("button")].findIndex((each) => each === document.activeElement);
  element.replaceChildren(...make());
  if (focused >= 0) element.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  return true;
}

/**
 * Shows a button as pressed or not.
 * @param {string} id
 * @param {boolean} isPressed
 */
export function press(id, isPressed) {
  byId(id).setAttribute("aria-pressed", String(isPressed));
}
