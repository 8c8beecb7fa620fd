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
const RIGHT = 10;
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
 */
export function Chart({ title, start, cycles, lines, say, top }) {
  const [at, setAt] = useState(-1);
  const windows = Math.max(...lines.map((line) => line.values.length));
  const most = top ?? Math.max(1e-9, ...lines.flatMap((line) => line.values.map((value) => value ?? 0)));
  const x = d3.scaleLinear().domain([start, start + windows * cycles]).range([LEFT, WIDTH - RIGHT]);
  const y = d3.scaleLinear().domain([0, most]).range([HEIGHT - BOTTOM, TOP]).nice(3);
  /** @param {any} event */
  const move = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const cycle = x.invert(((event.clientX - box.left) / box.width) * WIDTH);
    const window = Math.floor((cycle - start) / cycles);
    setAt(window >= 0 && window < windows ? window : -1);
  };
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
        at >= 0
          ? `cycle ${count(start + at * cycles)}: ${lines.map((line) => `${lines.length > 1 ? line.title + " " : ""}${line.values[at] === null || line.values[at] === undefined ? "–" : say(/** @type {number} */ (line.values[at]))}`).join(", ")}`
          : lines.length > 1
            ? lines.map((line) => h("span", { class: "key" }, h("i", { style: `background:var(--${line.colour})` }), line.title))
            : "",
      ),
    ),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title} over time`, onPointerMove: move, onPointerLeave: () => setAt(-1) },
      y.ticks(3).map((/** @type {number} */ tick) =>
        h("g", null, h("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }), h("text", { x: LEFT - 5, y: y(tick), "text-anchor": "end", "dominant-baseline": "middle" }, say(tick))),
      ),
      x.ticks(5).map((/** @type {number} */ tick) => h("text", { x: x(tick), y: HEIGHT - 6, "text-anchor": "middle" }, count(tick))),
      lines.map((line) => h("path", { class: line.area ? "area" : "line", d: path(line, x, y, start, cycles), style: line.area ? `fill:var(--${line.colour})` : `stroke:var(--${line.colour})` })),
      at >= 0 ? h("line", { class: "cursor", x1: x(start + (at + 0.5) * cycles), x2: x(start + (at + 0.5) * cycles), y1: TOP, y2: HEIGHT - BOTTOM }) : null,
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
  /** @param {any} _ @param {number} i */
  const middle = (_, i) => x(start + (i + 0.5) * cycles);
  const defined = (/** @type {number | null} */ value) => value !== null;
  return line.area
    ? d3.area().defined(defined).x(middle).y0(y(0)).y1((/** @type {number} */ value) => y(value)).curve(d3.curveStep)(line.values)
    : d3.line().defined(defined).x(middle).y((/** @type {number} */ value) => y(value)).curve(d3.curveStep)(line.values);
}
