// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Device memory by channel and bank, over time; the host and the link.
import { h } from "preact";
import { bytes, count, digits, percent, short } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { Chart } from "sluice/report/charts.js";
import { series } from "sluice/report/model.js";
import { Facts, Share } from "sluice/report/parts.js";

/**
 * Device memory.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run} props.run
 */
export function Memory({ run }) {
  const vram = run.result.vram;
  const time = series(run);
  const channels = run.details?.channels ?? [];
  return h(
    "div",
    null,
    h(Facts, { of: dram(vram) }),
    time && (time.counters["vram.readBytes"] || time.counters["vram.writeBytes"])
      ? h("div", { class: "charts" }, h(Rates, { title: "VRAM, bytes per cycle", time, read: "vram.readBytes", write: "vram.writeBytes" }))
      : null,
    channels.length > 0 ? h(Banks, { channels, cycles: run.result.cycles }) : h("p", { class: "faint" }, "Channels and banks are kept by --html of the run itself."),
  );
}

/**
 * @param {object} props
 * @param {string} props.title
 * @param {any} props.time
 * @param {string} props.read
 * @param {string} props.write
 * @param {[string, string]} [props.names]
 */
function Rates({ title, time, read, write, names = ["read", "written"] }) {
  const none = Array.from({ length: time.windows }, () => 0);
  /** @param {string} key */
  const rate = (key) => (time.counters[key] ?? none).map((/** @type {number} */ n) => n / time.cycles);
  return h(Chart, {
    title,
    start: time.start,
    cycles: time.cycles,
    say: digits,
    lines: [
      { title: names[0], colour: "series-1", values: rate(read) },
      { title: names[1], colour: "series-2", values: rate(write) },
    ],
  });
}

/**
 * @param {any} one
 * @returns {[string, any][]}
 */
function dram(one) {
  const rows = one.rowHits + one.rowMisses + one.rowConflicts;
  const latency = one.latencyHistogram;
  return [
    ["read", `${bytes(one.readBytes)} in ${count(one.reads)} transactions`],
    ["written", `${bytes(one.writeBytes)} in ${count(one.writes)} transactions`],
    ["rows open", rows === 0 ? "" : `${percent(one.rowHits, rows)} hits, ${percent(one.rowMisses, rows)} misses, ${percent(one.rowConflicts, rows)} conflicts`],
    ["bandwidth", `${digits(one.achievedBytesPerCycle)} of ${digits(one.peakBytesPerCycle)} bytes per cycle (${percent(one.achievedBytesPerCycle, one.peakBytesPerCycle)})`],
    ["refreshes", count(one.refreshes)],
    ["read latency", latency.count === 0 ? "" : `median ${count(latency.p50)}, 99 % ${count(latency.p99)}, most ${count(latency.max)} cycles`],
  ];
}

/** @param {any} bank */
const transactions = (bank) => bank.reads + bank.writes;

/**
 * A map of banks, a row for each channel, and a table of channels.
 *
 * @param {object} props
 * @param {any[]} props.channels
 * @param {number} props.cycles
 */
