// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A cache action walking over the sets of a cache: flushes and invalidations of barriers.
import { h } from "preact";
import { grouped } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/** So many steps back are searched for where a walk is. */
const BACK = 600;

/** @param {{context: Context, part: number, sets: number, ways: number}} props */
export function Walk({ context, part, sets, ways }) {
  const { model, view } = context;
  const walk = (model.walks.get(part) ?? []).find(({ first, last }) => first <= view.step && view.step <= last);
  if (walk === undefined) {
    return null;
  }
  const last = lastSet(context, part, ways, walk.first);
  const set = last === null ? null : Math.min(last, sets - 1);
  return h(
    "div",
    { class: "walk" },
    h("p", null, h("code", null, walk.action), " walks over this cache",
      set === null ? "" : [": it came to set ", h("b", { key: "set" }, grouped(set)), ` of ${grouped(sets)}`]),
    h("progress", { max: sets, value: set === null ? 0 : set + 1, "aria-label": `${walk.action}: sets walked over` }),
  );
}

/**
 * The set in which the walk did something last.
 *
 * @param {Context} context
 * @param {number} part
 * @param {number} ways
 * @param {number} first
 */
function lastSet(context, part, ways, first) {
  const { model, view } = context;
  for (let n = view.step; n >= Math.max(first, view.step - BACK); n--) {
    for (const event of model.events(n)) {
      const walked = (event.type === "writeBack" && event.reason !== "eviction") || (event.type === "drop" && event.reason === "invalidate");
      if (walked && event.part === part && event.line >= 0) {
        return Math.floor(event.line / ways);
      }
    }
    for (const change of model.changes(n)) {
      if (change.part === part && change.table === "lines") {
        return Math.floor(change.row / ways);
      }
    }
  }
  return null;
}
