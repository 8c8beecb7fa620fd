// SPDX-License-Identifier: Apache-2.0
/** Accesses as traces have them: what is replayed on a device, and what a run's accesses are recorded as. */
@NullMarked
package dev.sluice.machine.trace;

import org.jspecify.annotations.NullMarked;
