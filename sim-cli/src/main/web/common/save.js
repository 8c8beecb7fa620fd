// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Files that a page hands to its reader.

/**
 * Saves a text as a file.
 *
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function save(name, type, text) {
  const link = document.createElement("a");
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
