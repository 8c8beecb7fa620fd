// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The page of run --html and replay --html.
import { h, render } from "preact";
import { load } from "sluice/report/load.js";
import { Report } from "sluice/report/app.js";

const data = await load();
const place = /** @type {HTMLElement} */ (document.getElementById("page"));
place.textContent = "";
render(h(Report, { run: data.run, version: data.version }), place);
