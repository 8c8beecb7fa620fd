// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The command timeline: queues, commands with their stages, barriers with what they waited for and did. On a canvas.
import { h } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import d3 from "d3";
import { count, time } from "sluice/common/numbers.js";
import { colours, useTheme } from "sluice/common/theme.js";
import { STAGES, stageGroup } from "sluice/report/stages.js";

const AXIS = 44;
const LABEL = 16;
const LANE = 20;
const TIGHT = 11;
const GAP = 6;
const MOST_LANES = 24;

/**
 * A bar of the timeline.
 *
 * @typedef {object} Bar
 * @property {"command" | "barrier"} kind
 * @property {any} of the command or barrier of the result
 * @property {number} start
 * @property {number} end
 * @property {number} y
 * @property {number} height
 */

/**
 * Puts what overlaps on lanes of its own.
 *
 * @param {{start: number, end: number}[]} spans in order of their start
 * @returns {number[] | null} the lane of each; null if there are too many
 */
export function lanes(spans) {
  /** @type {number[]} */
  const ends = [];
  const places = [];
  for (const span of spans) {
    let lane = ends.findIndex((end) => end <= span.start);
    if (lane < 0) {
      if (ends.length === MOST_LANES) {
        return null;
      }
      lane = ends.length;
    }
    ends[lane] = span.end;
    places.push(lane);
  }
  return places;
}

/**
 * Puts spans behind each other: each begins when the one before has ended, or later.
 *
 * @param {{start: number, end: number}[]} spans in order of their end
 */
function behind(spans) {
  let end = -1;
  return spans.map((span) => {
    const start = Math.min(span.end, Math.max(span.start, end));
    end = Math.max(end, span.end);
    return { ...span, start };
  });
}

/**
 * Where everything stands, but for the scale of time.
 *
 * @param {any} result
 * @param {any[]} barriers
 */
export function layout(result, barriers) {
  const queues = [...new Set([...result.commands, ...barriers].map((one) => one.queue))].filter(Boolean).sort();
  /** @type {Bar[]} */
  const bars = [];
  /** @type {{title: string, y: number, height: number}[]} */
  const groups = [];
  let y = AXIS;
  for (const queue of queues) {
    const commands = result.commands
      .filter((/** @type {any} */ one) => one.queue === queue && one.kind !== "pipelineBarrier" && one.startCycle >= 0)
      .map((/** @type {any} */ of) => ({ kind: "command", of, start: of.startCycle, end: of.endCycle }));
    const waits = barriers
      .filter((one) => one.queue === queue && one.stallCycles > 0)
      .map((of) => ({ kind: "barrier", of, start: of.reachedCycle, end: of.releasedCycle }));
    for (const [title, list] of /** @type {[string, any[]][]} */ ([
      [`${queue}: commands`, commands],
      [`${queue}: barriers`, waits],
    ])) {
      if (list.length === 0) {
        continue;
      }
      let shown = list.sort((a, b) => a.start - b.start || a.end - b.end);
      let places = lanes(shown);
      const many = places === null;
      if (many) {
        shown = behind(list.sort((a, b) => a.end - b.end || a.start - b.start));
      }
      places ??= shown.map(() => 0);
      const used = places.reduce((most, lane) => Math.max(most, lane), 0) + 1;
      const height = used > 16 ? TIGHT : LANE;
      for (const [at, bar] of shown.entries()) {
        bars.push({ ...bar, y: y + LABEL + places[at] * (height + 1), height });
      }
      groups.push({ title: many ? `${title}, each from the end of the one before` : title, y, height: LABEL + used * (height + 1) });
      y += LABEL + used * (height + 1) + GAP;
    }
  }
  return { bars, groups, height: Math.max(y, AXIS + 40) };
}

/**
 * The timeline.
 *
 * @param {object} props
 * @param {any} props.result
 * @param {any[]} props.barriers
 * @param {string | null} props.selected
 * @param {(id: string | null) => void} props.onSelect
 * @param {string} [props.name] what is told of it to whoever does not see it
 * @param {number} [props.until] the last cycle of its scale; that of the run without it
 * @param {number} [props.nanos] nanoseconds of a cycle, for a scale of time; cycles without it
 */
