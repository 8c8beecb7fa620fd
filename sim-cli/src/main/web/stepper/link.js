// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Deep links: what is shown, as the fragment of the page's address.

/** @typedef {import("sluice/stepper/store.js").View} View */
/** @typedef {import("sluice/stepper/store.js").Store} Store */
/** @typedef {import("sluice/stepper/store.js").Opened} Opened */

/** Milliseconds for which the address is left alone after a change: browsers refuse more than some 100 changes in 30 s. */
const QUIET = 250;

/**
 * A view as a fragment: {@code step=123&open=l2[0]&set=5&watch=x:64:4}.
 *
 * @param {View} view
 */
export function fragment(view) {
  const parts = [`step=${view.step}`];
  for (const opened of view.open) {
    parts.push(`open=${escaped(opened.part)}`);
    if (opened.set !== null) {
      parts.push(`set=${opened.set}`);
    }
    if (opened.way !== null) {
      parts.push(`way=${opened.way}`);
    }
  }
  if (view.watch !== null) {
    parts.push(`watch=${escaped(view.watch)}`);
  }
  if (view.request !== null) {
    parts.push(`request=${view.request}`);
  }
  if (view.tab !== "watch") {
    parts.push(`tab=${view.tab}`);
  }
  return parts.join("&");
}

/**
 * What a fragment says; {@code set} and {@code way} belong to the last {@code open} before them. What it does not know is left out.
 *
 * @param {string} text without {@code #}
 * @returns {Partial<View>}
 */
export function parsed(text) {
  /** @type {Partial<View> & {open: Opened[], watch: string | null, request: number | null, tab: string}} */
  const view = { open: [], watch: null, request: null, tab: "watch" };
  for (const piece of text.split("&")) {
    const at = piece.indexOf("=");
    if (at < 0) {
      continue;
    }
    const value = unescaped(piece.slice(at + 1));
    const number = /^\d{1,15}$/.test(value) ? Number(value) : null;
    const last = view.open[view.open.length - 1];
    switch (piece.slice(0, at)) {
      case "step":
        if (number !== null) {
          view.step = number;
        }
        break;
      case "open":
        view.open.push({ part: value, set: null, way: null });
        break;
      case "set":
        if (last !== undefined) {
          last.set = number;
        }
        break;
      case "way":
        if (last !== undefined) {
          last.way = number;
        }
        break;
      case "watch":
        view.watch = value;
        break;
      case "request":
        view.request = number;
        break;
      case "tab":
        view.tab = value;
        break;
      default:
        break;
    }
  }
  return view;
}

/**
 * Keeps the address and the view the same. A jump makes an entry of the browser's history, a step does not.
 *
 * @param {Store} store
 * @param {(change: Partial<View>) => Partial<View>} possible leaves out what the recording does not have
 */
export function follow(store, possible) {
  /** @type {number | undefined} */
  let timer;
  let following = false;
  let jump = false;
  const write = () => {
    timer = undefined;
    const address = `#${fragment(store.view)}`;
    if (address !== location.hash) {
      if (jump) {
        history.pushState(null, "", address);
      } else {
        history.replaceState(null, "", address);
      }
    }
    jump = false;
  };
  const read = () => {
    window.clearTimeout(timer);
    timer = undefined;
    following = true;
    store.set({ ...possible(parsed(location.hash.slice(1))), playing: false });
    following = false;
  };
  store.listen((view, before) => {
    if (following) {
      return;
    }
    const jumps = Math.abs(view.step - before.step) > 1 && !view.playing;
    if (jumps || view.open !== before.open || view.watch !== before.watch) {
      // what was shown until now gets its address first, so that "back" finds it
      if (timer !== undefined && !jump) {
        window.clearTimeout(timer);
        history.replaceState(null, "", `#${fragment(before)}`);
      }
      jump = true;
    }
    window.clearTimeout(timer);
    timer = window.setTimeout(write, QUIET);
  });
  window.addEventListener("popstate", read);
}

/** @param {string} text */
function escaped(text) {
  return encodeURIComponent(text).replace(/%(5B|5D|3A|2C|2B)/g, (all) => decodeURIComponent(all));
}

/** @param {string} text */
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
