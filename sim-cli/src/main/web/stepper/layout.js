// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Where the parts of a machine stand in its drawing: columns from those who ask on the left to memory on the right.

import { bends, flatten, FORMS, graph, HEADER, neighbours, order, rank, size } from "sluice/stepper/graph.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {"wide" | "slim" | "narrow" | "square" | "tiny"} CellForm */
/** @typedef {{part: number, x: number, y: number, width: number, height: number, form: CellForm}} Cell */
/**
 * @typedef {object} Box Parts that are alike, or a bend of an edge that goes past a column.
 * @property {number} id
 * @property {string} name of the group; empty for a bend
 * @property {number[]} parts
 * @property {number} column
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} columns of cells
 * @property {CellForm} form
 */
/** @typedef {{from: number, to: number, points: Point[]}} Edge Between boxes, or cells where {@code cells}; by points of a smooth line. */
/** @typedef {{width: number, height: number, boxes: Box[], cells: Map<number, Cell>, edges: Edge[], paths: Map<string, Point[]>}} Layout */

const GAP_Y = 16;
const MARGIN = 8;

/** Space between columns, at least and at most: as much as makes the drawing about as wide as a screen. */
const GAP_X = [40, 92];
const ASPECT = 2.1;

/** The most parts of a group that are drawn wide, and narrow, from the roomiest drawing to the densest. */
const DENSITIES = [{ wide: 4, narrow: 16 }, { wide: 3, narrow: 8 }, { wide: 2, narrow: 4 }, { wide: 1, narrow: 2 }];

/** Room that a drawing has at least; it is made denser until it need not be made smaller than this share of its size. */
const ROOM = { width: 940, height: 500 };
const SMALLEST = 0.8;

/**
 * Lays a machine out.
 *
 * @param {Model} model
 * @returns {Layout}
 */
export function layout(model) {
  let best = laid(model, DENSITIES[0]);
  for (let i = 1; i < DENSITIES.length && scale(best) < SMALLEST; i++) {
    const denser = laid(model, DENSITIES[i]);
    best = scale(denser) > scale(best) ? denser : best;
  }
  return best;
}

/** @param {Layout} drawing */
function scale(drawing) {
  return Math.min(1, ROOM.width / drawing.width, ROOM.height / drawing.height);
}

/**
 * @param {Model} model
 * @param {{wide: number, narrow: number}} density
 * @returns {Layout}
 */
function laid(model, density) {
  const { boxes, links } = graph(model);
  boxes.forEach((box) => size(model, box, density));
  rank(boxes, links);
  const linked = new Set(links.flatMap((link) => [link.from, link.to]));
  boxes.filter((box) => !linked.has(box.id)).forEach((box) => flatten(box));
  const { rows, hops } = bends(boxes.filter((box) => linked.has(box.id)), links, boxes);
  order(rows, hops);
  place(rows, hops);
  shelve(boxes.filter((box) => !linked.has(box.id)), rows);
  return drawn(model, boxes, rows, links, hops);
}

/**
 * Gives each box its place: columns as wide as their widest box, each box as near to the middle of its neighbours as its column allows.
 *
 * @param {Box[][]} rows
 * @param {{chain: Box[]}[]} hops
 */
function place(rows, hops) {
  const beside = neighbours(hops);
  const widths = rows.map((row) => Math.max(0, ...row.map((box) => box.width)));
  const tall = Math.max(0, ...rows.map((row) => row.reduce((sum, box) => sum + box.height + GAP_Y, 0)));
  const wish = (tall * ASPECT - widths.reduce((sum, width) => sum + width, 0)) / Math.max(1, rows.length - 1);
  const gap = Math.max(GAP_X[0], Math.min(GAP_X[1], wish));
  let x = MARGIN;
  rows.forEach((row, i) => {
    let y = 0;
    for (const box of row) {
      box.x = x + (widths[i] - box.width) / 2;
      box.y = y;
      y += box.height + GAP_Y;
    }
    x += widths[i] + gap;
  });
  const middle = (box) => box.y + box.height / 2;
  for (let round = 0; round < 12; round++) {
    const sweep = round % 2 === 0 ? rows : [...rows].reverse();
    for (const row of sweep) {
      settle(
        row,
        row.map((box) => {
          const all = beside.get(box) ?? [];
          return all.length === 0 ? middle(box) : all.reduce((sum, other) => sum + middle(other), 0) / all.length;
        }),
      );
    }
  }
  const top = Math.min(...rows.flat().map((box) => box.y));
  for (const box of rows.flat()) {
    box.y += MARGIN - top;
  }
}

