// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver.WaitReason;
import org.jspecify.annotations.Nullable;

/** For how long the first of a slice's stalled look-ups waited for a fill though a register was free, by what it lacked. */
final class StallTimes {

    private @Nullable WaitReason lacks;
    private long since;
    private long ways;
    private long merges;

    /**
     * The first lacks something else from now on.
     *
     * @param what {@link WaitReason#WAYS} or {@link WaitReason#MERGES}; null for anything else, and for nothing
     */
    void lacks(@Nullable WaitReason what, long now) {
        if (what == lacks) {
            return;
        }
        ways = wayCycles(now);
        merges = mergeCycles(now);
        lacks = what;
        since = now;
    }

    /** Cycles up to now in which all ways of its set waited for fills. */
    long wayCycles(long now) {
        return lacks == WaitReason.WAYS ? ways + now - since : ways;
    }

    /** Cycles up to now in which its line had no place for one more that waits for it. */
    long mergeCycles(long now) {
        return lacks == WaitReason.MERGES ? merges + now - since : merges;
    }
}
