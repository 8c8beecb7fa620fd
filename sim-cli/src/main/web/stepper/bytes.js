// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Bytes in hexadecimal, coloured by who wrote them; a click watches one.
import { h } from "preact";
import { hexByte } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/context.js").Context} Context */
/**
 * @typedef {object} Shown Bytes to show.
 * @property {number} address of the first
 * @property {ArrayLike<number | null>} bytes null of those not there
 * @property {ArrayLike<number>} agents
 * @property {boolean[]} stale
 * @property {(i: number) => boolean} dirty
 * @property {ArrayLike<number | null> | null} before what they were before this step
 */

/** Colours for writers. */
const TINTS = 7;

/**
 * @param {{context: Context, shown: Shown, width?: number}} props width: bytes in a row
 */
export function Bytes({ context, shown, width = 16 }) {
  const { model, view } = context;
  const range = view.watch === null ? null : model.range(view.watch);
  const watched = typeof range === "object" && range !== null ? range : null;
  const newest = model.newest(model.state(view.step), shown.address, shown.bytes.length);
  const rows = [];
  for (let start = 0; start < shown.bytes.length; start += width) {
    const cells = [];
    for (let i = start; i < Math.min(start + width, shown.bytes.length); i++) {
      cells.push(byteCell(context, shown, i, newest, watched));
    }
    rows.push(h("div", { key: start, class: "byte-row", role: "row" },
      h("span", { class: "byte-place", role: "rowheader" }, model.place(shown.address + start)), cells));
  }
  return h("div", { class: "bytes mono", role: "grid", "aria-label": "Bytes", onKeyDown: roam }, rows);
}

/**
 * @param {Context} context
 * @param {Shown} shown
 * @param {number} i
 * @param {{bytes: (number | null)[], agents: (number | null)[]}} newest
 * @param {{address: number, length: number} | null} watched
 */
function byteCell(context, shown, i, newest, watched) {
  const { model } = context;
  const value = shown.bytes[i];
  const address = shown.address + i;
  if (value === null) {
    return h("span", { key: i, class: "byte none", role: "gridcell", title: `${model.place(address)}: not here` }, "··");
  }
  const agent = shown.agents[i] ?? 0;
  const before = shown.before?.[i];
  const changed = shown.before !== null && before !== undefined && before !== value;
  const words = [`${model.place(address)} is ${hexByte(value)}, written by ${model.writer(agent)}`];
  if (shown.stale[i]) {
    words.push(`stale: the newest is ${newest.bytes[i] === null ? "unknown" : hexByte(newest.bytes[i] ?? 0)}, by ${model.writer(newest.agents[i] ?? 0)}`);
  }
  if (shown.dirty(i)) {
    words.push("dirty: the level below does not have it");
  }
  if (changed) {
    words.push(before === null ? "came in this step" : `was ${hexByte(before)} before this step`);
  }
  const classes = ["byte", agent === 0 ? "" : `by-${((agent - 1) % TINTS) + 1}`];
  if (shown.stale[i]) {
    classes.push("stale");
  }
  if (shown.dirty(i)) {
    classes.push("dirty");
  }
  if (changed) {
    classes.push("changed");
  }
  if (watched !== null && address >= watched.address && address < watched.address + watched.length) {
    classes.push("watched");
  }
  return h(
    "span",
    { key: i, role: "gridcell" },
    h("button", {
      class: classes.join(" "),
      tabindex: i === 0 ? 0 : -1,
      title: words.join("\n"),
      "aria-label": words.join("; "),
      onClick: (event) => context.watch(wordOf(model, address, event.shiftKey ? 1 : 4)),
    }, hexByte(value)),
  );
}

/**
 * The aligned word at an address, as a reader would write it.
 *
 * @param {Model} model
 * @param {number} address
 * @param {number} length
 */
export function wordOf(model, address, length) {
  return `${model.place(address - (address % length))}:${length}`;
}

/**
 * Arrow keys go from byte to byte.
 *
 * @param {KeyboardEvent} event
 */
function roam(event) {
  const grid = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = [...grid.querySelectorAll("button")];
  const width = grid.querySelectorAll(".byte-row:first-child button").length;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width }[event.key];
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  if (by === undefined || at < 0 || event.ctrlKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  buttons[at + by]?.focus();
}

/**
 * Who wrote, as a legend.
 *
 * @param {{model: Model, agents: ArrayLike<number>}} props
 */
export function Writers({ model, agents }) {
  const all = [...new Set(Array.from(agents))].filter((agent) => agent > 0).sort((a, b) => a - b);
  return all.length === 0
    ? null
    : h("div", { class: "legend" }, all.map((agent) =>
        h("span", { key: agent, class: "legend-item" },
          h("span", { class: `swatch by-${((agent - 1) % TINTS) + 1}`, "aria-hidden": "true" }), model.writer(agent))));
}
