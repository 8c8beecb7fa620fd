// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What went wrong: findings with their story; what check and advise say.
import { h } from "preact";
import { count } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { Place } from "sluice/report/parts.js";

const SHOWN = 20;

/**
 * The verdict of a run and its findings.
 *
 * @param {object} props
 * @param {any} props.result
 * @param {import("sluice/report/model.js").Finding[]} props.findings
 * @param {Record<string, string>} props.source
 * @param {(id: string) => void} [props.onSelect]
 */
export function Findings({ result, findings, source, onSelect }) {
  return h(
    "div",
    null,
    findings.length === 0 ? h("p", { class: "verdict clean" }, clean(result)) : h("p", { class: "verdict bad" }, "✗ " + summary(findings)),
    findings.slice(0, SHOWN).map((one) =>
      h(
        "article",
        { class: "finding", key: one.id },
        h("h3", null, h("span", { class: "badge" }, one.kind), " ", one.what),
        h("dl", { class: "story" }, one.story.map(([name, text]) => h("div", { class: name === "missing" ? "missing" : "" }, h("dt", null, name), h("dd", { class: "mono" }, text)))),
        one.cure ? h("p", null, h("span", { class: "faint" }, one.note ? "" : "add "), h("code", { class: "cure" }, one.cure)) : null,
        h(
          "p",
          null,
          h(Place, { where: one.where, source }),
          one.cycle >= 0 ? h("span", { class: "faint" }, ` at cycle ${count(one.cycle)} `) : " ",
          onSelect && result.commands.some((/** @type {any} */ command) => command.id === one.command)
            ? h("button", { type: "button", class: "link", onClick: () => onSelect(one.command) }, `Show ${one.command} in the timeline`)
            : null,
        ),
      ),
    ),
    findings.length > 1
      ? h(Table, {
          name: "findings",
          caption: "All findings",
          shown: 10,
          rows: findings,
          columns: [
            { key: "kind", title: "Kind", value: (/** @type {any} */ one) => one.kind },
            { key: "command", title: "Command", value: (/** @type {any} */ one) => one.command },
            { key: "what", title: "What", value: (/** @type {any} */ one) => one.what },
            { key: "heldIn", title: "Held in", value: (/** @type {any} */ one) => part(one, "held in") },
            { key: "missing", title: "Missing", value: (/** @type {any} */ one) => part(one, "missing") },
            { key: "where", title: "Place", value: (/** @type {any} */ one) => one.where },
            { key: "cycle", title: "Cycle", number: true, value: (/** @type {any} */ one) => one.cycle, show: (/** @type {any} */ one) => (one.cycle < 0 ? "" : count(one.cycle)) },
            { key: "count", title: "Count", number: true, value: (/** @type {any} */ one) => one.count },
          ],
        })
      : null,
  );
}

/**
 * @param {import("sluice/report/model.js").Finding} one
 * @param {string} name
 */
function part(one, name) {
  return one.story.find(([key]) => key === name)?.[1] ?? "";
}

/**
 * How many there are of each kind.
 *
 * @param {import("sluice/report/model.js").Finding[]} findings
 */
export function summary(findings) {
  /** @type {Map<string, number>} */
  const kinds = new Map();
  findings.forEach((one) => kinds.set(one.kind, (kinds.get(one.kind) ?? 0) + 1));
  return [...kinds].map(([kind, n]) => `${n} ${kind}${n > 1 ? "s" : ""}`).join(", ");
}

/** @param {any} result */
function clean(result) {
  if (result.timingOnly) {
    return "Timing only: bytes were not judged, so nothing can be said about them.";
  }
  if (result.interrupted) {
    return "Stopped before the end: no finding so far.";
  }
  const expects = (result.checks ?? []).length;
  return `✓ Clean: no stale read, no lost write${result.display ? ", no torn present" : ""}${expects === 0 ? "" : expects === 1 ? ", the expect holds" : `, all ${expects} expects hold`}.`;
}

/**
 * What check says of the stream.
 *
 * @param {object} props
 * @param {any} props.check
 * @param {Record<string, string>} props.source
 */
