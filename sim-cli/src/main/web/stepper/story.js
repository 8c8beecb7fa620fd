// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The life of some bytes: every step in which they moved, changed or were asked for, found bit by bit.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { grouped } from "sluice/stepper/model.js";
import { rangeOf, sentence } from "sluice/stepper/words.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/model.js").Range} Range */
/** @typedef {{step: number, text: string, kind: string}} Chapter */

/** Milliseconds that are worked before the page gets its turn. */
const SLICE = 12;

/** A story of more chapters is told around the current step. */
const MOST = 60;

/** Stories that were worked out. @type {WeakMap<Model, Map<string, Chapter[]>>} */
const TOLD = new WeakMap();

/** @param {{context: Context, range: Range}} props */
export function Story({ context, range }) {
  const { model, view } = context;
  const key = `${range.address} ${range.length}`;
  const [told, setTold] = useState(() => ({ chapters: TOLD.get(model)?.get(key) ?? null, share: 0 }));
  useEffect(() => {
    if (told.chapters !== null) {
      return undefined;
    }
    let stopped = false;
    tell(model, range, (share) => !stopped && setTold({ chapters: null, share }), (chapters) => {
      const all = TOLD.get(model) ?? new Map();
      TOLD.set(model, all.set(key, chapters));
      if (!stopped) {
        setTold({ chapters, share: 1 });
      }
    }, () => stopped);
    return () => {
      stopped = true;
    };
  }, [key]);
  /** @type {{current: HTMLElement | null}} */
  const list = useRef(null);
  const shownStep = here(told.chapters ?? [], view.step);
  useEffect(() => intoView(list.current), [shownStep, told.chapters]);
  if (told.chapters === null) {
    return h("p", { class: "faint", role: "status" }, `Looking for its story: ${Math.round(told.share * 100)} %`);
  }
  const { chapters } = told;
  const from = Math.max(0, Math.min(shownStep - MOST / 2, chapters.length - MOST));
  const shown = chapters.slice(from, from + MOST);
  return h(
    "div",
    { class: "story" },
    h("h3", null, "Its story", h("span", { class: "count" }, grouped(chapters.length))),
    chapters.length === 0 && h("p", { class: "faint" }, "Nothing happened to these bytes in what was recorded."),
    from > 0 && h("p", { class: "faint" }, `${grouped(from)} earlier`),
    h("ol", { class: "chapters", ref: list }, shown.map((chapter, i) =>
      h("li", { key: chapter.step, class: `${from + i === shownStep ? "here" : ""} ${chapter.step > view.step ? "later" : ""} ${chapter.kind}` },
        h("button", { class: "chapter", "aria-current": chapter.step === view.step ? "step" : undefined, onClick: () => context.go(chapter.step) },
          h("span", { class: "chapter-step" }, grouped(chapter.step)), h("span", null, chapter.text))))),
    chapters.length > from + MOST && h("p", { class: "faint" }, `${grouped(chapters.length - from - MOST)} later`),
  );
}

/**
 * The last chapter at or before a step, or -1.
 *
 * @param {Chapter[]} chapters
 * @param {number} step
 */
function here(chapters, step) {
  let low = 0;
  let high = chapters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chapters[middle].step <= step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/**
 * Scrolls the panel, not the page, to where the story is.
 *
 * @param {HTMLElement | null} list
 */
function intoView(list) {
  const item = list?.querySelector(".here");
  const panel = list?.closest(".panel-body");
  if (!item || !panel || panel.scrollHeight <= panel.clientHeight) {
    return;
  }
  const at = item.getBoundingClientRect();
  const room = panel.getBoundingClientRect();
  if (at.top < room.top || at.bottom > room.bottom) {
    panel.scrollTop += at.top - room.top - room.height / 2;
  }
}

/**
 * @param {Model} model
 * @param {Range} range
 * @param {(share: number) => void} progress
 * @param {(chapters: Chapter[]) => void} end
 * @param {() => boolean} stopped
 */
function tell(model, range, progress, end, stopped) {
  /** @type {Chapter[]} */
  const chapters = [];
  let next = 0;
  const work = () => {
    if (stopped()) {
      return;
    }
    const from = performance.now();
    while (next <= model.last && performance.now() - from < SLICE) {
      for (let i = 0; i < 32 && next <= model.last; i++, next++) {
        const chapter = chapterOf(model, range, next);
        if (chapter !== null) {
          chapters.push(chapter);
        }
      }
    }
    if (next > model.last) {
      end(chapters);
    } else {
      progress(next / (model.last + 1));
      setTimeout(work, 0);
    }
  };
  setTimeout(work, 0);
}

/**
 * What a step was for the bytes, if anything.
 *
 * @param {Model} model
 * @param {Range} range
 * @param {number} n
 * @returns {Chapter | null}
 */
export function chapterOf(model, range, n) {
  const about = model.readEvents(n).filter((event) => {
    const at = rangeOf(event);
    if (at === null || (event.type === "drop" && event.line === undefined)) {
      return false;
    }
    const length = event.type === "drop" ? 64 : Math.max(1, at.length);
    return at.address < range.address + range.length && range.address < at.address + length;
  });
  if (about.length > 0) {
    const main = about.find((event) => event.type === "finding") ?? about[about.length - 1];
    return { step: n, text: about.map((event) => sentence(model, event)).join("; "), kind: main.type };
  }
  if (n === 0) {
    return null;
  }
  // copies that came or went without an event of their own
  for (const change of model.readChanges(n)) {
    if (change.part === model.truthPart || (change.after ?? change.before)?.bytes === undefined) {
      continue;
    }
    const before = held(model, change, change.before, range);
    const after = held(model, change, change.after, range);
    if (before !== after) {
      const where = model.parts[change.part].label;
      const text = after === null ? `gone from ${where}` : before === null ? `comes into ${where}` : `changes in ${where}: ${before} becomes ${after}`;
      return { step: n, text, kind: "change" };
    }
  }
  return null;
}

/**
 * The bytes of a row in a range, as text; null if it has none.
 *
 * @param {Model} model
 * @param {import("sluice/stepper/model.js").Change} change
 * @param {import("sluice/stepper/model.js").Row | null} values
 * @param {Range} range
 */
function held(model, change, values, range) {
  const copy = values === null ? null : model.copy(change.part, change.table, change.row, values, range);
  return copy === null ? null : copy.bytes.map((b) => (b === null ? "··" : b.toString(16).padStart(2, "0"))).join(" ");
}
