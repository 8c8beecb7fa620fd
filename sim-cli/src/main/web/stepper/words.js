// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Events in plain words.
import { grouped, SECTOR } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/model.js").Happening} Happening */

/** How look-ups went. */
const OUTCOMES = {
  hit: "hit",
  miss: "missed: the line is not here",
  sectorMiss: "missed: the line is here, the sectors are not",
  merged: "missed, and joined a fill that is under way",
  bypassed: "went past",
};

/** Why caches wrote back. */
const REASONS = { eviction: "to make room", flush: "for a flush", invalidate: "for an invalidation", snoop: "because the host asked" };

/** Why clean lines went. */
const DROPS = {
  eviction: "to make room",
  invalidate: "for an invalidation",
  passed: "because a store or an atomic went past it",
  inclusion: "because the cache below, which includes it, gave it up",
  handedUp: "because the cache above has it now",
  snoop: "because the device reached into the host's caches",
};

/** Why look-ups wait. */
const WAITS = {
  bank: "its bank looks up others first",
  walk: "a cache action walks over the sets",
  queue: "others that came earlier wait",
  mshrs: "every MSHR is in use",
  merges: "the MSHR of its line takes no more requests",
  ways: "every way of its set waits for a fill",
  down: "there is no room on the way to the next level",
  port: "a data port or the atomic unit is busy",
  fills: "its line must be filled first",
};

/** How DRAM found its row. */
const DRAM_ROWS = {
  hit: "in the open row",
  miss: "after opening its row",
  conflict: "after closing another row and opening its own",
};

/** What requests ask for. */
const ASKS = { read: "a read", write: "a write", atomic: "an atomic operation", fill: "a fill", "write-back": "a write-back" };

/** What findings are. */
const FINDINGS = { staleRead: "Stale read: older bytes were read than the program means", lostWrite: "Lost write: newer bytes were overwritten by older" };

/** What phases of a barrier mean. */
const PHASES = {
  reached: "the queue comes to the barrier, which waits for the work before it",
  drained: "all work before it is done; its cache actions begin",
  released: "what waited behind it goes on",
};

/**
 * An event as a sentence.
 *
 * @param {Model} model
 * @param {Happening} event
 * @returns {string}
 */
export function sentence(model, event) {
  const where = event.part >= 0 ? model.parts[event.part].name : "";
  const what = touched(model, event);
  const whose = event.command >= 0 ? ` for ${model.commandName(event.command)}` : "";
  const asks = ASKS[event.kind] ?? "a request";
  const begins = event.phase === "begin";
  const command = event.command >= 0 ? model.commandName(event.command) : event.commandText;
  switch (event.type) {
    case "issue":
      return `${where || event.client} sends ${asks} of ${what}${whose}`;
    case "complete":
      return `${where || event.client} has its answer to ${asks} of ${what}${whose}`;
    case "lookup":
      return `${where} looks up ${what} for ${asks}: ${OUTCOMES[event.outcome] ?? event.outcome}${whose}`;
    case "fill":
      return `${where} is filled with ${what}${whose}`;
    case "writeBack":
      return `${where} writes ${what} back ${REASONS[event.reason] ?? ""}${whose}`;
    case "drop":
      return `${where} gives up ${what}, which was clean, ${DROPS[event.reason] ?? ""}`;
    case "waits":
      return `${where} cannot look up ${what} yet: ${WAITS[event.reason] ?? event.reason}${whose}`;
    case "maintenance":
      return `${where} ${begins ? "begins" : "has finished"} ${event.action}`;
    case "dram":
      return `${where || "memory"} serves ${asks} of ${what} ${DRAM_ROWS[event.row] ?? ""}${whose}`;
    case "link":
      return `${asks.replace(/^a/, "A")} of ${what} crosses the link ${event.direction === "toHost" ? "to the host" : "to the device"}${whose}`;
    case "stage":
      return `${command}: ${event.stage.toLowerCase().replace(/_/g, " ")} ${begins ? "begins" : "has ended"}`;
    case "passed":
      return `${command} is carried out`;
    case "barrier":
      return `${command}: ${PHASES[event.phase] ?? event.phase}`;
    case "hostOperation":
      return `${command} ${begins ? "begins" : "has ended"}`;
    case "host":
      return `The host: ${event.what} of ${what}`;
    case "finding":
      return `${FINDINGS[event.kind] ?? event.kind}, at ${model.place(event.address)}`;
    default:
      return otherwise(model, event, where);
  }
}

/**
 * The bytes that an event is about.
 *
 * @param {Model} model
 * @param {Happening} event
 */
export function touched(model, event) {
  const range = rangeOf(event);
  if (range === null) {
    return "it";
  }
  const place = model.place(range.address);
  return event.sectors === undefined && event.size === undefined ? place : `${place} (${grouped(range.length)} bytes)`;
}

/**
 * The addresses that an event is about, if it is about any.
 *
 * @param {Happening} event
 * @returns {{address: number, length: number} | null}
 */
export function rangeOf(event) {
  if (typeof event.address !== "number" || event.address < 0) {
    return null;
  }
  if (typeof event.size === "number") {
    return { address: event.address, length: event.size };
  }
  return { address: event.address, length: (32 - Math.clz32(event.sectors ?? 1)) * SECTOR };
}

/**
 * @param {Model} model
 * @param {Happening} event
 * @param {string} where
 */
function otherwise(model, event, where) {
  const words = [where, event.type];
  for (const [name, value] of Object.entries(event)) {
    if (["type", "event", "part", "commandText"].includes(name) || value === -1 || value === "" || value === null) {
      continue;
    }
    if (name === "command") {
      words.push(model.commandName(value));
    } else if (name === "address") {
      words.push(model.place(value));
    } else {
      words.push(`${name} ${model.text(value)}`);
    }
  }
  return words.filter((word) => word !== "").join(" ");
}
