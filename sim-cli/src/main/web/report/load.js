// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The data of a report: as it is, or packed where it is long.
import { has, json, unpacked } from "sluice/common/data.js";

/** @returns {Promise<any>} */
export async function load() {
  return has("data") ? json("data") : JSON.parse(new TextDecoder().decode(await unpacked("packed")));
}
