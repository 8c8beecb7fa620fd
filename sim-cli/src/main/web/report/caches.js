// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Caches: counters, and hit rates over time.
import { h } from "preact";
import { bytes, count, percent } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { Chart } from "sluice/report/charts.js";
import { caches, hitRate, series } from "sluice/report/model.js";
import { Share } from "sluice/report/parts.js";

/**
 * All caches of a run; of one command where one is chosen.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run} props.run
 * @param {string | null} props.selected
 */
export function Caches({ run, selected }) {
  const all = caches(run.result);
  const used = all.filter((cache) => cache.reads + cache.writes + cache.bypasses > 0);
  const time = series(run);
  const charts = time ? used.filter((cache) => time.counters[`${cache.name}.sectors`]) : [];
  return h(
    "div",
    null,
    h(Table, {
      name: "caches",
      caption: "Caches",
      rows: all,
      columns: [
        { key: "name", title: "Cache", value: (one) => one.name },
        { key: "role", title: "Role", value: (one) => one.role },
        { key: "instances", title: "Instances", number: true, value: (one) => one.instances },
        { key: "hitRate", title: "Hits", number: true, value: hitRate, show: (one) => h(Share, { share: hitRate(one), colour: "series-3" }) },
        ...counters(["reads", "writes", "readHits", "writeHits", "readMisses", "writeMisses", "readJoined"]),
        ...sizes(["aboveReadBytes", "aboveWriteBytes", "belowReadBytes", "belowWriteBytes", "writebackBytes"]),
        ...counters(["evictions", "dirtyEvictions", "flushedLines", "invalidatedLines", "mshrMerges", "mshrStalls", "atomics"]),
      ],
    }),
    time && charts.length > 0
      ? [
          h("h3", null, "Hit rates over time"),
          h("p", { class: "lead" }, `Windows of ${count(time.cycles)} cycles. Filled: sectors looked up, as a part of the busiest window; line: the part of them that hit.`),
          h(
            "div",
            { class: "charts" },
            charts.map((cache) => {
              const sectors = time.counters[`${cache.name}.sectors`];
              const hits = time.counters[`${cache.name}.hits`] ?? sectors.map(() => 0);
              const most = Math.max(...sectors);
              return h(Chart, {
                key: cache.name,
                title: cache.name,
                start: time.start,
                cycles: time.cycles,
                top: 1,
                say: (n) => percent(n),
                lines: [
                  { title: "sectors", colour: "line", area: true, values: sectors.map((n) => n / most) },
                  { title: "hits", colour: "series-3", values: sectors.map((n, at) => (n === 0 ? null : hits[at] / n)) },
                ],
              });
            }),
          ),
        ]
      : h("p", { class: "faint" }, "Hit rates over time are kept by --html and by --analyze of the run itself."),
    h("h3", null, selected === null ? "By command" : `Of ${selected}`),
    h(ByCommand, { result: run.result, selected }),
    h("h3", null, "By client"),
    h(By, { result: run.result, key: "client", what: "client", of: "byClient", only: null }),
  );
}

/** @param {{result: any, selected: string | null}} props */
function ByCommand({ result, selected }) {
  return h(By, { result, what: "command", of: "byCommand", only: selected });
}

/**
 * @param {object} props
 * @param {any} props.result
 * @param {string} props.what
 * @param {string} props.of
 * @param {string | null} props.only
 */
function By({ result, what, of, only }) {
  const rows = Object.entries(result.caches).flatMap(([cache, node]) =>
    Object.entries(/** @type {Record<string, any>} */ (node[of]))
      .filter(([name]) => only === null || name === only)
      .map(([name, counted]) => ({ id: `${cache} ${name}`, cache, name, ...counted })),
  );
  return h(Table, {
    name: `caches-by-${what}`,
    caption: `Caches by ${what}`,
    rows,
    shown: 15,
    sort: "readMisses",
    columns: [
      { key: what, title: what[0].toUpperCase() + what.slice(1), value: (one) => one.name },
      { key: "cache", title: "Cache", value: (one) => one.cache },
      { key: "hitRate", title: "Hits", number: true, value: hitRate, show: (one) => h(Share, { share: hitRate(one), colour: "series-3" }) },
      ...counters(["reads", "writes", "readHits", "writeHits", "readMisses", "writeMisses", "readJoined"]),
    ],
  });
}

/** @type {Record<string, string>} */
const TITLES = {
  readHits: "Read hits",
  writeHits: "Write hits",
  readMisses: "Read misses",
  writeMisses: "Write misses",
  readJoined: "Joined",
  reads: "Reads",
  writes: "Writes",
  aboveReadBytes: "Read from above",
  aboveWriteBytes: "Written from above",
  belowReadBytes: "Filled",
  belowWriteBytes: "Written below",
  writebackBytes: "Written back",
  evictions: "Evictions",
  dirtyEvictions: "Dirty",
  flushedLines: "Lines flushed",
  invalidatedLines: "Lines dropped",
  mshrMerges: "MSHR merges",
  mshrStalls: "MSHR stalls",
  atomics: "Atomics",
};

/**
 * Columns of counters.
 *
 * @param {string[]} keys
 * @returns {import("sluice/common/table.js").Column[]}
 */
function counters(keys) {
  return keys.map((key) => ({ key, title: TITLES[key], number: true, value: (one) => one[key], show: (one) => count(one[key]) }));
}

/**
 * @param {string[]} keys
 * @returns {import("sluice/common/table.js").Column[]}
 */
function sizes(keys) {
  return keys.map((key) => ({ key, title: TITLES[key], number: true, value: (one) => one[key], show: (one) => bytes(one[key]) }));
}
