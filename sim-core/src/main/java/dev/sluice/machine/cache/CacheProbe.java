// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

/** Watches the look-ups of a cache slice; lines are given by their numbers, granules as masks. */
public interface CacheProbe {

    /**
     * A look-up was counted.
     *
     * @param want the granules asked for
     * @param missing those of them that missed
     * @param fetched those of them that are fetched where they are missing
     * @param brings whether it brings its line where that is missing, as far as there is room
     * @param present whether the line was there
     * @param underWay whether it met what is outstanding of its line
     */
    void accessed(long line, int want, int missing, int fetched, boolean brings, boolean present, boolean underWay);

    /** Granules of a line were lost to an invalidation, or to an access that went past, be it while they were under way. */
    void lost(long line, int granules);

    /** A line was evicted to make room. */
    void evicted(long line);
}
