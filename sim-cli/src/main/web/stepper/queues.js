// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What the queues are at: commands with their stages, and barriers on their way through draining, cache actions and release.
import { h } from "preact";
import { grouped } from "sluice/stepper/model.js";
import { beforeStep } from "sluice/stepper/cacheview.js";
import { TableView } from "sluice/stepper/tables.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Row} Row */

/** The way of a barrier. @type {[string, string][]} */
const PHASES = [
  ["draining", "drains: waits for the work before it"],
  ["actions", "carries out its cache actions"],
  ["released", "released: what waited goes on"],
];

/** Of more things than these, a barrier that waits is recorded as if it waited for these many. */
const MOST_WAITS = 64;

/** Barriers that are open are shown up to these many, those that come first. */
const MOST_OPEN = 40;

/** Barriers that are released are listed, the newest first, up to these many. */
const MOST_DONE = 4;

/** @param {{context: Context}} props */
export function Queues({ context }) {
  const { model, view } = context;
  const part = model.programPart;
  if (part < 0) {
    return h("p", { class: "faint" }, "This recording does not have its queues.");
  }
  const { tables } = model.parts[part];
  const now = model.recording.cycleOf(view.step);
  const barriers = tables.some((table) => table.name === "barriers") ? [...model.state(view.step).rows(part, "barriers")].sort((a, b) => a[0] - b[0]) : [];
  const before = beforeStep(context, part, "barriers");
  const open = barriers.filter(([, row]) => row.phase !== "released");
  const done = barriers.filter(([, row]) => row.phase === "released").slice(-MOST_DONE).reverse();
  return h(
    "div",
    { class: "queues" },
    h("h3", null, "Barriers", h("span", { class: "count" }, grouped(open.length))),
    open.length + done.length === 0 && h("p", { class: "faint none" }, "No barrier has been reached yet."),
    [...open.slice(0, MOST_OPEN), ...done].map(([number, row]) => h(Barrier, { key: number, context, row, now, changed: before.has(number) })),
    open.length > MOST_OPEN && h("p", { class: "faint none" }, `${grouped(open.length - MOST_OPEN)} more are open.`),
    tables.filter((table) => table.name !== "barriers").map((table) =>
      h(TableView, { key: table.name, context, part, table, empty: "none yet" })),
  );
}

/** @param {{context: Context, row: Row, now: number, changed: boolean}} props */
function Barrier({ context, row, now, changed }) {
  const { model } = context;
  const command = model.commandNumbers.get(row.id);
  const line = command === undefined ? 0 : model.commands[command].line;
  const at = PHASES.findIndex(([name]) => name === row.phase);
  const times = [
    span(row.reached, row.drained >= 0 ? row.drained : now),
    row.drained < 0 ? "" : row.actions === 0 ? "none" : span(row.drained, row.released >= 0 ? row.released : now),
    row.released < 0 ? "" : `cycle ${grouped(row.released)}`,
  ];
  return h(
    "article",
    { class: `barrier ${row.phase} ${changed ? "changed" : ""}` },
    h("p", { class: "barrier-head" }, h("b", null, row.id), row.kind === row.id ? "" : ` ${row.kind}`, line > 0 ? h("span", { class: "faint" }, ` line ${line}`) : null),
    h("ol", { class: "phases", "aria-label": `Phases of ${row.id}` }, PHASES.map(([name, meaning], i) =>
      h("li", { key: name, class: i < at || row.phase === "released" ? "done" : i === at ? "now" : "", title: meaning, "aria-current": i === at ? "step" : undefined },
        h("span", { class: "phase-name" }, name), h("span", { class: "phase-time" }, times[i])))),
    row.phase === "draining" && row.waits > 0 && h("p", { class: "barrier-note" }, `Waits for ${row.waits}${row.waits < MOST_WAITS ? "" : " or more"}: ${row.waitsFor}`),
    row.actions > 0 && row.begun > 0 && h("p", { class: "barrier-note" },
      row.phase === "released" ? `Carried out ${row.actions} cache ${row.actions === 1 ? "action" : "actions"}, ${row.action} last`
        : [`Cache action ${row.begun} of ${row.actions}: `, h("code", { key: "action" }, row.action)]),
  );
}

/**
 * @param {number} from
 * @param {number} to
 */
function span(from, to) {
  return `${grouped(Math.max(0, to - from))} cycles`;
}