/**
 * Puts what no request goes to or from on a shelf below the rest.
 *
 * @param {Box[]} boxes
 * @param {Box[][]} rows
 */
function shelve(boxes, rows) {
  const all = rows.flat();
  const width = Math.max(600, ...all.map((box) => box.x + box.width));
  let x = MARGIN;
  let y = Math.max(MARGIN, ...all.map((box) => box.y + box.height + GAP_Y + 4));
  let tall = 0;
  for (const box of boxes) {
    if (x > MARGIN && x + box.width > width) {
      x = MARGIN;
      y += tall + GAP_Y;
      tall = 0;
    }
    box.x = x;
    box.y = y;
    x += box.width + GAP_Y;
    tall = Math.max(tall, box.height);
  }
}

/**
 * Puts the boxes of a column in their order as near as possible to where they wish to be.
 *
 * @param {Box[]} row
 * @param {number[]} wishes for their middles
 */
function settle(row, wishes) {
  /** @type {{boxes: Box[], sum: number, size: number}[]} */
  const clusters = [];
  row.forEach((box, i) => {
    let cluster = { boxes: [box], sum: wishes[i] - box.height / 2, size: box.height + GAP_Y };
    let previous = clusters[clusters.length - 1];
    while (previous !== undefined && previous.sum / previous.boxes.length + previous.size > cluster.sum / cluster.boxes.length) {
      clusters.pop();
      cluster = {
        boxes: [...previous.boxes, ...cluster.boxes],
        sum: previous.sum + cluster.sum - previous.size * cluster.boxes.length,
        size: previous.size + cluster.size,
      };
      previous = clusters[clusters.length - 1];
    }
    clusters.push(cluster);
  });
  for (const cluster of clusters) {
    let y = cluster.sum / cluster.boxes.length;
    for (const box of cluster.boxes) {
      box.y = y;
      y += box.height + GAP_Y;
    }
  }
}

/**
 * Cells, and lines between them: from cell to cell where there are few, else from box to box.
 *
 * @param {Model} model
 * @param {Box[]} boxes
 * @param {Box[][]} rows
 * @param {{from: number, to: number, pairs: [number, number][]}[]} links
 * @param {{chain: Box[]}[]} hops
 * @returns {Layout}
 */
function drawn(model, boxes, rows, links, hops) {
  /** @type {Map<number, Cell>} */
  const cells = new Map();
  for (const box of boxes) {
    const form = FORMS[box.form];
    const single = box.parts.length === 1;
    const inner = box.columns * (form.width + form.space) - form.space;
    const left = box.x + (box.width - inner) / 2;
    box.parts.forEach((part, i) => {
      cells.set(part, {
        part,
        x: left + (i % box.columns) * (form.width + form.space),
        y: box.y + (single ? 0 : HEADER) + Math.floor(i / box.columns) * (form.height + form.space),
        width: form.width,
        height: form.height,
        form: box.form,
      });
    });
  }
  /** @type {Edge[]} */
  const edges = [];
  /** @type {Map<string, Point[]>} */
  const paths = new Map();
  const ports = spread(boxes, links);
  links.forEach((link, i) => {
    const chain = hops[i].chain;
    const direct = chain.length === 2 && cellByCell(boxes[link.from], boxes[link.to], link.pairs);
    if (!direct) {
      const points = smooth(chain, ports, i);
      edges.push({ from: link.from, to: link.to, points });
      for (const [a, b] of link.pairs) {
        const start = middleOf(cells, a);
        const end = middleOf(cells, b);
        remember(paths, a, b, [start, ...points, end]);
      }
      return;
    }
    for (const [a, b] of link.pairs) {
      const from = /** @type {Cell} */ (cells.get(a));
      const to = /** @type {Cell} */ (cells.get(b));
      const forward = to.x > from.x;
      const points = curve(
        { x: forward ? from.x + from.width : from.x, y: from.y + from.height / 2 },
        { x: forward ? to.x : to.x + to.width, y: to.y + to.height / 2 },
      );
      edges.push({ from: link.from, to: link.to, points });
      remember(paths, a, b, [middleOf(cells, a), ...points, middleOf(cells, b)]);
    }
  });
  const all = [...rows.flat(), ...boxes];
  return {
    width: Math.max(...all.map((box) => box.x + box.width)) + MARGIN,
    height: Math.max(...all.map((box) => box.y + box.height)) + MARGIN,
    boxes, cells, edges, paths,
  };
}

