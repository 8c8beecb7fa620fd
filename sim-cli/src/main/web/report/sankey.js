// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Traffic between the levels, drawn as a Sankey diagram: clients to the left, memory to the right.
import { h } from "preact";
import { useMemo, useState } from "preact/hooks";
import d3 from "d3-sankey";
import { bytes, count } from "sluice/common/numbers.js";
import { Table } from "sluice/common/table.js";
import { traffic } from "sluice/report/traffic.js";

const WIDTH = 1080;

/**
 * The diagram with its table.
 *
 * @param {object} props
 * @param {any} props.result
 * @param {any} props.details what the run kept beside, or null
 * @param {string} [props.name] of the file that its table is saved as
 */
export function Traffic({ result, details, name = "traffic" }) {
  const graph = useMemo(() => traffic(result, details), [result, details]);
  const [over, setOver] = useState(-1);
  if (graph.flows.length === 0) {
    return h("p", { class: "faint" }, "Nothing went through caches or memory.");
  }
  const height = Math.max(220, Math.min(560, 60 + 38 * graph.nodes.length));
  const drawing = useMemo(() => arrange(graph, height), [graph, height]);
  const names = Object.fromEntries(graph.nodes.map((node) => [node.id, node.kind === "codec" ? node.id : node.title]));
  return h(
    "div",
    null,
    h(
      "p",
      null,
      h("span", { class: "key" }, h("i", { style: "background:var(--series-1)" }), "read, flows to the left"),
      " ",
      h("span", { class: "key" }, h("i", { style: "background:var(--series-2)" }), "written, flows to the right"),
      h("span", { class: "faint" }, "  What does not leave a cache on its right was served there."),
    ),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Traffic between levels" },
      h(
        "svg",
        { class: "sankey", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Traffic between levels; the table below has its numbers" },
        drawing.links.map((/** @type {any} */ link, /** @type {number} */ at) =>
          h(
            "path",
            {
              d: drawing.path(link),
              class: `flow ${link.kind}${over === at ? " over" : ""}`,
              "stroke-width": Math.max(1, link.width),
              onPointerEnter: () => setOver(at),
              onPointerLeave: () => setOver(-1),
            },
            h("title", null, `${link.source.title} – ${link.target.title}: ${bytes(link.value)} ${link.kind === "read" ? "read" : "written"}`),
          ),
        ),
        drawing.nodes.map((/** @type {any} */ node) =>
          h(
            "g",
            null,
            h("rect", {
              class: `node ${node.kind}`,
              x: node.x0,
              y: node.y0,
              width: node.x1 - node.x0,
              height: Math.max(2, node.y1 - node.y0),
            }),
            label(node),
          ),
        ),
      ),
    ),
    h(Table, {
      name,
      caption: "Traffic between levels",
      sort: "bytes",
      shown: 12,
      rows: graph.flows.map((flow, at) => ({ ...flow, id: at })),
      columns: [
        { key: "from", title: "From", value: (flow) => names[flow.source] ?? flow.source },
        { key: "to", title: "To", value: (flow) => names[flow.target] ?? flow.target },
        { key: "kind", title: "Kind", value: (flow) => (flow.kind === "read" ? "read" : "written") },
        { key: "bytes", title: "Bytes", number: true, value: (flow) => flow.value, show: (flow) => count(flow.value) },
        { key: "counter", title: "Counters", value: (flow) => flow.counter, show: (flow) => h("span", { class: "faint mono wrap" }, flow.counter) },
      ],
    }),
  );
}

/**
 * A node's name and, below it where there is room, what it counts.
 *
 * @param {any} node
 */
function label(node) {
  const last = node.x1 > WIDTH - 20;
  const x = last ? node.x0 - 5 : node.x1 + 5;
  const words = [node.read ? `${bytes(node.read)} read` : "", node.write ? `${bytes(node.write)} written` : ""].filter(Boolean);
  const below = node.y1 - node.y0 > 16 + 14 * words.length;
  const y = (node.y0 + node.y1) / 2 - (below ? 7 * words.length : 0);
  return h(
    "text",
    { x, y, "text-anchor": last ? "end" : "start", "dominant-baseline": "middle" },
    h("tspan", { class: "name" }, node.title),
    below
      ? words.map((word) => h("tspan", { class: "size", x, dy: 14 }, word))
      : words.length === 0
        ? null
        : h("tspan", { class: "size", dx: 6 }, words.join(", ")),
  );
}

/**
 * @param {ReturnType<typeof traffic>} graph
 * @param {number} height
 */
function arrange(graph, height) {
  const sankey = /** @type {any} */ (d3)
    .sankey()
    .nodeId((/** @type {any} */ node) => node.id)
    .nodeWidth(14)
    .nodePadding(22)
    .nodeAlign(/** @type {any} */ (d3).sankeyRight)
    .extent([
      [1, 8],
      [WIDTH - 1, height - 8],
    ]);
  const placed = sankey({
    nodes: graph.nodes.map((node) => ({ ...node })),
    links: graph.flows.map((flow) => ({ ...flow })),
  });
  return { ...placed, path: /** @type {any} */ (d3).sankeyLinkHorizontal() };
}
