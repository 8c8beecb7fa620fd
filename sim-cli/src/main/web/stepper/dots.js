// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Requests as dots in the drawing, moving along its lines as they go from part to part.
import { way } from "sluice/stepper/layout.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/layout.js").Layout} Layout */
/** @typedef {import("sluice/stepper/layout.js").Point} Point */
/** @typedef {import("sluice/stepper/store.js").View} View */

/** More requests than this are not drawn one by one. */
const MOST = 400;

/** Milliseconds that a dot takes on its way. */
const JOURNEY = 420;

/** How many dots stand side by side in a cell, by its form. */
const ROOM = { wide: 9, slim: 9, narrow: 4, square: 1, tiny: 1 };

/** How far below the top of a cell dots stand, by its form. */
const DEPTH = { wide: 26, slim: 23, narrow: 20, square: 7, tiny: 5 };

export class Dots {
  /**
   * @param {Model} model
   * @param {Layout} drawing
   * @param {SVGGElement} layer
   * @param {(request: number) => void} onRequest
   */
  constructor(model, drawing, layer, onRequest) {
    this.model = model;
    this.drawing = drawing;
    this.layer = layer;
    this.onRequest = onRequest;
    this.step = -1;
    /** By number; a later request may have the number of one that is over. @type {Map<number, {dot: SVGCircleElement, part: number, born: number}>} */
    this.dots = new Map();
    /** @type {Map<number, SVGTextElement>} */
    this.rest = new Map();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** @param {View} view */
  paint(view) {
    const journey = Math.abs(view.step - this.step) <= 4 && !this.calm.matches;
    const time = view.playing ? Math.min(JOURNEY, 900 / view.speed) : JOURNEY;
    this.step = view.step;
    const under = this.model.underWay(view.step);
    /** @type {Map<number, number[]>} */
    const byPart = new Map();
    let count = 0;
    for (const [request, { part }] of under) {
      if (this.drawing.cells.has(part)) {
        count++;
        const list = byPart.get(part);
        if (list === undefined) {
          byPart.set(part, [request]);
        } else {
          list.push(request);
        }
      }
    }
    /** @type {Set<number>} */
    const shown = new Set();
    /** @type {Map<number, number>} */
    const more = new Map();
    for (const [part, requests] of byPart) {
      const cell = this.drawing.cells.get(part);
      if (cell === undefined) {
        continue;
      }
      requests.sort((a, b) => Number(b === view.request) - Number(a === view.request) || a - b);
      const room = count > MOST ? 1 : ROOM[cell.form];
      const visible = requests.slice(0, requests.length > room ? Math.max(1, room - 2) : room);
      visible.forEach((request, i) => {
        shown.add(request);
        const point = { x: cell.x + (ROOM[cell.form] === 1 ? cell.width / 2 : 13 + i * 11), y: cell.y + DEPTH[cell.form] };
        const about = under.get(request);
        this.put(request, { part, born: about?.row.born ?? 0, operation: about?.operation ?? "" }, point, view, journey ? time : 0);
      });
      if (requests.length > visible.length) {
        more.set(part, requests.length - visible.length);
      }
    }
    for (const [request, { dot }] of this.dots) {
      if (!shown.has(request)) {
        dot.remove();
        this.dots.delete(request);
      }
    }
    this.count(more);
  }

  /**
   * @param {number} request
   * @param {{part: number, born: number, operation: string}} about
   * @param {Point} point
   * @param {View} view
   * @param {number} time
   */
  put(request, { part, born, operation }, point, view, time) {
    let known = this.dots.get(request);
    if (known !== undefined && known.born !== born) {
      known.dot.remove();
      known = undefined;
    }
    const place = `translate(${point.x}px, ${point.y}px)`;
    if (known === undefined) {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      dot.setAttribute("r", "4.2");
      dot.addEventListener("click", (event) => {
        event.stopPropagation();
        this.onRequest(request);
      });
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = `Request ${request}; click to follow it`;
      dot.append(title);
      this.layer.append(dot);
      known = { dot, part, born };
      this.dots.set(request, known);
      if (time > 0) {
        dot.animate([{ opacity: 0, transform: `${place} scale(2.2)` }, { opacity: 1, transform: place }], { duration: time });
      }
    } else if (known.part !== part && time > 0) {
      const path = way(this.drawing, known.part, part);
      const frames = [...path.slice(0, -1), point].map((p) => ({ transform: `translate(${p.x}px, ${p.y}px)` }));
      known.dot.animate(frames, { duration: time, easing: "ease-in-out" });
    }
    known.part = part;
    known.dot.style.transform = place;
    known.dot.setAttribute("class", `dot op-${operation.toLowerCase()}${request === view.request ? " followed" : ""}`);
  }

  /** @param {Map<number, number>} more by part: how many have no dot of their own */
  count(more) {
    for (const [part, text] of this.rest) {
      if (!more.has(part)) {
        text.remove();
        this.rest.delete(part);
      }
    }
    for (const [part, number] of more) {
      const cell = this.drawing.cells.get(part);
      if (cell === undefined || ROOM[cell.form] === 1) {
        continue;
      }
      let text = this.rest.get(part);
      if (text === undefined) {
        text = document.createElementNS("http://www.w3.org/2000/svg", "text");
        text.setAttribute("class", "more");
        text.setAttribute("x", String(cell.x + cell.width - 6));
        text.setAttribute("y", String(cell.y + DEPTH[cell.form] + 3));
        this.layer.append(text);
        this.rest.set(part, text);
      }
      text.textContent = `+${number}`;
    }
  }
}
