// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Colours of the style sheets as they are now, for drawing where style sheets do not reach.

/** Values that were asked for, by name. @type {Map<string, string>} */
const known = new Map();
let theme = "";

/** {@code rgb(11, 95, 176)} as {@code #0b5fb0}; anything else as it is. @param {string} value */
function hex(value) {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value);
  return parts === null ? value : `#${parts.slice(1).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The value that a colour of a style sheet has in the theme that is shown.
 *
 * @param {string} name {@code --accent}
 */
export function colour(name) {
  const now = document.documentElement.dataset.theme ?? String(matchMedia("(prefers-color-scheme: dark)").matches);
  if (now !== theme) {
    theme = now;
    known.clear();
  }
  let value = known.get(name);
  if (value === undefined) {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    value = hex(getComputedStyle(probe).color);
    probe.remove();
    known.set(name, value);
  }
  return value;
}
