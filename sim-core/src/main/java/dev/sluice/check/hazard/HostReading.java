// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.Intervals;

/**
 * A write of the device that the host may read after a wait, because it was brought to the host's domain until then.
 *
 * @param otherwise the hazard that there would be, did the host read without what brings the write to it
 * @param space the number of the space that the places are of
 * @param where the places
 * @param thread the number of the host thread that waits
 * @param position the wait's place in the thread
 */
public record HostReading(Hazard otherwise, int space, Intervals where, int thread, int position) {}
