// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The page of compare --html.
import { h, render } from "preact";
import { json } from "sluice/common/data.js";
import { Comparison } from "sluice/report/comparison.js";

const place = /** @type {HTMLElement} */ (document.getElementById("page"));
place.textContent = "";
render(h(Comparison, json("data")), place);
