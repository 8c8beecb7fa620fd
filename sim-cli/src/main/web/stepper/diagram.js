// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The drawing of the machine: its parts with how full they are, who took part in the step, and requests on their way.
import { h } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Dots } from "sluice/stepper/dots.js";
import { layout } from "sluice/stepper/layout.js";
import { amount, grouped } from "sluice/stepper/model.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/tracker.js").Tracker} Tracker */
/** @typedef {import("sluice/stepper/layout.js").Layout} Layout */
/** @typedef {import("sluice/stepper/layout.js").Cell} Cell */
/** @typedef {import("sluice/stepper/store.js").View} View */

/** Names of groups as people write them. */
const GROUPS = { cu: "Compute units", cb: "CB", db: "DB", rop: "ROP", vram: "VRAM", ram: "Host RAM", mall: "MALL", tex: "TEX" };

/** Width of the bars in a cell by its form; none in the smallest. */
const BARS = { wide: 106, slim: 106, narrow: 48, square: 0, tiny: 0 };

/**
 * The drawing.
 *
 * @param {{model: Model, tracker: Tracker, view: View, onOpen: (part: number) => void, onRequest: (request: number) => void,
 *   watched: Set<number>}} props
 */
export function Diagram({ model, tracker, view, onOpen, onRequest, watched }) {
  const drawing = useMemo(() => layout(model), [model]);
  /** @type {{current: SVGSVGElement | null}} */
  const svg = useRef(null);
  /** @type {{current: Painter | null}} */
  const painter = useRef(null);
  const still = useMemo(() => picture(model, drawing, onOpen), [model, drawing]);
  useLayoutEffect(() => {
    if (painter.current === null && svg.current !== null) {
      painter.current = new Painter(model, drawing, svg.current, onRequest);
    }
    painter.current?.paint(tracker, view, watched);
  });
  return h(
    "svg",
    {
      ref: svg,
      class: "diagram",
      viewBox: `0 0 ${drawing.width} ${drawing.height}`,
      style: { maxWidth: `${drawing.width * 1.2}px`, aspectRatio: `${drawing.width} / ${drawing.height}` },
      role: "group",
      "aria-label": "Block diagram of the device; open a part to see what it holds",
    },
    still,
  );
}

/**
 * What does not change.
 *
 * @param {Model} model
 * @param {Layout} drawing
 * @param {(part: number) => void} onOpen
 */
function picture(model, drawing, onOpen) {
  const line = (points) => points.map((p, i) => `${i === 0 ? "M" : "L"}${p.x.toFixed(1)},${p.y.toFixed(1)}`).join("");
  return [
    h("g", { class: "edges", key: "edges" }, drawing.edges.map((edge, i) => h("path", { key: i, d: line(edge.points) }))),
    h(
      "g",
      { class: "boxes", key: "boxes" },
      drawing.boxes
        .filter((box) => box.parts.length > 1)
        .map((box) =>
          h(
            "g",
            { key: box.id },
            h("rect", { class: "group", x: box.x, y: box.y, width: box.width, height: box.height, rx: 7 }),
            h("text", { class: "group-name", x: box.x + 8, y: box.y + 13 }, `${groupName(model, box.parts[0])} × ${box.parts.length}`),
          ),
        ),
    ),
    h("g", { class: "cells", key: "cells" }, [...drawing.cells.values()].map((cell) => picturedCell(model, cell, onOpen))),
    h("g", { class: "dots", key: "dots", "aria-hidden": "true" }),
  ];
}

/**
 * @param {Model} model
 * @param {Cell} cell
 * @param {(part: number) => void} onOpen
 */
function picturedCell(model, cell, onOpen) {
  const part = model.parts[cell.part];
  const open = () => onOpen(cell.part);
  const bars = BARS[cell.form];
  const cached = part.tables.some((table) => table.name === "lines");
  const registers = part.tables.some((table) => table.name === "mshrs");
  const wide = cell.form === "wide" || cell.form === "slim";
  const small = BARS[cell.form] === 0;
  const below = cell.y + cell.height;
  return h(
    "g",
    {
      key: cell.part,
      class: `cell ${cell.form} k-${part.kind}`,
      id: `cell-${cell.part}`,
      role: "button",
      tabindex: small ? -1 : 0,
      "aria-label": `Open ${part.label || part.name}`,
      onClick: open,
      onKeyDown: (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          event.stopPropagation();
          open();
        }
      },
    },
    h("rect", { class: "body", x: cell.x, y: cell.y, width: cell.width, height: cell.height, rx: small ? 2 : 5 }),
    !small &&
      h("rect", { class: "kind", x: cell.x, y: cell.y + 4, width: 3, height: cell.height - 8, rx: 1.5 }),
    !small &&
      h("text", { class: "name", x: cell.x + 9, y: cell.y + (cell.form === "wide" ? 15 : 13) }, shortened(wide ? nameOf(model, cell.part) : part.name, wide ? 18 : 9)),
    cached && bars > 0 && bar(cell.x + 8, below - (registers ? 10 : 6), bars, "lines"),
    cached && bars > 0 && h("rect", { class: "fill dirty", x: cell.x + 8, y: below - (registers ? 10 : 6), width: 0, height: 3 }),
    registers && bars > 0 && bar(cell.x + 8, below - 5, bars, "mshrs"),
    h("title", null, part.label || part.name),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} what
 */
