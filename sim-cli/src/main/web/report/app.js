// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The report of a run.
import { h } from "preact";
import { useCallback, useMemo, useState } from "preact/hooks";
import { count, time } from "sluice/common/numbers.js";
import { ThemeButton } from "sluice/common/theme.js";
import { BarrierLegend, Barriers, BarrierStory } from "sluice/report/barriers.js";
import { Caches } from "sluice/report/caches.js";
import { Advice, Check, Findings, summary } from "sluice/report/findings.js";
import { Images } from "sluice/report/images.js";
import { Chosen, Commands, HeadLegend, Limits } from "sluice/report/limits.js";
import { Host, Memory } from "sluice/report/memory.js";
import { barriers as barriersOf, concerns, findings as findingsOf } from "sluice/report/model.js";
import { Sections } from "sluice/report/parts.js";
import { Analysis, Device, Energy, Inputs, Regions } from "sluice/report/rest.js";
import { Traffic } from "sluice/report/sankey.js";
import { Timeline } from "sluice/report/timeline.js";

/**
 * The page of a run.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run} props.run
 * @param {string} props.version
 */
export function Report({ run, version }) {
  const result = run.result;
  const [selected, setSelected] = useState(/** @type {string | null} */ (null));
  const found = useMemo(() => findingsOf(result), [result]);
  const barriers = useMemo(() => barriersOf(result), [result]);
  const select = useCallback((/** @type {string | null} */ id) => setSelected(id), []);
  const command = result.commands.find((/** @type {any} */ one) => one.id === selected && one.kind !== "pipelineBarrier");
  const barrier = barriers.find((/** @type {any} */ one) => one.id === selected);
  const seen = selected === null ? barriers : barriers.filter((/** @type {any} */ one) => concerns(one, selected));
  const commandIds = new Set(result.commands.map((/** @type {any} */ one) => one.id));
  const show = (/** @type {string} */ id) => {
    setSelected(id);
    document.getElementById("timeline")?.scrollIntoView();
  };
  /** @type {[string, string, any][]} */
  const sections = [
    ["findings", "Findings", h(Findings, { result, findings: found, source: run.source, onSelect: show })],
  ];
  if (run.check) {
    sections.push(["check", "Hazards and lint", h(Check, { check: run.check, source: run.source })]);
  }
  if (result.commands.length > 0) {
    sections.push([
      "timeline",
      "Timeline",
      [
        h(Timeline, { result, barriers, selected, onSelect: select }),
        barrier ? h(BarrierStory, { barrier, source: run.source }) : command ? h(Chosen, { command, result, source: run.source }) : h("p", { class: "faint screen" }, "Choose a command or a barrier: the tables below then show what has to do with it."),
      ],
    ]);
  }
  sections.push(["limits", "What limits the run", h(Limits, { limits: result.limits })]);
  if (result.commands.length > 0) {
    sections.push([
      "commands",
      "Commands",
      [h(HeadLegend, null), h(Commands, { result, selected: selected !== null && commandIds.has(selected) ? selected : null, onSelect: select })],
    ]);
    sections.push(["barriers", "Barriers", [h(BarrierLegend, null), h(Barriers, { barriers: seen, selected, onSelect: select })]]);
  }
  if (run.advice) {
    sections.push(["advice", "Cheaper barriers", h(Advice, { advice: run.advice })]);
  }
  sections.push(["caches", "Caches", h(Caches, { run, selected: command ? selected : null })]);
  sections.push(["traffic", "Traffic between levels", h(Traffic, { result, details: run.details })]);
  sections.push(["memory", "Device memory", h(Memory, { run })]);
  if (result.images.length > 0) {
    sections.push(["images", "Images and tiles", h(Images, { run })]);
  }
  sections.push(["host", "Host and link", h(Host, { run })]);
  if (result.regions?.length > 0) {
    sections.push(["regions", "Regions", h(Regions, { regions: result.regions })]);
  }
  if (result.analysis) {
    sections.push(["analysis", "Analysis", h(Analysis, { analysis: result.analysis })]);
  }
  if (result.energy) {
    sections.push(["energy", "Energy", h(Energy, { energy: result.energy })]);
  }
  if (result.resolvedDevice) {
    sections.push(["device", "Device", h(Device, { device: result.resolvedDevice })]);
  }
  sections.push(["inputs", "Inputs and notes", h(Inputs, { result, version })]);
  return h(
    "div",
    { class: "frame" },
    h(Header, {
      title: result.stream,
      of: `on ${result.device}, profile ${result.profile}`,
      figures: [
        [count(result.cycles), "cycles"],
        [time(result.timeNs), "simulated"],
        [count(result.commands.length), "commands"],
        found.length === 0 ? [result.timingOnly ? "–" : "0", "findings", result.timingOnly ? "" : "good"] : [String(found.length), summary(found), "bad"],
      ],
    }),
    result.cut || result.interrupted ? h("p", { class: "notice" }, result.cut ? "The run was cut off by --max-cycles." : "The run was stopped before its end.") : null,
    h(Navigation, { sections }),
    h(
      "div",
      { class: "sections" },
      h(Sections, { sections }),
    ),
    selected !== null
      ? h("div", { class: "chip screen" }, h("span", null, `Tables show what has to do with ${selected}`), h("button", { type: "button", onClick: () => setSelected(null) }, "Show all"))
      : null,
  );
}

/**
 * The head of a page.
 *
 * @param {object} props
 * @param {string} props.title
 * @param {any} props.of
 * @param {(string[])[]} props.figures a number, what it is, and perhaps a class
 */
export function Header({ title, of, figures }) {
  return h(
    "header",
    null,
    h("div", { class: "title" }, h("h1", null, title), h("p", null, of)),
    h("ul", { class: "figures" }, figures.map(([value, what, kind]) => h("li", { class: kind ?? "" }, h("b", null, value), h("span", null, what)))),
    h("div", { class: "actions screen" }, h(ThemeButton, null), h("button", { type: "button", onClick: () => window.print() }, "Print")),
  );
}

/**
 * Links to the sections.
 *
 * @param {object} props
 * @param {any[][]} props.sections
 */
export function Navigation({ sections }) {
  return h("nav", { "aria-label": "Sections", class: "screen" }, h("ul", null, sections.map(([id, title]) => h("li", null, h("a", { href: `#${id}` }, title)))));
}
