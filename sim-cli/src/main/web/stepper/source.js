// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The text of the stream, with the lines of what runs at the step.
import { h } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/index.js").StepIndex} StepIndex */

/** @param {{context: Context, index: StepIndex}} props */
export function Source({ context, index }) {
  const { model, view } = context;
  const lines = useMemo(() => (model.head.source || "").replace(/\n$/, "").split("\n"), [model]);
  const starts = useMemo(() => startsByLine(context), [model, index.starts]);
  const running = new Set(index.running(view.step).map((i) => model.commands[i].line));
  const current = new Set(model.events(view.step).map((event) => model.commands[event.command]?.line ?? 0));
  const line = [...current, ...running].find((n) => n > 0) ?? 0;
  /** @type {{current: HTMLElement | null}} */
  const box = useRef(null);
  useEffect(() => {
    const element = /** @type {HTMLElement | null} */ (box.current?.querySelector(`[data-line="${line}"]`) ?? null);
    if (element !== null && box.current !== null) {
      const top = element.offsetTop - box.current.clientHeight / 2;
      if (Math.abs(box.current.scrollTop - top) > box.current.clientHeight / 3) {
        box.current.scrollTop = top;
      }
    }
  }, [line]);
  if (model.head.source === "") {
    return h("p", { class: "faint" }, "The text of this run is not part of the recording.");
  }
  return h("div", { class: "source mono", ref: box, tabindex: 0, role: "region", "aria-label": "The stream" },
    lines.map((text, i) => {
      const n = i + 1;
      const start = starts.get(n);
      const classes = `source-line ${current.has(n) ? "current" : running.has(n) ? "running" : ""}`;
      return h("div", { key: n, class: classes, "data-line": n, "aria-current": n === line ? "true" : undefined },
        start === undefined ? h("span", { class: "line-number" }, n)
          : h("button", { class: "line-number", title: `Go to where it begins, step ${start}`, "aria-label": `Line ${n}: go to step ${start}`, onClick: () => context.go(start) }, n),
        h("span", { class: "line-text" }, text === "" ? " " : text));
    }));
}

/** @param {Context} context */
function startsByLine(context) {
  /** @type {Map<number, number>} */
  const starts = new Map();
  for (const command of context.model.commands) {
    if (command.line > 0 && command.first >= 0 && !starts.has(command.line)) {
      starts.set(command.line, command.first);
    }
  }
  return starts;
}