function bar(x, y, width, what) {
  return [
    h("rect", { key: "track", class: "track", x, y, width, height: 3, rx: 1 }),
    h("rect", { key: "fill", class: `fill ${what}`, x, y, width: 0, height: 3, rx: 1 }),
  ];
}

/**
 * What a part is called in the drawing.
 *
 * @param {Model} model
 * @param {number} part
 */
export function nameOf(model, part) {
  const { label, group } = model.parts[part];
  const alone = model.parts.filter((other) => other.group === group).length === 1;
  return plain(alone ? label.replace(/\[0\]$/, "") : label);
}

/**
 * What a group of parts is called.
 *
 * @param {Model} model
 * @param {number} part one of them
 */
export function groupName(model, part) {
  const { group } = model.parts[part];
  return GROUPS[group] ?? plain(group).replace(/^./, (c) => c.toUpperCase()).replace(/^Rop /, "ROP ");
}

/** A name with its words apart: {@code host.hostL1} is host L1. @param {string} name */
function plain(name) {
  return name.replace(/^host\.host/, "host ").replace(/^host\./, "").replace(/([a-z])([A-Z])(?=[a-z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

/**
 * @param {string} text
 * @param {number} length
 */
function shortened(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Changes in the drawing what a step changes. */
class Painter {
  /**
   * @param {Model} model
   * @param {Layout} drawing
   * @param {SVGSVGElement} svg
   * @param {(request: number) => void} onRequest
   */
  constructor(model, drawing, svg, onRequest) {
    this.model = model;
    /** @type {Map<number, Element>} */
    this.cells = new Map();
    for (const part of drawing.cells.keys()) {
      const element = svg.querySelector(`#cell-${part}`);
      if (element !== null) {
        this.cells.set(part, element);
      }
    }
    this.drawing = drawing;
    this.capacity = model.parts.map((part, i) => {
      const { sets, ways, victims } = model.geometry(i);
      return { lines: sets * ways + victims, mshrs: Math.max(1, amount(part.attributes.mshrs)) };
    });
    /** @type {string[]} */
    this.shown = [];
    /** @type {Map<number, string>} */
    this.marks = new Map();
    this.dots = new Dots(model, drawing, /** @type {SVGGElement} */ (svg.querySelector(".dots")), onRequest);
  }

  /**
   * @param {Tracker} tracker
   * @param {View} view
   * @param {Set<number>} watched parts that have a copy of the watched bytes
   */
  paint(tracker, view, watched) {
    this.mark(view, watched);
    for (const [part, element] of this.cells) {
      const fill = tracker.fills[part];
      const key = `${fill.lines} ${fill.dirty} ${fill.mshrs} ${fill.queued}`;
      if (this.shown[part] !== key) {
        this.shown[part] = key;
        this.fill(part, element, fill);
      }
    }
    this.dots.paint(view);
  }

  /**
   * @param {number} part
   * @param {Element} element
   * @param {import("sluice/stepper/tracker.js").Fill} fill
   */
  fill(part, element, fill) {
    const { lines, mshrs } = this.capacity[part];
    const cell = /** @type {Cell} */ (this.drawing.cells.get(part));
    const width = BARS[cell.form];
    const set = (selector, share) =>
      element.querySelector(selector)?.setAttribute("width", String(Math.min(1, share) * width));
    set(".fill.lines", fill.lines / lines);
    set(".fill.dirty", fill.dirty / lines);
    set(".fill.mshrs", fill.mshrs / mshrs);
    if (width === 0) {
      element.setAttribute("data-level", fill.dirty > 0 ? "dirty" : fill.lines > 0 ? "valid" : "empty");
    }
    const what = this.model.parts[part];
    const words = [what.label || what.name];
    if (what.tables.some((table) => table.name === "lines")) {
      words.push(`${grouped(fill.lines)} of ${grouped(lines)} lines, ${grouped(fill.dirty)} dirty`);
    }
    if (what.tables.some((table) => table.name === "mshrs")) {
      words.push(`${fill.mshrs} of ${mshrs} MSHRs in use`);
    }
    if (fill.queued > 0) {
      words.push(`${fill.queued} waiting`);
    }
    element.setAttribute("aria-label", `Open ${words.join("; ")}`);
    const title = element.querySelector("title");
    if (title !== null) {
      title.textContent = words.join("\n");
    }
  }

  /**
   * @param {View} view
   * @param {Set<number>} watched
   */
  mark(view, watched) {
    /** @type {Map<number, string>} */
    const marks = new Map();
    const add = (part, mark) => {
      if (this.cells.has(part)) {
        marks.set(part, `${marks.get(part) ?? ""} ${mark}`);
      }
    };
    const changed = new Set(this.model.changes(view.step).map((change) => change.part));
    changed.forEach((part) => add(part, "changed"));
    const active = new Set(this.model.events(view.step).map((event) => event.part));
    active.forEach((part) => add(part, "active"));
    watched.forEach((part) => add(part, "watched"));
    view.open.forEach((opened) => add(this.model.byName.get(opened.part) ?? -1, "opened"));
    for (const [part, classes] of this.marks) {
      if (!marks.has(part)) {
        this.cells.get(part)?.classList.remove(...classes.trim().split(" "));
      }
    }
    for (const [part, classes] of marks) {
      if (this.marks.get(part) !== classes) {
        const element = this.cells.get(part);
        element?.classList.remove("changed", "active", "watched", "opened");
        element?.classList.add(...classes.trim().split(" "));
      }
    }
    this.marks = marks;
  }
}
