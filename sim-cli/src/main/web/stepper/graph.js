// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The parts of a machine as boxes with links, their columns, and their order in these.

/** @typedef {import("sluice/stepper/layout.js").Box} Box */
/** @typedef {import("sluice/stepper/model.js").Model} Model */

/** Height of the name above a group of cells, and space around them. */
export const HEADER = 18;
const PAD = 6;

/** Width of a letter of that name. */
const LETTER = 6.2;

/** Of a cell by its form: width, height, space around. */
export const FORMS = {
  wide: { width: 122, height: 46, space: 6 },
  slim: { width: 122, height: 32, space: 6 },
  narrow: { width: 58, height: 32, space: 4 },
  square: { width: 14, height: 14, space: 3 },
  tiny: { width: 10, height: 10, space: 2 },
};

/**
 * The boxes and what goes between them.
 *
 * @param {Model} model
 */
export function graph(model) {
  /** @type {Map<string, Box>} */
  const byName = new Map();
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Map<number, number>} */
  const boxOf = new Map();
  model.parts.forEach((part, i) => {
    if (!model.seen(i)) {
      return;
    }
    const name = part.group || part.name;
    let box = byName.get(name);
    if (box === undefined) {
      box = { id: boxes.length, name, parts: [], column: 0, x: 0, y: 0, width: 0, height: 0, columns: 1, form: "wide" };
      byName.set(name, box);
      boxes.push(box);
    }
    box.parts.push(i);
    boxOf.set(i, box.id);
  });
  /** @type {Map<string, {from: number, to: number, pairs: [number, number][]}>} */
  const links = new Map();
  model.parts.forEach((part, i) => {
    const from = boxOf.get(i);
    for (const below of part.below) {
      const to = boxOf.get(below);
      if (from === undefined || to === undefined || from === to) {
        continue;
      }
      const key = `${from}>${to}`;
      const link = links.get(key) ?? { from, to, pairs: [] };
      link.pairs.push([i, below]);
      links.set(key, link);
    }
  });
  return { boxes, links: [...links.values()] };
}

/**
 * @param {Model} model
 * @param {Box} box
 * @param {{wide: number, narrow: number}} density
 */
export function size(model, box, density) {
  const count = box.parts.length;
  const plain = !model.parts[box.parts[0]].tables.some((table) => table.name === "lines" || table.name === "mshrs");
  box.form = count <= density.wide ? (plain ? "slim" : "wide") : count <= density.narrow ? "narrow" : count <= 48 ? "square" : "tiny";
  if (box.form === "tiny") {
    box.columns = 16;
  } else if (box.form === "square") {
    box.columns = count <= 10 ? count : Math.max(8, Math.min(12, Math.ceil(Math.sqrt(count * 1.6))));
  } else {
    box.columns = box.form === "narrow" ? 2 : 1;
  }
  measure(box);
}

/** @param {Box} box */
function measure(box) {
  const count = box.parts.length;
  const form = FORMS[box.form];
  const rows = Math.ceil(count / box.columns);
  const inner = box.columns * form.width + (box.columns - 1) * form.space;
  const name = LETTER * (box.name.replace(/([a-z])([A-Z])/g, "$1 $2").length + ` × ${count}`.length + 1);
  box.width = count === 1 ? inner : Math.max(inner, name, 86) + 2 * PAD;
  box.height = rows * form.height + (rows - 1) * form.space + (count === 1 ? 0 : HEADER + PAD);
}

/** Makes a box long and low. @param {Box} box */
export function flatten(box) {
  if (box.form === "square" || box.form === "tiny") {
    box.form = "tiny";
    box.columns = Math.min(box.parts.length, 40);
  } else {
    box.columns = box.parts.length;
  }
  measure(box);
}

/**
 * Gives each box its column: right of all who send to it, and as near to those below it as can be.
 *
 * @param {Box[]} boxes
 * @param {{from: number, to: number}[]} links
 */
