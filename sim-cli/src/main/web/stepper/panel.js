// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The frame of what stands on the page: a heading, buttons that save it, a button that closes it.
import { h } from "preact";
import { useRef } from "preact/hooks";
import { savePng, saveSvg } from "sluice/stepper/save.js";

/**
 * A panel.
 *
 * @param {{name: string, title: any, note?: any, extra?: any, className?: string, onClose?: () => void, below?: boolean, children?: any}} props
 *   below: whether the buttons stand below
 */
export function Panel({ name, title, note, extra, className, onClose, below, children }) {
  /** @type {{current: HTMLElement | null}} */
  const element = useRef(null);
  const save = (how) => () => {
    if (element.current !== null) {
      how(element.current, name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, ""));
    }
  };
  const tools = h("span", { class: "panel-tools", "data-unsaved": true },
    extra,
    h("button", { class: "quiet", title: `Save ${name} as an SVG drawing`, "aria-label": `Save ${name} as SVG`, onClick: save(saveSvg) }, "SVG"),
    h("button", { class: "quiet", title: `Save ${name} as a PNG picture`, "aria-label": `Save ${name} as PNG`, onClick: save(savePng) }, "PNG"),
    onClose && h("button", { class: "quiet close", title: "Close", "aria-label": `Close ${name}`, onClick: onClose }, "✕"));
  return h(
    "section",
    { class: `panel ${className ?? ""}`, ref: element, "aria-label": name, "data-panel": name },
    h("header", { class: "panel-head" }, h("h2", null, title), note && h("span", { class: "panel-note" }, note), !below && tools),
    h("div", { class: "panel-body" }, children),
    below && h("footer", { class: "panel-foot" }, tools),
  );
}
