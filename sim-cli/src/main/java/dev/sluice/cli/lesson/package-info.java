// SPDX-License-Identifier: Apache-2.0
/** Lessons: texts beside a recorded run, with links to its steps and a question whose answer the simulator computes. */
@NullMarked
package dev.sluice.cli.lesson;

import org.jspecify.annotations.NullMarked;
