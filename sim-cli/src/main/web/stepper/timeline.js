// SPDX-License-Identifier: Apache-2.0
// @ts-check
// All steps in one line: commands, findings, how much hits and misses, and the step that is shown; drag to go anywhere.
import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { grouped } from "sluice/stepper/model.js";
import { colour } from "sluice/common/colour.js";
import { onChange } from "sluice/stepper/theme.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/index.js").StepIndex} StepIndex */

const LANE = 13;
/** Two for commands that overlap, one for barriers, one for the host. */
const LANES = 4;
const BARRIERS = 2;
const HOST = 3;
const ACTIVITY = 18;
const HEIGHT = LANES * LANE + ACTIVITY + 6;

/** The least steps that the line shows when it is stretched. */
const LEAST = 40;

/**
 * @param {{context: Context, index: StepIndex}} props
 */
export function Timeline({ context, index }) {
  const { model, view } = context;
  /** @type {{current: HTMLCanvasElement | null}} */
  const canvas = useRef(null);
  const [width, setWidth] = useState(0);
  const [, setTheme] = useState(0);
  const [span, setSpan] = useState({ from: 0, to: model.last });
  const [hint, setHint] = useState(/** @type {{x: number, text: string} | null} */ (null));
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
  const shown = following(span, view.step, model.last);
  useLayoutEffect(() => {
    if (canvas.current !== null && width > 0) {
      paint(canvas.current, context, index, shown, width);
    }
  });
  const stepAt = (x) => Math.round(shown.from + (Math.max(0, Math.min(width, x)) / Math.max(1, width)) * (shown.to - shown.from));
  const drag = (event) => {
    if (event.buttons === 1) {
      context.go(stepAt(event.offsetX));
    }
    const step = stepAt(event.offsetX);
    setHint({ x: event.offsetX, text: hintOf(context, index, step, shown, width) });
  };
  const stretch = (factor) => setSpan(stretched(shown, view.step, factor, model.last));
  return h(
    "div",
    { class: "timeline" },
    h("div", { class: "timeline-line" },
      h("canvas", {
        ref: canvas,
        height: HEIGHT,
        role: "slider",
        tabindex: 0,
        "aria-label": "Step",
        "aria-valuemin": 0,
        "aria-valuemax": model.last,
        "aria-valuenow": view.step,
        "aria-valuetext": `step ${view.step} of ${model.last}, cycle ${model.recording.cycleOf(view.step)}`,
        onPointerDown: (event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          context.store.set({ playing: false });
          drag(event);
        },
        onPointerMove: drag,
        onPointerLeave: () => setHint(null),
        onWheel: (event) => {
          event.preventDefault();
          stretch(event.deltaY > 0 ? 1.4 : 1 / 1.4);
        },
      }),
      hint !== null && h("div", { class: "timeline-hint", style: { left: `${Math.min(Math.max(0, hint.x - 60), Math.max(0, width - 220))}px` } }, hint.text)),
    h("div", { class: "timeline-zoom" },
      h("button", { class: "quiet", title: "Show fewer steps (or turn the wheel)", "aria-label": "Stretch the line of steps", onClick: () => stretch(1 / 2) }, "+"),
      h("button", { class: "quiet", title: "Show more steps", "aria-label": "Shrink the line of steps", onClick: () => stretch(2) }, "−")),
  );
}

/**
 * The span moved so that the step is in it.
 *
 * @param {{from: number, to: number}} span
 * @param {number} step
 * @param {number} last
 */
function following(span, step, last) {
  const size = Math.min(span.to - span.from, last);
  if (step >= span.from && step <= span.to) {
    return span;
  }
  const from = Math.max(0, Math.min(last - size, step - size / 2));
  return { from, to: from + size };
}

/**
 * @param {{from: number, to: number}} span
 * @param {number} step stays where it is
 * @param {number} factor
 * @param {number} last
 */
function stretched(span, step, factor, last) {
  const size = Math.min(last, Math.max(Math.min(LEAST, last), (span.to - span.from) * factor));
  const share = (step - span.from) / Math.max(1, span.to - span.from);
  const from = Math.max(0, Math.min(last - size, step - share * size));
  return { from, to: from + size };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Context} context
 * @param {StepIndex} index
 * @param {{from: number, to: number}} span
 * @param {number} width
 */