export function Timeline({ result, barriers, selected, onSelect, name = "Timeline of commands", until, nanos }) {
  const theme = useTheme();
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, setWidth] = useState(800);
  const [view, setView] = useState(d3.zoomIdentity);
  const [hovered, setHovered] = useState(/** @type {{bar: Bar, x: number, y: number} | null} */ (null));
  const plan = useMemo(() => layout(result, barriers), [result, barriers]);
  const end = until ?? result.cycles;
  const scale = useMemo(
    () => view.rescaleX(d3.scaleLinear().domain([0, Math.max(1, end)]).range([0, width])),
    [view, width, end],
  );
  const zoom = useMemo(
    () =>
      d3
        .zoom()
        .scaleExtent([1, Math.max(8, end / 40)])
        .filter((/** @type {any} */ event) =>
          event.type === "wheel" ? event.ctrlKey || event.metaKey || event.target === document.activeElement : !event.button,
        )
        .on("zoom", (/** @type {any} */ event) => setView(event.transform)),
    [end],
  );
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(300, box.current?.clientWidth ?? 800));
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) {
      observer.observe(box.current);
    }
    window.addEventListener("beforeprint", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", measure);
    };
  }, []);
  useEffect(() => {
    zoom.extent([
      [0, 0],
      [width, plan.height],
    ]);
    zoom.translateExtent([
      [0, 0],
      [width, plan.height],
    ]);
    d3.select(canvas.current).call(zoom).on("dblclick.zoom", null);
  }, [zoom, width, plan]);
  useLayoutEffect(() => {
    if (canvas.current) {
      draw(canvas.current, plan, scale, width, result, selected, nanos);
    }
  }, [plan, scale, width, result, selected, theme, nanos]);

  /** @param {any} event */
  const barAt = (event) => {
    const at = canvas.current?.getBoundingClientRect();
    if (!at) {
      return null;
    }
    const x = event.clientX - at.left;
    const y = event.clientY - at.top;
    let best = null;
    let distance = 5;
    for (const bar of plan.bars) {
      if (y >= bar.y && y <= bar.y + bar.height) {
        const from = scale(bar.start);
        const to = Math.max(from + 1, scale(bar.end));
        const off = x < from ? from - x : x > to ? x - to : 0;
        if (off < distance) {
          best = { bar, x, y };
          distance = off === 0 ? 0 : off;
        }
      }
    }
    return best;
  };
  /** @param {(selection: any) => void} change */
  const turn = (change) => change(d3.select(canvas.current));
  /** @param {number} by */
  const step = (by) => {
    const order = [...plan.bars].sort((a, b) => a.start - b.start || a.y - b.y);
    const at = order.findIndex((bar) => bar.of.id === selected);
    const next = order[Math.min(order.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (next) {
      onSelect(next.of.id);
      const from = scale(next.start);
      const to = scale(next.end);
      if (to < 0 || from > width) {
        turn((selection) => zoom.translateBy(selection, (width / 2 - (from + to) / 2) / view.k, 0));
      }
    }
  };
  /** @param {any} event */
  const onKey = (event) => {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => turn((s) => zoom.translateBy(s, width / 8 / view.k, 0)),
      ArrowRight: () => turn((s) => zoom.translateBy(s, -width / 8 / view.k, 0)),
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      "+": () => turn((s) => zoom.scaleBy(s, 1.5)),
      "=": () => turn((s) => zoom.scaleBy(s, 1.5)),
      "-": () => turn((s) => zoom.scaleBy(s, 1 / 1.5)),
      0: () => turn((s) => zoom.transform(s, d3.zoomIdentity)),
      Escape: () => onSelect(null),
    };
    const act = keys[event.key];
    if (act) {
      act();
      event.preventDefault();
    }
  };
  const current = plan.bars.find((bar) => bar.of.id === selected);
  const groups = useMemo(() => [...new Set(plan.bars.flatMap((bar) => Object.keys(bar.of.stages ?? {}).map(stageGroup)))], [plan]);
  return h(
    "div",
    { class: "timeline" },
    h(
      "div",
      { class: "tools" },
      h("button", { type: "button", onClick: () => turn((s) => zoom.scaleBy(s, 2)), "aria-label": "Zoom in" }, "+"),
      h("button", { type: "button", onClick: () => turn((s) => zoom.scaleBy(s, 0.5)), "aria-label": "Zoom out" }, "−"),
      h("button", { type: "button", onClick: () => turn((s) => zoom.transform(s, d3.zoomIdentity)) }, "All"),
      current
        ? h(
            "button",
            {
              type: "button",
              onClick: () => {
                const k = Math.min(zoom.scaleExtent()[1], (0.8 * end) / Math.max(1, current.end - current.start));
                const x = d3.scaleLinear().domain([0, Math.max(1, end)]).range([0, width]);
                const middle = x((current.start + current.end) / 2);
                turn((s) => zoom.transform(s, d3.zoomIdentity.translate(width / 2, 0).scale(k).translate(-middle, 0)));
              },
            },
            `Zoom to ${current.of.id}`,
          )
        : null,
      h("span", { class: "faint screen" }, "drag to pan · Ctrl + wheel or + − to zoom · ← → ↑ ↓ · 0 for all"),
      h(
        "span",
        { class: "legend" },
        groups.map((group) =>
          h("span", { class: "key" }, h("i", { style: `background:var(--${STAGES[group].colour})` }), STAGES[group].title),
        ),
        h("span", { class: "key" }, h("i", { class: "drain" }), "barrier: drain"),
        h("span", { class: "key" }, h("i", { class: "actions" }), "actions"),
        h("span", { class: "key" }, h("i", { class: "refill" }), "bytes fetched again, by height"),
      ),
    ),
    h(
      "div",
      { class: "stage", ref: box },
      h("canvas", {
        ref: canvas,
        tabIndex: 0,
        role: "application",
        "aria-label": `${name}, ${plan.bars.length} bars; arrows up and down go from one to the next, the table below has them all`,
        style: `width:${width}px;height:${plan.height}px`,
        onKeyDown: onKey,
        onPointerMove: (/** @type {any} */ event) => setHovered(barAt(event)),
        onPointerLeave: () => setHovered(null),
        onClick: (/** @type {any} */ event) => {
          const hit = barAt(event);
          onSelect(hit === null || hit.bar.of.id === selected ? null : hit.bar.of.id);
        },
      }),
      hovered
        ? h(
            "div",
            {
              class: "tip",
              style: `left:${Math.max(4, Math.min(hovered.x + 12, width - 300))}px;top:${hovered.y + 14}px`,
            },
            tip(hovered.bar, result),
          )
        : null,
    ),
    h("div", { class: "hidden", "aria-live": "polite" }, current ? `${current.of.id} ${current.of.kind}` : ""),
  );
}

