// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Compression metadata: how each tile of an image is stored, as a copy of the metadata in some cache says.
import { h } from "preact";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {{code: number | null, place: string}} TileCode The code of a tile, null where the copy does not have it, and where the tile lies. */

/** Codes from which on a tile is cleared to a colour. */
const CLEARED = 4;

/**
 * The tiles that bytes tell of.
 *
 * @param {Model} model
 * @param {number} address of the first byte
 * @param {(number | null)[]} bytes null of those not held
 * @returns {TileCode[]} none if they are no metadata
 */
export function tileCodes(model, address, bytes) {
  const map = (model.head.tiles ?? []).find((tiles) => tiles.address <= address && address < tiles.address + metadataBytes(model, tiles));
  if (map === undefined) {
    return [];
  }
  const each = 8 / map.bits;
  return bytes.flatMap((byte, i) =>
    Array.from({ length: each }, (_, k) => ({
      code: byte === null ? null : (byte >> (k * map.bits)) & (2 ** map.bits - 1),
      place: `${map.image}:${((address + i - map.address) * each + k) * map.tileBytes}`,
    })),
  );
}

/**
 * How many bytes of metadata an image has.
 *
 * @param {Model} model
 * @param {{image: string, tileBytes: number, bits: number}} tiles
 */
export function metadataBytes(model, tiles) {
  const image = model.head.resources.find((resource) => resource.name === tiles.image);
  return image === undefined ? 0 : Math.ceil((Math.ceil(image.size / tiles.tileBytes) * tiles.bits) / 8);
}

/** @param {{model: Model, codes: TileCode[]}} props */
export function TileCodes({ model, codes }) {
  const meanings = model.head.tileCodes ?? [];
  const nameOf = (code) => (code === null ? "not here" : (meanings[code] ?? `code ${code}`));
  /** @type {Map<string, number>} */
  const counts = new Map();
  codes.forEach(({ code }) => counts.set(nameOf(code), (counts.get(nameOf(code)) ?? 0) + 1));
  const summary = [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
  return h(
    "div",
    { class: "tile-codes" },
    h("h3", null, "Tiles that it tells of"),
    h("div", { class: "tiles", role: "img", "aria-label": summary }, codes.map(({ code, place }, i) =>
      h("span", {
        key: i,
        class: `tile ${code === null ? "" : code >= CLEARED ? "cleared" : `code-${code}`}`,
        title: `tile at ${place}: ${nameOf(code)}`,
      }, code === null || code === 0 ? "" : code >= CLEARED ? `c${code - CLEARED}` : String(2 ** code)))),
    h("p", { class: "faint none" }, summary),
  );
}
