/**
 * Tabs: one panel of several is shown. Arrows lead from tab to tab.
 */
import { byId } from "./dom.js";

const tabs = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);

/** @param {HTMLElement} chosen */
function choose(chosen) {
  for (const tab of tabs()) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !isChosen;
  }
}

/** Connects the tabs. `onChoose` is called after another panel is shown. @param {() => void} onChoose */
export function listenToTabs(onChoose) {
  const show = (/** @type {HTMLElement} */ tab) => {
    choose(tab);
    onChoose();
  };
  for (const tab of tabs()) {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const change = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!change) return;
      const all = tabs();
      const next = all[(all.indexOf(tab) + change + all.length) % all.length];
      show(next);
      next.focus();
    });
  }
}
