// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Watched bytes: every copy of them in the machine, newest or stale, and the story of how they got there.
import { h } from "preact";
import { useState } from "preact/hooks";
import { hexByte } from "sluice/stepper/model.js";
import { Story } from "sluice/stepper/story.js";
import { partButton, requestButton } from "sluice/stepper/tables.js";
import { rangeOf } from "sluice/stepper/words.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Copy} Copy */
/** @typedef {import("sluice/stepper/model.js").Range} Range */

/** @param {{context: Context}} props */
export function Watch({ context }) {
  const { model, view } = context;
  const range = view.watch === null ? null : model.range(view.watch);
  return h(
    "div",
    { class: "watch" },
    h(WatchField, { context, key: view.watch ?? "", wrong: typeof range === "string" ? range : null }),
    range === null
      ? h("p", { class: "faint" }, "Click a byte in a cache or in memory, or write its place: ", example(context),
          ". Then every copy of it in the machine is listed here, and where it came from.")
      : typeof range === "string" ? null : [h(Copies, { key: "copies", context, range }), h(Story, { key: `story ${range.address} ${range.length}`, context, range })],
  );
}

/** @param {Context} context */
function example(context) {
  const resource = context.model.resources[0];
  const text = resource === undefined ? "0x40:4" : `${resource.name}:0:4`;
  return h("button", { class: "link mono", onClick: () => context.watch(text) }, text);
}

/** @param {{context: Context, wrong: string | null}} props */
function WatchField({ context, wrong }) {
  const { view } = context;
  const [text, setText] = useState(view.watch ?? "");
  return h(
    "form",
    {
      class: "watch-field",
      onSubmit: (event) => {
        event.preventDefault();
        context.watch(text.trim() === "" ? null : text.trim());
      },
    },
    h("label", { for: "watch-input" }, "Watch"),
    h("input", {
      id: "watch-input", class: "mono", value: text, placeholder: "x:64:4 or 0x10040:4", spellcheck: false, autocomplete: "off",
      "aria-invalid": wrong !== null, "aria-describedby": wrong === null ? undefined : "watch-wrong",
      onInput: (event) => setText(event.currentTarget.value),
    }),
    h("button", { type: "submit" }, "Show"),
    view.watch !== null && h("button", { type: "button", class: "quiet", "aria-label": "Stop watching", title: "Stop watching", onClick: () => context.watch(null) }, "✕"),
    wrong !== null && h("p", { class: "wrong", id: "watch-wrong", role: "alert" }, wrong),
  );
}

/**
 * All copies of the watched bytes, nearest to the clients first.
 *
 * @param {Context} context
 * @param {Range} range
 * @returns {Copy[]}
 */
export function copiesOf(context, range) {
  const { model, tracker, view } = context;
  const state = model.state(view.step);
  const copies = [];
  for (const { part, table, row } of tracker.holding.values()) {
    const values = state.row(part, table, row);
    const copy = values === null ? null : model.copy(part, table, row, values, range);
    if (copy !== null) {
      copies.push(copy);
    }
  }
  return copies.sort((a, b) => a.part - b.part || a.row - b.row);
}

/**
 * Requests under way that carry the bytes: writes and write-backs.
 *
 * @param {Context} context
 * @param {Range} range
 */
function onTheirWay(context, range) {
  const coming = [];
  for (const [request, { part, row }] of context.model.underWay(context.view.step)) {
    const about = rangeOf({ type: "", part, command: -1, address: row.address, sectors: row.sectors });
    const carries = row.kind === "write" || row.kind === "write-back";
    if (carries && about !== null && about.address < range.address + range.length && range.address < about.address + about.length) {
      coming.push({ request, row, part });
    }
  }
  return coming.sort((a, b) => a.request - b.request);
}

