// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Playing: moves on by itself, so many times a second, until nothing follows.
import { target } from "sluice/stepper/moves.js";

/** @typedef {import("sluice/stepper/context.js").Context} Context */

/**
 * Plays whenever the view says so.
 *
 * @param {Context} context
 */
export function player(context) {
  let frame = 0;
  let last = 0;
  let owed = 0;
  const tick = (now) => {
    const { view, store, model } = context;
    if (!view.playing) {
      frame = 0;
      return;
    }
    owed += ((now - last) / 1000) * view.speed;
    last = now;
    let moves = Math.min(Math.floor(owed), 200);
    owed -= Math.floor(owed);
    let step = view.step;
    while (moves-- > 0) {
      const next = target(model, { ...view, step }, view.stride, 1);
      if (next === step) {
        store.set({ step, playing: false });
        frame = 0;
        return;
      }
      step = next;
    }
    if (step !== view.step) {
      store.set({ step });
    }
    frame = requestAnimationFrame(tick);
  };
  context.store.listen((view) => {
    if (view.playing && frame === 0) {
      last = performance.now();
      owed = 1;
      frame = requestAnimationFrame(tick);
    }
  });
}
