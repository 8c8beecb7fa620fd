// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Small things that many sections show.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { percent } from "sluice/common/numbers.js";

const FIRST = 4;

/**
 * The sections of a report: the first at once, so that there is something to read, and the others right behind.
 *
 * @param {object} props
 * @param {[string, string, any][]} props.sections id, title and content of each
 */
export function Sections({ sections }) {
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    if (!whole) {
      requestAnimationFrame(() => setTimeout(() => setWhole(true)));
      return;
    }
    document.documentElement.dataset.whole = "";
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [whole]);
  return (whole ? sections : sections.slice(0, FIRST)).map(([id, title, content]) =>
    h("section", { key: id, id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), content),
  );
}

/**
 * Parts of a whole, beside each other.
 *
 * @param {object} props
 * @param {{title: string, value: number, colour: string}[]} props.parts
 * @param {number} [props.of] what a full bar is; their sum without it
 * @param {(n: number) => string} props.say
 */
export function Stack({ parts, of, say }) {
  const sum = parts.reduce((all, part) => all + part.value, 0);
  const whole = of ?? sum;
  const words = parts
    .filter((part) => part.value > 0)
    .map((part) => `${part.title} ${say(part.value)}`)
    .join(", ");
  return h(
    "span",
    { class: "stack", role: "img", "aria-label": words || "nothing", title: words },
    whole <= 0
      ? null
      : parts
          .filter((part) => part.value > 0)
          .map((part) => h("i", { class: part.colour === "drain" ? "drain" : "", style: `width:${(100 * part.value) / whole}%;${part.colour === "drain" ? "" : `background:var(--${part.colour})`}` })),
  );
}

/**
 * A part of one.
 *
 * @param {object} props
 * @param {number | null} props.share
 * @param {string} [props.colour]
 */
export function Share({ share, colour = "series-1" }) {
  if (share === null) {
    return h("span", { class: "faint" }, "–");
  }
  return h(
    "span",
    { class: "share" },
    h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: `width:${Math.min(100, 100 * share)}%;background:var(--${colour})` })),
    h("span", null, percent(share)),
  );
}

/**
 * Facts, each with its name.
 *
 * @param {object} props
 * @param {[string, any][]} props.of
 */
export function Facts({ of }) {
  return h(
    "dl",
    { class: "facts" },
    of.filter(([, value]) => value !== "" && value !== null && value !== undefined).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
  );
}

/**
 * A place in the stream, with its line where it is known.
 *
 * @param {object} props
 * @param {string} props.where
 * @param {Record<string, string>} props.source
 */
export function Place({ where, source }) {
  if (!where) {
    return null;
  }
  return h("span", { class: "place" }, h("span", { class: "mono faint" }, where), source[where] ? h("code", null, source[where]) : null);
}

/**
 * What goes with a colour.
 *
 * @param {object} props
 * @param {{title: string, colour: string}[]} props.of
 */
export function Legend({ of }) {
  return h(
    "p",
    { class: "legend" },
    of.map((one) =>
      h("span", { class: "key" }, h("i", one.colour === "drain" ? { class: "drain" } : { style: `background:var(--${one.colour})` }), one.title),
    ),
  );
}
