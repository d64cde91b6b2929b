/**
 * Menus that open below a button. Escape and a click elsewhere close them, and so does a choice that leads away.
 */

/** Buttons after which the menu stays: they switch what the board shows. */
const SWITCHES = "[aria-pressed]:not(#sweep, #prove)";

const opened = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));

export function listenToMenus() {
  document.addEventListener("click", ({ target }) => {
    const element = target instanceof Element ? target : null;
    for (const menu of opened()) {
      const isInside = element !== null && menu.contains(element);
      if (!isInside || (element.closest(".items button") && !element.closest(SWITCHES))) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of opened()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
      event.preventDefault();
    }
  });
}