function Banks({ channels, cycles }) {
  const banks = channels[0].banks.length;
  const most = Math.max(1, ...channels.flatMap((channel) => channel.banks.map(transactions)));
  const cell = Math.max(9, Math.min(26, Math.floor(900 / banks)));
  const left = 70;
  const rows = channels.map((channel) => {
    /** @param {string} key */
    const sum = (key) => channel.banks.reduce((/** @type {number} */ all, /** @type {any} */ bank) => all + bank[key], 0);
    return { id: channel.name, name: channel.name, busy: channel.busyCycles, reads: sum("reads"), writes: sum("writes"), rowHits: sum("rowHits"), rowMisses: sum("rowMisses"), rowConflicts: sum("rowConflicts") };
  });
  /** @param {any} one */
  const opened = (one) => one.rowHits + one.rowMisses + one.rowConflicts;
  return h(
    "div",
    null,
    h("h3", null, "Channels and banks"),
    h("p", { class: "lead" }, `The darker a bank, the more transactions (at most ${short(most)}); the orange part of its foot are row conflicts.`),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Transactions by bank" },
      h(
        "svg",
        { class: "banks", width: left + banks * cell + 2, height: channels.length * 18 + 20, role: "img", "aria-label": "Transactions by channel and bank" },
        channels.map((channel, row) => [
          h("text", { x: left - 6, y: row * 18 + 9, "text-anchor": "end", "dominant-baseline": "middle" }, channel.name),
          channel.banks.map((/** @type {any} */ bank, /** @type {number} */ at) => {
            const all = opened(bank);
            return h(
              "g",
              null,
              h("rect", { class: "bank", x: left + at * cell, y: row * 18, width: cell - 1, height: 17 }),
              h("rect", { class: "heat", x: left + at * cell, y: row * 18, width: cell - 1, height: 17, "fill-opacity": Math.sqrt(transactions(bank) / most) }),
              all > 0 ? h("rect", { class: "conflicts", x: left + at * cell, y: row * 18 + 14, width: ((cell - 1) * bank.rowConflicts) / all, height: 3 }) : null,
              h("title", null, `${channel.name} bank ${at}: ${count(bank.reads)} reads, ${count(bank.writes)} writes; rows ${count(bank.rowHits)} hits, ${count(bank.rowMisses)} misses, ${count(bank.rowConflicts)} conflicts`),
            );
          }),
        ]),
        Array.from({ length: banks }, (_, at) => (cell >= 18 || at % 4 === 0 ? h("text", { x: left + at * cell + cell / 2, y: channels.length * 18 + 12, "text-anchor": "middle" }, String(at)) : null)),
      ),
    ),
    h(Table, {
      name: "channels",
      caption: "Channels of VRAM",
      rows,
      shown: 16,
      columns: [
        { key: "channel", title: "Channel", value: (one) => one.name },
        { key: "busyCycles", title: "Bus busy", number: true, value: (one) => one.busy, show: (one) => h(Share, { share: one.busy / Math.max(1, cycles) }) },
        ...["reads", "writes", "rowHits", "rowMisses", "rowConflicts"].map((key, at) => ({
          key,
          title: ["Reads", "Writes", "Row hits", "Row misses", "Row conflicts"][at],
          number: true,
          value: (/** @type {any} */ one) => one[key],
          show: (/** @type {any} */ one) => count(one[key]),
        })),
        { key: "rowHitRate", title: "Rows open", number: true, value: (one) => (opened(one) === 0 ? null : one.rowHits / opened(one)), show: (one) => h(Share, { share: opened(one) === 0 ? null : one.rowHits / opened(one), colour: "series-3" }) },
      ],
    }),
    h("details", null, h("summary", null, "Every bank"), h(Table, {
      name: "banks",
      caption: "Banks of VRAM",
      shown: 32,
      rows: channels.flatMap((channel) => channel.banks.map((/** @type {any} */ bank, /** @type {number} */ at) => ({ id: `${channel.name} ${at}`, channel: channel.name, bank: at, ...bank }))),
      columns: [
        { key: "channel", title: "Channel", value: (one) => one.channel },
        { key: "bank", title: "Bank", number: true, value: (one) => one.bank },
        ...["reads", "writes", "rowHits", "rowMisses", "rowConflicts"].map((key, at) => ({
          key,
          title: ["Reads", "Writes", "Row hits", "Row misses", "Row conflicts"][at],
          number: true,
          value: (/** @type {any} */ one) => one[key],
          show: (/** @type {any} */ one) => count(one[key]),
        })),
      ],
    })),
  );
}

/**
 * The host, its memory and the link.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run} props.run
 */
export function Host({ run }) {
  const host = run.result.host;
  const link = run.result.link;
  const time = series(run);
  return h(
    "div",
    null,
    h(Facts, {
      of: [
        ["loads", `${count(host.loads)}, ${count(host.uncachedLoads)} of them uncached`],
        ["stores", `${count(host.stores)}, ${count(host.combinedStores)} of them write-combined`],
        ["write-combining drains", host.drains === 0 ? "" : `${count(host.drains)}: ${count(host.fullDrains)} full, ${count(host.partialDrains)} partial`],
        ["lines flushed, dropped", `${count(host.flushedLines)}, ${count(host.invalidatedLines)}`],
        ["snoops", `${count(host.snoops)}, ${count(host.snoopHits)} hit`],
        ["link to device", `${bytes(link.toDeviceBytes)}, busy ${count(link.busyCyclesToDevice)} cycles (${percent(link.busyCyclesToDevice, run.result.cycles)})`],
        ["link to host", `${bytes(link.toHostBytes)}, busy ${count(link.busyCyclesToHost)} cycles (${percent(link.busyCyclesToHost, run.result.cycles)})`],
      ],
    }),
    time && (time.counters["link.toDeviceBytes"] || time.counters["link.toHostBytes"])
      ? h("div", { class: "charts" }, h(Rates, { title: "Link, bytes per cycle", time, read: "link.toDeviceBytes", write: "link.toHostBytes", names: ["to device", "to host"] }))
      : null,
    host.ram ? [h("h3", null, "Host memory"), h(Facts, { of: dram(host.ram) })] : null,
    h(Table, {
      name: "host-caches",
      caption: "Host caches",
      rows: Object.entries(host.caches).map(([name, cache]) => ({ id: name, name, ...cache })),
      columns: [
        { key: "name", title: "Cache", value: (one) => one.name },
        ...["reads", "writes", "readHits", "writeHits", "readMisses", "writeMisses"].map((key) => ({ key, title: key, number: true, value: (/** @type {any} */ one) => one[key], show: (/** @type {any} */ one) => count(one[key]) })),
      ],
    }),
  );
}
