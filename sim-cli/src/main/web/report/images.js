// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Images: the states of their tiles, and what compression saved.
import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { bytes, count, digits, percent } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { colours, useTheme } from "sluice/common/theme.js";
import { Facts, Legend, Stack } from "sluice/report/parts.js";

/** The states of a tile, in the order of their codes in a map. */
const STATES = [
  { key: "raw", title: "raw", colour: "series-8" },
  { key: "half", title: "2:1", colour: "series-5" },
  { key: "quarter", title: "4:1", colour: "series-3" },
  { key: "eighth", title: "8:1", colour: "series-6" },
  { key: "cleared", title: "cleared", colour: "series-1" },
];
const PICTURES = 24;

/**
 * All images of a run.
 *
 * @param {object} props
 * @param {import("sluice/report/model.js").Run} props.run
 */
export function Images({ run }) {
  const result = run.result;
  const maps = run.details?.tiles ?? [];
  /** @param {any} tiles */
  const parts = (tiles) => STATES.map((state) => ({ title: state.title, value: tiles[state.key], colour: state.colour }));
  return h(
    "div",
    null,
    h(Legend, { of: STATES }),
    maps.length === 0
      ? null
      : h(
          "div",
          { class: "tiles" },
          maps.slice(0, PICTURES).map((/** @type {any} */ map) => h(TileMap, { key: `${map.image} ${map.level} ${map.layer}`, map, image: result.images.find((/** @type {any} */ one) => one.name === map.image) })),
        ),
    h(Table, {
      name: "images",
      caption: "Images",
      rows: result.images.map((/** @type {any} */ one) => ({ id: one.name, ...one })),
      columns: [
        { key: "name", title: "Image", value: (one) => one.name },
        { key: "format", title: "Format", value: (one) => one.format },
        { key: "extent", title: "Extent", value: (one) => one.extent.join(" × ") },
        { key: "samples", title: "Samples", number: true, value: (one) => one.samples },
        { key: "layout", title: "Layout at the end", value: (one) => one.layout, show: (one) => h("span", { class: "small wrap" }, one.layout.replaceAll("_", "_\u200b")) },
        { key: "bytes", title: "Bytes", number: true, value: (one) => one.bytes, show: (one) => bytes(one.bytes) },
        { key: "storedBytes", title: "Stored", number: true, value: (one) => one.storedBytes, show: (one) => bytes(one.storedBytes) },
        { key: "metadataBytes", title: "Metadata", number: true, value: (one) => one.metadataBytes, show: (one) => bytes(one.metadataBytes) },
        { key: "tiles", title: "Tiles", value: (one) => one.tiles.cleared, show: (one) => h(Stack, { parts: parts(one.tiles), say: count }) },
        ...STATES.map((state) => ({ key: state.key, title: state.title, number: true, value: (/** @type {any} */ one) => one.tiles[state.key], show: (/** @type {any} */ one) => count(one.tiles[state.key]) })),
      ],
    }),
    result.rop ? h(Rop, { rop: result.rop }) : null,
  );
}

/** @param {{rop: any}} props */
function Rop({ rop }) {
  /** @param {any} tiles */
  const parts = (tiles) => STATES.map((state) => ({ title: state.title, value: tiles[state.key], colour: state.colour }));
  return h(
    "div",
    null,
    h("h3", null, "Render output and compression"),
    h(Facts, {
      of: [
        ["pixels tested, passed", `${count(rop.pixelsTested)}, ${count(rop.pixelsPassed)}`],
        ["pixels written, blended", `${count(rop.pixelsWritten)}, ${count(rop.pixelsBlended)}`],
        ["tiles cleared fast, by writing", `${count(rop.tilesFastCleared)}, ${count(rop.tilesCleared)}`],
        ["travelled", `${bytes(rop.storedBytes)} for ${bytes(rop.rawBytes)}: ${digits(rop.compressionRatio)} to 1`],
        ["metadata read, changed", `${count(rop.metadataReads)}, ${count(rop.metadataWrites)}`],
        ["others read", rop.readers.rawBytes === 0 ? "" : `${bytes(rop.readers.storedBytes)} for ${bytes(rop.readers.rawBytes)} (${percent(rop.readers.storedBytes, rop.readers.rawBytes)})`],
        ["garbled tiles read", rop.readers.garbledTiles === 0 ? "" : count(rop.readers.garbledTiles)],
        ["layout transitions", `${rop.transitions.initialised} initialised, ${rop.transitions.eliminated} eliminated, ${rop.transitions.decompressed} decompressed, ${rop.transitions.nothing} did nothing`],
      ],
    }),
    h(
      "div",
      { class: "bars" },
      /** @type {[string, any][]} */ ([
        ["tiles fetched by units", rop.tilesRead],
        ["tiles written by units", rop.tilesWritten],
        ["tiles read by others", rop.readers.tilesRead],
      ]).map(([title, tiles]) => h("div", { class: "row" }, h("span", null, title), h(Stack, { parts: parts(tiles), say: count }))),
    ),
  );
}

/**
 * The tiles of a layer of an image as a picture, a pixel each.
 *
 * @param {object} props
 * @param {any} props.map
 * @param {any} props.image
 */
function TileMap({ map, image }) {
  const theme = useTheme();
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useLayoutEffect(() => {
    const g = canvas.current?.getContext("2d");
    if (g) {
      const names = STATES.map((state) => state.colour);
      const ink = colours(names);
      const picture = g.createImageData(map.columns, map.rows);
      const shades = names.map((name) => rgb(ink[name]));
      let at = 0;
      for (const run of map.states.split(" ")) {
        const [state, length] = run.split("*").map(Number);
        for (let i = 0; i < length; i++) {
          picture.data.set(shades[state], 4 * at++);
        }
      }
      g.putImageData(picture, 0, 0);
    }
  }, [map, theme]);
  const several = image && (image.levels > 1 || image.layers > 1);
  return h(
    "figure",
    { class: "tilemap" },
    h("canvas", {
      ref: canvas,
      width: map.columns,
      height: map.rows,
      style: `aspect-ratio:${map.columns * map.tileWidth}/${map.rows * map.tileHeight}`,
      role: "img",
      "aria-label": `Tiles of ${map.image}, ${map.columns} by ${map.rows}; the table below counts them`,
    }),
    h("figcaption", null, h("b", null, map.image), several ? ` level ${map.level}, layer ${map.layer}` : "", h("span", { class: "faint" }, ` ${map.columns} × ${map.rows} tiles of ${map.tileWidth} × ${map.tileHeight}`)),
  );
}

/**
 * A colour's red, green, blue and opacity.
 *
 * @param {string} hex as in #0b5fb0
 */
function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).concat(255);
}
