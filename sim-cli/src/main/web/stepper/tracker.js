// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What the page knows of all parts at the current step, kept up to date by what each step changes: how full they are, where requests are,
// which rows hold watched bytes.

import { SECTOR } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/model.js").Row} Row */
/** @typedef {import("sluice/stepper/model.js").Change} Change */
/** @typedef {import("sluice/stepper/model.js").Range} Range */
/** @typedef {{lines: number, dirty: number, mshrs: number, queued: number}} Fill How full a part is. */

/** A jump farther than this reads the whole state again. */
const NEAR = 256;

/** Tables of what waits at a part. */
const QUEUES = new Set(["queue", "lookups", "asking", "hostAtomics", "down", "waves", "buffers", "input", "writeBuffer"]);

export class Tracker {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.step = -1;
    /** @type {Fill[]} */
    this.fills = [];
    /** @type {Range | null} */
    this.range = null;
    /** Rows with watched bytes, as part, table and row. @type {Map<string, {part: number, table: string, row: number}>} */
    this.holding = new Map();
    this.tables = model.holders.reduce((map, holder) => map.set(`${holder.part}/${holder.table}`, true), new Map());
  }

  /**
   * Goes to a step.
   *
   * @param {number} step
   * @param {Range | null} range the bytes that are watched
   */
  go(step, range) {
    const sameRange = range?.address === this.range?.address && range?.length === this.range?.length;
    this.range = range;
    if (this.step < 0 || Math.abs(step - this.step) > NEAR) {
      this.step = step;
      this.count();
      this.find();
      return;
    }
    while (this.step < step) {
      this.step++;
      this.apply(1);
    }
    while (this.step > step) {
      this.apply(-1);
      this.step--;
    }
    if (!sameRange) {
      this.find();
    }
  }

  /** @param {1 | -1} direction */
  apply(direction) {
    const changes = this.model.changes(this.step);
    for (let i = 0; i < changes.length; i++) {
      const change = changes[direction > 0 ? i : changes.length - 1 - i];
      const before = direction > 0 ? change.before : change.after;
      const after = direction > 0 ? change.after : change.before;
      const fill = this.fills[change.part];
      tally(fill, change.table, before, -1);
      tally(fill, change.table, after, 1);
      if (this.range !== null && this.tables.has(`${change.part}/${change.table}`)) {
        this.hold(change.part, change.table, change.row, after);
      }
    }
  }

  count() {
    const state = this.model.state(this.step);
    this.fills = this.model.parts.map((part, i) => {
      const fill = { lines: 0, dirty: 0, mshrs: 0, queued: 0 };
      for (const table of part.tables) {
        if (table.name === "lines" || table.name === "mshrs" || QUEUES.has(table.name)) {
          state.rows(i, table.name).forEach((row) => tally(fill, table.name, row, 1));
        }
      }
      return fill;
    });
  }

  find() {
    this.holding.clear();
    const { range } = this;
    if (range === null) {
      return;
    }
    const state = this.model.state(this.step);
    for (const { part, table } of this.model.holders) {
      if (table === "sectors") {
        for (let row = Math.floor(range.address / SECTOR); row * SECTOR < range.address + range.length; row++) {
          this.hold(part, table, row, state.row(part, table, row));
        }
        continue;
      }
      state.rows(part, table).forEach((values, row) => this.hold(part, table, row, values));
    }
  }

  /**
   * @param {number} part
   * @param {string} table
   * @param {number} row
   * @param {Row | null} values
   */
  hold(part, table, row, values) {
    const range = /** @type {Range} */ (this.range);
    const key = `${part}/${table}/${row}`;
    const holds =
      values !== null &&
      values.address >= 0 &&
      values.address < range.address + range.length &&
      range.address < values.address + (values.bytes?.length ?? 0);
    if (holds) {
      this.holding.set(key, { part, table, row });
    } else {
      this.holding.delete(key);
    }
  }
}

/**
 * @param {Fill} fill
 * @param {string} table
 * @param {Row | null} row
 * @param {1 | -1} by
 */
function tally(fill, table, row, by) {
  if (row === null) {
    return;
  }
  if (table === "lines") {
    fill.lines += by;
    if (isDirty(row)) {
      fill.dirty += by;
    }
  } else if (table === "mshrs") {
    fill.mshrs += by;
  } else if (QUEUES.has(table)) {
    fill.queued += by;
  }
}

/** Whether a line has bytes that memory below does not have. @param {Row} row */
export function isDirty(row) {
  if (row.dirty !== 0) {
    return true;
  }
  const bits = row.dirtyBytes;
  for (let i = 0; i < (bits?.length ?? 0); i++) {
    if (bits[i] !== 0) {
      return true;
    }
  }
  return false;
}
