// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A run as the sections of a report want it: commands by queue, barriers with theirs, caches with their place.
import { bytes, count } from "sluice/common/numbers.js";

/**
 * A run.
 *
 * @typedef {object} Run
 * @property {any} result the document of result.json
 * @property {any} details what was kept beside it, or null
 * @property {Record<string, string>} source lines of the stream by place
 * @property {any} [check]
 * @property {any} [advice]
 */

/**
 * A finding in words.
 *
 * @typedef {object} Finding
 * @property {string} id
 * @property {string} kind
 * @property {string} what
 * @property {string} command whose it is
 * @property {[string, string][]} story its parts, each with its name
 * @property {string} where
 * @property {string} cure
 * @property {boolean} note whether the cure only says why there is none
 * @property {number} cycle
 * @property {number} count
 */

/**
 * All findings of a result, in the order of the text report.
 *
 * @param {any} result
 * @returns {Finding[]}
 */
export function findings(result) {
  /** @type {Finding[]} */
  const all = [];
  /** @param {any} read */
  const range = (read) =>
    `${read.resource ?? read.image} bytes ${count(read.offset)}${read.size > 1 ? `..${count(read.offset + read.size - 1)}` : ""} (${bytes(read.size)})`;
  /**
   * @param {string} kind
   * @param {any} one
   * @param {string} command
   * @param {string} what
   * @param {[string, string][]} story
   */
  const add = (kind, one, command, what, story) =>
    all.push({
      id: `${kind}-${all.length}`,
      kind,
      what,
      command,
      story: story.filter(([, text]) => text !== ""),
      where: one.where ?? "",
      cure: one.suggestion ?? "",
      note: String(one.suggestion ?? "").startsWith("#"),
      cycle: one.cycle ?? -1,
      count: one.count ?? 1,
    });
  for (const one of result.staleReads ?? []) {
    add("stale read", one, one.reader, `${one.reader} reads ${range(one)}`, [
      ["read", one.got],
      ["expected", one.expected],
      ["written by", one.writer],
      ["held in", one.heldIn],
      ["missing", one.missing],
    ]);
  }
  for (const one of result.lostWrites ?? []) {
    add("lost write", one, one.writer, `${one.writer} wrote ${range(one)}`, [
      ["lost", one.lost],
      ["now there", one.overwrittenWith],
      ["over it by", one.overwriter],
      ["held in", one.heldIn],
      ["missing", one.missing],
    ]);
  }
  for (const one of result.outOfLimits ?? []) {
    add("out of limits", one, one.reader, `${one.reader} (${one.kind}) takes its counts from ${range(one)}`, [
      ["read", one.values.join(" ")],
      ["written by", one.writers.join(", ") || "nobody"],
      ["limit", `${one.limit} ${one.allowed.join(" ")}`],
    ]);
  }
  for (const one of result.tearing ?? []) {
    add("tearing", one, one.presentation, `${one.presentation} shows ${range(one)}`, [
      ["written by", one.writer],
      ["bytes", String(one.bytes)],
    ]);
  }
  for (const one of (result.checks ?? []).filter((/** @type {any} */ check) => !check.ok)) {
    add("failed expect", one, one.operation, `${one.operation} read something else`, [
      ["read", one.got],
      ["expected", one.expected],
    ]);
  }
  return all;
}

/**
 * The submission of a command or a barrier: submit0 of submit0.3.
 *
 * @param {string} id
 */
export function submission(id) {
  return id.replace(/\.[^.]*$/, "");
}

/**
 * The barriers of a result, each with its queue and what it cost in bytes.
 *
 * @param {any} result
 */
export function barriers(result) {
  const queues = new Map(result.commands.map((/** @type {any} */ one) => [one.id, one.queue]));
  const bySubmission = new Map(result.commands.map((/** @type {any} */ one) => [submission(one.id), one.queue]));
  return result.barriers.map((/** @type {any} */ one) => {
    const overhead = Math.max(0, one.stallCycles - one.drainCycles - one.actionCycles);
    return {
      ...one,
      queue: queues.get(one.command) ?? bySubmission.get(one.command) ?? bySubmission.get(submission(one.id)) ?? "",
      other: overhead,
      writtenBack: one.actions.reduce((/** @type {number} */ sum, /** @type {any} */ a) => sum + a.writtenBackBytes, 0),
      held: one.heldBack.reduce((/** @type {number} */ sum, /** @type {any} */ a) => sum + a.cycles, 0),
    };
  });
}

/**
 * Whether a barrier has to do with a command: is its, waited for it, or held it up.
 *
 * @param {any} barrier
 * @param {string} command
 */
export function concerns(barrier, command) {
  return (
    barrier.id === command ||
    barrier.command === command ||
    barrier.waitedFor.some((/** @type {any} */ one) => one.command === command) ||
    barrier.heldBack.some((/** @type {any} */ one) => one.command === command)
  );
}

/**
 * Heads of the top-down tree, with the part of all unit cycles of each.
 *
 * @param {any} topDown
 */
export function heads(topDown) {
  /** @param {Record<string, number>} map */
  const sum = (map) => Object.values(map).reduce((a, b) => a + b, 0);
  return [
    { key: "issued", title: "issued", cycles: topDown.issued, parts: {} },
    { key: "memory", title: "waiting for memory", cycles: sum(topDown.memory), parts: topDown.memory },
    { key: "dependency", title: "dependency", cycles: sum(topDown.dependency), parts: topDown.dependency },
    { key: "idle", title: "nothing to issue", cycles: topDown.idle, parts: {} },
  ];
}

/**
 * The caches of a result that anything went through.
 *
 * @param {any} result
 */
export function caches(result) {
  return Object.entries(result.caches).map(([name, cache]) => ({ id: name, name, ...cache }));
}

/**
 * The part of look-ups that hit.
 *
 * @param {any} cache
 */
export function hitRate(cache) {
  const all = cache.reads + cache.writes;
  return all === 0 ? null : (cache.readHits + cache.writeHits) / all;
}

/**
 * Counters over time: of the run itself, or of --analyze.
 *
 * @param {Run} run
 * @returns {{start: number, cycles: number, windows: number, counters: Record<string, number[]>} | null}
 */
export function series(run) {
  const kept = run.details?.series;
  if (kept) {
    const windows = Math.max(0, ...Object.values(kept.counters).map((values) => values.length));
    return { start: kept.start, cycles: kept.cycles, windows, counters: kept.counters };
  }
  const analysed = run.result.analysis?.windows ?? [];
  if (analysed.length === 0) {
    return null;
  }
  /** @type {Record<string, number[]>} */
  const counters = {};
  /**
   * @param {string} name
   * @param {number} at
   * @param {number} value
   */
  const put = (name, at, value) => {
    counters[name] ??= analysed.map(() => 0);
    counters[name][at] = value;
  };
  analysed.forEach((/** @type {any} */ window, /** @type {number} */ at) => {
    for (const [name, cache] of Object.entries(window.caches)) {
      put(`${name}.sectors`, at, cache.sectors);
      put(`${name}.hits`, at, cache.hits);
    }
    put("vram.readBytes", at, window.vramReadBytes);
    put("vram.writeBytes", at, window.vramWriteBytes);
  });
  return { start: analysed[0].start, cycles: analysed[0].cycles, windows: analysed.length, counters };
}
