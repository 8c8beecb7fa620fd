// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The recording as the page reads it: names for numbers, addresses in words, who holds the newest bytes.

import { metadataBytes } from "sluice/stepper/metadata.js";
import { Kept, Mirror } from "sluice/stepper/mirror.js";
import { amount, hex, isDirtyByte, number, SECTOR } from "sluice/stepper/values.js";

export { amount, bit, grouped, hex, hexByte, isDirtyByte, isHost, SECTOR } from "sluice/stepper/values.js";

/**
 * @typedef {{name: string, type: string, meaning?: string}} Column
 * @typedef {{name: string, meaning?: string, columns: Column[]}} Table
 * @typedef {object} Part A part of the machine.
 * @property {string} name
 * @property {string} kind
 * @property {string} group parts of a group are alike
 * @property {string} label
 * @property {number[]} below to whom it sends requests
 * @property {Record<string, string>} attributes
 * @property {Table[]} tables
 */
/** @typedef {Record<string, any>} Row Values by column. */
/** @typedef {import("sluice/stepper/mirror.js").Mirror} State */
/** @typedef {{type: string, part: number, command: number} & Record<string, any>} Happening An event; -1 for no part or command. */
/** @typedef {{part: number, table: string, row: number, before: Row | null, after: Row | null}} Change */
/** @typedef {import("sluice/stepper/recording.js").Recording} Recording */
/** @typedef {{name: string, what: string, line: number, first: number, last: number, barrier: boolean}} Command With its line in the
 *   source, 0 for none, and its first and last step, -1 until they are known. */
/** @typedef {{address: number, length: number, text: string}} Range Bytes, and how the reader calls them. */
/** @typedef {{part: number, table: string, row: number, bytes: (number | null)[], agents: number[], dirty: boolean[], set: number | null,
 *   way: number | null}} Copy A copy of a range of bytes; null where it does not have one. */

/** Writers by byte, of runs that were asked for. @type {WeakMap<object, Uint16Array>} */
const EXPANDED = new WeakMap();

/** Kinds of parts that no request comes to. */
const IDLE = new Set(["queue", "hostThread"]);

/** Kinds of parts that are no box in the machine. */
const UNSEEN = new Set(["memory", "truth", "requests", "program"]);

export class Model {
  /**
   * @param {any} head
   * @param {Recording} recording
   */
  constructor(head, recording) {
    this.head = head;
    this.recording = recording;
    this.last = recording.stepCount - 1;
    /** @type {Map<string, number>} */
    this.byName = new Map(head.parts.map((part, i) => [part.name, i]));
    /** @type {Part[]} */
    this.parts = head.parts.map((part) => ({
      ...part,
      below: part.below.flatMap((name) => this.named(head.parts, name)),
      tables: part.tables.map((table) => head.tables[table]),
    }));
    this.truthPart = this.parts.findIndex((part) => part.kind === "truth");
    this.programPart = this.parts.findIndex((part) => part.kind === "program");
    this.memoryParts = this.parts.flatMap((part, i) => (part.kind === "memory" ? [i] : []));
    this.requestsPart = this.parts.findIndex((part) => part.kind === "requests");
    /** @type {{name: string, address: number, size: number}[]} */
    this.resources = [
      ...head.resources,
      ...(head.tiles ?? []).map((tiles) => ({ name: `${tiles.image}.metadata`, address: tiles.address, size: metadataBytes(this, tiles) })),
    ].sort((a, b) => a.address - b.address);
    /** @type {Command[]} */
    this.commands = head.commands.map((command) => ({
      name: command.id, what: command.what, line: lineOf(command.where), first: -1, last: -1, barrier: false,
    }));
    this.commandNumbers = new Map(this.commands.map((command, i) => [command.name, i]));
    this.findings = head.findings.filter((finding) => finding.step >= 0).sort((a, b) => a.step - b.step);
    /** Parts that have a table of bytes by address, and the tables. */
    this.holders = this.parts.flatMap((part, i) =>
      part.kind === "truth"
        ? []
        : part.tables
            .filter((table) => has(table, "address") && has(table, "bytes"))
            .map((table) => ({ part: i, table: table.name })),
    );
    /** When cache actions walk over each cache, by part; filled by the index. @type {Map<number, {action: string, first: number, last: number}[]>} */
    this.walks = new Map();
    this.mirror = new Mirror(this);
    this.eventsKept = new Kept((/** @type {number} */ n) => this.readEvents(n));
    this.changesKept = new Kept((/** @type {number} */ n) => this.readChanges(n));
  }

  /**
   * The parts of a name, or of a group of that name.
   *
   * @param {{name: string, group: string}[]} parts
   * @param {string} name
   */
  named(parts, name) {
    const one = this.byName.get(name);
    return one === undefined ? parts.flatMap((part, i) => (part.group === name ? [i] : [])) : [one];
  }

  /**
   * What happened in a step.
   *
   * @param {number} n
   * @returns {Happening[]}
   */
  events(n) {
    return this.eventsKept.get(n);
  }

