// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The tables that are looked at, kept at the current step by what the steps change: a step costs what it changes, however much there is.

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/model.js").Row} Row */

/** A jump farther than this reads tables again. */
const NEAR = 256;

export class Mirror {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.step = -1;
    /** Rows by part and table. @type {Map<string, Map<number, Row>>} */
    this.tables = new Map();
    /** @type {import("sluice/stepper/recording.js").State | null} */
    this.state = null;
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
    this.state = null;
    if (Math.abs(step - this.step) > NEAR || this.step < 0) {
      this.tables.clear();
      this.step = step;
      return;
    }
    while (this.step < step) {
      for (const change of this.model.changes(++this.step)) {
        this.put(change.part, change.table, change.row, change.after);
      }
    }
    while (this.step > step) {
      const changes = this.model.changes(this.step--);
      for (let i = changes.length - 1; i >= 0; i--) {
        this.put(changes[i].part, changes[i].table, changes[i].row, changes[i].before);
      }
    }
  }

  /**
   * @param {number} part
   * @param {string} table
   * @param {number} row
   * @param {Row | null} values
   */
  put(part, table, row, values) {
    const rows = this.tables.get(`${part}/${table}`);
    if (rows === undefined) {
      return;
    }
    if (values === null) {
      rows.delete(row);
    } else {
      rows.set(row, values);
    }
  }

  /**
   * The rows of a table, in no order.
   *
   * @param {number} part
   * @param {string} table
   * @returns {Map<number, Row>}
   */
  rows(part, table) {
    const key = `${part}/${table}`;
    let rows = this.tables.get(key);
    if (rows === undefined) {
      this.state ??= this.model.recording.stateAt(this.step);
      rows = this.state.rows(this.model.parts[part].name, table);
      this.tables.set(key, rows);
    }
    return rows;
  }

  /**
   * One row of a table, which is then not kept.
   *
   * @param {number} part
   * @param {string} table
   * @param {number} row
   * @returns {Row | null}
   */
  row(part, table, row) {
    const rows = this.tables.get(`${part}/${table}`);
    if (rows !== undefined) {
      return rows.get(row) ?? null;
    }
    this.state ??= this.model.recording.stateAt(this.step);
    return this.state.row(this.model.parts[part].name, table, row) ?? null;
  }
}

/**
 * The last few things that were worked out.
 *
 * @template T
 */
export class Kept {
  /** @param {(n: number) => T} make */
  constructor(make) {
    this.make = make;
    /** @type {Map<number, T>} */
    this.known = new Map();
  }

  /**
   * @param {number} n
   * @returns {T}
   */
  get(n) {
    let known = this.known.get(n);
    if (known === undefined) {
      if (this.known.size > 2048) {
        this.known.clear();
      }
      known = this.make(n);
      this.known.set(n, known);
    }
    return known;
  }
}
