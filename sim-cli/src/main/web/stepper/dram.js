// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The banks of a DRAM channel: the row that is open in each, and who waits.
import { h } from "preact";
import { grouped } from "sluice/stepper/model.js";
import { beforeStep } from "sluice/stepper/cacheview.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Row} Row */

/** @param {{context: Context, part: number}} props */
export function Banks({ context, part }) {
  const { model, view } = context;
  const rows = model.state(view.step).rows(part, "banks");
  const before = beforeStep(context, part, "banks");
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  return h(
    "div",
    { class: "table-view", "data-table": "banks" },
    h("h3", null, "Banks", h("span", { class: "count" }, numbers.length)),
    h("div", { class: "banks" }, numbers.map((bank) =>
      h(Bank, { key: bank, bank, row: /** @type {Row} */ (rows.get(bank)), was: before.get(bank) ?? null, now: model.recording.cycleOf(view.step) }))),
  );
}

/** @param {{bank: number, row: Row, was: Row | null, now: number}} props */
function Bank({ bank, row, was, now }) {
  const open = row.openRow >= 0;
  const waiting = row.reads + row.writes;
  const moved = was !== null && was.openRow !== row.openRow;
  const words = [
    `Bank ${bank}`, open ? `row ${row.openRow} is open` : "no row is open", row.state,
    row.ready > now ? `busy until cycle ${grouped(row.ready)}` : "ready", `${row.reads} reads and ${row.writes} writes wait`,
  ];
  return h(
    "div",
    { class: `bank ${open ? "open" : ""} ${was !== null ? "changed" : ""} ${row.ready > now ? "busy" : ""}`, title: words.join("\n") },
    h("span", { class: "bank-name" }, bank),
    h("span", { class: "bank-row mono" }, moved && was.openRow >= 0 ? [h("s", { key: "old", class: "old" }, was.openRow), " "] : null, open ? `row ${row.openRow}` : row.state),
    h("span", { class: "bank-waiting" },
      waiting === 0 ? (row.ready > now ? `+${row.ready - now} cycles` : " ") : `${row.reads > 0 ? `${row.reads} R ` : ""}${row.writes > 0 ? `${row.writes} W` : ""}`),
  );
}
