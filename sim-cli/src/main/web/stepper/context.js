// SPDX-License-Identifier: Apache-2.0
// @ts-check
// What every panel gets: the recording, what is chosen, and what a reader can do.
import { bounded, target } from "sluice/stepper/moves.js";

/** @typedef {import("sluice/stepper/model.js").Model} Model */
/** @typedef {import("sluice/stepper/tracker.js").Tracker} Tracker */
/** @typedef {import("sluice/stepper/store.js").Store} Store */
/** @typedef {import("sluice/stepper/store.js").View} View */
/** @typedef {import("sluice/stepper/store.js").Stride} Stride */

export class Context {
  /**
   * @param {Model} model
   * @param {Tracker} tracker
   * @param {Store} store
   */
  constructor(model, tracker, store) {
    this.model = model;
    this.tracker = tracker;
    this.store = store;
  }

  get view() {
    return this.store.view;
  }

  /** Shows a step. @param {number} step */
  go(step) {
    this.store.set({ step: bounded(this.model, step) });
  }

  /**
   * Goes on or back by one.
   *
   * @param {Stride} stride
   * @param {1 | -1} direction
   */
  move(stride, direction) {
    this.go(target(this.model, this.view, stride, direction));
  }

  /**
   * Opens a part, in front of those that are open.
   *
   * @param {number} part
   * @param {number | null} [set]
   * @param {number | null} [way]
   */
  open(part, set = null, way = null) {
    const { name } = this.model.parts[part];
    const rest = this.view.open.filter((opened) => opened.part !== name);
    const known = this.view.open.find((opened) => opened.part === name);
    const opened = { part: name, set: set ?? known?.set ?? null, way: set === null ? (known?.way ?? null) : way };
    this.store.set({ open: [opened, ...rest].slice(0, 6) });
  }

  /**
   * Changes which set and way of an open cache are looked at, where it stands.
   *
   * @param {string} name
   * @param {number | null} set
   * @param {number | null} way
   */
  look(name, set, way) {
    this.store.set({ open: this.view.open.map((opened) => (opened.part === name ? { ...opened, set, way } : opened)) });
  }

  /**
   * Puts another part in the place of an open one.
   *
   * @param {string} name
   * @param {string} other
   */
  swap(name, other) {
    const rest = this.view.open.filter((opened) => opened.part !== other);
    this.store.set({ open: rest.map((opened) => (opened.part === name ? { ...opened, part: other, way: null } : opened)) });
  }

  /** @param {string} name */
  close(name) {
    this.store.set({ open: this.view.open.filter((opened) => opened.part !== name) });
  }

  /** Watches bytes. @param {string | null} text */
  watch(text) {
    this.store.set({ watch: text, tab: "watch" });
  }

  /** Follows a request. @param {number | null} request */
  follow(request) {
    this.store.set({ request, stride: request === null ? "event" : "request" });
  }
}
