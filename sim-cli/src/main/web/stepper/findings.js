// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What went wrong in the run, each with the way to its step and what was missing.
import { h } from "preact";
import { grouped } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/** What kinds are called. */
export const KINDS = { staleRead: "Stale read", lostWrite: "Lost write" };

/** More findings than this are not listed. */
const MOST = 100;

/** @param {{context: Context}} props */
export function Findings({ context }) {
  const { model, view } = context;
  const all = model.head.findings;
  if (all.length === 0) {
    return h("p", { class: "faint" }, model.head.timingOnly ? "A run without bytes has no findings." : "Nothing went wrong in this run.");
  }
  const outside = all.length - model.findings.length;
  return h(
    "div",
    { class: "findings" },
    model.findings.slice(0, MOST).map((finding, i) =>
      h("article", { key: i, class: `finding ${finding.step === view.step ? "here" : ""}` },
        h("h3", null,
          h("span", { class: "badge stale" }, KINDS[finding.kind] ?? finding.kind), " ",
          h("button", { class: "link", onClick: () => show(context, finding) }, `step ${grouped(finding.step)}, cycle ${grouped(finding.cycle)}`)),
        h("p", null, words(finding)),
        h("dl", { class: "facts" },
          fact("got", h("span", { class: "mono" }, finding.got)),
          fact("expected", [h("span", { class: "mono", key: "bytes" }, finding.expected), ` of ${finding.writer}`]),
          finding.heldIn ? fact("held in", finding.heldIn) : null,
          finding.missing ? fact("missing", h("code", null, finding.missing)) : null),
        finding.suggestion && h("pre", { class: "suggestion", tabindex: 0 }, finding.suggestion))),
    all.length > MOST && h("p", { class: "faint" }, `and ${grouped(model.findings.length - MOST)} more`),
    outside > 0 && h("p", { class: "faint" }, `${grouped(outside)} more lie outside what was recorded.`),
  );
}

/** @param {any} finding */
function words(finding) {
  const range = `${finding.resource} bytes ${grouped(finding.offset)}..${grouped(finding.offset + finding.size - 1)}`;
  return finding.kind === "lostWrite" ? `${finding.agent} overwrites ${range}` : `${finding.agent} reads ${range}`;
}

/**
 * Goes to a finding, and watches its first word.
 *
 * @param {Context} context
 * @param {any} finding
 */
export function show(context, finding) {
  const offset = finding.offset - (finding.offset % 4);
  context.store.set({ step: finding.step, playing: false, tab: "watch", watch: `${finding.resource}:${offset}:4` });
}

/**
 * @param {string} name
 * @param {any} value
 */
function fact(name, value) {
  return h("div", { key: name }, h("dt", null, name), h("dd", null, value));
}
