// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Lines over time.
import { h } from "preact";
import { useState } from "preact/hooks";
import d3 from "d3";
import { count } from "sluice/common/numbers.js";

const WIDTH = 520;
const HEIGHT = 128;
const LEFT = 52;
const RIGHT = 26;
const TOP = 8;
const BOTTOM = 22;

/**
 * A line.
 *
 * @typedef {object} Line
 * @property {string} title
 * @property {string} colour
 * @property {(number | null)[]} values null where there is nothing to tell
 * @property {boolean} [area] whether it is filled
 * @property {boolean} [broad] whether it is drawn broad, so that it is seen below another
 * @property {number} [start] when its first window begins, if not as the others
 * @property {number} [cycles] how long its windows are, if not as the others
 */

/**
 * Values of windows of time.
 *
 * @param {object} props
 * @param {string} props.title
 * @param {number} props.start
 * @param {number} props.cycles
 * @param {Line[]} props.lines
 * @param {(n: number) => string} props.say
 * @param {number} [props.top] the end of the scale
 * @param {(n: number) => string} [props.clock] a time in words, where it is not in cycles
 */
export function Chart({ title, start, cycles, lines, say, top, clock }) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const spans = lines.map((line) => ({ start: line.start ?? start, cycles: line.cycles ?? cycles }));
  const first = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...lines.map((line, i) => spans[i].start + line.values.length * spans[i].cycles));
  const finest = Math.min(...spans.map((span) => span.cycles));
  const most = top ?? Math.max(1e-9, ...lines.flatMap((line) => line.values.map((value) => value ?? 0)));
  const x = d3.scaleLinear().domain([first, end]).range([LEFT, WIDTH - RIGHT]);
  const y = d3.scaleLinear().domain([0, most]).range([HEIGHT - BOTTOM, TOP]).nice(3);
  /** @param {any} event */
  const move = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const cycle = x.invert(((event.clientX - box.left) / box.width) * WIDTH);
    setAt(cycle >= first && cycle < end ? first + Math.floor((cycle - first) / finest) * finest : null);
  };
  /** @param {number} i @param {number} time the value of a line's window then */
  const value = (i, time) => lines[i].values[Math.floor((time + finest / 2 - spans[i].start) / spans[i].cycles)] ?? null;
  return h(
    "figure",
    { class: "chart" },
    h(
      "figcaption",
      null,
      h("b", null, title),
      h(
        "span",
        { class: "faint" },
        at !== null
          ? `${clock ? clock(at) : `cycle ${count(at)}`}: ${lines.map((line, i) => `${lines.length > 1 ? line.title + " " : ""}${value(i, at) === null ? "–" : say(/** @type {number} */ (value(i, at)))}`).join(", ")}`
          : lines.length > 1
            ? lines.map((line) => h("span", { class: "key" }, h("i", { style: `background:var(--${line.colour})` }), line.title))
            : "",
      ),
    ),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title} over time`, onPointerMove: move, onPointerLeave: () => setAt(null) },
      y.ticks(3).map((/** @type {number} */ tick) =>
        h("g", null, h("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }), h("text", { x: LEFT - 5, y: y(tick), "text-anchor": "end", "dominant-baseline": "middle" }, say(tick))),
      ),
      x.ticks(5).map((/** @type {number} */ tick) => h("text", { x: x(tick), y: HEIGHT - 6, "text-anchor": "middle" }, (clock ?? count)(tick))),
      lines.map((line, i) => h("path", { class: line.area ? "area" : line.broad ? "line broad" : "line", d: path(line, x, y, spans[i].start, spans[i].cycles), style: line.area ? `fill:var(--${line.colour})` : `stroke:var(--${line.colour})` })),
      at !== null ? h("line", { class: "cursor", x1: x(at + finest / 2), x2: x(at + finest / 2), y1: TOP, y2: HEIGHT - BOTTOM }) : null,
    ),
  );
}

/**
 * @param {Line} line
 * @param {any} x
 * @param {any} y
 * @param {number} start
 * @param {number} cycles
 */
function path(line, x, y, start, cycles) {
  if (line.area) {
    /** @param {any} _ @param {number} i */
    const middle = (_, i) => x(start + (i + 0.5) * cycles);
    return d3.area().defined((/** @type {number | null} */ value) => value !== null).x(middle).y0(y(0)).y1((/** @type {number} */ value) => y(value)).curve(d3.curveStep)(line.values);
  }
  // level over each window, so that one window alone is seen too
  let drawn = "";
  line.values.forEach((value, i) => {
    if (value !== null) {
      const joined = i > 0 && line.values[i - 1] !== null;
      drawn += `${joined ? "L" : "M"}${x(start + i * cycles).toFixed(1)},${y(value).toFixed(1)}H${x(start + (i + 1) * cycles).toFixed(1)}`;
    }
  });
  return drawn;
}
