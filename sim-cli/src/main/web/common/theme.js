// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The theme of a page: that of the system until the reader chooses, and light on paper.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { colour } from "sluice/common/colour.js";

/** @type {Set<() => void>} */
const listeners = new Set();
let chosen = "";

/** @param {string} theme "light", "dark", or "" for the system's */
function show(theme) {
  if (theme === "") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  listeners.forEach((tell) => tell());
}

window.addEventListener("beforeprint", () => show("light"));
window.addEventListener("afterprint", () => show(chosen));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => listeners.forEach((tell) => tell()));

/** Whether what is to be seen is dark. */
export function dark() {
  const theme = document.documentElement.dataset.theme;
  return theme === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/** A number that is another one whenever colours are; whoever draws on a canvas draws again. */
export function useTheme() {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const tell = () => setTurn((was) => was + 1);
    listeners.add(tell);
    return () => {
      listeners.delete(tell);
    };
  }, []);
  return turn;
}

/** A button that turns light to dark and back. */
export function ThemeButton() {
  useTheme();
  const next = dark() ? "light" : "dark";
  return h(
    "button",
    {
      type: "button",
      class: "theme",
      onClick: () => {
        chosen = next;
        show(next);
      },
    },
    next === "light" ? "☀ Light" : "☾ Dark",
  );
}

/**
 * The colours of a theme by their names in page.css.
 *
 * @param {string[]} names
 * @returns {Record<string, string>}
 */
export function colours(names) {
  return Object.fromEntries(names.map((name) => [name, colour(`--${name}`)]));
}
