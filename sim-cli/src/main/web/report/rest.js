// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Energy, analysis, regions; the device with its sources; what a run was made of.
import { h } from "preact";
import { bytes, count, digits, short } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { Facts, Legend, Share, Stack } from "sluice/report/parts.js";

/**
 * An estimate of energy.
 *
 * @param {object} props
 * @param {any} props.energy
 */
export function Energy({ energy }) {
  const parts = Object.entries(energy.parts ?? {});
  // a run of no cycles took nothing, of which nothing is a part
  const share = (/** @type {{value: number}} */ one) => (energy.totalPicojoules > 0 ? one.value / energy.totalPicojoules : null);
  return h(
    "div",
    null,
    h("p", { class: "lead" }, `An estimate for ${energy.node}: ${digits(energy.totalPicojoules / 1e6)} µJ, ${digits(energy.averageWatts)} W on average, ${digits(energy.cacheSquareMillimetres)} mm² of caches. Compare such numbers; do not quote them.`),
    h(Table, {
      name: "energy",
      caption: "Energy by part",
      sort: "picojoules",
      shown: 12,
      rows: parts.map(([name, value]) => ({ id: name, name, value })),
      columns: [
        { key: "part", title: "Part", value: (one) => one.name },
        { key: "picojoules", title: "Picojoules", number: true, value: (one) => one.value, show: (one) => count(one.value) },
        { key: "share", title: "Share", number: true, value: share, show: (one) => h(Share, { share: share(one), colour: "series-5" }) },
      ],
    }),
  );
}

const KINDS = [
  { title: "compulsory", colour: "series-8" },
  { title: "capacity", colour: "series-2" },
  { title: "conflict", colour: "series-4" },
  { title: "coherence", colour: "series-7" },
];

/**
 * What --analyze found.
 *
 * @param {object} props
 * @param {any} props.analysis
 */
export function Analysis({ analysis }) {
  /** @param {any} misses */
  const kinds = (misses) => KINDS.map((kind) => ({ ...kind, value: misses[kind.title] }));
  const roofline = analysis.roofline ?? [];
  return h(
    "div",
    null,
    h(Legend, { of: KINDS }),
    h(Table, {
      name: "misses",
      caption: "Kinds of misses",
      rows: Object.entries(analysis.caches).map(([name, cache]) => ({ id: name, name, ...cache })),
      columns: [
        { key: "cache", title: "Cache", value: (one) => one.name },
        { key: "lookups", title: "Look-ups", number: true, value: (one) => one.lookups, show: (one) => count(one.lookups) },
        { key: "misses", title: "Misses are", value: (one) => KINDS.reduce((sum, kind) => sum + one.misses[kind.title], 0), show: (one) => h(Stack, { parts: kinds(one.misses), say: count }) },
        ...KINDS.map((kind) => ({ key: kind.title, title: kind.title, number: true, value: (/** @type {any} */ one) => one.misses[kind.title], show: (/** @type {any} */ one) => count(one.misses[kind.title]) })),
        { key: "hottestSet", title: "Hottest set", value: (one) => (one.sets.hottest.length === 0 ? "" : `${one.sets.hottest[0].instance}/${one.sets.hottest[0].slice}/${one.sets.hottest[0].set}: ${one.sets.hottest[0].misses} misses`) },
      ],
    }),
    roofline.length === 0
      ? null
      : h(Table, {
          name: "roofline",
          caption: "Rooflines of dispatches",
          rows: roofline.map((/** @type {any} */ one, /** @type {number} */ at) => ({ id: at, ...one })),
          columns: [
            { key: "command", title: "Command", value: (one) => one.command },
            { key: "kernel", title: "Kernel", value: (one) => one.kernel },
            { key: "cycles", title: "Cycles", number: true, value: (one) => one.cycles, show: (one) => count(one.cycles) },
            { key: "opsPerCycle", title: "Operations per cycle", number: true, value: (one) => one.opsPerCycle, show: (one) => `${digits(one.opsPerCycle)} of ${digits(one.peakOpsPerCycle)}` },
            { key: "bound", title: "Bound by", value: (one) => one.bound },
            { key: "levels", title: "Bytes per cycle by level", value: (one) => one.levels.map((/** @type {any} */ level) => `${level.name} ${digits(level.bytesPerCycle)} of ${digits(level.peakBytesPerCycle)}`).join(", "), show: (one) => h("span", { class: "wrap small" }, one.levels.map((/** @type {any} */ level) => `${level.name} ${digits(level.bytesPerCycle)} of ${digits(level.peakBytesPerCycle)}`).join(", ")) },
          ],
        }),
  );
}

