// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Two runs: what differs first, then both beside each other.
import { h } from "preact";
import { useMemo, useState } from "preact/hooks";
import { bytes, count, percent, signed, time } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { Header, Navigation } from "sluice/report/app.js";
import { BarrierLegend, BarrierStory } from "sluice/report/barriers.js";
import { Chart } from "sluice/report/charts.js";
import { Findings, summary } from "sluice/report/findings.js";
import { HeadLegend, Limits } from "sluice/report/limits.js";
import { barriers as barriersOf, findings as findingsOf, hitRate, series } from "sluice/report/model.js";
import { pairs } from "sluice/report/pairs.js";
import { Sections, Share, Stack } from "sluice/report/parts.js";
import { Traffic } from "sluice/report/sankey.js";
import { Timeline } from "sluice/report/timeline.js";

const LEADERS = 12;

/**
 * The page of two runs.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run} props.a
 * @param {import("sluice/report/model.js").Run} props.b
 * @param {string} props.nameOfA
 * @param {string} props.nameOfB
 * @param {any} props.difference what compare --json prints of two results
 */
export function Comparison({ a, b, nameOfA, nameOfB, difference }) {
  const titles = [`A: ${nameOfA}`, `B: ${nameOfB}`];
  const names = ["A", "B"];
  const sameClock = difference.unit === "cycles";
  const nanos = [a, b].map((run) => (run.result.cycles === 0 ? 0 : run.result.timeNs / run.result.cycles));
  /** @param {number} n */
  const say = (n) => (sameClock ? count(n) : time(n));
  const model = useMemo(() => build(a, b, sameClock ? [1, 1] : nanos), [a, b]);
  const found = [findingsOf(a.result), findingsOf(b.result)];
  const total = [a, b].map((run, at) => run.result.cycles * (sameClock ? 1 : nanos[at]));
  const by = total[1] - total[0];
  /** @type {[string, string, any][]} */
  const sections = [
    ["difference", "What makes the difference", h(Leaders, { model, say, names })],
    [
      "findings",
      "Findings",
      h(
        "div",
        { class: "columns" },
        [a, b].map((run, at) => h("div", null, h("h3", null, h(Side, { at }), titles[at]), h(Findings, { result: run.result, findings: found[at], source: run.source}))),
      ),
    ],
    ["timeline", "Timelines on one scale", h(Timelines, { runs: [a, b], titles, nanos, sameClock })],
    ["commands", "Commands", h(Commands, { rows: model.commands, names, say, sameClock })],
    ["barriers", "Barriers", [h(BarrierLegend, null), h(Barriers, { rows: model.barriers, names, say, sameClock })]],
    ["caches", "Caches", [h(Caches, { rows: model.caches, names, difference }), h(HitRates, { runs: [a, b], names, scale: sameClock ? [1, 1] : nanos, sameClock })]],
    [
      "limits",
      "What limits them",
      [h(HeadLegend, null), h("div", { class: "columns" }, [a, b].map((run, at) => h("div", null, h("h3", null, h(Side, { at }), titles[at]), h(Limits, { limits: run.result.limits }))))],
    ],
    ["traffic", "Traffic between levels", [a, b].map((run, at) => h("div", null, h("h3", null, h(Side, { at }), titles[at]), h(Traffic, { result: run.result, details: run.details, name: at === 0 ? "traffic-a" : "traffic-b" })))],
    ["counters", "Other counters", h(Counters, { rows: difference.others, names })],
    ["settings", "What was run", h(Settings, { difference, names })],
  ];
  return h(
    "div",
    { class: "frame" },
    h(Header, {
      title: `${nameOfA} and ${nameOfB}`,
      of: [a, b].map((run, at) => h("span", { class: "side" }, h(Side, { at }), `${names[at]}: ${run.result.stream} on ${run.result.device}, profile ${run.result.profile}`)),
      figures: [
        [say(total[0]), sameClock ? "cycles, A" : "A"],
        [say(total[1]), sameClock ? "cycles, B" : "B"],
        [signed(by, say), total[0] === 0 ? "" : `${by > 0 ? "+" : ""}${percent(by, total[0])}`, by > 0 ? "bad" : by < 0 ? "good" : ""],
        ...found.map((list, at) => {
          const unjudged = list.length === 0 && [a, b][at].result.timingOnly;
          return [unjudged ? "–" : String(list.length), `${list.length === 0 ? "findings" : summary(list)}, ${names[at]}`, list.length > 0 ? "bad" : unjudged ? "" : "good"];
        }),
      ],
    }),
    h(Navigation, { sections }),
    h(
      "div",
      { class: "sections" },
      h(Sections, { sections }),
    ),
  );
}

