// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The page of compare --html.
import { h, render } from "preact";
import { load } from "sluice/report/load.js";
import { Comparison } from "sluice/report/comparison.js";

const data = await load();
const place = /** @type {HTMLElement} */ (document.getElementById("page"));
place.textContent = "";
render(h(Comparison, data), place);
