// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A plain view of a recording: step number, events, changed rows.

import { json, unpacked } from "sluice/common/data.js";
import { open } from "sluice/stepper/recording.js";

const recording = open(json("steps-head"), await unpacked("steps"));
let step = 0;

const number = document.createElement("input");
number.type = "number";
number.min = "0";
number.max = String(recording.stepCount - 1);
number.setAttribute("aria-label", "step");
const where = document.createElement("span");
const text = document.createElement("pre");
document.body.append(number, where, text);

/** @param {any} value */
function word(value) {
  return value instanceof Uint8Array ? Array.from(value, (b) => b.toString(16).padStart(2, "0")).join("") : JSON.stringify(value);
}

/** @param {Record<string, any>} values */
function line(values) {
  return Object.entries(values).map(([name, value]) => `${name}=${word(value)}`).join(" ");
}

/** @param {number} to */
function go(to) {
  step = Math.min(Math.max(to, 0), recording.stepCount - 1);
  number.value = String(step);
  where.textContent = ` of ${recording.stepCount - 1}, cycle ${recording.cycleOf(step)}`;
  const changes = recording.changesOf(step);
  text.textContent = [
    ...recording.eventsOf(step).map(line),
    "",
    ...changes.slice(0, 200).map((c) => `${c.part} ${c.table} ${c.row}: ${c.after === null ? "gone" : line(c.after)}`),
  ].join("\n");
}

number.addEventListener("input", () => go(Number(number.value)));
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") {
    go(step + 1);
  } else if (event.key === "ArrowLeft") {
    go(step - 1);
  }
});
go(0);
