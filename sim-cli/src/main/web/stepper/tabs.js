// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Tabs, of which one is in front.
import { h } from "preact";
import { Panel } from "sluice/stepper/panel.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {{id: string, name: string, count?: number, alarm?: boolean, body: () => any}} Tab */

/** @param {{context: Context, tabs: Tab[]}} props */
export function Tabs({ context, tabs }) {
  const front = tabs.find((tab) => tab.id === context.view.tab) ?? tabs[0];
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.shiftKey) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(front) + by + tabs.length) % tabs.length];
    context.store.set({ tab: next.id });
    /** @type {HTMLElement | null} */ (document.querySelector(`#tab-${next.id}`))?.focus();
  };
  return h(
    Panel,
    {
      name: front.name,
      className: "tabbed",
      below: true,
      title: h("span", { class: "tabs", role: "tablist", "aria-label": "Views", onKeyDown: move }, tabs.map((tab) =>
        h("button", {
          key: tab.id, id: `tab-${tab.id}`, role: "tab", class: "tab", "data-unsaved": tab === front ? undefined : true, "aria-selected": tab === front, "aria-controls": "tab-body", tabindex: tab === front ? 0 : -1,
          onClick: () => context.store.set({ tab: tab.id }),
        }, tab.name, tab.count ? h("span", { class: `count ${tab.alarm ? "alarm" : ""}` }, tab.count) : null))),
    },
    h("div", { id: "tab-body", role: "tabpanel", "aria-labelledby": `tab-${front.id}` }, front.body()),
  );
}