/**
 * The colour of a run.
 *
 * @param {object} props
 * @param {number} props.at 0 for the first
 */
function Side({ at }) {
  return h("i", { class: "swatch", style: `background:var(--series-${at + 1})`, "aria-hidden": "true" });
}

/**
 * Both runs, each thing beside its counterpart.
 *
 * @param {import("sluice/report/model.js").Run} a
 * @param {import("sluice/report/model.js").Run} b
 * @param {number[]} scale what a cycle of each counts
 */
function build(a, b, scale) {
  /** @param {any} result */
  const working = (result) => {
    const barriers = new Set(result.barriers.map((/** @type {any} */ one) => one.id));
    return result.commands.filter((/** @type {any} */ one) => !barriers.has(one.id));
  };
  /** @param {any} one */
  const key = (one) => `${one.kind} ${one.label ?? ""} ${one.implicit ? one.id.replace(/\d+/g, "") : ""}`;
  /**
   * @param {any} one
   * @param {number} side
   */
  const took = (one, side) => (one === null ? null : (one.endCycle - one.startCycle) * scale[side]);
  const commands = pairs(working(a.result), working(b.result), key).map((pair, at) => ({
    id: at,
    ...pair,
    name: name(pair),
    first: took(pair.a, 0),
    second: took(pair.b, 1),
    by: (took(pair.b, 1) ?? 0) - (took(pair.a, 0) ?? 0),
  }));
  /**
   * @param {any} one
   * @param {number} side
   */
  const stall = (one, side) => (one === null ? null : one.stallCycles * scale[side]);
  const barriers = pairs(barriersOf(a.result), barriersOf(b.result), key).map((pair, at) => ({
    id: at,
    ...pair,
    name: name(pair),
    first: stall(pair.a, 0),
    second: stall(pair.b, 1),
    by: (stall(pair.b, 1) ?? 0) - (stall(pair.a, 0) ?? 0),
    refill: (pair.b?.refillBytes ?? 0) - (pair.a?.refillBytes ?? 0),
    writtenBack: (pair.b?.writtenBack ?? 0) - (pair.a?.writtenBack ?? 0),
  }));
  const caches = [...new Set([...Object.keys(a.result.caches), ...Object.keys(b.result.caches)])].map((cache) => {
    const first = a.result.caches[cache] ?? null;
    const second = b.result.caches[cache] ?? null;
    /** @param {any} one */
    const misses = (one) => (one === null ? 0 : one.readMisses + one.writeMisses);
    return { id: cache, name: cache, a: first, b: second, first: misses(first), second: misses(second), by: misses(second) - misses(first) };
  });
  return { commands, barriers, caches };
}

/** @param {import("sluice/report/pairs.js").Pair} pair */
function name(pair) {
  const any = pair.a ?? pair.b;
  const ids = pair.a !== null && pair.b !== null && pair.a.id !== pair.b.id ? `${pair.a.id} / ${pair.b.id}` : any.id;
  return `${ids} ${any.kind}${any.label ? ` “${any.label}”` : ""}`;
}

/**
 * What moved most, of everything.
 *
 * @param {object} props
 * @param {ReturnType<typeof build>} props.model
 * @param {(n: number) => string} props.say
 * @param {string[]} props.names
 */
