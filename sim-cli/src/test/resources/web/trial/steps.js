// What recording.js reads, as text that a test compares.
import { json, unpacked } from "sluice/common/data.js";
import { open } from "sluice/stepper/recording.js";

const recording = open(json("steps-head"), await unpacked("steps"));

function word(value) {
  if (value instanceof Uint8Array) {
    return Array.from(value, (b) => b.toString(16).padStart(2, "0")).join("");
  }
  if (Array.isArray(value)) {
    return value.map((one) => (typeof one === "object" ? `${one.length} ${one.writer}` : one)).join(" ");
  }
  return value === true ? "1" : value === false ? "0" : String(value);
}

function state(step) {
  const at = recording.stateAt(step);
  const lines = [];
  for (const part of recording.parts) {
    for (const table of part.tables) {
      const name = recording.tables[table].name;
      for (const [row, values] of at.rows(part.name, name)) {
        const words = recording.tables[table].columns.map((column) => `${column.name}=${word(values[column.name])}`);
        lines.push(`${part.name} ${name} ${row} ${words.join(" ")}`);
      }
    }
  }
  return lines.join("\n");
}

function events(step) {
  return recording
    .eventsOf(step)
    .map((event) => Object.entries(event).map(([name, value]) => `${name}=${word(value)}`).join(" "))
    .join("\n");
}

function changes(step) {
  return recording.changesOf(step).map((c) => `${c.part} ${c.table} ${c.row} ${c.before !== null} ${c.after !== null}`).join("\n");
}

globalThis.steps = { count: recording.stepCount, state, events, changes, cycle: (n) => recording.cycleOf(n), at: (c) => recording.stepAt(c) };
document.body.textContent = "ready";
