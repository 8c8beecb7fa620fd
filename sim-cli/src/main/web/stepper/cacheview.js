// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A cache opened: its sets and ways, a line with its bytes, and for a big cache a map of all sets.
import { h } from "preact";
import { Bytes, Writers } from "sluice/stepper/bytes.js";
import { CacheMap } from "sluice/stepper/cachemap.js";
import { bit, grouped, hex, isDirtyByte } from "sluice/stepper/model.js";
import { TileCodes, tileCodes } from "sluice/stepper/metadata.js";
import { headline } from "sluice/stepper/tables.js";
import { isDirty } from "sluice/stepper/tracker.js";
import { Walk } from "sluice/stepper/walk.js";

/** @typedef {import("sluice/stepper/model.js").Row} Row */
/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/store.js").Opened} Opened */

/** A cache of no more lines is shown whole. */
const WHOLE = 64;

/**
 * @param {{context: Context, part: number, opened: Opened}} props
 */
export function CacheView({ context, part, opened }) {
  const { model, view } = context;
  const geometry = model.geometry(part);
  const { sets, ways } = geometry;
  const besides = Array.from({ length: geometry.rows - sets }, (_, i) => sets + i);
  const rows = model.state(view.step).rows(part, "lines");
  const before = beforeStep(context, part, "lines");
  const whole = sets * ways <= WHOLE;
  const { set, way } = chosen(opened, rows, before, ways);
  const inSets = set < sets ? set : 0;
  const shownSets = [...(whole ? Array.from({ length: sets }, (_, i) => i) : [inSets]), ...besides];
  return h(
    "div",
    { class: "cache" },
    h(Walk, { context, part, sets, ways }),
    !whole && h(CacheMap, { context, part, set: inSets, onSet: (s) => context.look(opened.part, s, null) }),
    !whole && h(SetChooser, { context, opened, set: inSets, sets, before, ways }),
    h("div", { class: "sets", style: { gridTemplateColumns: `auto repeat(${Math.min(ways, columnsFor(ways))}, minmax(0, 1fr))` } },
      shownSets.flatMap((s) => setCells(context, part, s, ways, rows, before, { set, way }, opened))),
    h(LineDetail, { context, part, set, way, line: rows.get(set * ways + way) ?? null, before: before.get(set * ways + way) }),
  );
}

/** Ways side by side. @param {number} ways */
function columnsFor(ways) {
  return ways > 4 ? 4 : ways;
}

/**
 * The rows that this step changes, as they were.
 *
 * @param {Context} context
 * @param {number} part
 * @param {string} table
 * @returns {Map<number, Row | null>}
 */
export function beforeStep(context, part, table) {
  /** @type {Map<number, Row | null>} */
  const before = new Map();
  for (const change of context.model.changes(context.view.step)) {
    if (change.part === part && change.table === table && !before.has(change.row)) {
      before.set(change.row, change.before);
    }
  }
  return before;
}

/**
 * The set and way that are looked at: those chosen, else where this step changed something, else the first that hold anything.
 *
 * @param {Opened} opened
 * @param {Map<number, Row>} rows
 * @param {Map<number, Row | null>} before
 * @param {number} ways
 */
function chosen(opened, rows, before, ways) {
  if (opened.set !== null && opened.way !== null) {
    return { set: opened.set, way: opened.way };
  }
  const among = opened.set === null ? null : opened.set;
  const inSet = (row) => among === null || Math.floor(row / ways) === among;
  let row = [...before].find(([changed, was]) => inSet(changed) && differs(was, rows.get(changed) ?? null))?.[0];
  if (row === undefined) {
    for (const candidate of rows.keys()) {
      if (inSet(candidate) && (row === undefined || candidate < row)) {
        row = candidate;
      }
    }
  }
  row ??= (among ?? 0) * ways;
  return { set: Math.floor(row / ways), way: row % ways };
}

/**
 * @param {{context: Context, opened: Opened, set: number, sets: number, ways: number, before: Map<number, Row | null>}} props
 */
