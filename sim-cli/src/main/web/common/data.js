// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The data that was written into the page.

/**
 * The JSON in the script element of an id.
 *
 * @param {string} id
 * @returns {any}
 */
export function json(id) {
  return JSON.parse(text(id));
}

/**
 * The bytes in the script element of an id.
 *
 * @param {string} id
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytes(id) {
  const packed = atob(text(id));
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) {
    bytes[i] = packed.charCodeAt(i);
  }
  return bytes;
}

/**
 * The bytes in the script element of an id, unpacked by gzip.
 *
 * @param {string} id
 * @returns {Promise<Uint8Array>}
 */
export async function unpacked(id) {
  const packed = new Blob([bytes(id)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Whether the page has data of an id.
 *
 * @param {string} id
 */
export function has(id) {
  return document.getElementById(id) !== null;
}

/** @param {string} id */
function text(id) {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no data called ${id}`);
  }
  return element.textContent ?? "";
}
