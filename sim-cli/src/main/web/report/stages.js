// SPDX-License-Identifier: Apache-2.0
// @ts-check
// Pipeline stages in groups that have a colour.

/** @type {Record<string, {title: string, colour: string}>} */
export const STAGES = {
  indirect: { title: "indirect", colour: "series-8" },
  geometry: { title: "geometry", colour: "series-6" },
  tests: { title: "depth tests", colour: "series-4" },
  fragment: { title: "fragment shader", colour: "series-1" },
  output: { title: "colour output", colour: "series-2" },
  compute: { title: "compute", colour: "series-3" },
  transfer: { title: "transfer", colour: "series-5" },
};

/**
 * The group of a stage.
 *
 * @param {string} stage
 */
export function stageGroup(stage) {
  if (stage === "DRAW_INDIRECT") {
    return "indirect";
  }
  if (/VERTEX|INDEX|TESSELLATION|GEOMETRY/.test(stage)) {
    return "geometry";
  }
  if (/FRAGMENT_TESTS/.test(stage)) {
    return "tests";
  }
  if (stage === "FRAGMENT_SHADER") {
    return "fragment";
  }
  if (stage === "COLOR_ATTACHMENT_OUTPUT") {
    return "output";
  }
  return stage === "COMPUTE_SHADER" ? "compute" : "transfer";
}
