// SPDX-License-Identifier: Apache-2.0
// @ts-check
// All sets of a big cache as a map: a column of small squares for each set, coloured by the state of its ways.
import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { LineStates } from "sluice/stepper/linestates.js";
import { grouped } from "sluice/stepper/model.js";
import { colour } from "sluice/common/colour.js";
import { onChange } from "sluice/stepper/theme.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/** Colours by state: nothing there, clean, dirty, stale, being filled. */
const COLOURS = ["--map-empty", "--map-clean", "--map-dirty", "--map-stale", "--map-filling"];
const NAMES = ["empty", "clean", "dirty", "stale", "being filled"];

/** Space between rows of sets. */
const GAP = 4;

/**
 * @param {{context: Context, part: number, set: number, onSet: (set: number) => void}} props
 */
export function CacheMap({ context, part, set, onSet }) {
  const { model, view } = context;
  /** @type {{current: HTMLCanvasElement | null}} */
  const canvas = useRef(null);
  /** @type {{current: {part: number, states: LineStates} | null}} */
  const held = useRef(null);
  const [width, setWidth] = useState(0);
  const [, setTheme] = useState(0);
  const [hint, setHint] = useState("");
  useEffect(() => onChange(() => setTheme((n) => n + 1)), []);
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (held.current === null || held.current.part !== part) {
    held.current = { part, states: new LineStates(model, part) };
  }
  const { states } = held.current;
  const { sets, ways } = model.geometry(part);
  const grid = gridOf(sets, ways, width);
  useLayoutEffect(() => {
    states.go(view.step);
    if (canvas.current !== null && width > 0) {
      paint(canvas.current, states, grid, set, width);
    }
  });
  const at = (event) => setAt(event, grid, sets);
  const count = [0, 0, 0, 0, 0];
  states.go(view.step);
  states.state.forEach((s) => count[s]++);
  return h(
    "div",
    { class: "cache-map" },
    h("canvas", {
      ref: canvas,
      role: "img",
      "aria-label": `Map of ${sets} sets of ${ways} ways: ${NAMES.map((name, i) => `${count[i]} ${name}`).join(", ")}. Set ${set} is shown below.`,
      onClick: (event) => {
        const clicked = at(event);
        if (clicked !== null) {
          onSet(clicked);
        }
      },
      onMouseMove: (event) => {
        const over = at(event);
        setHint(over === null ? "" : `set ${over}`);
      },
      onMouseLeave: () => setHint(""),
    }),
    h("div", { class: "legend" },
      NAMES.map((name, i) => h("span", { key: name, class: "legend-item" },
        h("span", { class: "swatch", style: { background: `var(${COLOURS[i]})` }, "aria-hidden": "true" }), `${name} ${grouped(count[i])}`)),
      h("span", { class: "faint" }, hint)),
  );
}

/**
 * @typedef {{size: number, columns: number, ways: number, rows: number}} Grid
 * @param {number} sets
 * @param {number} ways
 * @param {number} width
 * @returns {Grid}
 */
function gridOf(sets, ways, width) {
  for (const size of [11, 9, 8, 7, 6, 5, 4, 3]) {
    const columns = Math.max(1, Math.floor(width / size));
    const rows = Math.ceil(sets / columns);
    if (rows * (ways * size + GAP) <= 190 || size === 3) {
      return { size, columns: Math.min(columns, sets), ways, rows };
    }
  }
  return { size: 3, columns: 1, ways, rows: sets };
}

/**
 * @param {MouseEvent} event
 * @param {Grid} grid
 * @param {number} sets
 */
function setAt(event, grid, sets) {
  const row = Math.floor(event.offsetY / (grid.ways * grid.size + GAP));
  const column = Math.floor(event.offsetX / grid.size);
  const set = row * grid.columns + column;
  return column < grid.columns && set < sets && set >= 0 ? set : null;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {LineStates} states
 * @param {Grid} grid
 * @param {number} set
 * @param {number} width
 */
function paint(canvas, states, grid, set, width) {
  const height = grid.rows * (grid.ways * grid.size + GAP);
  const fine = window.devicePixelRatio || 1;
  if (canvas.width !== width * fine || canvas.height !== height * fine) {
    canvas.width = width * fine;
    canvas.height = height * fine;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const draw = canvas.getContext("2d");
  if (draw === null) {
    return;
  }
  draw.setTransform(fine, 0, 0, fine, 0, 0);
  draw.clearRect(0, 0, width, height);
  const inner = grid.size - (grid.size > 4 ? 1 : 0.5);
  const place = (line) => {
    const s = Math.floor(line / grid.ways);
    return {
      x: (s % grid.columns) * grid.size,
      y: Math.floor(s / grid.columns) * (grid.ways * grid.size + GAP) + (line % grid.ways) * grid.size,
    };
  };
  COLOURS.forEach((name, kind) => {
    draw.fillStyle = colour(name);
    for (let line = 0; line < states.state.length; line++) {
      if (states.state[line] === kind) {
        const { x, y } = place(line);
        draw.fillRect(x, y, inner, inner);
      }
    }
  });
  draw.strokeStyle = colour("--ink");
  draw.lineWidth = 1.5;
  const { x, y } = place(set * grid.ways);
  draw.strokeRect(x - 0.5, y - 0.5, grid.size, grid.ways * grid.size);
  draw.strokeStyle = colour("--accent");
  for (const line of states.changed) {
    if (line >= states.state.length) {
      continue; // of the victim cache, which the map does not have
    }
    const p = place(line);
    draw.strokeRect(p.x - 0.5, p.y - 0.5, grid.size, grid.size);
  }
}
