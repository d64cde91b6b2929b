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

/**
 * Shows a button as pressed or not.
 * @param {string} id
 * @param {boolean} isPressed
 */
export function press(id, isPressed) {
  byId(id).setAttribute("aria-pressed", String(isPressed));
}
