// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What happens in the step that is shown, in plain words, and what it changes.
import { h } from "preact";
import { grouped } from "sluice/stepper/model.js";
import { headline, requestButton } from "sluice/stepper/tables.js";
import { sentence } from "sluice/stepper/words.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Happening} Happening */

/** More changes than these are only counted. */
const MOST = 12;

/** @param {{context: Context}} props */
export function Events({ context }) {
  const { model, view } = context;
  const events = model.events(view.step);
  return h(
    "div",
    { class: "events" },
    events.length === 0 && h("p", { class: "faint" }, view.step === 0 ? "Before the first step." : "Something moves on inside a part:"),
    h("ul", { class: "event-list" }, events.map((event, i) => h("li", { key: i, class: `event e-${event.type}` },
      h("span", null, sentence(model, event)),
      h("span", { class: "event-links" },
        typeof event.request === "number" && event.request >= 0 && requestButton(context, event.request),
        event.part >= 0 && model.seen(event.part) && h("button", { class: "link", onClick: () => open(context, event) }, "open"))))),
    h(Changed, { context }),
  );
}

/**
 * Opens the part of an event, at the line that it is about.
 *
 * @param {Context} context
 * @param {Happening} event
 */
function open(context, event) {
  if (event.line >= 0) {
    const { ways } = context.model.geometry(event.part);
    context.open(event.part, Math.floor(event.line / ways), event.line % ways);
  } else if (event.set >= 0) {
    context.open(event.part, event.set, null);
  } else {
    context.open(event.part);
  }
}

/** @param {{context: Context}} props */
function Changed({ context }) {
  const { model, view } = context;
  /** @type {Map<string, {part: number, table: string, rows: number[]}>} */
  const byTable = new Map();
  for (const { part, table, row } of model.changes(view.step)) {
    const key = `${part}/${table}`;
    const known = byTable.get(key) ?? { part, table, rows: [] };
    known.rows.push(row);
    byTable.set(key, known);
  }
  const all = [...byTable.values()];
  return all.length === 0
    ? null
    : h("p", { class: "changed-list" },
        h("span", { class: "faint" }, "Changes "),
        all.slice(0, MOST).map(({ part, table, rows }) => {
          const words = `${model.parts[part].label}: ${place(context, part, table, rows)}`;
          return model.seen(part)
            ? h("button", { key: `${part}/${table}`, class: "chip", onClick: () => openTable(context, part, table, rows) }, words)
            : h("span", { key: `${part}/${table}`, class: "chip" }, words);
        }),
        all.length > MOST && h("span", { class: "faint" }, ` and ${grouped(all.length - MOST)} more tables`));
}

/**
 * @param {Context} context
 * @param {number} part
 * @param {string} table
 * @param {number[]} rows
 */
function place(context, part, table, rows) {
  if (table === "lines") {
    const { sets, ways } = context.model.geometry(part);
    const changed = [...new Set(rows.map((row) => Math.floor(row / ways)))];
    const inSets = changed.filter((set) => set < sets);
    const words = inSets.length === 0 ? [] : [inSets.length <= 2 ? `set ${inSets.join(", ")}` : `${inSets.length} sets`];
    return [...words, ...(changed.length > inSets.length ? ["victim cache"] : [])].join(", ");
  }
  return rows.length === 1 ? headline(table).toLowerCase() : `${headline(table).toLowerCase()} × ${grouped(rows.length)}`;
}

/**
 * @param {Context} context
 * @param {number} part
 * @param {string} table
 * @param {number[]} rows
 */
function openTable(context, part, table, rows) {
  if (table === "lines") {
    const { ways } = context.model.geometry(part);
    context.open(part, Math.floor(rows[0] / ways), null);
  } else {
    context.open(part);
  }
}