function Leaders({ model, say, names }) {
  /**
   * @param {string} title
   * @param {any[]} rows
   * @param {(n: number) => string} words
   */
  const list = (title, rows, words) => {
    const moved = rows.filter((row) => row.by !== 0).sort((x, y) => Math.abs(y.by) - Math.abs(x.by)).slice(0, LEADERS / 2);
    const largest = Math.max(1, ...moved.map((row) => Math.abs(row.by)));
    return h(
      "div",
      null,
      h("h3", null, title),
      moved.length === 0 ? h("p", { class: "faint" }, "No difference.") : null,
      h(
        "ul",
        { class: "tree leaders" },
        moved.map((row) =>
          h(
            "li",
            null,
            h(
              "div",
              { class: "row" },
              h("span", null, row.name, row.a === null ? h("span", { class: "faint" }, ` only in ${names[1]}`) : row.b === null ? h("span", { class: "faint" }, ` only in ${names[0]}`) : null),
              h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: `width:${Math.min(100, (100 * Math.abs(row.by)) / largest)}%;background:var(--${row.by > 0 ? "bad" : "good"})` })),
              h("span", { class: `number ${row.by > 0 ? "worse" : "better"}` }, signed(row.by, words)),
            ),
          ),
        ),
      ),
    );
  };
  const moved = Object.values(model).flat().some((row) => row.by !== 0);
  return h(
    "div",
    null,
    moved ? null : h("p", { class: "verdict" }, "Nothing differs."),
    h("div", { class: "columns" }, list("Commands, time", model.commands, say), list("Barriers, stall", model.barriers, say)),
    h("div", { class: "columns" }, list("Caches, misses (sectors)", model.caches, count), list("Barriers, bytes fetched again", model.barriers.map((row) => ({ ...row, by: row.refill })), bytes)),
  );
}

/**
 * Two timelines, one below the other.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run[]} props.runs
 * @param {string[]} props.titles
 * @param {number[]} props.nanos
 * @param {boolean} props.sameClock
 */
function Timelines({ runs, titles, nanos, sameClock }) {
  const [selected, setSelected] = useState(/** @type {(string | null)[]} */ ([null, null]));
  const barriers = useMemo(() => runs.map((run) => barriersOf(run.result)), [runs[0], runs[1]]);
  const longest = Math.max(...runs.map((run, at) => run.result.cycles * (sameClock ? 1 : nanos[at])));
  return h(
    "div",
    null,
    runs.map((run, at) => {
      const barrier = barriers[at].find((/** @type {any} */ one) => one.id === selected[at]);
      return h(
        "div",
        { key: at },
        h("h3", null, h(Side, { at }), titles[at]),
        h(Timeline, {
          result: run.result,
          barriers: barriers[at],
          selected: selected[at],
          onSelect: (id) => setSelected((was) => was.map((one, i) => (i === at ? id : one))),
          name: `Timeline of ${titles[at]}`,
          until: sameClock || nanos[at] === 0 ? longest : longest / nanos[at],
          nanos: sameClock ? undefined : nanos[at],
        }),
        barrier ? h(BarrierStory, { barrier, source: run.source }) : null,
      );
    }),
  );
}

/**
 * Two bars, one above the other.
 *
 * @param {number | null} first
 * @param {number | null} second
 * @param {number} most
 */
function both(first, second, most) {
  return h(
    "span",
    { class: "both", "aria-hidden": "true" },
    h("i", { style: `width:${(100 * (first ?? 0)) / most}%;background:var(--series-1)` }),
    h("i", { style: `width:${(100 * (second ?? 0)) / most}%;background:var(--series-2)` }),
  );
}

/**
 * Columns of a time in both runs.
 *
 * @param {any[]} rows
 * @param {string[]} names
 * @param {(n: number) => string} say
 * @param {string} unit
 * @returns {import("sluice/common/table.js").Column[]}
 */
function times(rows, names, say, unit) {
  const most = Math.max(1, ...rows.map((row) => Math.max(row.first ?? 0, row.second ?? 0)));
  return [
    { key: `a ${unit}`, title: names[0], number: true, value: (row) => row.first, show: (row) => (row.first === null ? "–" : say(row.first)) },
    { key: `b ${unit}`, title: names[1], number: true, value: (row) => row.second, show: (row) => (row.second === null ? "–" : say(row.second)) },
    { key: "difference", title: "Difference", number: true, hint: "sorts by its size", value: (row) => row.by, show: (row) => h("span", { class: row.by > 0 ? "worse" : row.by < 0 ? "better" : "faint" }, signed(row.by, say)) },
    { key: "size", title: "Size", hint: "sorts by the size of the difference", value: (row) => Math.abs(row.by), show: (row) => both(row.first, row.second, most) },
  ];
}

