// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The bar on top: where one is, moves forward and back, playing, theme and help.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { SPEEDS } from "sluice/stepper/keys.js";
import { grouped } from "sluice/stepper/model.js";
import { isDark, onChange, toggle } from "sluice/stepper/theme.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */
/** @typedef {import("sluice/stepper/store.js").Stride} Stride */

/** Signs on buttons, drawn in a square of 16. */
const ICONS = {
  back: "M11 3v10L4 8z",
  on: "M5 3v10l7-5z",
  cycleBack: "M8 3v10L2 8zM14 3v10L8 8z",
  cycleOn: "M8 3v10l6-5zM2 3v10l6-5z",
  commandBack: "M3 3h2v10H3zM13 3v10L6 8z",
  commandOn: "M11 3h2v10h-2zM3 3v10l7-5z",
  play: "M4 2v12l10-6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
};

/** Strides, and what they are called. @type {[Stride, string][]} */
const STRIDES = [["event", "event"], ["cycle", "cycle"], ["request", "request"], ["command", "command"], ["finding", "finding"]];

/** @param {{context: Context}} props */
export function Toolbar({ context }) {
  const { model, view, store } = context;
  const findings = model.findings.length;
  return h(
    "header",
    { class: "toolbar" },
    h("h1", { title: `${model.head.stream} on ${model.head.device}` }, model.head.stream, h("span", { class: "faint" }, ` on ${model.head.device}`)),
    h("div", { class: "transport", role: "group", "aria-label": "Moves" },
      move(context, "command", -1, "commandBack", "Last command (Ctrl ←)"),
      move(context, "cycle", -1, "cycleBack", "Last cycle (Shift ←)"),
      move(context, view.stride, -1, "back", `Back by ${view.stride} (←)`, "main"),
      h("button", {
        class: "main play", "aria-label": view.playing ? "Pause" : "Play", title: `${view.playing ? "Pause" : "Play"} (Space)`, "aria-pressed": view.playing,
        onClick: () => store.set({ playing: !view.playing }),
      }, icon(view.playing ? "pause" : "play")),
      move(context, view.stride, 1, "on", `Forward by ${view.stride} (→)`, "main"),
      move(context, "cycle", 1, "cycleOn", "Next cycle (Shift →)"),
      move(context, "command", 1, "commandOn", "Next command (Ctrl →)")),
    h("label", { class: "choice" }, "by ",
      h("select", { value: view.stride, onChange: (e) => store.set({ stride: /** @type {Stride} */ (e.currentTarget.value) }) },
        STRIDES.map(([value, name]) => h("option", { key: value, value, disabled: value === "request" && view.request === null }, name)))),
    h("label", { class: "choice" }, h("span", { class: "unseen" }, "Speed"),
      h("select", { title: "Speed of playing: moves a second (+ −)", value: String(view.speed), onChange: (e) => store.set({ speed: Number(e.currentTarget.value) }) },
        SPEEDS.map((speed) => h("option", { key: speed, value: String(speed) }, `${speed} /s`)))),
    h(Where, { context }),
    h("div", { class: "tools" },
      findings > 0 && h("button", { class: "next-finding", title: "Next finding (f)", onClick: () => context.move("finding", 1) },
        `${grouped(findings)} ${findings === 1 ? "finding" : "findings"} ▸`),
      h(ThemeButton, null),
      h("button", { class: "round", "aria-label": "Help", title: "Keys and help (?)", "aria-expanded": view.help, onClick: () => store.set({ help: !view.help }) }, "?")),
  );
}

/**
 * @param {Context} context
 * @param {Stride} stride
 * @param {1 | -1} direction
 * @param {string} sign
 * @param {string} title
 * @param {string} [className]
 */
function move(context, stride, direction, sign, title, className) {
  return h("button", {
    class: className, title, "aria-label": title,
    onClick: () => {
      context.store.set({ playing: false });
      context.move(stride, direction);
    },
  }, icon(sign));
}

/** @param {string} name */
function icon(name) {
  return h("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));
}

/** @param {{context: Context}} props */
function Where({ context }) {
  const { model, view } = context;
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const go = () => {
    if (text !== null && /^\d+$/.test(text.replace(/[,\s]/g, ""))) {
      context.go(Number(text.replace(/[,\s]/g, "")));
    }
    setText(null);
  };
  return h(
    "div",
    { class: "where" },
    h("label", null, "step ",
      h("input", {
        id: "step-input", inputmode: "numeric", size: Math.max(5, grouped(model.last).length), value: text ?? grouped(view.step), autocomplete: "off",
        onInput: (event) => setText(event.currentTarget.value),
        onBlur: go,
        onKeyDown: (event) => {
          if (event.key === "Enter") {
            go();
            event.currentTarget.blur();
          }
        },
      })),
    h("span", { class: "faint" }, ` of ${grouped(model.last)}`),
    h("span", { class: "cycle" }, "cycle ", h("b", null, grouped(model.recording.cycleOf(view.step)))),
  );
}

function ThemeButton() {
  const [dark, setDark] = useState(isDark());
  useEffect(() => onChange(() => setDark(isDark())), []);
  const name = dark ? "Light theme" : "Dark theme";
  return h("button", { class: "round", "aria-label": name, title: `${name} (t)`, onClick: toggle }, h("span", { "aria-hidden": "true" }, dark ? "☀" : "☾"));
}
