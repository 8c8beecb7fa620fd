// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A part of the device, opened.
import { h } from "preact";
import { CacheView } from "sluice/stepper/cacheview.js";
import { Waves } from "sluice/stepper/compute.js";
import { groupName, nameOf } from "sluice/stepper/diagram.js";
import { Banks } from "sluice/stepper/dram.js";
import { CombiningBuffers } from "sluice/stepper/host.js";
import { grouped } from "sluice/stepper/model.js";
import { Panel } from "sluice/stepper/panel.js";
import { requestButton, spaced, TableView, value } from "sluice/stepper/tables.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/store.js").Opened} Opened */

/** Tables that are drawn. @type {Record<string, any>} */
const VIEWS = { lines: CacheView, banks: Banks, waves: Waves, buffers: CombiningBuffers };

/** What tables that are empty say. */
const EMPTY = {
  mshrs: "No miss is under way.",
  lookups: "No look-up waits.",
  down: "Nothing waits for the level below.",
  queue: "No access waits for its bank.",
  input: "Nothing waits to enter.",
  waiting: "Nothing waits for room on its way.",
  ports: "Nothing went through yet.",
  operations: "The unit has been given nothing that it has not begun.",
  tiles: "No tile is held.",
  jobs: "It has no job.",
};

/** Attributes that are numbers of bytes. */
const BYTES = new Set(["size", "line", "sector"]);

/** Attributes that their panel shows elsewhere or need nobody. */
const LEFT_OUT = new Set(["age", "sets", "ways", "victims"]);

/**
 * @param {{context: Context, opened: Opened}} props
 */
export function PartPanel({ context, opened }) {
  const { model } = context;
  const part = model.byName.get(opened.part) ?? -1;
  if (part < 0) {
    return null;
  }
  const { label, name, kind, group, tables, attributes } = model.parts[part];
  const siblings = model.parts.flatMap((other, i) => (other.group === group ? [i] : []));
  const cached = tables.some((table) => table.name === "lines");
  const { sets, ways, victims } = model.geometry(part);
  const beside = victims === 0 ? "" : ` and ${grouped(victims)} for victims`;
  const title = siblings.length > 1
    ? h("select", { class: "sibling", "aria-label": "Which one", value: name, onChange: (e) => context.swap(opened.part, /** @type {HTMLSelectElement} */ (e.currentTarget).value) },
        siblings.map((i) => h("option", { key: i, value: model.parts[i].name }, nameOf(model, i))))
    : nameOf(model, part);
  return h(
    Panel,
    {
      name: label || name,
      title,
      note: cached ? `${groupName(model, part)}: ${grouped(sets)} ${sets === 1 ? "set" : "sets"} of ${ways} ${ways === 1 ? "way" : "ways"}${beside}` : KINDS[kind] ?? "",
      className: `part k-${kind} ${cached && ways > 2 ? "broad" : ""}`,
      onClose: () => context.close(opened.part),
    },
    h(Attributes, { attributes }),
    h("div", { class: "tables" }, tables.map((table) => {
      const View = VIEWS[table.name];
      return View === undefined ? h(TableView, { key: table.name, context, part, table, empty: EMPTY[table.name] })
        : h(View, { key: table.name, context, part, table, opened });
    })),
    h(Here, { context, part }),
    tables.length === 0 && model.requestsPart < 0 && h("p", { class: "faint" }, "It holds nothing that is recorded; what it takes part in is in the events."),
  );
}

/** Columns that say of a request in a part what matters there. */
const HERE = ["state", "kind", "address", "from", "to", "since", "arrives", "command"];

/** The most requests that are listed. */
const MOST = 40;

/**
 * The requests that are in a part.
 *
 * @param {{context: Context, part: number}} props
 */
function Here({ context, part }) {
  const { model, view } = context;
  if (model.requestsPart < 0) {
    return null;
  }
  const here = [...model.underWay(view.step)].filter(([, about]) => about.part === part && about.to < 0).sort(([a], [b]) => a - b);
  const table = model.parts[model.requestsPart].tables[0];
  const columns = HERE.map((name) => table.columns.find((column) => column.name === name)).filter((column) => column !== undefined)
    .filter(({ name }) => here.some(([, { row }]) => row[name] !== "" && row[name] !== -1));
  return h("div", { class: "table-view", "data-table": "here" },
    h("h3", { title: "Requests that are in this part now" }, "Requests here", h("span", { class: "count" }, grouped(here.length))),
    here.length === 0 ? h("p", { class: "faint none" }, "none")
      : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Requests here" },
          h("table", { class: "data" },
            h("thead", null, h("tr", null, h("th", { scope: "col" }, "request"), columns.map((column) => h("th", { key: column.name, scope: "col", title: column.meaning, class: column.type === "cycle" ? "number" : "" }, column.name)))),
            h("tbody", null, here.slice(0, MOST).map(([request, { row }]) =>
              h("tr", { key: request }, h("td", null, requestButton(context, request)),
                columns.map((column) => h("td", { key: column.name, class: column.type === "cycle" ? "number" : "" }, column.type === "cycle" && row[column.name] < 0 ? "" : value(context, column, row, null)))))))),
    here.length > MOST && h("p", { class: "faint" }, `and ${grouped(here.length - MOST)} more`));
}

/** What kinds of parts are called. */
const KINDS = {
  computeUnit: "compute unit", network: "network", dramChannel: "DRAM channel", link: "link", hostCore: "host core", hostCache: "host cache",
  writeCombining: "write-combining buffers", hostMemory: "host memory", rop: "render output unit", compression: "compression", copyEngine: "copy engine",
  frontEnd: "front end", display: "display", queue: "queue", hostThread: "host thread",
};

/** @param {{attributes: Record<string, string>}} props */
function Attributes({ attributes }) {
  const all = Object.entries(attributes).filter(([name]) => !LEFT_OUT.has(name));
  return all.length === 0
    ? null
    : h("p", { class: "attributes" }, all.map(([name, value]) =>
        h("span", { key: name, class: "attribute" }, h("span", { class: "faint" }, `${name === "clockHz" ? "clock" : spaced(name)} `), BYTES.has(name) ? size(Number(value)) : name === "clockHz" ? `${Number((Number(value) / 1e9).toPrecision(4))} GHz` : value)));
}

/** @param {number} bytes */
function size(bytes) {
  if (Number.isNaN(bytes)) {
    return "";
  }
  return bytes >= 1 << 20 && bytes % (1 << 20) === 0 ? `${bytes >> 20} MiB` : bytes >= 1024 && bytes % 1024 === 0 ? `${bytes >> 10} KiB` : `${bytes} B`;
}
