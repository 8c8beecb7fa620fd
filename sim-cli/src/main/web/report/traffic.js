// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Traffic between the levels as a graph, from the counters of a result and the device's own description.

const SECTOR = 32;
const MEMORY = "vram";

/**
 * A flow from the side of the clients to the side of memory. `read` flows carry bytes the other way.
 *
 * @typedef {object} Flow
 * @property {string} source
 * @property {string} target
 * @property {"read" | "write"} kind
 * @property {number} value bytes
 * @property {string} counter where the number comes from
 */

/**
 * What a node of the graph counts itself: the flows that reach it add up to `read` and `write`.
 *
 * @typedef {object} Node
 * @property {string} id
 * @property {string} title
 * @property {"client" | "cache" | "metadata" | "codec" | "memory"} kind
 * @property {number} [read]
 * @property {number} [write]
 */

/**
 * The graph of a result. Into each cache and into memory goes exactly what that counted (`aboveReadBytes`,
 * `aboveWriteBytes`; of memory `readBytes`, `writeBytes`): by client as far as it tells clients apart.
 *
 * @param {any} result
 * @param {any} details what the run kept beside, or null
 * @returns {{nodes: Node[], flows: Flow[]}}
 */
export function traffic(result, details) {
  const device = result.resolvedDevice ?? { caches: {}, clients: {} };
  /** @type {Record<string, string>} */
  const parents = {};
  for (const [name, cache] of Object.entries(device.caches ?? {})) {
    parents[name] = cache.parent ?? MEMORY;
  }
  const names = Object.keys(result.caches);
  /** @type {Record<string, string>} cache by the metadata cache of its codec */
  const codecOf = {};
  for (const name of names) {
    if (parents[name] === undefined) {
      const whose = names.find((other) => parents[other] !== undefined && metadataOf(result, other, name));
      if (whose !== undefined) {
        codecOf[name] = whose;
      }
    }
  }
  const entries = clientEntries(device, parents);
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  /** @type {Flow[]} */
  const flows = [];
  /** @param {Node} node */
  const node = (node) => nodes.set(node.id, nodes.get(node.id) ?? node);
  /**
   * @param {string} source
   * @param {string} target
   * @param {"read" | "write"} kind
   * @param {number} value
   * @param {string} counter
   */
  const flow = (source, target, kind, value, counter) => {
    if (value > 0) {
      flows.push({ source, target, kind, value, counter });
    }
  };

  for (const name of names.filter((one) => parents[one] !== undefined)) {
    const cache = result.caches[name];
    node({ id: name, title: name, kind: "cache", read: cache.aboveReadBytes, write: cache.aboveWriteBytes });
    const children = names.filter((other) => parents[other] === name);
    for (const kind of /** @type {const} */ (["read", "write"])) {
      const above = kind === "read" ? cache.aboveReadBytes : cache.aboveWriteBytes;
      let told = 0;
      for (const [client, counters] of Object.entries(cache.byClient)) {
        const value = SECTOR * (kind === "read" ? counters.reads : counters.writes);
        const child =
          client === "maintenance" && children.length === 1
            ? children[0]
            : children.find((one) => below(entries[client], one, parents));
        told += value;
        flow(
          child === undefined ? clientNode(node, client) : carrier(child, result, codecOf, node),
          name,
          kind,
          value,
          `caches.${name}.byClient.${client}.${kind}s`,
        );
      }
      const source = children.length > 0 ? carrier(children[0], result, codecOf, node) : clientNode(node, "bypassing");
      flow(source, name, kind, above - told, `caches.${name}.bypassed`);
    }
  }
  for (const [name, whose] of Object.entries(codecOf)) {
    const cache = result.caches[name];
    if (cache.aboveReadBytes + cache.aboveWriteBytes > 0) {
      node({ id: name, title: name, kind: "metadata", read: cache.aboveReadBytes, write: cache.aboveWriteBytes });
      const codec = carrier(whose, result, codecOf, node);
      flow(name, codec, "read", cache.belowReadBytes, `caches.${name}.belowReadBytes`);
      flow(name, codec, "write", cache.belowWriteBytes, `caches.${name}.belowWriteBytes`);
    }
  }
  for (const name of names.filter((one) => parents[one] !== undefined)) {
    const codec = carrier(name, result, codecOf, node);
    if (codec !== name) {
      const cache = result.caches[name];
      flow(name, codec, "read", cache.belowReadBytes, `caches.${name}.belowReadBytes`);
      flow(name, codec, "write", cache.belowWriteBytes, `caches.${name}.belowWriteBytes`);
    }
  }
  memories(result, details?.ways ?? null, names, parents, codecOf, node, flow);
  const merged = merge(flows);
  const used = new Set(merged.flatMap((one) => [one.source, one.target]));
  return { nodes: [...nodes.values()].filter((one) => used.has(one.id)), flows: merged };
}