function SetChooser({ context, opened, set, sets, ways, before }) {
  const to = (s) => context.look(opened.part, Math.max(0, Math.min(sets - 1, s)), null);
  const changed = [...new Set([...before.keys()].map((row) => Math.floor(row / ways)))].filter((s) => s < sets);
  return h(
    "div",
    { class: "set-chooser" },
    h("button", { onClick: () => to(set - 1), disabled: set === 0, "aria-label": "Set before" }, "‹"),
    h("label", null, "Set ",
      h("input", { type: "number", min: 0, max: sets - 1, value: set, onChange: (e) => to(Number(e.currentTarget.value) || 0) })),
    h("span", { class: "faint" }, `of ${grouped(sets)}`),
    h("button", { onClick: () => to(set + 1), disabled: set === sets - 1, "aria-label": "Next set" }, "›"),
    changed.slice(0, 4).map((s) => h("button", { key: s, class: "changed-set", onClick: () => to(s) }, `changed: set ${s}`)),
    opened.set !== null && h("button", { class: "quiet", onClick: () => context.look(opened.part, null, null) }, "go with the steps"),
  );
}

/**
 * @param {Context} context
 * @param {number} part
 * @param {number} set
 * @param {number} ways
 * @param {Map<number, Row>} rows
 * @param {Map<number, Row | null>} before
 * @param {{set: number, way: number}} at
 * @param {Opened} opened
 */
function setCells(context, part, set, ways, rows, before, at, opened) {
  const { sets, victims } = context.model.geometry(part);
  const width = columnsFor(ways);
  const lines = set < sets ? ways : Math.min(ways, victims - (set - sets) * ways);
  /** @type {any[]} */
  const cells = [
    h("div", { key: `s${set}`, class: "set-name", style: { gridRow: `span ${Math.ceil(lines / width)}` } }, context.model.setName(part, set)),
  ];
  for (let way = 0; way < lines; way++) {
    const row = set * ways + way;
    cells.push(
      h(WayCard, {
        key: row, context, part, set, way,
        line: rows.get(row) ?? null,
        before: before.get(row),
        changed: before.has(row) && differs(before.get(row) ?? null, rows.get(row) ?? null),
        selected: at.set === set && at.way === way,
        onClick: () => context.look(opened.part, set, way),
      }),
    );
  }
  for (let rest = lines % width; rest > 0 && rest < width; rest++) {
    cells.push(h("div", { key: `e${set}.${rest}` }));
  }
  return cells;
}

/**
 * Whether a line differs in more than its age.
 *
 * @param {Row | null} a
 * @param {Row | null} b
 */
export function differs(a, b) {
  if (a === null || b === null) {
    return a !== b;
  }
  return Object.keys(b).some((key) => key !== "age" && key !== "used" && String(a[key]) !== String(b[key]));
}

/**
 * @param {{context: Context, part: number, set: number, way: number, line: Row | null, before: Row | null | undefined, changed: boolean,
 *   selected: boolean, onClick: () => void}} props
 */
function WayCard({ context, part, set, way, line, before, changed, selected, onClick }) {
  const { model, view } = context;
  const { sets } = model.geometry(part);
  const name = model.lineName(part, set, way);
  const short = set < sets ? `way ${way}` : name;
  const was = before === undefined ? undefined : before;
  const classes = ["way", line === null ? "empty" : "", changed ? "changed" : "", selected ? "selected" : ""];
  if (line === null) {
    const left = was ? `${model.place(was.address)} left` : "empty";
    return h("button", { class: classes.join(" "), onClick, "aria-pressed": selected, "aria-label": `${headline(name)}: ${left}` },
      h("span", { class: "way-top" }, h("span", { class: "way-name" }, short)),
      h("span", { class: "way-tag faint" }, left));
  }
  const state = context.model.state(view.step);
  const length = line.bytes?.length ?? 0;
  const stale = length > 0 && model.stale(state, line.address, model.agents(line.writers, length), line.valid).some((s) => s);
  const dirty = isDirty(line);
  const filling = (line.mshr ?? -1) >= 0;
  const moved = was && was.address !== line.address ? model.place(was.address) : null;
  const by = [line.client ?? "", line.command === undefined ? "" : model.commandName(line.command)].filter((t) => t !== "").join(", ");
  const badges = [
    filling && ["filling", "F", "being filled"],
    line.valid !== 0 && !dirty && ["clean", "clean", "as the level below"],
    dirty && ["dirty", "dirty", "the level below does not have all of it"],
    stale && ["stale", "stale", "newer bytes are elsewhere"],
    line.first ? ["first", "first out", "marked to be evicted first"] : false,
  ];
  if (filling) {
    classes.push("filling");
  }
  if (dirty) {
    classes.push("is-dirty");
  }
  if (stale) {
    classes.push("is-stale");
  }
  const shownBadges = /** @type {string[][]} */ (badges.filter((b) => b !== false));
  const words = `${headline(name)}: ${model.place(line.address)}, ${shownBadges.map((b) => b[1] === "F" ? "filling" : b[1]).join(", ")}, age ${line.age}`;
  return h(
    "button",
    { class: classes.join(" "), onClick, "aria-pressed": selected, "aria-label": words, title: by === "" ? undefined : `Put there by ${by}` },
    h("span", { class: "way-top" },
      h("span", { class: "way-name" }, short),
      shownBadges.map(([kind, text, meaning]) =>
        h("span", { key: kind, class: `badge ${kind}`, title: meaning }, text === "F" ? "filling" : text))),
    h("span", { class: "way-tag mono" }, moved !== null && h("s", { class: "old" }, moved), moved !== null && " ", model.place(line.address)),
    h(Sectors, { line, count: Math.max(1, Math.ceil(length / 32)) || 1, geometry: model.geometry(part) }),
    h("span", { class: "way-foot" },
      line.age >= 0 && h("span", null, was && was.age !== line.age && was.age >= 0 ? h("s", { class: "old" }, was.age) : null,
        was && was.age !== line.age && was.age >= 0 ? " " : null, `age ${line.age}`),
      h("span", { class: "way-by" }, by)),
  );
}

