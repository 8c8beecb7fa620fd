// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The steps of a run, read: what happened in each, and the machine's state after it. docs/step-recording.md has the format.
//
// A change of a row is a record. A state is, for each row that there ever is, the record that it has then, or NONE. Each record
// knows the one before it of its row: so a step is undone as fast as it is done, and values are read only when somebody asks.

/**
 * @typedef {{name: string, type: string, meaning: string}} Column
 * @typedef {{part: number, name: string, meaning: string, columns: Column[]}} TableHead
 * @typedef {{name: string, kind: string, group: string, label: string, below: string[],
 *   attributes: Record<string, string>, tables: number[]}} PartHead
 * @typedef {{name: string, meaning: string, columns: Column[]}} EventHead
 * @typedef {Record<string, any>} Values number, Uint8Array or text by column; of an event also `event`, its name
 * @typedef {{part: string, table: string, row: number, before: Values | null, after: Values | null}} Change
 */

export const FORMAT = "sluice-steps/1";

const NONE = -1;
const LEAST_INTERVAL = 256;
/** Rows that all snapshots together may name: 64 MiB. */
const MOST_SNAPSHOT_ROWS = 1 << 24;
/** Values that are kept for when they are asked for again. */
const MOST_KEPT = 1 << 16;
const BLOBS = new Set(["bytes", "bits", "runs", "requests"]);

/**
 * Opens a recording.
 *
 * @param {any} head its head
 * @param {Uint8Array} bytes its steps, unpacked
 * @returns {Recording}
 */
export function open(head, bytes) {
  if (head.format !== FORMAT) {
    throw new Error(`a step recording of format '${head.format}', not '${FORMAT}'`);
  }
  return new Recording(head, bytes);
}

/** Reads packed numbers and bytes, from a place on. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** The next number, up to 2^53. */
  number() {
    const bytes = this.bytes;
    let next = bytes[this.at++];
    if (next < 0x80) {
      return next;
    }
    let value = next & 0x7f;
    let factor = 0x80;
    do {
      next = bytes[this.at++];
      value += (next & 0x7f) * factor;
      factor *= 0x80;
    } while (next >= 0x80);
    return value;
  }

  /** The next number, which may be negative. */
  signed() {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  skipNumber() {
    while (this.bytes[this.at++] >= 0x80);
  }

  blob() {
    const length = this.number();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** A growing array of 32-bit numbers. */
class Ints {
  constructor() {
    this.array = new Int32Array(1024);
    this.length = 0;
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.array.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.array);
      this.array = grown;
    }
    this.array[this.length++] = value;
  }
}

/** A recording. Steps are numbered from 0, which is the state before the first recorded event. */
export class Recording {
  /**
   * @param {any} head
   * @param {Uint8Array} bytes
   */
  constructor(head, bytes) {
    this.head = head;
    /** @type {PartHead[]} */
    this.parts = head.parts;
    /** @type {TableHead[]} */
    this.tables = head.tables;
    /** @type {EventHead[]} */
    this.eventKinds = head.events;
    /** @type {string[]} */
    this.texts = head.texts;
    /** How many steps there are. */
    this.stepCount = /** @type {number} */ (head.steps);

    this.bytes = bytes;
    /** @type {Map<string, number>} */
    this.partNumbers = new Map(this.parts.map((part, i) => [part.name, i]));
    this.blobs = this.tables.map((table) => table.columns.map((column) => BLOBS.has(column.type)));
    this.cycles = new Float64Array(this.stepCount);
    this.engineEvents = new Float64Array(this.stepCount);
    this.eventsAt = new Uint32Array(this.stepCount);
    this.firstRecord = new Int32Array(this.stepCount + 1);
    this.recordAt = new Ints();
    this.recordRow = new Ints();
    this.recordBefore = new Ints();
    /** @type {Map<number, number>[]} places in a state by number of row, for each table */
    this.rowsOf = this.tables.map(() => new Map());
    /** @type {number[]} */
    this.rowTable = [];
    /** @type {number[]} */
    this.rowNumber = [];
    this.scan();

    const rows = this.rowTable.length;
    this.interval = Math.max(LEAST_INTERVAL, Math.ceil((this.stepCount * rows) / MOST_SNAPSHOT_ROWS));
    /** @type {Int32Array[]} */
    this.snapshots = [];
    const state = new Int32Array(rows).fill(NONE);
    for (let step = 0; step < this.stepCount; step++) {
      this.forward(state, step);
      if (step % this.interval === 0) {
        this.snapshots.push(state.slice());
      }
    }
    this.lastStep = 0;
    this.lastState = this.stepCount === 0 ? state : this.snapshots[0];
    /** @type {Map<number, Values>} */
    this.kept = new Map();
  }

