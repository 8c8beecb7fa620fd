// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The waves of a compute unit, and where in their kernels they stand.
import { h } from "preact";
import { TableView } from "sluice/stepper/tables.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Table} Table */

/** @param {{context: Context, part: number, table: Table}} props */
export function Waves({ context, part, table }) {
  const { model, view } = context;
  const rows = model.state(view.step).rows(part, table.name);
  /** @type {Map<string, Map<number, {wave: number, state: string}[]>>} */
  const kernels = new Map();
  [...rows].sort((a, b) => a[0] - b[0]).forEach(([wave, row]) => {
    const lines = kernels.get(row.kernel) ?? new Map();
    lines.set(row.line, [...(lines.get(row.line) ?? []), { wave, state: row.state }]);
    kernels.set(row.kernel, lines);
  });
  return h(
    "div",
    { class: "waves" },
    [...kernels].map(([kernel, lines]) => h(Kernel, { key: kernel, kernel, lines, text: textOf(model, kernel) })),
    h(TableView, { context, part, table, empty: "No waves are here." }),
  );
}

/**
 * @param {import("sluice/stepper/model.js").Model} model
 * @param {string} kernel
 * @returns {string}
 */
function textOf(model, kernel) {
  const kernels = model.head.kernels ?? [];
  const known = Array.isArray(kernels) ? kernels.find((k) => k.name === kernel) : kernels[kernel];
  return typeof known === "string" ? known : (known?.text ?? known?.code ?? "");
}

/** @param {{kernel: string, lines: Map<number, {wave: number, state: string}[]>, text: string}} props */
function Kernel({ kernel, lines, text }) {
  if (text === "") {
    return null;
  }
  return h(
    "div",
    { class: "kernel" },
    h("h3", null, `Kernel ${kernel}`),
    h("div", { class: "source mono kernel-text", tabindex: 0, role: "region", "aria-label": `Kernel ${kernel}` }, text.replace(/\n$/, "").split("\n").map((line, i) => {
      const here = lines.get(i + 1) ?? [];
      return h("div", { key: i, class: `source-line ${here.length > 0 ? "current" : ""}` },
        h("span", { class: "line-number" }, i + 1),
        h("span", { class: "line-text" }, line === "" ? " " : line),
        here.map(({ wave, state }) => h("span", { key: wave, class: `wave-chip s-${state.split(" ")[0]}`, title: state }, `w${wave}`)));
    })),
  );
}
