// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.machine.cache.policy.CacheAccess;

/**
 * Chooses which lines an instance of a cache fetches before anybody asks for them.
 *
 * <p>It is told of every demand access that the instance looks up, over all its slices and in the order of their look-ups:
 * reads, and where stores stay in the cache stores and atomics too. It names lines; whether and when they are fetched is the
 * cache's business. Implementations must be deterministic and allocate nothing per call.
 */
public interface Prefetcher {

    /** What a demand access found. */
    enum Outcome {
        /** All that it wanted. */
        HIT,
        /** All that it wanted, in a line that was prefetched and that nobody had used yet. */
        FIRST_HIT,
        /** A prefetch of its line on its way, which it joined. */
        LATE,
        /** Neither. */
        MISS
    }

    /** Takes the lines that are to be prefetched. */
    @FunctionalInterface
    interface Sink {
        /** Asks for the line that holds an address; one outside the page or the resource of the access is ignored. */
        void prefetch(long address);
    }

    /**
     * An access was looked up.
     *
     * @param access valid during the call only
     */
    void onAccess(CacheAccess access, Outcome outcome, Sink sink);
}
