// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The keyboard.
import { toggle } from "sluice/stepper/theme.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/** Speeds of playing, moves a second. */
export const SPEEDS = [1, 2, 4, 10, 30, 100, 1000];

/** What the keys do, as the help shows it. */
export const KEYS = [
  ["→ ←", "next or last step: an event of the machine"],
  ["Shift → ←", "by cycle"],
  ["Ctrl → ←", "by command"],
  ["r R", "next or last event of the request that is followed"],
  ["f F", "next or last finding"],
  ["PgDn PgUp", "100 steps"],
  ["Home End", "first or last step"],
  ["Space", "play or pause, by what “by” says"],
  ["+ −", "faster or slower"],
  ["g", "go to a step"],
  ["w", "watch an address"],
  ["t", "light or dark"],
  ["Esc", "close the help, or the last part that was opened"],
  ["?", "this help"],
];

/**
 * Listens to the keyboard, until the function that comes back is called.
 *
 * @param {Context} context
 */
export function listen(context) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches?.("input, select, textarea")) {
      if (event.key === "Escape") {
        target.blur();
      }
      return;
    }
    if (event.altKey || event.metaKey || (event.key === " " && target.matches?.("button, a, summary, [role=button]"))) {
      return;
    }
    if (act(context, event)) {
      event.preventDefault();
    }
  };
  window.addEventListener("keydown", press);
  return () => window.removeEventListener("keydown", press);
}

/**
 * @param {Context} context
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function act(context, event) {
  const { view, store, model } = context;
  const still = () => view.playing && store.set({ playing: false });
  const stride = event.ctrlKey ? "command" : event.shiftKey ? "cycle" : "event";
  switch (event.key) {
    case "ArrowRight":
      still();
      context.move(stride, 1);
      return true;
    case "ArrowLeft":
      still();
      context.move(stride, -1);
      return true;
    case "PageDown":
      context.go(view.step + 100);
      return true;
    case "PageUp":
      context.go(view.step - 100);
      return true;
    case "Home":
      context.go(0);
      return true;
    case "End":
      context.go(model.last);
      return true;
    default:
      return event.ctrlKey ? false : letter(context, event.key);
  }
}

/**
 * @param {Context} context
 * @param {string} key
 * @returns {boolean}
 */
function letter(context, key) {
  const { view, store } = context;
  switch (key) {
    case "r":
    case "R":
      context.move("request", key === "r" ? 1 : -1);
      return true;
    case "f":
    case "F":
      context.move("finding", key === "f" ? 1 : -1);
      return true;
    case " ":
      store.set({ playing: !view.playing });
      return true;
    case "+":
    case "=":
    case "-":
      store.set({ speed: faster(view.speed, key === "-" ? -1 : 1) });
      return true;
    case "g":
      /** @type {HTMLInputElement | null} */ (document.querySelector("#step-input"))?.select();
      return true;
    case "w":
      store.set({ tab: "watch" });
      requestAnimationFrame(() => /** @type {HTMLInputElement | null} */ (document.querySelector("#watch-input"))?.select());
      return true;
    case "t":
      toggle();
      return true;
    case "?":
      store.set({ help: !view.help });
      return true;
    case "Escape":
      if (view.help) {
        store.set({ help: false });
      } else if (view.open.length > 0) {
        store.set({ open: view.open.slice(1) });
      }
      return true;
    default:
      return false;
  }
}

/**
 * The next speed.
 *
 * @param {number} speed
 * @param {1 | -1} by
 */
export function faster(speed, by) {
  const at = SPEEDS.indexOf(speed);
  return SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))];
}
