// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

import java.util.function.IntSupplier;

/**
 * Something of a machine that fills and empties, for a look now and then: reading it changes nothing.
 *
 * @param what it counts: {@link #MSHRS}, {@link #WAVES} or {@link #QUEUED}
 * @param of the component, as events name it
 * @param most what it can hold; 0 where that is not one number
 * @param now how many there are
 */
public record Level(String what, String of, int most, IntSupplier now) {

    /** Lines of a cache that are being fetched, each with a register for misses. */
    public static final String MSHRS = "mshrs";

    /** Waves that have a place on a compute unit. */
    public static final String WAVES = "waves";

    /** Requests that wait in the queues of a channel of memory. */
    public static final String QUEUED = "queued";
}