/**
 * @param {Bar} bar
 * @param {any} result
 */
function tip(bar, result) {
  const of = bar.of;
  const nanos = result.cycles === 0 ? 0 : result.timeNs / result.cycles;
  const cycles = bar.end - bar.start;
  return [
    h("b", null, `${of.id} ${of.kind}`, of.label ? ` “${of.label}”` : ""),
    h("div", null, `${count(bar.start)} – ${count(bar.end)}: ${count(cycles)} cycles, ${time(cycles * nanos)}`),
    bar.kind === "barrier"
      ? h("div", null, `drain ${count(of.drainCycles)}, actions ${count(of.actionCycles)}, ${count(of.refillMisses)} refill misses`)
      : of.limits
        ? h("div", null, of.limits.summary)
        : null,
    ...of.stages
      ? Object.entries(of.stages).map(([stage, span]) =>
          h("div", { class: "faint" }, `${stage} ${count(span.start)} – ${count(span.end)}`),
        )
      : [],
    ...(of.says ?? []).map((/** @type {string} */ text) => h("div", { class: "faint" }, text)),
  ];
}

const NAMES = ["ground", "panel", "line", "ink", "faint", "accent", "warn", "bad"].concat(
  [1, 2, 3, 4, 5, 6, 7, 8].map((i) => `series-${i}`),
);