/**
 * Flows that add up to what their target counts: where they are more (writes that joined others in the queue of a memory),
 * the largest gives way; where they are less, somebody else sent the rest.
 *
 * @param {{source: string, value: number, counter: string}[]} flows
 * @param {number} counted
 * @returns {{flows: {source: string, value: number, counter: string}[], rest: number}}
 */
function fitted(flows, counted) {
  const fitting = flows.filter((one) => one.value > 0).sort((a, b) => b.value - a.value);
  let over = fitting.reduce((sum, one) => sum + one.value, 0) - counted;
  if (over <= 0) {
    return { flows: fitting, rest: -over };
  }
  return {
    flows: fitting.map((one) => {
      const less = Math.min(over, one.value);
      over -= less;
      return less === 0 ? one : { ...one, value: one.value - less, counter: `${one.counter} less what joined others` };
    }),
    rest: 0,
  };
}

/**
 * Device memory and the host's: by who sent what where a run kept that, else as far as the counters of caches tell.
 *
 * @param {any} result
 * @param {any[] | null} ways
 * @param {string[]} names
 * @param {Record<string, string>} parents
 * @param {Record<string, string>} codecOf
 * @param {(node: Node) => void} node
 * @param {(source: string, target: string, kind: "read" | "write", value: number, counter: string) => void} flow
 */
function memories(result, ways, names, parents, codecOf, node, flow) {
  const { vram, link } = result;
  node({ id: MEMORY, title: "VRAM", kind: "memory", read: vram.readBytes, write: vram.writeBytes });
  node({ id: "host", title: "host", kind: "memory", read: link.toDeviceBytes, write: link.toHostBytes });
  node({ id: "direct", title: ways === null ? "transfer, display, host" : "host, whole transactions", kind: "client" });
  node({ id: "link", title: ways === null ? "link" : "host's accesses", kind: "client" });
  const memorySide = names.some((one) => result.caches[one].role === "MALL");
  /** @param {string} from */
  const sender = (from) => {
    const cache = codecOf[from] ?? (parents[from] === undefined ? null : from);
    return cache === null ? clientNode(node, from) : carrier(cache, result, codecOf, node);
  };
  for (const kind of /** @type {const} */ (["read", "write"])) {
    const word = kind === "read" ? "Read" : "Write";
    const direct =
      ways === null || memorySide
        ? names
            .filter((one) => parents[one] === MEMORY)
            .map((one) => ({ source: sender(one), value: result.caches[one][`below${word}Bytes`], counter: `caches.${one}.below${word}Bytes` }))
        : ways.map((way) => ({ source: sender(way.from), value: way[`device${word}Bytes`], counter: `${way.from} to device memory` }));
    const reaches = fitted(direct, vram[`${kind}Bytes`]);
    reaches.flows.forEach((one) => flow(one.source, MEMORY, kind, one.value, one.counter));
    flow("direct", MEMORY, kind, reaches.rest, `vram.${kind}Bytes less the others`);
    const counter = kind === "read" ? "toDeviceBytes" : "toHostBytes";
    const over = fitted(
      (ways ?? []).map((way) => ({ source: sender(way.from), value: way[`host${word}Bytes`], counter: `${way.from} to the host` })),
      link[counter],
    );
    over.flows.forEach((one) => flow(one.source, "host", kind, one.value, one.counter));
    flow("link", "host", kind, over.rest, `link.${counter}${ways === null ? "" : " less the others"}`);
  }
}