  /**
   * What a step changed; of step 0, which is what there was before, nothing.
   *
   * @param {number} n
   * @returns {Change[]}
   */
  changes(n) {
    return this.changesKept.get(n);
  }

  /**
   * @param {number} n
   * @returns {Happening[]}
   */
  readEvents(n) {
    return this.recording.eventsOf(n).map((event) => ({
      ...event,
      type: event.event,
      part: this.byName.get(event.part) ?? -1,
      command: typeof event.command === "string" ? (this.commandNumbers.get(event.command) ?? -1) : (event.command ?? -1),
      commandText: typeof event.command === "string" ? event.command : "",
    }));
  }

  /**
   * @param {number} n
   * @returns {Change[]}
   */
  readChanges(n) {
    return n === 0
      ? []
      : this.recording.changesOf(n).map((change) => ({ ...change, part: this.byName.get(change.part) ?? -1 }));
  }

  /**
   * What the machine holds after a step, valid until another step is asked for.
   *
   * @param {number} n
   * @returns {State}
   */
  state(n) {
    this.mirror.go(n);
    return this.mirror;
  }

  /**
   * Whether a part is a box in the drawing.
   *
   * @param {number} i
   */
  seen(i) {
    const part = this.parts[i];
    return !UNSEEN.has(part.kind) && !(IDLE.has(part.kind) && part.tables.length === 0);
  }

  /**
   * A value as text.
   *
   * @param {any} value
   * @returns {string}
   */
  text(value) {
    return String(value ?? "");
  }

  /**
   * What a command is called.
   *
   * @param {number} i
   */
  commandName(i) {
    const command = this.commands[i];
    return command === undefined ? "" : command.name + (command.what ? ` ${command.what}` : "");
  }

  /**
   * Who wrote, by number.
   *
   * @param {number} agent
   * @returns {string}
   */
  writer(agent) {
    const writer = this.head.writers?.[agent];
    if (agent === 0 || writer === undefined) {
      return "nobody";
    }
    return writer.what ? `${writer.name} ${writer.what}` : writer.name;
  }

  /**
   * An address as the reader knows it, {@code x:64}, or in hexadecimal.
   *
   * @param {number} address
   */
  place(address) {
    const resource = this.resourceAt(address);
    return resource === null ? hex(address) : `${resource.name}:${address - resource.address}`;
  }

  /**
   * The resource at an address, if there is one.
   *
   * @param {number} address
   */
  resourceAt(address) {
    let low = 0;
    let high = this.resources.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.resources[middle].address <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (let i = low - 1; i >= 0 && i >= low - 8; i--) {
      const resource = this.resources[i];
      if (address < resource.address + resource.size) {
        return resource;
      }
    }
    return null;
  }

  /**
   * The bytes that a reader names: {@code x:64:4}, {@code x:64}, {@code x}, {@code 0x1040}, {@code 0x1040:4}.
   *
   * @param {string} text
   * @returns {Range | string} or what is wrong with it, for the reader
   */
  range(text) {
    const pieces = this.pieces(text.trim());
    const numbers = pieces.slice(1).map(number);
    if (pieces[0] === "" || numbers.some((n) => Number.isNaN(n))) {
      return "write resource:offset:length, such as x:64:4, or an address, such as 0x10040";
    }
    const resource = this.resources.find((r) => r.name === pieces[0]);
    const address = number(pieces[0]);
    if (resource === undefined && !Number.isNaN(address)) {
      const length = numbers[0] ?? 4;
      return pieces.length > 2 || length < 1 || length > 64
        ? "write an address and how many bytes, 64 at most: 0x10040:4"
        : { address, length, text };
    }
    if (resource === undefined) {
      const names = this.resources.slice(0, 6).map((r) => r.name);
      return `nothing is called ${pieces[0]}; there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`;
    }
    const offset = numbers[0] ?? 0;
    const length = numbers[1] ?? 4;
    if (offset >= resource.size || length < 1 || length > 64 || offset + length > resource.size) {
      return `${resource.name} has ${resource.size.toLocaleString("en")} bytes; watch 64 at most`;
    }
    return { address: resource.address + offset, length, text };
  }

  /**
   * What a reader writes of bytes, cut at its colons, of which the name of a buffer or image may have some itself.
   *
   * @param {string} text
   */
  pieces(text) {
    const found = this.resources
      .map((r) => r.name)
      .filter((name) => text === name || text.startsWith(`${name}:`))
      .sort((a, b) => b.length - a.length)[0];
    return found === undefined ? text.split(":") : [found, ...text.slice(found.length).split(":").slice(1)];
  }

  /**
   * The requests under way after a step, and where they are: in a part, or on the wire from it to another one.
   *
   * @param {number} step
   * @returns {Map<number, {part: number, to: number, operation: string, row: Row}>} {@code to} is -1 of those in a part
   */
  underWay(step) {
    const under = new Map();
    if (this.requestsPart >= 0) {
      this.state(step)
        .rows(this.requestsPart, "requests")
        .forEach((row, request) => {
          const part = this.byName.get(row.part) ?? -1;
          const to = row.from === "" ? (this.byName.get(row.to) ?? -1) : -1;
          under.set(request, { part, to, operation: row.kind, row });
        });
    }
    return under;
  }

