// SPDX-License-Identifier: Apache-2.0
// @ts-check
// A line of compression metadata: how each tile that it tells of is stored.
import { h } from "preact";

/** @typedef {import("sluice/stepper/model.js").Model} Model */

/** Codes from which on a tile is cleared to a colour. */
const CLEARED = 4;

/** What the codes below that mean. */
const CODES = ["raw", "2:1", "4:1", "8:1"];

/**
 * Whether a cache holds metadata of tiles.
 *
 * @param {Model} model
 * @param {number} part
 */
export function holdsMetadata(model, part) {
  const { attributes, group } = model.parts[part];
  return /_META$/.test(attributes.role ?? "") || /meta$/i.test(group);
}

/**
 * The codes of the tiles, lowest nibble first.
 *
 * @param {{bytes: (number | null)[]}} props null of bytes that are not held
 */
export function TileCodes({ bytes }) {
  const codes = bytes.flatMap((byte) => (byte === null ? [null, null] : [byte & 15, byte >> 4]));
  /** @type {Map<string, number>} */
  const counts = new Map();
  codes.filter((code) => code !== null).forEach((code) => counts.set(nameOf(code), (counts.get(nameOf(code)) ?? 0) + 1));
  return h(
    "div",
    { class: "tile-codes" },
    h("h3", null, "Tiles that it tells of"),
    h("div", { class: "tiles", role: "img", "aria-label": [...counts].map(([name, count]) => `${count} ${name}`).join(", ") },
      codes.map((code, i) => h("span", {
        key: i,
        class: `tile ${code === null ? "" : code >= CLEARED ? "cleared" : `code-${code}`}`,
        title: code === null ? `tile ${i}: not here` : `tile ${i}: ${nameOf(code)}`,
      }, code === null || code === 0 ? "" : code >= CLEARED ? `c${code - CLEARED}` : String(2 ** code)))),
    h("p", { class: "faint none" }, [...counts].map(([name, count]) => `${count} ${name}`).join(", "), "; four bits a tile"),
  );
}

/** @param {number} code */
function nameOf(code) {
  return code >= CLEARED ? `cleared to colour ${code - CLEARED}` : CODES[code];
}
