// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import org.jspecify.annotations.Nullable;

/**
 * The part of a unit's wait that lay before a reading, which was taken while the unit waited.
 *
 * @param cycle when the reading was taken
 * @param earlier the same of the reading before, if the unit waited then
 */
record OpenWait(UnitReading reading, long cycle, @Nullable OpenWait earlier) {}
