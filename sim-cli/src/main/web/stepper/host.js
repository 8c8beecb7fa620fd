// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The host's write-combining buffers with the bytes that were stored so far.
import { h } from "preact";
import { Bytes, Writers } from "sluice/stepper/bytes.js";
import { beforeStep } from "sluice/stepper/cacheview.js";
import { bit, grouped } from "sluice/stepper/model.js";
import { requestButton } from "sluice/stepper/tables.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Row} Row */

/** @param {{context: Context, part: number}} props */
export function CombiningBuffers({ context, part }) {
  const { model, view } = context;
  const rows = model.state(view.step).rows(part, "buffers");
  const before = beforeStep(context, part, "buffers");
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  return h(
    "div",
    { class: "table-view", "data-table": "buffers" },
    h("h3", null, "Write-combining buffers", h("span", { class: "count" }, numbers.length)),
    numbers.length === 0 && h("p", { class: "faint none" }, "All are empty: no store waits to be combined."),
    numbers.map((number) => h(Buffer, { key: number, context, row: /** @type {Row} */ (rows.get(number)), was: before.get(number) })),
  );
}

/** @param {{context: Context, row: Row, was: Row | null | undefined}} props */
function Buffer({ context, row, was }) {
  const { model, view } = context;
  const { length } = row.bytes;
  const agents = model.agents(row.writers, length);
  const stored = Array.from({ length }, (_, i) => bit(row.written, i));
  const stale = model.stale(model.state(view.step), row.address, agents, -1);
  return h(
    "div",
    { class: `buffer ${was === undefined ? "" : "changed"}` },
    h("p", { class: "buffer-head" },
      h("b", { class: "mono" }, model.place(row.address)), " ",
      h("span", { class: `badge ${row.state === "draining" ? "filling" : "dirty"}` }, row.state),
      `${grouped(stored.filter((s) => s).length)} of ${length} bytes, last stored in cycle ${grouped(row.last)} `,
      row.request >= 0 && requestButton(context, row.request)),
    h(Bytes, { context, shown: {
      address: row.address, agents,
      bytes: stored.map((there, i) => (there ? row.bytes[i] : null)),
      stale: stale.map((s, i) => s && stored[i]),
      dirty: () => false,
      before: was === undefined ? null : was === null || was.address !== row.address ? new Array(length).fill(null)
        : Array.from(was.bytes, (b, i) => (bit(was.written, i) ? b : null)),
    } }),
    h(Writers, { model, agents }),
  );
}