export function rank(boxes, links) {
  const forward = acyclic(boxes, links);
  for (let round = 0; round < boxes.length; round++) {
    let moved = false;
    for (const { from, to } of forward) {
      if (boxes[to].column <= boxes[from].column) {
        boxes[to].column = boxes[from].column + 1;
        moved = true;
      }
    }
    if (!moved) {
      break;
    }
  }
  const receives = new Set(forward.map((link) => link.to));
  for (const box of boxes) {
    const below = forward.filter((link) => link.from === box.id).map((link) => boxes[link.to].column);
    if (!receives.has(box.id) && below.length > 0) {
      box.column = Math.min(...below) - 1;
    }
  }
}

/**
 * The links without those that close a circle.
 *
 * @param {Box[]} boxes
 * @param {{from: number, to: number}[]} links
 */
function acyclic(boxes, links) {
  /** @type {Map<number, 1 | 2>} */
  const seen = new Map();
  const kept = /** @type {{from: number, to: number}[]} */ ([]);
  const visit = (id) => {
    seen.set(id, 1);
    for (const link of links) {
      if (link.from === id && seen.get(link.to) !== 1) {
        kept.push(link);
        if (!seen.has(link.to)) {
          visit(link.to);
        }
      }
    }
    seen.set(id, 2);
  };
  for (const box of boxes) {
    if (!seen.has(box.id)) {
      visit(box.id);
    }
  }
  return kept;
}

/**
 * Columns with a bend in each that a link goes past, and the links cut at them.
 *
 * @param {Box[]} linked
 * @param {{from: number, to: number}[]} links
 * @param {Box[]} boxes all, by number
 */
export function bends(linked, links, boxes) {
  const last = Math.max(0, ...linked.map((box) => box.column));
  /** @type {Box[][]} */
  const rows = Array.from({ length: last + 1 }, () => []);
  for (const box of linked) {
    rows[box.column].push(box);
  }
  /** @type {{link: number, chain: Box[]}[]} */
  const hops = links.map((link, i) => {
    const chain = [boxes[link.from]];
    const step = boxes[link.to].column > boxes[link.from].column ? 1 : -1;
    for (let column = boxes[link.from].column + step; step * (boxes[link.to].column - column) > 0; column += step) {
      /** @type {Box} */
      const bend = { id: -1, name: "", parts: [], column, x: 0, y: 0, width: 0, height: 6, columns: 1, form: "wide" };
      rows[column].push(bend);
      chain.push(bend);
    }
    chain.push(boxes[link.to]);
    return { link: i, chain };
  });
  return { rows, hops };
}

/**
 * Orders each column so that few links cross.
 *
 * @param {Box[][]} rows
 * @param {{chain: Box[]}[]} hops
 */
export function order(rows, hops) {
  const beside = neighbours(hops);
  const index = new Map();
  const note = (row) => row.forEach((box, i) => index.set(box, row.length < 2 ? 0.5 : i / (row.length - 1)));
  rows.forEach(note);
  for (let round = 0; round < 8; round++) {
    const sweep = round % 2 === 0 ? rows : [...rows].reverse();
    for (const row of sweep) {
      const wish = new Map(
        row.map((box) => {
          const all = beside.get(box) ?? [];
          const own = index.get(box);
          return [box, all.length === 0 ? own : all.reduce((sum, other) => sum + index.get(other), 0) / all.length];
        }),
      );
      row.sort((a, b) => wish.get(a) - wish.get(b));
      note(row);
    }
  }
}

/**
 * @param {{chain: Box[]}[]} hops
 * @returns {Map<Box, Box[]>}
 */
export function neighbours(hops) {
  const beside = new Map();
  const add = (a, b) => beside.set(a, [...(beside.get(a) ?? []), b]);
  for (const { chain } of hops) {
    for (let i = 1; i < chain.length; i++) {
      add(chain[i - 1], chain[i]);
      add(chain[i], chain[i - 1]);
    }
  }
  return beside;
}
