// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Barriers and what their cost is made of.
import { h } from "preact";
import { bytes, count } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { Facts, Legend, Place, Stack } from "sluice/report/parts.js";

/**
 * What the stall of a barrier is made of.
 *
 * @param {any} one
 */
function parts(one) {
  return [
    { title: "drain", value: one.drainCycles, colour: "drain" },
    { title: "actions", value: one.actionCycles, colour: "series-7" },
    { title: "rest", value: one.other, colour: "series-8" },
  ];
}

/** What the colours mean. */
export function BarrierLegend() {
  return h(Legend, {
    of: [
      { title: "drain: earlier stages end", colour: "drain" },
      { title: "actions: flushes, invalidations", colour: "series-7" },
      { title: "refill: bytes fetched again", colour: "series-1" },
    ],
  });
}

/**
 * All barriers.
 *
 * @param {object} props
 * @param {any[]} props.barriers
 * @param {string | null} props.selected
 * @param {(id: string | null) => void} props.onSelect
 */
export function Barriers({ barriers, selected, onSelect }) {
  const longest = Math.max(1, ...barriers.map((one) => one.stallCycles));
  const most = Math.max(1, ...barriers.map((one) => one.refillBytes));
  return h(Table, {
    name: "barriers",
    caption: "Barriers",
    rows: barriers,
    sort: "stallCycles",
    shown: 25,
    marked: (one) => one.id === selected,
    onPick: (one) => onSelect(one.id === selected ? null : one.id),
    columns: [
      { key: "id", title: "Barrier", value: (one) => one.id },
      { key: "kind", title: "Kind", value: (one) => one.kind },
      { key: "frame", title: "Frame", number: true, value: (one) => one.frame },
      { key: "stallCycles", title: "Stall", number: true, value: (one) => one.stallCycles, show: (one) => count(one.stallCycles) },
      { key: "drainCycles", title: "Drain", number: true, value: (one) => one.drainCycles, show: (one) => count(one.drainCycles) },
      { key: "actionCycles", title: "Actions", number: true, value: (one) => one.actionCycles, show: (one) => count(one.actionCycles) },
      { key: "cost", title: "Stall is made of", value: (one) => one.stallCycles, show: (one) => h(Stack, { parts: parts(one), of: longest, say: count }) },
      { key: "writtenBackBytes", title: "Written back", number: true, value: (one) => one.writtenBack, show: (one) => bytes(one.writtenBack) },
      { key: "refillBytes", title: "Refill", number: true, value: (one) => one.refillBytes, show: (one) => bytes(one.refillBytes) },
      { key: "refillMisses", title: "Misses", number: true, value: (one) => one.refillMisses, show: (one) => h("span", { class: "withbar" }, h(Stack, { parts: [{ title: "refill", value: one.refillBytes, colour: "series-1" }], of: most, say: bytes }), count(one.refillMisses)) },
      { key: "heldBackCycles", title: "Held back", number: true, hint: "cycles by which others would have been ready earlier", value: (one) => one.held, show: (one) => count(one.held) },
      { key: "idleUnitCycles", title: "Idle units", hint: "cycles of units that had nothing to run meanwhile", number: true, value: (one) => one.idleUnitCycles, show: (one) => count(one.idleUnitCycles) },
      { key: "says", title: "Says", value: (one) => one.says.join("; ") || (one.label ?? ""), show: (one) => h("span", { class: "one small", title: one.says.join("; ") }, one.says.join("; ") || (one.label ?? "")) },
    ],
  });
}

/**
 * A barrier that was chosen: what it waited for, what it did, whom it held up, what was fetched again.
 *
 * @param {object} props
 * @param {any} props.barrier
 * @param {Record<string, string>} props.source
 */
export function BarrierStory({ barrier, source }) {
  return h(
    "div",
    { class: "chosen" },
    h("h3", null, `${barrier.id} ${barrier.kind}`, barrier.label ? ` “${barrier.label}”` : ""),
    barrier.says.map((/** @type {string} */ text) => h("p", { class: "mono" }, text)),
    h(Facts, {
      of: [
        ["reached", count(barrier.reachedCycle)],
        ["released", count(barrier.releasedCycle)],
        ["stall", count(barrier.stallCycles)],
        ["drain", count(barrier.drainCycles)],
        ["actions", count(barrier.actionCycles)],
        ["refill", `${count(barrier.refillMisses)} misses, ${bytes(barrier.refillBytes)}`],
        ["idle unit cycles", count(barrier.idleUnitCycles)],
        ["place", h(Place, { where: barrier.where, source })],
      ],
    }),
    h("div", { class: "stackline" }, h(Stack, { parts: parts(barrier), say: count })),
    list("Waited for", barrier.waitedFor, (one) => `${one.command}${one.stage ? " " + one.stage : ""} until ${count(one.until)}`),
    list(
      "Did",
      barrier.actions,
      (one) =>
        `${one.kind}${one.cache ? ` on ${one.instances} × ${one.cache}` : ""}: cycles ${count(one.startCycle)} – ${count(one.endCycle)}` +
        (one.linesVisited ? `, ${count(one.linesVisited)} lines visited` : "") +
        (one.writtenBackBytes ? `, ${bytes(one.writtenBackBytes)} written back` : "") +
        (one.invalidatedBytes ? `, ${bytes(one.invalidatedBytes)} dropped` : ""),
    ),
    list("Held up", barrier.heldBack, (one) => `${one.command}${one.stage ? " " + one.stage : ""} by ${count(one.cycles)} cycles`),
    list("Fetched again", barrier.refills, (one) => `${bytes(one.bytes)} of ${one.resource} by ${one.cache}, ${count(one.misses)} misses`),
  );
}

/**
 * @param {string} title
 * @param {any[]} items
 * @param {(one: any) => string} say
 */
function list(title, items, say) {
  return items.length === 0 ? null : h("div", { class: "list" }, h("h4", null, title), h("ul", null, items.map((one) => h("li", null, say(one)))));
}