/**
 * The sectors of a line: held, dirty or neither.
 *
 * @param {{line: Row, count: number, geometry: {line: number}}} props
 */
function Sectors({ line, geometry }) {
  const count = Math.max(1, Math.round(geometry.line / 32));
  const pips = [];
  for (let i = 0; i < count; i++) {
    const valid = (line.valid & (1 << i)) !== 0;
    const dirty = (line.dirty & (1 << i)) !== 0 || [...Array(32).keys()].some((b) => bit(line.dirtyBytes, i * 32 + b));
    pips.push(h("span", { key: i, class: `pip ${dirty ? "dirty" : valid ? "valid" : ""}`,
      title: `Sector ${i}: ${valid ? "valid" : "not valid"}${dirty ? ", dirty" : ""}` }));
  }
  return h("span", { class: "pips", "aria-hidden": "true" }, pips);
}

/**
 * @param {{context: Context, part: number, set: number, way: number, line: Row | null, before: Row | null | undefined}} props
 */
function LineDetail({ context, part, set, way, line, before }) {
  const { model, view } = context;
  const name = headline(model.lineName(part, set, way));
  if (line === null) {
    return h("p", { class: "faint line-detail" }, `${name} is empty.`);
  }
  const length = line.bytes?.length ?? 0;
  const agents = model.agents(line.writers, length);
  const valid = (i) => (line.valid & (1 << Math.floor(i / 32))) !== 0 || isDirtyByte(line, i);
  const bytes = Array.from({ length }, (_, i) => (valid(i) ? line.bytes[i] : null));
  const codes = tileCodes(model, line.address, bytes);
  const sameLine = before !== undefined && before !== null && before.address === line.address;
  const facts = [
    ["address", `${model.place(line.address)} (${hex(line.address)})`],
    line.since === undefined ? null : ["put there", `${line.client} ${model.commandName(line.command)}, cycle ${grouped(line.since)}`],
    line.used === undefined ? null : ["last used", line.used >= 0 ? `cycle ${grouped(line.used)}` : "never"],
    line.stored === undefined ? null : ["takes", `${grouped(line.stored)} bytes of its set`],
    ["age", line.age >= 0 ? `${line.age}: ${model.parts[part].attributes.age ?? ""}` : "none under its policy"],
  ];
  return h(
    "div",
    { class: "line-detail" },
    h("h3", null, name),
    h("dl", { class: "facts" }, facts.filter((fact) => fact !== null).map(([name, value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, value)))),
    length === 0
      ? h("p", { class: "faint" }, "This run has no bytes.")
      : [
          h(Bytes, { key: "bytes", context, shown: {
            address: line.address, bytes, agents,
            stale: model.stale(model.state(view.step), line.address, agents, line.valid),
            dirty: (i) => isDirtyByte(line, i),
            before: sameLine ? Array.from(before.bytes, (b, i) => ((before.valid & (1 << Math.floor(i / 32))) !== 0 || isDirtyByte(before, i) ? b : null))
              : before === null ? new Array(length).fill(null) : null,
          } }),
          h(Writers, { key: "writers", model, agents }),
          codes.length > 0 && h(TileCodes, { key: "codes", model, codes }),
        ],
  );
}