/**
 * @param {Box} from
 * @param {Box} to
 * @param {[number, number][]} pairs
 */
function cellByCell(from, to, pairs) {
  return FORMS[from.form].width > 100 && FORMS[to.form].width > 100 && pairs.length <= 8;
}

/**
 * Where on the sides of boxes links begin and end, so that they do not lie on each other.
 *
 * @param {Box[]} boxes
 * @param {{from: number, to: number}[]} links
 * @returns {{start: number[], end: number[]}} by link: heights
 */
function spread(boxes, links) {
  const start = new Array(links.length).fill(0);
  const end = new Array(links.length).fill(0);
  for (const box of boxes) {
    /** @type {[number[], (i: number) => Box][]} */
    const sides = [
      [start, (i) => boxes[links[i].to]],
      [end, (i) => boxes[links[i].from]],
    ];
    for (const [heights, other] of sides) {
      const mine = links
        .map((link, i) => ((heights === start ? link.from : link.to) === box.id ? i : -1))
        .filter((i) => i >= 0)
        .sort((a, b) => other(a).y + other(a).height / 2 - other(b).y - other(b).height / 2);
      const reach = Math.min(14, (box.height - 16) / Math.max(1, mine.length));
      mine.forEach((i, k) => {
        heights[i] = box.y + box.height / 2 + (k - (mine.length - 1) / 2) * reach;
      });
    }
  }
  return { start, end };
}

/**
 * @param {Box[]} chain
 * @param {{start: number[], end: number[]}} ports
 * @param {number} link
 */
function smooth(chain, ports, link) {
  /** @type {Point[]} */
  const points = [];
  for (let i = 1; i < chain.length; i++) {
    const a = chain[i - 1];
    const b = chain[i];
    const forward = b.column > a.column;
    const from = { x: forward ? a.x + a.width : a.x, y: i === 1 ? ports.start[link] : a.y + a.height / 2 };
    const to = { x: forward ? b.x : b.x + b.width, y: i === chain.length - 1 ? ports.end[link] : b.y + b.height / 2 };
    points.push(...curve(from, to));
  }
  return points;
}

/**
 * Points of a curve that leaves and arrives level.
 *
 * @param {Point} from
 * @param {Point} to
 */
function curve(from, to) {
  const points = [];
  const middle = (from.x + to.x) / 2;
  for (let i = 0; i <= 10; i++) {
    const t = i / 10;
    const s = 1 - t;
    points.push({
      x: s ** 3 * from.x + 3 * s * s * t * middle + 3 * s * t * t * middle + t ** 3 * to.x,
      y: s ** 3 * from.y + 3 * s * s * t * from.y + 3 * s * t * t * to.y + t ** 3 * to.y,
    });
  }
  return points;
}

/**
 * @param {Map<number, Cell>} cells
 * @param {number} part
 */
function middleOf(cells, part) {
  const cell = /** @type {Cell} */ (cells.get(part));
  return { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
}

/**
 * @param {Map<string, Point[]>} paths
 * @param {number} a
 * @param {number} b
 * @param {Point[]} points
 */
function remember(paths, a, b, points) {
  paths.set(`${a}>${b}`, points);
  if (!paths.has(`${b}>${a}`)) {
    paths.set(`${b}>${a}`, [...points].reverse());
  }
}

/**
 * The line along which something goes from one part to another, straight through everything where none is drawn.
 *
 * @param {Layout} drawing
 * @param {number} from
 * @param {number} to
 * @returns {Point[]}
 */
export function way(drawing, from, to) {
  return lineBetween(drawing, from, to) ?? [middleOf(drawing.cells, from), middleOf(drawing.cells, to)];
}

/**
 * The line that is drawn from one part to another; nothing where none is.
 *
 * @param {Layout} drawing
 * @param {number} from
 * @param {number} to
 * @returns {Point[] | undefined}
 */
export function lineBetween(drawing, from, to) {
  const straight = drawing.paths.get(`${from}>${to}`);
  if (straight !== undefined) {
    return straight;
  }
  // an answer may go past a part that had only passed its request on
  for (const between of drawing.cells.keys()) {
    const first = drawing.paths.get(`${from}>${between}`);
    const second = drawing.paths.get(`${between}>${to}`);
    if (first !== undefined && second !== undefined) {
      return [...first.slice(0, -1), ...second.slice(1)];
    }
  }
  return undefined;
}