/**
 * Where what leaves a cache comes from: the cache, or its codec where one is in between.
 *
 * @param {string} name
 * @param {any} result
 * @param {Record<string, string>} codecOf
 * @param {(node: Node) => void} node
 */
function carrier(name, result, codecOf, node) {
  const metadata = Object.keys(codecOf).find((one) => codecOf[one] === name);
  if (metadata === undefined) {
    return name;
  }
  const counters = result.caches[metadata];
  if (counters.aboveReadBytes + counters.aboveWriteBytes === 0) {
    return name;
  }
  const id = `${name} codec`;
  node({ id, title: "codec", kind: "codec" });
  return id;
}

/**
 * @param {(node: Node) => void} node
 * @param {string} client
 */
function clientNode(node, client) {
  const id = `client ${client}`;
  node({ id, title: CLIENTS[client] ?? client, kind: "client" });
  return id;
}

/** @type {Record<string, string>} */
const CLIENTS = {
  storage: "storage",
  sampled: "sampled",
  uniform: "uniform",
  inputAttachment: "input attachment",
  index: "index",
  vertexAttribute: "vertex attribute",
  indirect: "indirect",
  colorAttachment: "colour attachment",
  depthStencilAttachment: "depth attachment",
  transfer: "transfer",
  display: "display",
  maintenance: "maintenance",
};

/**
 * Where each client enters, by the rule of the device file.
 *
 * @param {any} device
 * @param {Record<string, string>} parents
 * @returns {Record<string, string>}
 */
function clientEntries(device, parents) {
  /** @type {Record<string, string>} */
  const entries = { ...device.clients };
  for (const client of ["colorAttachment", "depthStencilAttachment", "transfer", "display"]) {
    entries[client] ??= MEMORY;
  }
  for (const client of ["sampled", "uniform", "inputAttachment", "index", "vertexAttribute", "indirect"]) {
    entries[client] ??= entries.storage;
  }
  // a trace's accesses have no other path
  entries.trace ??= entries.storage ?? Object.keys(parents)[0];
  return entries;
}

/**
 * Whether what enters at a cache comes through another one.
 *
 * @param {string | undefined} entry
 * @param {string} through
 * @param {Record<string, string>} parents
 */
function below(entry, through, parents) {
  for (let at = entry; at !== undefined && at !== MEMORY; at = parents[at]) {
    if (at === through) {
      return true;
    }
  }
  return false;
}

/**
 * @param {any} result
 * @param {string} cache
 * @param {string} metadata
 */
function metadataOf(result, cache, metadata) {
  return metadata === `${cache}Meta` || result.caches[metadata].role === `${result.caches[cache].role}_META`;
}

/**
 * Flows of the same kind between the same two as one.
 *
 * @param {Flow[]} flows
 */
function merge(flows) {
  /** @type {Map<string, Flow>} */
  const merged = new Map();
  for (const one of flows) {
    const key = `${one.source}>${one.target}>${one.kind}`;
    const was = merged.get(key);
    if (was === undefined) {
      merged.set(key, { ...one });
    } else {
      was.value += one.value;
      was.counter = together(was.counter, one.counter);
    }
  }
  return [...merged.values()];
}

/**
 * The names of two counters; of clients of one cache in braces.
 *
 * @param {string} first
 * @param {string} second
 */
function together(first, second) {
  const one = /^(.*\.byClient\.)\{?([^{}.]*)\}?(\.\w+)$/.exec(first);
  const other = /^(.*\.byClient\.)([^{}.]*)(\.\w+)$/.exec(second);
  return one && other && one[1] === other[1] && one[3] === other[3]
    ? `${one[1]}{${one[2]}, ${other[2]}}${one[3]}`
    : `${first} + ${second}`;
}
