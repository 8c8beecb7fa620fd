// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What lies in the steps, found in one pass: when each command runs, and which steps are about each request. Made bit by bit, so that the
// page can be used meanwhile.

/** @typedef {import("sluice/stepper/model.js").Model} Model */

/** Milliseconds that are worked before the page gets its turn. */
const SLICE = 12;

/** Events that begin or end a command. */
const SPANS = new Set(["stage", "barrier", "hostOperation", "passed"]);

export class StepIndex {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.next = 0;
    /** How far it is, 0 to 1. */
    this.done = 0;
    /** Steps at which commands begin, ascending. @type {number[]} */
    model.commands.forEach((command, i) => {
      if (command.first >= 0 && (this.open[i] ?? 0) > 0) {
        command.last = model.last;
      }
    });
    this.starts = [];
    /** By command: what of it has begun and not ended. @type {number[]} */
    this.open = [];
    /** Of each hundredth or so of the steps how many events of what kind. */
    this.shares = Math.min(600, Math.max(1, model.last + 1));
    /** @type {Record<string, Float32Array>} */
    this.density = {
      hit: new Float32Array(this.shares), miss: new Float32Array(this.shares),
      down: new Float32Array(this.shares), other: new Float32Array(this.shares),
    };
  }

  /**
   * Reads all steps.
   *
   * @param {() => void} progress called now and then, and at the end
   */
  build(progress) {
    const from = performance.now();
    const { model } = this;
    while (this.next <= model.last && performance.now() - from < SLICE) {
      for (let i = 0; i < 50 && this.next <= model.last; i++) {
        this.read(this.next++);
      }
    }
    this.done = this.next / (model.last + 1);
    if (this.next <= model.last) {
      setTimeout(() => this.build(progress), 0);
      return;
    }
    model.commands.forEach((command, i) => {
      if (command.first >= 0 && (this.open[i] ?? 0) > 0) {
        command.last = model.last;
      }
    });
    this.starts = [...new Set(model.commands.map((command) => command.first).filter((first) => first >= 0))].sort((a, b) => a - b);
    progress();
  }

  /** @param {number} n */
  read(n) {
    const { model } = this;
    const share = Math.floor((n * this.shares) / (model.last + 1));
    for (const event of model.readEvents(n)) {
      if (event.command >= 0 && SPANS.has(event.type)) {
        const command = model.commands[event.command];
        // a barrier is reached long before its turn comes: it begins when its cache actions do
        if (command.first < 0 && event.phase !== "reached") {
          command.first = n;
        }
        command.last = n;
        this.open[event.command] = event.phase === "begin" ? (this.open[event.command] ?? 0) + 1
          : event.phase === "end" ? (this.open[event.command] ?? 0) - 1
          : event.phase === "released" || event.type === "passed" ? 0 : 1;
        command.barrier ||= event.type === "barrier";
      }
      if (event.type === "maintenance") {
        this.walk(event, n);
      }
      const kind =
        event.type === "lookup" ? (event.outcome === "hit" ? "hit" : "miss")
        : event.type === "dram" || event.type === "writeBack" || event.type === "link" ? "down" : "other";
      this.density[kind][share]++;
    }
  }

  /**
   * @param {import("sluice/stepper/model.js").Happening} event
   * @param {number} n
   */
  walk(event, n) {
    const { walks, last } = this.model;
    const known = walks.get(event.part) ?? [];
    if (event.phase === "begin") {
      known.push({ action: event.action, first: n, last });
    } else {
      const open = known.find((walk) => walk.action === event.action && walk.last === last);
      if (open === undefined) {
        known.push({ action: event.action, first: 0, last: n });
      } else {
        open.last = n;
      }
    }
    walks.set(event.part, known);
  }

  /**
   * The commands under way at a step.
   *
   * @param {number} step
   */
  running(step) {
    return this.model.commands.flatMap((command, i) => (command.first >= 0 && command.first <= step && step <= command.last ? [i] : []));
  }
}