function paint(canvas, context, index, span, width) {
  const { model, view } = context;
  const fine = window.devicePixelRatio || 1;
  if (canvas.width !== width * fine || canvas.height !== HEIGHT * fine) {
    canvas.width = width * fine;
    canvas.height = HEIGHT * fine;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${HEIGHT}px`;
  }
  const draw = canvas.getContext("2d");
  if (draw === null) {
    return;
  }
  draw.setTransform(fine, 0, 0, fine, 0, 0);
  draw.clearRect(0, 0, width, HEIGHT);
  const x = (step) => ((step - span.from) / Math.max(1, span.to - span.from)) * width;
  draw.fillStyle = colour("--track");
  draw.fillRect(0, 0, width, LANES * LANE);
  activity(draw, index, model.last, x, width);
  commands(draw, context, x, width);
  for (const finding of model.findings) {
    draw.fillStyle = colour("--bad");
    draw.beginPath();
    const at = x(finding.step);
    draw.moveTo(at - 5, HEIGHT);
    draw.lineTo(at + 5, HEIGHT);
    draw.lineTo(at, HEIGHT - 9);
    draw.fill();
    draw.globalAlpha = 0.5;
    draw.fillRect(at - 0.5, 0, 1, HEIGHT);
    draw.globalAlpha = 1;
  }
  draw.fillStyle = colour("--ink");
  const at = Math.max(1, Math.min(width - 1, x(view.step)));
  draw.fillRect(at - 1, 0, 2, HEIGHT);
  draw.beginPath();
  draw.arc(at, 4, 4, 0, 2 * Math.PI);
  draw.fill();
}

/**
 * @param {CanvasRenderingContext2D} draw
 * @param {StepIndex} index
 * @param {number} last
 * @param {(step: number) => number} x
 * @param {number} width
 */
function activity(draw, index, last, x, width) {
  const top = LANES * LANE + 2;
  const { hit, miss, down, other } = index.density;
  const sums = Array.from(hit, (h, i) => h + miss[i] + down[i] + other[i]).sort((a, b) => a - b);
  // the few shares with the most would leave nothing to see of the rest
  const most = Math.max(1, sums[Math.floor(index.shares * 0.97)]);
  const colours = [colour("--map-clean"), colour("--map-dirty"), colour("--series-4"), colour("--track")];
  for (let i = 0; i < index.shares; i++) {
    const from = x((i * (last + 1)) / index.shares);
    const to = x(((i + 1) * (last + 1)) / index.shares);
    if (to < 0 || from > width) {
      continue;
    }
    let bottom = top + ACTIVITY;
    [hit, miss, down, other].forEach((series, k) => {
      const tall = Math.min((series[i] / most) * ACTIVITY, bottom - top);
      draw.fillStyle = colours[k];
      draw.fillRect(from, bottom - tall, Math.max(0.5, to - from - 0.3), tall);
      bottom -= tall;
    });
  }
}

/**
 * Commands as bars, each in the first lane that is free.
 *
 * @param {CanvasRenderingContext2D} draw
 * @param {Context} context
 * @param {(step: number) => number} x
 * @param {number} width
 */
function commands(draw, context, x, width) {
  draw.font = "10px system-ui, sans-serif";
  draw.textBaseline = "middle";
  for (const { command, lane } of lanes(context.model)) {
    const from = Math.max(-2, x(command.first));
    const to = Math.min(width + 2, Math.max(from + 2, x(command.last)));
    if (to < 0 || from > width) {
      continue;
    }
    draw.fillStyle = colour(colourOf(command));
    draw.fillRect(from, lane * LANE + 1, to - from, LANE - 2);
    if (to - from > 40) {
      draw.save();
      draw.beginPath();
      draw.rect(from, lane * LANE, to - from - 3, LANE);
      draw.clip();
      draw.fillStyle = colour("--ground");
      draw.fillText(`${command.name} ${command.what}`, Math.max(from, 0) + 4, lane * LANE + LANE / 2 + 0.5);
      draw.restore();
    }
  }
}

/** @param {import("sluice/stepper/model.js").Command} command */
function colourOf(command) {
  if (command.name.startsWith("host.")) {
    return "--series-8";
  }
  return command.barrier ? "--series-4" : "--series-1";
}

/**
 * Commands with the lane of each; barriers and the host's operations have their own.
 *
 * @param {import("sluice/stepper/model.js").Model} model
 */
function lanes(model) {
  const ends = new Array(BARRIERS).fill(-1);
  return model.commands
    .filter((command) => command.first >= 0)
    .sort((a, b) => a.first - b.first)
    .map((command) => {
      if (command.barrier || command.name.startsWith("host.")) {
        return { command, lane: command.barrier ? BARRIERS : HOST };
      }
      let lane = ends.findIndex((end) => end <= command.first);
      if (lane < 0) {
        lane = ends.indexOf(Math.min(...ends));
      }
      ends[lane] = Math.max(ends[lane], command.last);
      return { command, lane };
    });
}

/**
 * @param {Context} context
 * @param {StepIndex} index
 * @param {number} step
 * @param {{from: number, to: number}} span
 * @param {number} width
 */
function hintOf(context, index, step, span, width) {
  const { model } = context;
  const near = ((span.to - span.from) / Math.max(1, width)) * 5;
  const finding = model.findings.find((f) => Math.abs(f.step - step) <= near);
  const running = index.running(step).map((i) => model.commands[i].name).slice(0, 3).join(", ");
  const words = [`step ${grouped(step)}`, `cycle ${grouped(model.recording.cycleOf(step))}`];
  if (running !== "") {
    words.push(running);
  }
  if (finding !== undefined) {
    words.push(finding.kind === "staleRead" ? "stale read" : "lost write");
  }
  return words.join(" · ");
}
