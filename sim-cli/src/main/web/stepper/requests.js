// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Requests under way: what each asks for and where it is; one can be followed.
import { h } from "preact";
import { useMemo } from "preact/hooks";
import { grouped } from "sluice/stepper/model.js";
import { requestButton, TableView } from "sluice/stepper/tables.js";
import { sentence } from "sluice/stepper/words.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/** How many steps around the current one are searched for the journey of a request. */
const REACH = 2000;

/** @param {{context: Context}} props */
export function Requests({ context }) {
  const { model, view } = context;
  const part = model.requestsPart;
  return h(
    "div",
    { class: "requests" },
    view.request !== null && h(Followed, { context, request: view.request }),
    part < 0
      ? h("p", { class: "faint" }, "This recording does not say where requests are.")
      : model.parts[part].tables.map((table) => h(TableView, { key: table.name, context, part, table })),
  );
}

/** @param {{context: Context, request: number}} props */
function Followed({ context, request }) {
  const { model, view } = context;
  const around = Math.floor(view.step / REACH);
  const journey = useMemo(() => journeyOf(model, request, around), [model, request, around]);
  // numbers are used again: only the journey that the current step is in
  const here = lastIndex(journey, (entry) => entry.n <= view.step);
  let from = Math.max(0, here);
  while (from > 0 && journey[from].type !== "issue") {
    from--;
  }
  let to = Math.max(0, here);
  while (to + 1 < journey.length && journey[to + 1].type !== "issue") {
    to++;
  }
  return h(
    "div",
    { class: "followed" },
    h("h3", null, "Following ", requestButton(context, request), " ",
      h("button", { class: "quiet", onClick: () => context.follow(null) }, "stop")),
    h("ol", { class: "chapters" }, journey.slice(from, to + 1).map((entry, i) =>
      h("li", { key: i, class: from + i === here ? "here" : entry.n > view.step ? "later" : "" },
        h("button", { class: "chapter", onClick: () => context.go(entry.n) },
          h("span", { class: "chapter-step" }, grouped(entry.n)), h("span", null, entry.text))))),
  );
}

/**
 * The events of a request, near a step.
 *
 * @param {import("sluice/stepper/model.js").Model} model
 * @param {number} request
 * @param {number} around
 */
function journeyOf(model, request, around) {
  const journey = [];
  for (let n = Math.max(0, (around - 1) * REACH); n <= Math.min(model.last, (around + 2) * REACH); n++) {
    for (const event of model.readEvents(n)) {
      if (event.request === request) {
        journey.push({ n, text: sentence(model, event), type: event.type });
      }
    }
  }
  return journey;
}

/**
 * @template T
 * @param {T[]} list
 * @param {(entry: T) => boolean} holds
 */
function lastIndex(list, holds) {
  for (let i = list.length - 1; i >= 0; i--) {
    if (holds(list[i])) {
      return i;
    }
  }
  return -1;
}
