// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.device.Client;
import dev.sluice.machine.observe.ObservedRequest;

/**
 * An access as a replacement policy sees it that {@linkplain ReplacementPolicy#asksForAccesses() asks}, for the length of one
 * call: a slice has one such object, so what is kept must be copied.
 */
public interface CacheAccess {

    /** The cache's line is to go before others; or nothing was said of it. */
    enum Hint {
        NONE,
        /** The access streams: its line will hardly be used again. */
        EVICT_FIRST,
        /** The line is to persist; the cache itself sees to that, in the ways that it keeps for such lines. */
        EVICT_LAST
    }

    /** In {@link #way}: the line has none yet. */
    int NO_WAY = -1;

    /** In {@link #unit}: the access belongs to no unit, or it is not known to which. */
    int NO_UNIT = -1;

    /** In {@link #site}: not known. */
    int NO_SITE = 0;

    /** Address of the first byte of the line. */
    long address();

    /** The set where the line is or goes. */
    int set();

    /** The way where the line is, or {@link #NO_WAY} as long as none is chosen. */
    int way();

    /** Who asked. */
    Client client();

    /** The compute unit that asked, or {@link #NO_UNIT}. */
    int unit();

    /** What the access does. */
    ObservedRequest.Kind kind();

    /** Whether a cache above writes dirty bytes back with it: no access of the program's, and of no unit or instruction. */
    default boolean writeBack() {
        return false;
    }

    /** Whether the line had dirty bytes before this access. */
    boolean dirty();

    /** Whether the line is there and something of it that the access wants is not. */
    boolean sectorMiss();

    /** The command on whose behalf, as an index into the run's command table; -1 for none. */
    int command();

    /**
     * Which instruction, or {@link #NO_SITE}: a number that two kernels of a run hardly share. Its lower 16 bits are the line in the
     * kernel.
     */
    int site();

    /** What the program said of the line's future. */
    Hint hint();
}
