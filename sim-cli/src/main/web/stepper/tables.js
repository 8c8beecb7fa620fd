// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Any table of the recording, its values in words by the types of their columns.
import { h } from "preact";
import { bit, grouped, hexByte } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Column} Column */
/** @typedef {import("sluice/stepper/model.js").Table} Table */
/** @typedef {import("sluice/stepper/model.js").Row} Row */

/** A table of more rows shows these many. */
const MOST = 40;

/** Columns that say what others say, by table. */
const LEFT_OUT = { mshrs: ["line"], requests: ["sectors", "client", "agent", "cause", "from", "born"] };

/** Tables whose rows are numbered as requests are. */
const BY_REQUEST = new Set(["requests"]);

/**
 * @param {{context: Context, part: number, table: Table, empty?: string}} props
 */
export function TableView({ context, part, table, empty }) {
  const { model, view } = context;
  const rows = model.state(view.step).rows(part, table.name);
  /** @type {Map<number, Row | null>} */
  const before = new Map();
  for (const change of model.changes(view.step)) {
    if (change.part === part && change.table === table.name && !before.has(change.row)) {
      before.set(change.row, change.before);
    }
  }
  const gone = [...before].filter(([row, was]) => was !== null && !rows.has(row));
  const all = [...rows.keys(), ...gone.map(([row]) => row)].sort((a, b) => a - b);
  const columns = table.columns.filter((column) => !(LEFT_OUT[table.name] ?? []).includes(column.name));
  return h(
    "div",
    { class: "table-view", "data-table": table.name },
    h("h3", { title: table.meaning }, headline(table.name), h("span", { class: "count" }, grouped(rows.size))),
    all.length === 0
      ? h("p", { class: "faint none" }, empty ?? "none")
      : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": headline(table.name) },
          h("table", { class: "data" },
            h("thead", null, h("tr", null, BY_REQUEST.has(table.name) && h("th", { scope: "col" }, "request"), columns.map((column) => h("th", { key: column.name, title: column.meaning, scope: "col", class: numeric(column) ? "number" : "" }, spaced(column.name))))),
            h("tbody", null, all.slice(0, MOST).map((row) => {
              const now = rows.get(row) ?? null;
              const was = before.get(row);
              const values = now ?? was ?? {};
              return h("tr", { key: row, class: now === null ? "gone" : was === null ? "came" : "" },
                BY_REQUEST.has(table.name) && h("td", null, requestButton(context, row)),
                columns.map((column) => h("td", { key: column.name, class: numeric(column) ? "number" : "" },
                  value(context, column, values, was && now && String(was[column.name]) !== String(now[column.name]) ? was : null))));
            })))),
    all.length > MOST && h("p", { class: "faint" }, `and ${grouped(all.length - MOST)} more`),
  );
}

/**
 * A value, after what it was before this step.
 *
 * @param {Context} context
 * @param {Column} column
 * @param {Row} values
 * @param {Row | null} was
 */
export function value(context, column, values, was) {
  const now = words(context, column, values);
  if (was === null) {
    return now;
  }
  const old = words(context, column, was);
  return [typeof old === "string" && old !== "" && old.length < 24 ? h("s", { class: "old" }, old) : null, " ", h("b", { class: "new" }, now)];
}

/**
 * @param {Context} context
 * @param {Column} column
 * @param {Row} values
 */
function words(context, column, values) {
  const { model } = context;
  const v = values[column.name];
  if (v === undefined || v === null) {
    return "";
  }
  switch (column.type) {
    case "flag":
      return v ? "yes" : "";
    case "address":
      return v < 0 ? "" : h("button", { class: "link mono", title: "Watch it", onClick: () => context.watch(`${model.place(v)}:4`) }, model.place(v));
    case "mask":
      return mask(v);
    case "cycle":
      return v < 0 ? "never" : grouped(v);
    case "text":
      return model.text(v);
    case "command":
      return v < 0 ? "" : h("span", { class: "command", title: model.commandName(v) }, model.commands[v]?.name ?? "");
    case "agent":
      return model.writer(v);
    case "request":
      return v < 0 ? "" : requestButton(context, v);
    case "part":
      return v === "" ? "" : partButton(context, model.byName.get(v) ?? -1);
    case "requests":
      return Array.from(v, (request) => requestButton(context, /** @type {number} */ (request)));
    case "bytes":
      return h("span", { class: "mono" }, Array.from(v, (b) => hexByte(/** @type {number} */ (b))).join(" "));
    case "bits":
      return bits(v);
    case "runs":
      return [...new Set(v.map((run) => run.writer))].filter((agent) => agent > 0).map((agent) => model.writer(agent)).join(", ");
    default:
      return typeof v === "number" ? (v === -1 ? "" : grouped(v)) : String(v);
  }
}

/** Numbers of sectors. @param {number} value */
function mask(value) {
  const set = [];
  for (let i = 0; i < 32; i++) {
    if ((value & (1 << i)) !== 0) {
      set.push(i);
    }
  }
  if (set.length > 2 && set[set.length - 1] - set[0] === set.length - 1) {
    return `${set[0]}–${set[set.length - 1]}`;
  }
  return set.join(" ");
}

/** Runs of set bits. @param {ArrayLike<number>} value */
function bits(value) {
  const runs = [];
  for (let i = 0; i < value.length * 8; i++) {
    if (bit(value, i)) {
      const start = i;
      while (bit(value, i + 1)) {
        i++;
      }
      runs.push(start === i ? String(start) : `${start}–${i}`);
    }
  }
  return runs.join(" ");
}

/**
 * A request that can be followed.
 *
 * @param {Context} context
 * @param {number} request
 */
export function requestButton(context, request) {
  return h("button", {
    key: request,
    class: `request-chip ${context.view.request === request ? "followed" : ""}`,
    title: "Follow this request",
    onClick: () => context.follow(request),
  }, `#${request}`);
}

/**
 * A part that can be opened.
 *
 * @param {Context} context
 * @param {number} part
 */
export function partButton(context, part) {
  const name = context.model.parts[part]?.name ?? "";
  return context.model.parts[part] && context.model.seen(part)
    ? h("button", { class: "link", onClick: () => context.open(part) }, name)
    : name;
}

/** @param {Column} column */
function numeric(column) {
  return column.type === "int" || column.type === "cycle";
}

/** Names of tables as people write them. */
const NAMES = { mshrs: "MSHRs", lookups: "Look-ups that wait", asking: "Look-ups for copies that wait", hostAtomics: "Waiting for atomics in host memory", down: "Waiting for the level below", writeBuffer: "Write buffer", buffers: "Write-combining buffers", cores: "Host cores", input: "Waiting to enter", waiting: "Waiting for room on the way", commands: "Commands" };

/** @param {string} name */
export function headline(name) {
  return NAMES[name] ?? spaced(name).replace(/^./, (c) => c.toUpperCase());
}

/** @param {string} name */
export function spaced(name) {
  return name.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}
