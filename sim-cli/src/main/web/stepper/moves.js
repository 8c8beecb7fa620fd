// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Where a move leads: the next or last step by event, cycle, request, command or finding.

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/store.js").View} View */
/** @typedef {import("sluice/stepper/store.js").Stride} Stride */

/**
 * The step that a move leads to; the same step where there is none.
 *
 * @param {Model} model
 * @param {View} view
 * @param {Stride} stride
 * @param {1 | -1} direction
 * @returns {number}
 */
export function target(model, view, stride, direction) {
  const { step } = view;
  switch (stride) {
    case "event":
      return bounded(model, step + direction);
    case "cycle":
      return byCycle(model, step, direction);
    case "request":
      return byRequest(model, step, view.request, direction);
    case "command":
      return among(commandStarts(model), step, direction);
    case "finding":
      return among(model.findings.map((finding) => finding.step), step, direction);
    default:
      return step;
  }
}

/**
 * The last step of the next cycle in which anything happened, or of the one before: what stands there when a cycle is over.
 *
 * @param {Model} model
 * @param {number} step
 * @param {1 | -1} direction
 */
function byCycle(model, step, direction) {
  const { recording } = model;
  if (direction < 0) {
    return recording.cycleOf(step) === recording.cycleOf(0) ? 0 : firstWith(model, recording.cycleOf(step)) - 1;
  }
  const rest = firstWith(model, recording.cycleOf(step) + 1);
  if (rest > step + 1) {
    return rest - 1;
  }
  return rest > model.last ? model.last : firstWith(model, recording.cycleOf(rest) + 1) - 1;
}

/**
 * The first step at or after a cycle; one past the last if none is.
 *
 * @param {Model} model
 * @param {number} cycle
 */
export function firstWith(model, cycle) {
  let low = 0;
  let high = model.last + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (model.recording.cycleOf(middle) < cycle) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * @param {Model} model
 * @param {number} step
 * @param {number | null} request
 * @param {1 | -1} direction
 */
function byRequest(model, step, request, direction) {
  if (request === null) {
    return step;
  }
  for (let n = step + direction; n >= 0 && n <= model.last; n += direction) {
    if (model.events(n).some((event) => event.request === request)) {
      return n;
    }
  }
  return step;
}

/** The steps at which commands begin. @param {Model} model */
export function commandStarts(model) {
  return model.commands
    .map((command) => command.first)
    .filter((first) => first >= 0)
    .sort((a, b) => a - b);
}

/**
 * @param {number[]} steps ascending
 * @param {number} step
 * @param {1 | -1} direction
 */
function among(steps, step, direction) {
  const next = direction > 0 ? steps.find((n) => n > step) : [...steps].reverse().find((n) => n < step);
  return next ?? step;
}

/**
 * @param {Model} model
 * @param {number} step
 */
export function bounded(model, step) {
  return Math.max(0, Math.min(model.last, step));
}
