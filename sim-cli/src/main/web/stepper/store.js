// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What the reader has chosen: the step, what is open, what is watched. Everything that is shown follows from this and the recording.

/**
 * @typedef {"event" | "cycle" | "request" | "command" | "finding"} Stride What one move goes by.
 */

/**
 * @typedef {object} Opened A part that is open.
 * @property {string} part its name
 * @property {number | null} set the set that is looked at, of a cache
 * @property {number | null} way the way that is looked at
 */

/**
 * @typedef {object} View What the reader has chosen.
 * @property {number} step the step whose end is shown
 * @property {Opened[]} open
 * @property {string | null} watch an address, as the reader wrote it
 * @property {number | null} request the request that is followed
 * @property {Stride} stride
 * @property {boolean} playing
 * @property {number} speed moves a second
 * @property {string} tab which of the tabs is in front
 * @property {boolean} help whether the keys are shown
 */

/** @returns {View} */
export function firstView() {
  return {
    step: 0,
    open: [],
    watch: null,
    request: null,
    stride: "event",
    playing: false,
    speed: 4,
    tab: "watch",
    help: false,
  };
}

/** Holds a view, and tells who asks of each change. */
export class Store {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Set<(view: View, before: View) => void>} */
    this.listeners = new Set();
  }

  /**
   * Changes some of it.
   *
   * @param {Partial<View>} change
   */
  set(change) {
    const before = this.view;
    this.view = { ...before, ...change };
    for (const listener of this.listeners) {
      listener(this.view, before);
    }
  }

  /**
   * Tells of each change, until the function that comes back is called.
   *
   * @param {(view: View, before: View) => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
