// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Values: bits, numbers and addresses, and how they are written.

/** Bytes of a sector. */
export const SECTOR = 32;

/** First address of host memory. */
const HOST_BASE = 2 ** 50;

/**
 * A bit of a set of bytes.
 *
 * @param {any} bits
 * @param {number} i
 */
export function bit(bits, i) {
  if (bits === undefined || bits === null) {
    return false;
  }
  return ((bits[i >> 3] ?? 0) & (1 << (i & 7))) !== 0;
}

/**
 * Whether the level below does not have a byte of a line yet: by byte where the cache tracks bytes, else by sector.
 *
 * @param {Record<string, any>} line
 * @param {number} i
 */
export function isDirtyByte(line, i) {
  return line.dirtyBytes?.length > 0 ? bit(line.dirtyBytes, i) : ((line.dirty ?? 0) & (1 << Math.floor(i / SECTOR))) !== 0;
}

/** @param {number} value */
export function hex(value) {
  return `0x${value.toString(16)}`;
}

/** @param {number} value of a byte */
export function hexByte(value) {
  return value.toString(16).padStart(2, "0");
}

/** Where an address lies. @param {number} address */
export function isHost(address) {
  return address >= HOST_BASE;
}

/** A number with its thousands apart. @param {number} value */
export function grouped(value) {
  return value.toLocaleString("en");
}

/**
 * The number at the start of an attribute, in bytes if it has a unit of them.
 *
 * @param {string | number | undefined} text
 */
export function amount(text) {
  const match = /^([\d,.]+)\s*(KiB|MiB|GiB)?/.exec(String(text ?? ""));
  if (match === null) {
    return 0;
  }
  const unit = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }[match[2] ?? ""] ?? 1;
  return Number(match[1].replace(/,/g, "")) * unit;
}

/** The number that a text is, in decimal or hexadecimal; not a number if it is none. @param {string} text */
export function number(text) {
  return /^(0x[\da-f]+|\d+)$/i.test(text.trim()) ? Number(text.trim()) : NaN;
}
