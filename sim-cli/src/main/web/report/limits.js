// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What limits the run and each command: where unit cycles went, and which resources were busy.
import { h } from "preact";
import { bytes, count, percent, short, time } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { heads } from "sluice/report/model.js";
import { Facts, Legend, Place, Share, Stack } from "sluice/report/parts.js";

/** @type {Record<string, string>} */
const COLOURS = { issued: "series-3", memory: "series-2", dependency: "series-4", idle: "line" };
const BUSIEST = 10;

/** The legend of the heads. */
export function HeadLegend() {
  return h(Legend, {
    of: [
      { title: "issued", colour: COLOURS.issued },
      { title: "waiting for memory", colour: COLOURS.memory },
      { title: "dependency", colour: COLOURS.dependency },
      { title: "nothing to issue", colour: COLOURS.idle },
    ],
  });
}

/**
 * The limits of a span of time.
 *
 * @param {object} props
 * @param {any} props.limits
 */
export function Limits({ limits }) {
  const all = heads(limits.topDown);
  const whole = limits.topDown.unitCycles;
  return h(
    "div",
    { class: "limits" },
    h("p", { class: "summary" }, limits.summary),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        null,
        h("h3", null, "Where the cycles of the units went"),
        whole === 0 ? h("p", { class: "faint" }, "No unit ran.") : null,
        h(
          "ul",
          { class: "tree" },
          whole === 0
            ? null
            : all.map((head) =>
                h(
                  "li",
                  null,
                  h("div", { class: "row" }, h("span", null, head.title), h(Share, { share: head.cycles / whole, colour: COLOURS[head.key] === "line" ? "series-8" : COLOURS[head.key] }), h("span", { class: "number faint" }, short(head.cycles))),
                  Object.keys(head.parts).length === 0
                    ? null
                    : h(
                        "ul",
                        null,
                        Object.entries(head.parts)
                          .sort((a, b) => b[1] - a[1])
                          .map(([name, cycles]) =>
                            h("li", null, h("div", { class: "row" }, h("span", null, name), h(Share, { share: cycles / whole, colour: COLOURS[head.key] }), h("span", { class: "number faint" }, short(cycles)))),
                          ),
                      ),
                ),
              ),
        ),
      ),
      h(
        "div",
        null,
        h("h3", null, "Busiest resources"),
        h(
          "ul",
          { class: "tree" },
          limits.utilisation.slice(0, BUSIEST).map((/** @type {any} */ use) =>
            h(
              "li",
              null,
              h(
                "div",
                { class: "row", title: `mean of all ${use.instances}: ${percent(use.meanShare)}` },
                h("span", null, `${use.resource} `, h("span", { class: "faint" }, use.instance)),
                h(Share, { share: use.share }),
                h("span", { class: "number faint" }, `mean ${percent(use.meanShare)}`),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * All commands, with what limited each.
 *
 * @param {object} props
 * @param {any} props.result
 * @param {string | null} props.selected
 * @param {(id: string | null) => void} props.onSelect
 */
export function Commands({ result, selected, onSelect }) {
  // barriers have a table of their own
  const barriers = new Set(result.barriers.map((/** @type {any} */ one) => one.id));
  const rows = result.commands.filter((/** @type {any} */ one) => !barriers.has(one.id) && (selected === null || one.id === selected));
  /** @param {any} one */
  const cycles = (one) => one.endCycle - one.startCycle;
  return h(Table, {
    name: "commands",
    caption: "Commands",
    rows,
    sort: "cycles",
    shown: 25,
    marked: (one) => one.id === selected,
    onPick: (one) => onSelect(one.id === selected ? null : one.id),
    columns: [
      { key: "id", title: "Command", value: (one) => one.id },
      { key: "kind", title: "Kind", value: (one) => one.kind },
      { key: "label", title: "Label", value: (one) => one.label },
      { key: "cycles", title: "Cycles", number: true, value: cycles, show: (one) => count(cycles(one)) },
      { key: "startCycle", title: "Start", number: true, value: (one) => one.startCycle, show: (one) => count(one.startCycle) },
      {
        key: "memoryShare",
        title: "Unit cycles",
        hint: "sorts by the part that waited for memory",
        value: (one) => (one.limits && one.limits.topDown.unitCycles > 0 ? heads(one.limits.topDown)[1].cycles / one.limits.topDown.unitCycles : 0),
        show: (one) =>
          one.limits && one.limits.topDown.unitCycles > 0
            ? h(Stack, { parts: heads(one.limits.topDown).map((head) => ({ title: head.title, value: head.cycles, colour: COLOURS[head.key] })), say: (n) => percent(n, one.limits.topDown.unitCycles) })
            : null,
      },
      {
        key: "limitedBy",
        title: "Limited by",
        value: (one) => (one.limits?.limitedBy ? `${one.limits.limitedBy.resource} ${one.limits.limitedBy.instance}` : (one.limits?.summary ?? "")),
        show: (one) => h("span", { class: "wrap" }, one.limits?.summary ?? ""),
      },
      { key: "bytesRead", title: "Read", number: true, value: (one) => one.bytesRead, show: (one) => bytes(one.bytesRead) },
      { key: "bytesWritten", title: "Written", number: true, value: (one) => one.bytesWritten, show: (one) => bytes(one.bytesWritten) },
      { key: "overlapCycles", title: "Overlapped", number: true, hint: "cycles during which another command ran too", value: (one) => one.overlapCycles, show: (one) => count(one.overlapCycles) },
      { key: "queue", title: "Queue", value: (one) => one.queue },
    ],
  });
}

/**
 * A command that was chosen: its times, its stages, what limited it.
 *
 * @param {object} props
 * @param {any} props.command
 * @param {any} props.result
 * @param {Record<string, string>} props.source
 */
export function Chosen({ command, result, source }) {
  const nanos = result.cycles === 0 ? 0 : result.timeNs / result.cycles;
  const cycles = command.endCycle - command.startCycle;
  return h(
    "div",
    { class: "chosen" },
    h("h3", null, `${command.id} ${command.kind}`, command.label ? ` “${command.label}”` : ""),
    h(Facts, {
      of: [
        ["cycles", `${count(command.startCycle)} – ${count(command.endCycle)}: ${count(cycles)} (${time(cycles * nanos)})`],
        ["queue", command.queue],
        ["submitted", count(command.submitCycle)],
        ["overlapped", count(command.overlapCycles)],
        ["read", bytes(command.bytesRead)],
        ["written", bytes(command.bytesWritten)],
        ["waves", command.waves ? count(command.waves) : ""],
        ["place", h(Place, { where: command.where, source })],
      ],
    }),
    Object.keys(command.stages).length > 0
      ? h(Facts, { of: Object.entries(command.stages).map(([stage, span]) => /** @type {[string, any]} */ ([stage, `${count(span.start)} – ${count(span.end)}`])) })
      : null,
    command.limits ? h(Limits, { limits: command.limits }) : null,
  );
}
