// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Counterparts in two runs: what is the same command or barrier in both, though its id may be another one.

const LARGEST = 4_000_000;

/**
 * Two things that stand for each other; null where one run has none.
 *
 * @typedef {{a: any, b: any}} Pair
 */

/**
 * Pairs of two lists in their order: the longest common sequence of keys; in lists that are too long for that, those of the
 * same key one after the other.
 *
 * @param {any[]} a
 * @param {any[]} b
 * @param {(one: any) => string} key
 * @returns {Pair[]}
 */
export function pairs(a, b, key) {
  const keysOfA = a.map(key);
  const keysOfB = b.map(key);
  return a.length * b.length > LARGEST ? byOccurrence(a, b, keysOfA, keysOfB) : bySequence(a, b, keysOfA, keysOfB);
}

/**
 * @param {any[]} a
 * @param {any[]} b
 * @param {string[]} keysOfA
 * @param {string[]} keysOfB
 */
function bySequence(a, b, keysOfA, keysOfB) {
  const width = b.length + 1;
  const longest = new Int32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        keysOfA[i] === keysOfB[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  /** @type {Pair[]} */
  const found = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && keysOfA[i] === keysOfB[j]) {
      found.push({ a: a[i++], b: b[j++] });
    } else if (j === b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      found.push({ a: a[i++], b: null });
    } else {
      found.push({ a: null, b: b[j++] });
    }
  }
  return found;
}

/**
 * @param {any[]} a
 * @param {any[]} b
 * @param {string[]} keysOfA
 * @param {string[]} keysOfB
 */
function byOccurrence(a, b, keysOfA, keysOfB) {
  /** @type {Map<string, number[]>} */
  const waiting = new Map();
  keysOfB.forEach((key, at) => waiting.set(key, [...(waiting.get(key) ?? []), at]));
  const taken = new Set();
  /** @type {Pair[]} */
  const found = a.map((one, at) => {
    const other = waiting.get(keysOfA[at])?.shift();
    if (other !== undefined) {
      taken.add(other);
    }
    return { a: one, b: other === undefined ? null : b[other] };
  });
  return found.concat(b.filter((_, at) => !taken.has(at)).map((one) => ({ a: null, b: one })));
}