  /**
   * How wide and deep a cache is. Lines of its victim cache lie behind all sets, and so in further rows of ways.
   *
   * @param {number} part
   * @returns {{sets: number, ways: number, victims: number, rows: number, line: number, sector: number}}
   */
  geometry(part) {
    const attributes = this.parts[part].attributes;
    const sets = Math.max(1, amount(attributes.sets));
    const ways = Math.max(1, amount(attributes.ways));
    const victims = amount(attributes.victims);
    return {
      sets,
      ways,
      victims,
      rows: sets + Math.ceil(victims / ways),
      line: amount(attributes.line) || 64,
      sector: amount(attributes.sector) || SECTOR,
    };
  }

  /**
   * What a set is called, or a row of the victim cache.
   *
   * @param {number} part
   * @param {number} set
   */
  setName(part, set) {
    return set < this.geometry(part).sets ? `set ${set}` : "victim cache";
  }

  /**
   * What a line's place is called.
   *
   * @param {number} part
   * @param {number} set
   * @param {number} way
   */
  lineName(part, set, way) {
    const { sets, ways } = this.geometry(part);
    return set < sets ? `set ${set} way ${way}` : `victim ${(set - sets) * ways + way}`;
  }

  /**
   * The writer of each of a row's bytes.
   *
   * @param {any} runs as the recording has it
   * @param {number} length
   * @returns {ArrayLike<number>}
   */
  agents(runs, length) {
    if (!runs || runs.length === 0) {
      return new Uint16Array(length);
    }
    let agents = EXPANDED.get(runs);
    if (agents === undefined) {
      agents = new Uint16Array(length);
      let at = 0;
      for (const run of runs) {
        agents.fill(run.writer, at, at + run.length);
        at += run.length;
      }
      EXPANDED.set(runs, agents);
    }
    return agents;
  }

  /**
   * The newest value and writer of each byte from an address on, as far as anybody wrote there.
   *
   * @param {State} state
   * @param {number} address
   * @param {number} length
   * @returns {{bytes: (number | null)[], agents: (number | null)[]}}
   */
  newest(state, address, length) {
    const bytes = [];
    const agents = [];
    let row = null;
    let base = -1;
    for (let i = 0; i < length; i++) {
      const at = Math.floor((address + i) / SECTOR) * SECTOR;
      if (at !== base) {
        base = at;
        row = this.truthPart < 0 ? null : state.row(this.truthPart, "sectors", at / SECTOR);
      }
      bytes.push(row === null ? null : row.bytes[address + i - base]);
      agents.push(row === null ? null : this.agents(row.writers, SECTOR)[address + i - base]);
    }
    return { bytes, agents };
  }

  /**
   * Which bytes of a copy are older than the newest.
   *
   * @param {State} state
   * @param {number} address of the copy's first byte
   * @param {ArrayLike<number>} agents of its bytes
   * @param {number} valid its valid sectors
   * @returns {boolean[]}
   */
  stale(state, address, agents, valid) {
    const newest = this.newest(state, address, agents.length).agents;
    return Array.from(agents, (agent, i) => {
      const sector = Math.floor(i / SECTOR);
      return (valid & (1 << sector)) !== 0 && newest[i] !== null && newest[i] !== agent;
    });
  }

  /**
   * The part of a row that lies in a range.
   *
   * @param {number} part
   * @param {string} table
   * @param {number} row
   * @param {Row} values
   * @param {Range} range
   * @returns {Copy | null} null if it has none of the bytes
   */
  copy(part, table, row, values, range) {
    const length = values.bytes?.length ?? 0;
    const offset = range.address - values.address;
    if (values.address < 0 || offset + range.length <= 0 || offset >= length) {
      return null;
    }
    const valid = values.valid ?? -1;
    const written = this.agents(values.writers, length);
    /** @type {(number | null)[]} */
    const bytes = [];
    const agents = [];
    const dirty = [];
    for (let i = offset; i < offset + range.length; i++) {
      const there = i >= 0 && i < length && (valid & (1 << Math.floor(i / SECTOR))) !== 0;
      bytes.push(there ? values.bytes[i] : null);
      agents.push(there ? written[i] : 0);
      dirty.push(there && isDirtyByte(values, i));
    }
    if (bytes.every((b) => b === null)) {
      return null;
    }
    const cached = table === "lines";
    const ways = cached ? this.geometry(part).ways : 1;
    return {
      part, table, row, bytes, agents, dirty,
      set: cached ? Math.floor(row / ways) : null,
      way: cached ? row % ways : null,
    };
  }
}

/**
 * @param {Table} table
 * @param {string} column
 */
function has(table, column) {
  return table.columns.some((c) => c.name === column);
}

/** The line of a place, {@code file:line:column}; 0 for none. @param {string} where */
function lineOf(where) {
  const match = /:(\d+)(?::\d+)?$/.exec(where ?? "");
  return match === null ? 0 : Number(match[1]);
}
