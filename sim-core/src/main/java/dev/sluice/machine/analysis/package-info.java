// SPDX-License-Identifier: Apache-2.0
/** What {@code run --analyze} finds out of a run: kinds of misses, reuse, pressure on sets, rooflines, windows of time. */
@NullMarked
package dev.sluice.machine.analysis;

import org.jspecify.annotations.NullMarked;