/** @param {{rows: any[], names: string[], say: (n: number) => string, sameClock: boolean}} props */
function Commands({ rows, names, say, sameClock }) {
  return h(Table, {
    name: "commands",
    caption: "Commands of both",
    rows,
    sort: "size",
    shown: 25,
    columns: [
      { key: "command", title: "Command", value: (row) => row.name },
      ...times(rows, names, say, sameClock ? "cycles" : "ns"),
      { key: "a limitedBy", title: `Limit, ${names[0]}`, value: (row) => row.a?.limits?.summary ?? "", show: (row) => h("span", { class: "wrap small" }, row.a?.limits?.summary ?? "") },
      { key: "b limitedBy", title: `Limit, ${names[1]}`, value: (row) => row.b?.limits?.summary ?? "", show: (row) => h("span", { class: "wrap small" }, row.b?.limits?.summary ?? "") },
    ],
  });
}

/** @param {{rows: any[], names: string[], say: (n: number) => string, sameClock: boolean}} props */
function Barriers({ rows, names, say, sameClock }) {
  const most = Math.max(1, ...rows.flatMap((row) => [row.a?.stallCycles ?? 0, row.b?.stallCycles ?? 0]));
  /** @param {any} one */
  const cost = (one) =>
    one === null
      ? h("span", { class: "faint" }, "–")
      : h(Stack, {
          parts: [
            { title: "drain", value: one.drainCycles, colour: "drain" },
            { title: "actions", value: one.actionCycles, colour: "series-7" },
            { title: "rest", value: one.other, colour: "series-8" },
          ],
          of: most,
          say: count,
        });
  return h(Table, {
    name: "barriers",
    caption: "Barriers of both",
    rows,
    sort: "size",
    shown: 25,
    columns: [
      { key: "barrier", title: "Barrier", value: (row) => row.name },
      ...times(rows, names, say, sameClock ? "stallCycles" : "stall ns"),
      { key: "a cost", title: `Made of, ${names[0]}`, value: (row) => row.a?.stallCycles ?? null, show: (row) => cost(row.a) },
      { key: "b cost", title: `Made of, ${names[1]}`, value: (row) => row.b?.stallCycles ?? null, show: (row) => cost(row.b) },
      { key: "writtenBackBytes", title: "Written back", number: true, value: (row) => row.writtenBack, show: (row) => signed(row.writtenBack, bytes) },
      { key: "refillBytes", title: "Refill", number: true, value: (row) => row.refill, show: (row) => signed(row.refill, bytes) },
    ],
  });
}

/** @param {{rows: any[], names: string[], difference: any}} props */
function Caches({ rows, names, difference }) {
  const counters = difference.caches.flatMap((/** @type {any} */ cache) => cache.counters.map((/** @type {any} */ one) => ({ id: `${cache.name}.${one.name}`, cache: cache.name, ...one })));
  const commands = difference.caches.flatMap((/** @type {any} */ cache) => cache.missesByCommand.map((/** @type {any} */ one) => ({ id: `${cache.name} ${one.name}`, cache: cache.name, ...one })));
  return h(
    "div",
    null,
    h(Table, {
      name: "caches",
      caption: "Caches of both",
      rows,
      columns: [
        { key: "cache", title: "Cache", value: (row) => row.name },
        { key: "a hitRate", title: `Hits, ${names[0]}`, number: true, value: (row) => (row.a ? hitRate(row.a) : null), show: (row) => h(Share, { share: row.a ? hitRate(row.a) : null }) },
        { key: "b hitRate", title: `Hits, ${names[1]}`, number: true, value: (row) => (row.b ? hitRate(row.b) : null), show: (row) => h(Share, { share: row.b ? hitRate(row.b) : null, colour: "series-2" }) },
        ...times(rows, [`Misses, ${names[0]}`, `Misses, ${names[1]}`], count, "misses"),
      ],
    }),
    h("h3", null, "Counters that moved"),
    h(Moved, { name: "cache-counters", caption: "Counters of caches that moved", rows: counters, names, first: "cache" }),
    h("h3", null, "Misses by command"),
    h(Moved, { name: "cache-commands", caption: "Misses by cache and command", rows: commands, names, first: "cache" }),
  );
}