  /** Goes through all steps once, and finds where everything is. */
  scan() {
    const input = new Reader(this.bytes);
    const last = new Ints();
    const eventColumns = this.eventKinds.map((kind) => kind.columns.length);
    let cycle = 0;
    let event = 0;
    for (let step = 0; step < this.stepCount; step++) {
      cycle += input.number();
      event += input.number();
      this.cycles[step] = cycle;
      this.engineEvents[step] = event;
      this.eventsAt[step] = input.at;
      for (let left = input.number(); left > 0; left--) {
        for (let columns = eventColumns[input.number()]; columns > 0; columns--) {
          input.skipNumber();
        }
      }
      this.firstRecord[step] = this.recordAt.length;
      for (let tables = input.number(); tables > 0; tables--) {
        const table = input.number();
        const blobs = this.blobs[table];
        const places = this.rowsOf[table];
        let number = 0;
        for (let left = input.number(); left > 0; left--) {
          number += input.signed();
          let row = places.get(number);
          if (row === undefined) {
            row = this.rowTable.length;
            places.set(number, row);
            this.rowTable.push(table);
            this.rowNumber.push(number);
            last.push(NONE);
          }
          const record = this.recordAt.length;
          this.recordAt.push(input.at);
          this.recordRow.push(row);
          this.recordBefore.push(last.array[row]);
          const mask = input.number();
          last.array[row] = mask === 0 ? NONE : record;
          for (let i = 0, rest = mask; rest !== 0; i++, rest >>>= 1) {
            if (rest & 1) {
              if (blobs[i]) {
                const length = input.number();
                input.at += length;
              } else {
                input.skipNumber();
              }
            }
          }
        }
      }
    }
    this.firstRecord[this.stepCount] = this.recordAt.length;
  }

  /**
   * The cycle of a step.
   *
   * @param {number} step
   */
  cycleOf(step) {
    return this.cycles[step];
  }

  /**
   * The first step at or after a cycle, or the number of steps.
   *
   * @param {number} cycle
   */
  stepAt(cycle) {
    let from = 0;
    let to = this.stepCount;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.cycles[middle] < cycle) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /**
   * What happened in a step, in order: values by column, and `event`, the kind.
   *
   * @param {number} step
   * @returns {Values[]}
   */
  eventsOf(step) {
    const input = new Reader(this.bytes);
    input.at = this.eventsAt[step];
    const events = [];
    for (let left = input.number(); left > 0; left--) {
      const kind = this.eventKinds[input.number()];
      /** @type {Values} */
      const values = { event: kind.name };
      for (const column of kind.columns) {
        values[column.name] = this.value(column, input.signed());
      }
      events.push(values);
    }
    return events;
  }

  /**
   * The state after a step.
   *
   * @param {number} step
   * @returns {State}
   */
  stateAt(step) {
    if (!(step >= 0 && step < this.stepCount)) {
      throw new RangeError(`step ${step} of ${this.stepCount}`);
    }
    let from = this.lastStep;
    let base = this.lastState;
    if (Math.abs(step - from) > this.interval) {
      const snapshot = Math.floor(step / this.interval);
      from = snapshot * this.interval;
      base = this.snapshots[snapshot];
    }
    const state = base.slice();
    while (from < step) {
      this.forward(state, ++from);
    }
    while (from > step) {
      this.backward(state, from--);
    }
    this.lastStep = step;
    this.lastState = state;
    return new State(this, step, state);
  }

  /**
   * The rows that a step changed; of step 0 all that there are.
   *
   * @param {number} step
   * @returns {Change[]}
   */
  changesOf(step) {
    const changes = [];
    for (let record = this.firstRecord[step]; record < this.firstRecord[step + 1]; record++) {
      const row = this.recordRow.array[record];
      const table = this.tables[this.rowTable[row]];
      const before = this.recordBefore.array[record];
      changes.push({
        part: this.parts[table.part].name,
        table: table.name,
        row: this.rowNumber[row],
        before: before === NONE ? null : this.values(before),
        after: this.gone(record) ? null : this.values(record),
      });
    }
    return changes;
  }

