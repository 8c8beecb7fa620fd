// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What lies in memory itself, below all caches: the bytes of a resource, stale where a cache has newer ones.
import { h } from "preact";
import { useState } from "preact/hooks";
import { Bytes, Writers } from "sluice/stepper/bytes.js";
import { grouped, hex, isHost, SECTOR } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/** Bytes that are shown at a time. */
const SHOWN = 256;

/** @param {{context: Context}} props */
export function MemoryView({ context }) {
  const { model, view } = context;
  const range = view.watch === null ? null : model.range(view.watch);
  const watched = typeof range === "object" && range !== null ? range.address : null;
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  if (model.resources.length === 0 || model.memoryParts.length === 0) {
    return h("p", { class: "faint" }, "This recording has no bytes of memory.");
  }
  const address = chosen ?? watched ?? model.resources[0].address;
  const resource = model.resourceAt(address) ?? model.resources[0];
  const offset = Math.max(0, Math.min(resource.size - 1, address - resource.address));
  const start = resource.address + offset - (offset % SHOWN);
  const end = Math.min(start + SHOWN, resource.address + resource.size);
  const shown = read(context, start, end - start);
  const newer = shown.stale.filter((s) => s).length;
  const go = (to) => setChosen(resource.address + Math.max(0, Math.min(resource.size - 1, to)));
  return h(
    "div",
    { class: "memory-view" },
    h("div", { class: "set-chooser" },
      h("select", { "aria-label": "Buffer or image", value: resource.name, onChange: (e) => {
        const name = /** @type {HTMLSelectElement} */ (e.currentTarget).value;
        setChosen(model.resources.find((r) => r.name === name)?.address ?? null);
      } }, model.resources.map((r) => h("option", { key: r.name, value: r.name }, r.name))),
      h("button", { "aria-label": `${SHOWN} bytes before`, disabled: start <= resource.address, onClick: () => go(start - resource.address - SHOWN) }, "‹"),
      h("label", null, "from ", h("input", { type: "number", min: 0, max: resource.size - 1, step: SHOWN, value: start - resource.address,
        onChange: (e) => go(Number(/** @type {HTMLInputElement} */ (e.currentTarget).value) || 0) })),
      h("button", { "aria-label": `${SHOWN} bytes after`, disabled: end >= resource.address + resource.size, onClick: () => go(start - resource.address + SHOWN) }, "›"),
      chosen !== null && watched !== null && h("button", { class: "quiet", onClick: () => setChosen(null) }, "to what is watched")),
    h("p", { class: "faint none" },
      `${resource.name}: ${grouped(resource.size)} bytes at ${hex(resource.address)}, ${isHost(resource.address) ? "host memory" : "device memory"}. `,
      newer > 0 ? h("b", { class: "wrong" }, `${newer} of these bytes are stale here: newer ones are in a cache.`) : ""),
    h(Bytes, { context, shown }),
    h(Writers, { model, agents: shown.agents }),
  );
}

/**
 * @param {Context} context
 * @param {number} start
 * @param {number} length
 * @returns {import("sluice/stepper/bytes.js").Shown}
 */
function read(context, start, length) {
  const { model, view } = context;
  const state = model.state(view.step);
  /** @type {(number | null)[]} */
  const bytes = new Array(length).fill(null);
  const agents = new Uint16Array(length);
  /** @type {Map<number, import("sluice/stepper/model.js").Row | null>} */
  const changed = new Map();
  for (const change of model.changes(view.step)) {
    if (model.memoryParts.includes(change.part)) {
      changed.set(change.row, change.before);
    }
  }
  let before = /** @type {(number | null)[] | null} */ (null);
  for (let row = Math.floor(start / SECTOR); row * SECTOR < start + length; row++) {
    const values = model.memoryParts.map((part) => state.row(part, "sectors", row)).find((v) => v !== null);
    const from = row * SECTOR - start;
    const writers = values ? model.agents(values.writers, SECTOR) : null;
    const was = changed.get(row);
    for (let i = Math.max(0, -from); i < SECTOR && from + i < length; i++) {
      if (values && writers !== null) {
        bytes[from + i] = values.bytes[i];
        agents[from + i] = writers[i];
      }
      if (was) {
        before ??= [...bytes];
      }
    }
    if (was && before !== null) {
      for (let i = Math.max(0, -from); i < SECTOR && from + i < length; i++) {
        before[from + i] = was.bytes[i];
      }
    }
  }
  if (before !== null) {
    const old = before;
    before = bytes.map((b, i) => (changed.has(Math.floor((start + i) / SECTOR)) ? old[i] : b));
  }
  const newest = model.newest(state, start, length).agents;
  return {
    address: start, bytes, agents, before,
    stale: bytes.map((b, i) => b !== null && newest[i] !== null && newest[i] !== agents[i]),
    dirty: () => false,
  };
}