/**
 * @param {HTMLCanvasElement} canvas
 * @param {ReturnType<typeof layout>} plan
 * @param {any} scale
 * @param {number} width
 * @param {any} result
 * @param {string | null} selected
 * @param {number | undefined} nanos
 */
function draw(canvas, plan, scale, width, result, selected, nanos) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(plan.height * ratio);
  const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const ink = colours(NAMES);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = ink.ground;
  g.fillRect(0, 0, width, plan.height);
  g.font = "12px system-ui, sans-serif";
  g.textBaseline = "middle";
  for (const group of plan.groups) {
    g.fillStyle = ink.panel;
    g.fillRect(0, group.y, width, group.height);
  }
  axis(g, plan, scale, width, ink, nanos);
  frames(g, plan, scale, width, result, ink);
  const hatch = hatching(g, ink);
  const refills = plan.bars.reduce((most, bar) => Math.max(most, bar.of.refillBytes ?? 0), 1);
  /** @type {Record<string, number>} */
  const drawn = {};
  for (const bar of plan.bars) {
    const from = scale(bar.start);
    const to = Math.max(from + 1, scale(bar.end));
    if (to < 0 || from > width) {
      continue;
    }
    // thousands of bars on the same pixel are one
    const lane = `${bar.y}`;
    if (to - from < 1.5 && Math.floor(from) === drawn[lane] && bar.of.id !== selected) {
      continue;
    }
    drawn[lane] = Math.floor(from);
    if (bar.kind === "command") {
      command(g, bar, scale, ink);
    } else {
      barrier(g, bar, scale, ink, hatch, refills);
    }
    text(g, bar, Math.max(0, from), Math.min(width, to), ink);
    if (bar.of.id === selected) {
      g.strokeStyle = ink.ink;
      g.lineWidth = 2;
      g.strokeRect(from - 1, bar.y - 1, to - from + 2, bar.height + 2);
    }
  }
  g.fillStyle = ink.faint;
  for (const group of plan.groups) {
    g.fillText(group.title, 4, group.y + LABEL / 2);
  }
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {Record<string, string>} ink
 */