/**
 * Hit rates of both over time, of the caches that both looked up in.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run[]} props.runs
 * @param {string[]} props.names
 * @param {number[]} props.scale what a cycle of each counts
 * @param {boolean} props.sameClock
 */
function HitRates({ runs, names, scale, sameClock }) {
  const kept = runs.map(series);
  const [a, b] = kept;
  const caches = a === null || b === null ? [] : Object.keys(runs[0].result.caches).filter((cache) => kept.every((one) => one?.counters[`${cache}.sectors`]?.some((n) => n > 0)));
  // of each run, the windows in which any of the caches looked anything up
  const spans = kept.map((one) => {
    const used = caches.map((cache) => one?.counters[`${cache}.sectors`] ?? []);
    return [Math.min(...used.map((all) => all.findIndex((n) => n > 0))), Math.max(...used.map((all) => all.length - [...all].reverse().findIndex((n) => n > 0)))];
  });
  return h(
    "div",
    null,
    h("h3", null, "Hit rates over time"),
    a === null || b === null
      ? h("p", { class: "faint" }, "Hit rates over time are there where streams are compared, or results of runs with --analyze.")
      : h("p", { class: "lead" }, `The part of the sectors looked up that hit, in windows of ${count(a.cycles)}${a.cycles === b.cycles ? "" : ` and ${count(b.cycles)}`} cycles, while the caches are used; no line where nothing was looked up. A is the broad line.`),
    h(
      "div",
      { class: "charts" },
      caches.map((cache) =>
        h(Chart, {
          key: cache,
          title: cache,
          start: 0,
          cycles: 1,
          top: 1,
          say: (n) => percent(n),
          clock: sameClock ? undefined : time,
          lines: kept.flatMap((one, at) => {
            if (one === null) {
              return [];
            }
            const sectors = one.counters[`${cache}.sectors`];
            const hits = one.counters[`${cache}.hits`] ?? sectors.map(() => 0);
            const [first, end] = spans[at];
            return [{
              title: names[at],
              colour: `series-${at + 1}`,
              broad: at === 0,
              start: (one.start + first * one.cycles) * scale[at],
              cycles: one.cycles * scale[at],
              values: sectors.map((n, i) => (n === 0 ? null : hits[i] / n)).slice(first, end),
            }];
          }),
        }),
      ),
    ),
  );
}

/** @param {{name: string, caption: string, rows: any[], names: string[], first?: string}} props */
function Moved({ name, caption, rows, names, first }) {
  return h(Table, {
    name,
    caption,
    rows,
    shown: 15,
    columns: [
      ...(first ? [{ key: "cache", title: "Cache", value: (/** @type {any} */ row) => row.cache }] : []),
      { key: "name", title: "Name", value: (row) => row.name },
      { key: "a", title: names[0], number: true, value: (row) => row.a, show: (row) => count(row.a) },
      { key: "b", title: names[1], number: true, value: (row) => row.b, show: (row) => count(row.b) },
      { key: "difference", title: "Difference", number: true, value: (row) => row.difference, show: (row) => signed(row.difference) },
    ],
  });
}

/** @param {{rows: any[], names: string[]}} props */
function Counters({ rows, names }) {
  return h(Moved, { name: "counters", caption: "Other counters that moved", rows: rows.map((one) => ({ id: one.name, ...one })), names });
}

/** @param {{difference: any, names: string[]}} props */
function Settings({ difference, names }) {
  return h(
    "div",
    null,
    difference.inputs.length > 0 ? h("p", null, `Files of one name with other contents: ${difference.inputs.join(", ")}.`) : null,
    difference.settings.length === 0
      ? h("p", { class: "faint" }, "Stream, device, profile and seed are the same.")
      : h(Table, {
          name: "settings",
          caption: "What was run",
          shown: 30,
          rows: difference.settings.map((/** @type {any} */ one) => ({ id: one.key, ...one })),
          columns: [
            { key: "key", title: "Key", value: (row) => row.key },
            { key: "a", title: names[0], value: (row) => row.a, show: (row) => h("span", { class: "wrap" }, row.a) },
            { key: "b", title: names[1], value: (row) => row.b, show: (row) => h("span", { class: "wrap" }, row.b) },
          ],
        }),
  );
}
