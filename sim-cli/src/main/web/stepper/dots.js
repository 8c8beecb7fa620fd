// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Requests as dots in the drawing, moving along its lines as they go from part to part.
import { lineBetween, way } from "sluice/stepper/layout.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/layout.js").Layout} Layout */
/** @typedef {import("sluice/stepper/layout.js").Point} Point */
/** @typedef {import("sluice/stepper/store.js").View} View */
/** @typedef {{room: number, count: number, point: (i: number) => Point, more: Point | null}} Spots Places for so many dots, of which a
 *   number of those that have none takes {@code count}, and where that number stands. */

/** More requests than this are not drawn one by one. */
const MOST = 400;

/** Milliseconds that a dot takes on its way. */
const JOURNEY = 420;

/** The most dots on a wire, and the space between them. */
const ON_WIRE = 4;
const SPACE = 10;

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
    /** By number; a later request may have the number of one that is over. @type {Map<number, {dot: SVGCircleElement, part: number, to: number, born: number, point: Point}>} */
    this.dots = new Map();
    /** @type {Map<string, SVGTextElement>} */
    this.rest = new Map();
    /** By both ends. @type {Map<string, {key: string, spots: Spots} | null>} */
    this.wires = new Map();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** @param {View} view */
  paint(view) {
    const journey = Math.abs(view.step - this.step) <= 4 && !this.calm.matches;
    const time = view.playing ? Math.min(JOURNEY, 900 / view.speed) : JOURNEY;
    this.step = view.step;
    const under = this.model.underWay(view.step);
    /** By place: a cell, or a wire that all cells of two groups share. @type {Map<string, {spots: Spots, requests: number[]}>} */
    const places = new Map();
    let count = 0;
    for (const [request, { part, to }] of under) {
      if (this.drawing.cells.has(part)) {
        count++;
        const wire = this.wire(part, to);
        const key = wire?.key ?? String(part);
        const place = places.get(key);
        if (place === undefined) {
          places.set(key, { spots: wire?.spots ?? this.inCell(part), requests: [request] });
        } else {
          place.requests.push(request);
        }
      }
    }
    /** @type {Set<number>} */
    const shown = new Set();
    /** @type {Map<string, {at: Point, number: number}>} */
    const more = new Map();
    for (const [key, { spots, requests }] of places) {
      requests.sort((a, b) => Number(b === view.request) - Number(a === view.request) || a - b);
      const room = count > MOST ? 1 : spots.room;
      const visible = requests.slice(0, requests.length > room ? Math.max(1, room - spots.count) : room);
      visible.forEach((request, i) => {
        shown.add(request);
        const about = under.get(request);
        const part = about?.part ?? -1;
        const to = about !== undefined && this.wire(part, about.to) !== null ? about.to : -1;
        this.put(request, { part, to, born: about?.row.born ?? 0, operation: about?.operation ?? "" }, spots.point(i), view, journey ? time : 0);
      });
      if (requests.length > visible.length && spots.more !== null) {
        more.set(key, { at: spots.more, number: requests.length - visible.length });
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
   * The wire from one part to another, by what is drawn of it; null where a request is in a part, or no wire is drawn.
   *
   * @param {number} part
   * @param {number} to
   * @returns {{key: string, spots: Spots} | null}
   */
  wire(part, to) {
    if (to < 0 || to === part || !this.drawing.cells.has(to)) {
      return null;
    }
    const ends = `${part}>${to}`;
    let wire = this.wires.get(ends);
    if (wire === undefined) {
      const path = lineBetween(this.drawing, part, to);
      if (path === undefined) {
        wire = null;
      } else {
        const line = drawn(path);
        const points = line.map((p) => `${p.x},${p.y}`);
        const key = `>${[points.join(" "), points.reverse().join(" ")].sort()[0]}`;
        wire = { key, spots: onWire(line) };
      }
      this.wires.set(ends, wire);
    }
    return wire;
  }

  /** Where dots stand in a cell. @param {number} part @returns {Spots} */
  inCell(part) {
    const cell = /** @type {import("sluice/stepper/layout.js").Cell} */ (this.drawing.cells.get(part));
    const room = ROOM[cell.form];
    return {
      room,
      count: 2,
      point: (i) => ({ x: cell.x + (room === 1 ? cell.width / 2 : 13 + i * 11), y: cell.y + DEPTH[cell.form] }),
      more: room === 1 ? null : { x: cell.x + cell.width - 6, y: cell.y + DEPTH[cell.form] + 3 },
    };
  }

  /**
   * @param {number} request
   * @param {{part: number, to: number, born: number, operation: string}} about
   * @param {Point} point
   * @param {View} view
   * @param {number} time
   */
  put(request, { part, to, born, operation }, point, view, time) {
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
      known = { dot, part, to, born, point };
      this.dots.set(request, known);
      if (time > 0) {
        dot.animate([{ opacity: 0, transform: `${place} scale(2.2)` }, { opacity: 1, transform: place }], { duration: time });
      }
    } else if ((known.part !== part || known.to !== to) && time > 0) {
      const direct = known.to >= 0 || to >= 0;
      const path = direct ? [known.point] : way(this.drawing, known.part, part).slice(0, -1);
      const frames = [...path, point].map((p) => ({ transform: `translate(${p.x}px, ${p.y}px)` }));
      known.dot.animate(frames, { duration: time, easing: "ease-in-out" });
    }
    known.part = part;
    known.to = to;
    known.point = point;
    known.dot.style.transform = place;
    known.dot.setAttribute("class", `dot op-${operation.toLowerCase()}${request === view.request ? " followed" : ""}`);
  }

  /** @param {Map<string, {at: Point, number: number}>} more by place: how many have no dot of their own */
  count(more) {
    for (const [place, text] of this.rest) {
      if (!more.has(place)) {
        text.remove();
        this.rest.delete(place);
      }
    }
    // the same order at a step, by whichever way it was come to: requests under way may be found in another
    for (const [place, { at, number }] of [...more].sort(([a], [b]) => (a < b ? -1 : 1))) {
      let text = this.rest.get(place);
      if (text === undefined) {
        text = document.createElementNS("http://www.w3.org/2000/svg", "text");
        text.setAttribute("class", place.includes(">") ? "more on-wire" : "more");
        text.setAttribute("x", String(at.x));
        text.setAttribute("y", String(at.y));
        this.rest.set(place, text);
      }
      text.textContent = `+${number}`;
      this.layer.append(text);
    }
  }
}

/**
 * What is drawn of a way: all between the cells at its ends.
 *
 * @param {Point[]} path
 * @returns {Point[]}
 */
function drawn(path) {
  const line = path.slice(1, -1);
  return line.length > 1 ? line : path;
}

/**
 * Where dots stand on a wire: about its middle.
 *
 * @param {Point[]} line
 * @returns {Spots}
 */
function onWire(line) {
  const lengths = line.slice(1).map((p, i) => Math.hypot(p.x - line[i].x, p.y - line[i].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const room = Math.max(1, Math.min(ON_WIRE, Math.floor(whole / SPACE)));
  const at = (distance) => {
    let left = Math.max(0, Math.min(whole, distance));
    for (let i = 0; i < lengths.length; i++) {
      if (left <= lengths[i] && lengths[i] > 0) {
        const t = left / lengths[i];
        return { x: line[i].x + t * (line[i + 1].x - line[i].x), y: line[i].y + t * (line[i + 1].y - line[i].y) };
      }
      left -= lengths[i];
    }
    return line[line.length - 1];
  };
  const middle = at(whole / 2);
  return {
    room,
    count: 0,
    point: (i) => at(whole / 2 + ((room - 1) / 2 - i) * SPACE),
    more: { x: middle.x + 8, y: middle.y - 7 },
  };
}