  /** @param {number} record */
  gone(record) {
    return this.bytes[this.recordAt.array[record]] === 0;
  }

  /**
   * @param {Int32Array} state
   * @param {number} step
   */
  forward(state, step) {
    for (let record = this.firstRecord[step]; record < this.firstRecord[step + 1]; record++) {
      state[this.recordRow.array[record]] = this.gone(record) ? NONE : record;
    }
  }

  /**
   * @param {Int32Array} state
   * @param {number} step
   */
  backward(state, step) {
    for (let record = this.firstRecord[step + 1] - 1; record >= this.firstRecord[step]; record--) {
      state[this.recordRow.array[record]] = this.recordBefore.array[record];
    }
  }

  /**
   * The number of a table, or undefined.
   *
   * @param {string} part
   * @param {string} table
   */
  tableOf(part, table) {
    const number = this.partNumbers.get(part);
    return number === undefined ? undefined : this.parts[number].tables.find((t) => this.tables[t].name === table);
  }

  /**
   * The values that a record left its row with: those that it has not changed are found in earlier records.
   *
   * @param {number} record
   * @returns {Values}
   */
  values(record) {
    const known = this.kept.get(record);
    if (known !== undefined) {
      return known;
    }
    const table = this.rowTable[this.recordRow.array[record]];
    const columns = this.tables[table].columns;
    const blobs = this.blobs[table];
    /** @type {any[]} */
    const found = new Array(columns.length);
    let missing = columns.length;
    const input = new Reader(this.bytes);
    for (let at = record; missing > 0; at = this.recordBefore.array[at]) {
      input.at = this.recordAt.array[at];
      for (let i = 0, rest = input.number(); rest !== 0; i++, rest >>>= 1) {
        if (rest & 1) {
          const value = blobs[i] ? input.blob() : input.signed();
          if (found[i] === undefined) {
            found[i] = this.value(columns[i], value);
            missing--;
          }
        }
      }
    }
    /** @type {Values} */
    const values = {};
    columns.forEach((column, i) => (values[column.name] = found[i]));
    if (this.kept.size >= MOST_KEPT) {
      this.kept.clear();
    }
    this.kept.set(record, values);
    return values;
  }

  /**
   * A value as a page wants it: texts and names of parts instead of their numbers, lists of numbers instead of packed ones.
   *
   * @param {Column} column
   * @param {any} value
   */
  value(column, value) {
    switch (column.type) {
      case "text":
        return this.texts[value];
      case "part":
        return value < 0 ? "" : this.parts[value].name;
      case "flag":
        return value !== 0;
      case "runs": {
        const numbers = list(value);
        const runs = [];
        for (let i = 0; i < numbers.length; i += 2) {
          runs.push({ length: numbers[i], writer: numbers[i + 1] });
        }
        return runs;
      }
      case "requests":
        return list(value);
      default:
        return value;
    }
  }
}

/** @param {Uint8Array} packed */
function list(packed) {
  const input = new Reader(packed);
  const numbers = [];
  while (input.at < packed.length) {
    numbers.push(input.number());
  }
  return numbers;
}

/** The state of the machine after a step; it does not change. */
export class State {
  /**
   * @param {Recording} recording
   * @param {number} step
   * @param {Int32Array} records
   */
  constructor(recording, step, records) {
    this.recording = recording;
    this.step = step;
    this.records = records;
  }

  /**
   * The rows of a table that are present, by number, in ascending order: the same object as long as a row has not changed.
   *
   * @param {string} part
   * @param {string} table
   * @returns {Map<number, Values>}
   */
  rows(part, table) {
    const rows = new Map();
    const number = this.recording.tableOf(part, table);
    if (number !== undefined) {
      const places = this.recording.rowsOf[number];
      for (const row of [...places.keys()].sort((a, b) => a - b)) {
        const record = this.records[/** @type {number} */ (places.get(row))];
        if (record !== NONE) {
          rows.set(row, this.recording.values(record));
        }
      }
    }
    return rows;
  }

  /**
   * A row of a table, or undefined where it is absent.
   *
   * @param {string} part
   * @param {string} table
   * @param {number} row
   * @returns {Values | undefined}
   */
  row(part, table, row) {
    const number = this.recording.tableOf(part, table);
    const place = number === undefined ? undefined : this.recording.rowsOf[number].get(row);
    const record = place === undefined ? NONE : this.records[place];
    return record === NONE ? undefined : this.recording.values(record);
  }
}
