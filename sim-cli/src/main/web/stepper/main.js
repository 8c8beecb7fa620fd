// SPDX-License-Identifier: Apache-2.0
// @ts-check
// The stepper: a page that steps through a recorded run, forward and backward.
import { has, json, unpacked } from "sluice/common/data.js";
import { start } from "sluice/stepper/app.js";
import { open } from "sluice/stepper/recording.js";
import { restore } from "sluice/stepper/theme.js";

restore();
const head = json("steps-head");
start(head, open(head, await unpacked("steps")), has("lesson") ? json("lesson") : null);
