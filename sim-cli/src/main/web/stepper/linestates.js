// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The state of every line of one cache at the current step: empty, clean, dirty, stale or being filled.
import { SECTOR } from "sluice/stepper/model.js";
import { isDirty } from "sluice/stepper/tracker.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/model.js").Row} Row */

/** A jump farther than this reads the whole cache again. */
const NEAR = 256;

export const EMPTY = 0;
export const CLEAN = 1;
export const DIRTY = 2;
export const STALE = 3;
export const FILLING = 4;

export class LineStates {
  /**
   * @param {Model} model
   * @param {number} part
   */
  constructor(model, part) {
    this.model = model;
    this.part = part;
    const { sets, ways } = model.geometry(part);
    this.state = new Uint8Array(sets * ways);
    this.step = -1;
    /** Lines by the number of each of their sectors. @type {Map<number, number>} */
    this.bySector = new Map();
    /** Sectors by line. @type {Map<number, number[]>} */
    this.sectors = new Map();
    /** Lines that the current step changes. @type {Set<number>} */
    this.changed = new Set();
  }

  /**
   * Goes to a step.
   *
   * @param {number} step
   */
  go(step) {
    if (step === this.step) {
      return;
    }
    const touched = this.step < 0 || Math.abs(step - this.step) > NEAR ? null : new Set();
    if (touched !== null) {
      for (let n = Math.min(step, this.step) + 1; n <= Math.max(step, this.step); n++) {
        this.collect(this.model.changes(n), touched);
      }
    }
    this.step = step;
    const rows = this.model.state(step).rows(this.part, "lines");
    if (touched === null) {
      this.state.fill(EMPTY);
      this.bySector.clear();
      this.sectors.clear();
      rows.forEach((row, line) => this.judge(line, row));
    } else {
      touched.forEach((line) => this.judge(line, rows.get(line) ?? null));
      // a line that came may hold sectors whose truth changed before it came: judged with the truth of now, above
    }
    this.changed.clear();
    for (const change of this.model.changes(step)) {
      if (change.part === this.part && change.table === "lines") {
        this.changed.add(change.row);
      }
    }
  }

  /**
   * @param {import("sluice/stepper/model.js").Change[]} changes
   * @param {Set<number>} into
   */
  collect(changes, into) {
    for (const change of changes) {
      if (change.part === this.part && change.table === "lines") {
        into.add(change.row);
      } else if (change.part === this.model.truthPart) {
        const address = (change.after ?? change.before)?.address ?? 0;
        const line = this.bySector.get(address / SECTOR);
        if (line !== undefined) {
          into.add(line);
        }
      }
    }
  }

  /**
   * @param {number} line
   * @param {Row | null} row
   */
  judge(line, row) {
    for (const sector of this.sectors.get(line) ?? []) {
      if (this.bySector.get(sector) === line) {
        this.bySector.delete(sector);
      }
    }
    this.sectors.delete(line);
    if (row === null) {
      this.state[line] = EMPTY;
      return;
    }
    const length = row.bytes?.length ?? 0;
    const sectors = [];
    for (let at = row.address; at < row.address + length; at += SECTOR) {
      sectors.push(at / SECTOR);
      this.bySector.set(at / SECTOR, line);
    }
    this.sectors.set(line, sectors);
    this.state[line] = this.stateOf(row, length);
  }

  /**
   * @param {Row} row
   * @param {number} length
   */
  stateOf(row, length) {
    const { model } = this;
    if (length > 0 && model.stale(model.state(this.step), row.address, model.agents(row.writers, length), row.valid).includes(true)) {
      return STALE;
    }
    if (isDirty(row)) {
      return DIRTY;
    }
    return (row.mshr ?? -1) >= 0 ? FILLING : CLEAN;
  }
}