function hatching(g, ink) {
  const tile = document.createElement("canvas");
  tile.width = 6;
  tile.height = 6;
  const t = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
  t.strokeStyle = ink["series-8"];
  t.lineWidth = 1.2;
  t.beginPath();
  t.moveTo(0, 6);
  t.lineTo(6, 0);
  t.moveTo(-1, 1);
  t.lineTo(1, -1);
  t.moveTo(5, 7);
  t.lineTo(7, 5);
  t.stroke();
  return /** @type {CanvasPattern} */ (g.createPattern(tile, "repeat"));
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {Bar} bar
 * @param {any} scale
 * @param {Record<string, string>} ink
 */
function command(g, bar, scale, ink) {
  const from = scale(bar.start);
  const to = Math.max(from + 1, scale(bar.end));
  const stages = Object.entries(bar.of.stages);
  g.fillStyle = ink.line;
  g.fillRect(from, bar.y, to - from, bar.height);
  if (stages.length === 0) {
    g.fillStyle = ink["series-8"];
    g.fillRect(from, bar.y, to - from, bar.height);
    return;
  }
  const height = bar.height / stages.length;
  stages.forEach(([stage, span], i) => {
    const left = scale(span.start);
    g.fillStyle = ink[STAGES[stageGroup(stage)].colour];
    g.fillRect(left, bar.y + i * height, Math.max(1, scale(span.end) - left), Math.max(1, height - (height > 3 ? 0.5 : 0)));
  });
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {Bar} bar
 * @param {any} scale
 * @param {Record<string, string>} ink
 * @param {CanvasPattern} hatch
 * @param {number} refills the most bytes that any barrier had fetched again
 */
function barrier(g, bar, scale, ink, hatch, refills) {
  const from = scale(bar.start);
  const to = Math.max(from + 1, scale(bar.end));
  g.fillStyle = ink.ground;
  g.fillRect(from, bar.y, to - from, bar.height);
  g.fillStyle = hatch;
  g.fillRect(from, bar.y, to - from, bar.height);
  g.fillStyle = ink["series-7"];
  for (const action of bar.of.actions) {
    const left = Math.max(from, scale(action.startCycle));
    g.fillRect(left, bar.y, Math.max(1, scale(action.endCycle) - left), bar.height);
  }
  g.strokeStyle = ink["series-8"];
  g.lineWidth = 1;
  if (to - from > 3) {
    g.strokeRect(from + 0.5, bar.y + 0.5, to - from - 1, bar.height - 1);
  }
  if (bar.of.refillBytes > 0) {
    const height = Math.max(2, (bar.height * bar.of.refillBytes) / refills);
    g.fillStyle = ink["series-1"];
    g.fillRect(to, bar.y + bar.height - height, 4, height);
  }
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {Bar} bar
 * @param {number} from
 * @param {number} to
 * @param {Record<string, string>} ink
 */
function text(g, bar, from, to, ink) {
  if (bar.height < LANE || to - from < 46) {
    return;
  }
  const words = bar.of.label || (bar.of.kind === "pipelineBarrier" ? bar.of.id : bar.of.kind);
  g.save();
  g.beginPath();
  g.rect(from, bar.y, to - from, bar.height);
  g.clip();
  const wide = Math.min(g.measureText(words).width, to - from - 10);
  g.fillStyle = ink.ground;
  g.globalAlpha = 0.85;
  g.fillRect(from + 3, bar.y + 3, wide + 6, bar.height - 6);
  g.globalAlpha = 1;
  g.fillStyle = ink.ink;
  g.fillText(words, from + 6, bar.y + bar.height / 2 + 0.5);
  g.restore();
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {ReturnType<typeof layout>} plan
 * @param {any} scale
 * @param {number} width
 * @param {Record<string, string>} ink
 * @param {number | undefined} nanos
 */
function axis(g, plan, scale, width, ink, nanos) {
  g.strokeStyle = ink.line;
  g.fillStyle = ink.faint;
  g.lineWidth = 1;
  g.textAlign = "center";
  const unit = nanos ?? 1;
  const shown = scale.copy().domain(scale.domain().map((/** @type {number} */ cycle) => cycle * unit));
  for (const tick of shown.ticks(Math.max(3, width / 130))) {
    const x = Math.round(shown(tick)) + 0.5;
    g.globalAlpha = 0.5;
    g.beginPath();
    g.moveTo(x, AXIS - 4);
    g.lineTo(x, plan.height);
    g.stroke();
    g.globalAlpha = 1;
    const words = nanos === undefined ? count(tick) : time(tick);
    const half = g.measureText(words).width / 2 + 2;
    g.fillText(words, Math.min(width - half, Math.max(half, x)), AXIS - 12);
  }
  g.textAlign = "left";
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {ReturnType<typeof layout>} plan
 * @param {any} scale
 * @param {number} width
 * @param {any} result
 * @param {Record<string, string>} ink
 */
function frames(g, plan, scale, width, result, ink) {
  if ((result.frames ?? []).length < 2) {
    return;
  }
  g.strokeStyle = ink.accent;
  g.fillStyle = ink.accent;
  for (const frame of result.frames) {
    const from = scale(frame.startCycle);
    const to = scale(frame.endCycle);
    if (to < 0 || from > width) {
      continue;
    }
    g.fillRect(Math.max(0, from), 3, Math.max(1, Math.min(width, to) - Math.max(0, from) - 2), 3);
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(Math.round(from) + 0.5, 3);
    g.lineTo(Math.round(from) + 0.5, plan.height);
    g.stroke();
    g.setLineDash([]);
    if (Math.min(width, to) - Math.max(0, from) > 60) {
      g.fillText(frame.part === "frame" ? `frame ${frame.frame}` : frame.part === "setUp" ? "set-up" : frame.part, Math.max(0, from) + 4, 15);
    }
  }
}
