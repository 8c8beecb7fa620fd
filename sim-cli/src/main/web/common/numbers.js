// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Numbers as people read them. The same in every locale, so that pages do not differ.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/**
 * A whole number with its thousands apart.
 *
 * @param {number} n
 */
export function count(n) {
  return Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/**
 * A number in at most three digits and a unit of thousands: 1.23 M.
 *
 * @param {number} n
 */
export function short(n) {
  const size = Math.abs(n);
  if (size < 10000) {
    return count(n);
  }
  const power = size >= 1e9 ? 3 : size >= 1e6 ? 2 : 1;
  return digits(n / 10 ** (3 * power)) + " " + ["", "k", "M", "G"][power];
}

/**
 * Bytes in binary units.
 *
 * @param {number} n
 */
export function bytes(n) {
  let unit = 0;
  let value = n;
  while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return (unit === 0 ? count(value) : digits(value)) + " " + UNITS[unit];
}

/**
 * A part of something.
 *
 * @param {number} part
 * @param {number} [of]
 */
export function percent(part, of = 1) {
  if (of === 0) {
    return "–";
  }
  const share = (100 * part) / of;
  if (share !== 0 && Math.abs(share) < 0.05) {
    return "<0.1 %";
  }
  return (share !== 0 && Math.abs(share) < 10 ? share.toFixed(1) : share.toFixed(0)) + " %";
}

/**
 * A time in nanoseconds.
 *
 * @param {number} ns
 */
export function time(ns) {
  const size = Math.abs(ns);
  if (ns === 0) {
    return "0";
  }
  if (size >= 1e9) {
    return digits(ns / 1e9) + " s";
  }
  if (size >= 1e6) {
    return digits(ns / 1e6) + " ms";
  }
  return size >= 1e3 ? digits(ns / 1e3) + " µs" : digits(ns) + " ns";
}

/**
 * With a sign.
 *
 * @param {number} n
 * @param {(n: number) => string} [say]
 */
export function signed(n, say = count) {
  return n === 0 ? "0" : (n > 0 ? "+" : "−") + say(Math.abs(n));
}

/**
 * Three digits that matter; of a whole number those that it has.
 *
 * @param {number} n
 */
export function digits(n) {
  const size = Math.abs(n);
  if (size >= 1000 || Number.isInteger(n)) {
    return count(n);
  }
  return n.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
