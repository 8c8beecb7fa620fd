// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Light and dark: as the system says until the reader chooses.

const KEY = "sluice-theme";

/** What the reader chose earlier, if the browser kept it. */
export function restore() {
  const kept = remembered(KEY);
  if (kept === "light" || kept === "dark") {
    document.documentElement.dataset.theme = kept;
  }
}

/** Whether the page is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
}

/** Changes from one to the other. */
export function toggle() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  remember(KEY, next);
  window.dispatchEvent(new Event("themechange"));
}

/**
 * Calls back whenever colours change.
 *
 * @param {() => void} listener
 */
export function onChange(listener) {
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", listener);
  window.addEventListener("themechange", listener);
  return () => {
    media.removeEventListener("change", listener);
    window.removeEventListener("themechange", listener);
  };
}

/**
 * Something kept from an earlier visit; null where the browser keeps nothing for pages from a disk.
 *
 * @param {string} key
 */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps something for the next visit, if the browser does.
 *
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // asked again next time
  }
}