export function Check({ check, source }) {
  const problems = check.problems ?? [];
  return h(
    "div",
    null,
    h(
      "p",
      { class: `verdict ${check.hazards.length === 0 ? "clean" : "bad"}` },
      check.hazards.length === 0 ? "✓ No hazard: all accesses are ordered." : `✗ ${check.hazards.length} hazard${check.hazards.length > 1 ? "s" : ""} in ${problems.length} problem${problems.length > 1 ? "s" : ""}`,
    ),
    check.hazards.length > 0
      ? h(Table, {
          name: "hazards",
          caption: "Hazards",
          rows: check.hazards.map((/** @type {any} */ one, /** @type {number} */ at) => ({ ...one, id: at })),
          columns: [
            { key: "kind", title: "Kind", value: (/** @type {any} */ one) => one.kind },
            { key: "prior", title: "First", value: (/** @type {any} */ one) => one.prior },
            { key: "current", title: "Then", value: (/** @type {any} */ one) => one.current },
            { key: "resource", title: "Resource", value: (/** @type {any} */ one) => one.resource },
            { key: "missing", title: "Missing", value: (/** @type {any} */ one) => one.missing },
            { key: "suggestion", title: "Add", value: (/** @type {any} */ one) => one.suggestion, show: (/** @type {any} */ one) => h("code", { class: "wrap" }, one.suggestion) },
            { key: "where", title: "Place", value: (/** @type {any} */ one) => one.currentAccess.where, show: (/** @type {any} */ one) => h(Place, { where: one.currentAccess.where, source }) },
          ],
        })
      : null,
    check.lint.length > 0
      ? h(Table, {
          name: "lint",
          caption: "Lint",
          shown: 20,
          rows: check.lint.map((/** @type {any} */ one, /** @type {number} */ at) => ({ ...one, id: at })),
          columns: [
            { key: "severity", title: "Severity", value: (/** @type {any} */ one) => one.severity },
            { key: "rule", title: "Rule", value: (/** @type {any} */ one) => one.rule },
            { key: "command", title: "Command", value: (/** @type {any} */ one) => one.command },
            { key: "message", title: "Message", value: (/** @type {any} */ one) => one.message, show: (/** @type {any} */ one) => h("span", { class: "wrap" }, one.message) },
            { key: "suggestion", title: "Instead", value: (/** @type {any} */ one) => one.suggestion, show: (/** @type {any} */ one) => h("code", { class: "wrap" }, one.suggestion) },
          ],
        })
      : null,
  );
}

/**
 * What advise says of the stream.
 *
 * @param {object} props
 * @param {any} props.advice
 */
export function Advice({ advice }) {
  const totals = Object.entries(advice.devices);
  return h(
    "div",
    null,
    totals.map(([device, total]) => h("p", { key: device }, `On ${device}: ${count(total.cyclesNow)} cycles now, ${count(total.cyclesBest)} with all advice, ${count(total.savedCycles)} saved.`)),
    h(Table, {
      name: "advice",
      caption: "Advice by barrier",
      rows: advice.barriers.flatMap((/** @type {any} */ one) => Object.entries(one.devices).map(([device, cost]) => ({ ...one, .../** @type {any} */ (cost), device, id: `${one.barrier} ${device}` }))),
      sort: "savedCycles",
      columns: [
        { key: "barrier", title: "Barrier", value: (/** @type {any} */ one) => one.barrier },
        { key: "label", title: "Label", value: (/** @type {any} */ one) => one.label },
        { key: "stallNow", title: "Stall now", number: true, value: (/** @type {any} */ one) => one.stallNow, show: (/** @type {any} */ one) => count(one.stallNow) },
        { key: "stallBest", title: "Best", number: true, value: (/** @type {any} */ one) => one.stallBest, show: (/** @type {any} */ one) => count(one.stallBest) },
        { key: "savedCycles", title: "Saved", number: true, value: (/** @type {any} */ one) => one.savedCycles, show: (/** @type {any} */ one) => count(one.savedCycles) },
        { key: "advice", title: "Advice", value: (/** @type {any} */ one) => one.advice, show: (/** @type {any} */ one) => h("span", { class: "wrap" }, one.advice) },
        { key: "why", title: "Why", value: (/** @type {any} */ one) => one.why, show: (/** @type {any} */ one) => h("span", { class: "wrap faint" }, one.why) },
      ],
    }),
  );
}