/**
 * Statistics regions.
 *
 * @param {object} props
 * @param {any[]} props.regions
 */
export function Regions({ regions }) {
  return h(Table, {
    name: "regions",
    caption: "Regions",
    rows: regions.map((one, at) => ({ id: at, ...one })),
    columns: [
      { key: "name", title: "Region", value: (one) => one.name },
      { key: "occurrence", title: "Time", number: true, value: (one) => one.occurrence },
      { key: "mode", title: "Mode", value: (one) => one.mode },
      { key: "startCycle", title: "Start", number: true, value: (one) => one.startCycle, show: (one) => count(one.startCycle) },
      { key: "cycles", title: "Cycles", number: true, value: (one) => one.cycles, show: (one) => count(one.cycles) },
      { key: "commands", title: "Commands", number: true, value: (one) => one.commands.length },
      { key: "sectors", title: "Sectors", number: true, value: (one) => one.sectors, show: (one) => short(one.sectors) },
      { key: "vramReadBytes", title: "VRAM read", number: true, value: (one) => one.vram.readBytes, show: (one) => bytes(one.vram.readBytes) },
      { key: "vramWriteBytes", title: "VRAM written", number: true, value: (one) => one.vram.writeBytes, show: (one) => bytes(one.vram.writeBytes) },
    ],
  });
}

/**
 * The device: where its numbers come from, and all of them.
 *
 * @param {object} props
 * @param {any} props.device
 */
export function Device({ device }) {
  return h(
    "div",
    null,
    h("p", null, device.description),
    h("p", { class: device.calibrated ? "" : "faint" }, device.calibrated ? "Calibrated against hardware." : "Not calibrated against hardware: compare times, do not quote them."),
    list("Where its numbers come from", device.sources),
    list("What is a choice", device.choices),
    h(Table, {
      name: "device",
      caption: "The device, every key",
      shown: 14,
      rows: flat("", device).filter((row) => !/^(sources|choices|description)/.test(row.id)),
      columns: [
        { key: "key", title: "Key", value: (one) => one.id, show: (one) => h("span", { class: "mono" }, one.id) },
        { key: "value", title: "Value", value: (one) => one.value },
      ],
    }),
  );
}

/**
 * @param {string} title
 * @param {string[] | undefined} items
 */
function list(title, items) {
  return items && items.length > 0 ? [h("h3", null, title), h("ul", null, items.map((one) => h("li", null, one)))] : null;
}

/**
 * @param {string} path
 * @param {any} node
 * @returns {{id: string, value: any}[]}
 */
function flat(path, node) {
  if (node === null || typeof node !== "object") {
    return [{ id: path, value: node }];
  }
  if (Array.isArray(node)) {
    return node.flatMap((one, at) => flat(`${path}[${at}]`, one));
  }
  return Object.entries(node).flatMap(([key, one]) => flat(path === "" ? key : `${path}.${key}`, one));
}

/**
 * What the run was made of, and what is to be known of it.
 *
 * @param {object} props
 * @param {any} props.result
 * @param {string} props.version
 */
export function Inputs({ result, version }) {
  return h(
    "div",
    null,
    h(Facts, {
      of: [
        ["stream", result.stream],
        ["device", result.device],
        ["profile", result.profile],
        ["seed", String(result.seed)],
        ["Sluice", result.version ?? version],
        ["requests", count(result.requests)],
        ["sectors", count(result.sectors)],
        ["events", count(result.events)],
      ],
    }),
    h(Table, {
      name: "inputs",
      caption: "Inputs with their hashes",
      rows: (result.inputs ?? []).map((/** @type {any} */ one, /** @type {number} */ at) => ({ id: at, ...one })),
      columns: [
        { key: "name", title: "File", value: (one) => one.name },
        { key: "kind", title: "Kind", value: (one) => one.kind },
        { key: "sha256", title: "SHA-256", value: (one) => one.sha256, show: (one) => h("span", { class: "mono hash" }, one.sha256) },
      ],
    }),
    list("Notes", result.notes),
    list("Assumptions", result.assumptions),
  );
}