/** @param {{context: Context, range: Range}} props */
function Copies({ context, range }) {
  const { model, view } = context;
  const newest = model.newest(model.state(view.step), range.address, range.length);
  const copies = copiesOf(context, range);
  const known = newest.bytes.some((b) => b !== null);
  const coming = onTheirWay(context, range);
  return h(
    "div",
    { class: "copies", tabindex: 0, role: "region", "aria-label": "Copies" },
    h("p", { class: "newest" },
      known
        ? ["Newest: ", h("b", { class: "mono", key: "bytes" }, text(newest.bytes)), meaning(newest.bytes), ` by ${writers(context, newest.agents.map((a) => a ?? 0))}`]
        : "Nobody has written these bytes yet."),
    copies.length + coming.length === 0
      ? h("p", { class: "faint" }, "No copy of them is in the machine now.")
      : h("table", { class: "data copies-table" },
          h("thead", null, h("tr", null, ["where", "bytes", "by", ""].map((name) => h("th", { key: name, scope: "col" }, name === "" ? h("span", { class: "unseen" }, "state") : name)))),
          h("tbody", null, copies.map((copy) => h(CopyRow, { key: `${copy.part} ${copy.table} ${copy.row}`, context, copy, newest })),
            coming.map(({ request, row, part }) => h("tr", { key: `#${request}` },
              h("td", null, requestButton(context, request), part >= 0 ? [" at ", partButton(context, part)] : ""),
              h("td", { class: "faint" }, "on their way"),
              h("td", { class: "names" }, model.writer(row.agent)),
              h("td", null, row.agent > 0 && known && h("span", { class: `badge ${newest.agents.includes(row.agent) ? "newest" : "stale"}` },
                newest.agents.includes(row.agent) ? "newest" : "stale")))))),
  );
}

/**
 * Whether a copy has any byte that is not the newest.
 *
 * @param {Copy} copy
 * @param {{agents: (number | null)[], bytes: (number | null)[]}} newest
 */
export function isStale(copy, newest) {
  return copy.bytes.some((byte, i) => byte !== null && newest.agents[i] !== null && newest.agents[i] !== copy.agents[i]);
}

/** @param {{context: Context, copy: Copy, newest: {bytes: (number | null)[], agents: (number | null)[]}}} props */
function CopyRow({ context, copy, newest }) {
  const { model } = context;
  const part = model.parts[copy.part];
  const stale = isStale(copy, newest);
  const known = newest.agents.some((agent) => agent !== null);
  const where = copy.set === null ? part.label : `${part.name} ${model.lineName(copy.part, copy.set, copy.way ?? 0)}`;
  return h(
    "tr",
    { class: stale ? "is-stale" : "" },
    h("td", null, model.seen(copy.part) && copy.set !== null
      ? h("button", { class: "link", onClick: () => context.open(copy.part, copy.set, copy.way) }, where) : where),
    h("td", { class: "mono" }, text(copy.bytes)),
    h("td", { class: "names" }, writers(context, copy.agents)),
    h("td", null,
      known && h("span", { class: `badge ${stale ? "stale" : "newest"}` }, stale ? "stale" : "newest"),
      copy.dirty.includes(true) && h("span", { class: "badge dirty", title: "The level below does not have it" }, "dirty")),
  );
}

/** @param {ArrayLike<number | null>} bytes */
export function text(bytes) {
  return Array.from(bytes, (b) => (b === null ? "··" : hexByte(b))).join(" ");
}

/** Four bytes as a number. @param {(number | null)[]} bytes */
function meaning(bytes) {
  if (bytes.length !== 4 || bytes.includes(null)) {
    return "";
  }
  const view = new DataView(Uint8Array.from(/** @type {number[]} */ (bytes)).buffer);
  const real = view.getFloat32(0, true);
  const plain = Math.abs(real) > 1e-6 && Math.abs(real) < 1e9;
  return ` = ${view.getUint32(0, true).toLocaleString("en")}${plain ? ` or ${Number(real.toPrecision(6))} as a float` : ""},`;
}

/**
 * @param {Context} context
 * @param {ArrayLike<number>} agents
 */
function writers(context, agents) {
  return [...new Set(Array.from(agents))].map((agent) => context.model.writer(agent)).join(", ");
}
