// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * Translation look-aside buffers: one in front of each way of a client, a second level that all of them share, and the
 * walkers that read the page table when both miss.
 *
 * <p>In device files the key {@code tlb} of {@code pages}. Every key has a default, those of {@link #DEFAULT}, which are choices and not measurements.
 *
 * @param entries pages that a path's own buffer holds, at least 1 (key {@code entries})
 * @param ways entries of a set of it; divides {@code entries} into a power of two of sets (key {@code ways})
 * @param latency core cycles that a hit adds to a request, 0 or more; 0 where the look-up overlaps the cache's (key {@code latency})
 * @param shared the second level (key {@code shared})
 * @param walkers page walks that can be under way at once, at least 1 (key {@code walkers})
 * @param levels levels of the page table that a walk reads one after the other, 8 bytes each, at least 1 (key {@code levels})
 * @param queue requests that can wait for translation in front of one path, at least 1 (key {@code queue})
 */
public record TlbSpec(int entries, int ways, int latency, Shared shared, int walkers, int levels, int queue) {

    /** The most levels that a page table can have: 9 bits of the page number each, of at most 52. */
    public static final int MAX_LEVELS = 6;

    private static final int MOST_ENTRIES = 1 << 20;
    private static final int MOST_WAITING = 1 << 16;

    /** What a device file leaves out. */
    public static final TlbSpec DEFAULT = new TlbSpec(32, 32, 0, new Shared(512, 8, 50), 8, 2, 16);

    /**
     * The second level of translation.
     *
     * @param entries pages that it holds; 0 for a device without one
     * @param ways entries of a set of it
     * @param latency core cycles from a miss of the first level to the answer of the second
     */
    public record Shared(int entries, int ways, int latency) {}

    public TlbSpec {
        checkSets("tlb", entries, ways);
        if (shared.entries != 0) {
            checkSets("tlb: shared", shared.entries, shared.ways, "shared");
        }
        if (latency < 0) {
            throw new InvalidSpecException("tlb: latency must not be negative", "latency");
        }
        if (shared.latency < 0) {
            throw new InvalidSpecException("tlb: shared: latency must not be negative", "shared", "latency");
        }
        if (walkers < 1 || walkers > MOST_WAITING) {
            throw new InvalidSpecException(
                    "tlb: walkers must be at least 1 and at most " + MOST_WAITING + ", not " + walkers, "walkers");
        }
        if (levels < 1 || levels > MAX_LEVELS) {
            throw new InvalidSpecException("tlb: levels must be from 1 to " + MAX_LEVELS + ", not " + levels, "levels");
        }
        if (queue < 1 || queue > MOST_WAITING) {
            throw new InvalidSpecException(
                    "tlb: queue must be at least 1 and at most " + MOST_WAITING + ", not " + queue, "queue");
        }
    }

    private static void checkSets(String where, int entries, int ways, String... outer) {
        if (entries < 1 || entries > MOST_ENTRIES) {
            throw new InvalidSpecException(
                            where + ": entries must be from 1 to " + MOST_ENTRIES + ", not " + entries, "entries")
                    .under(outer);
        }
        if (ways < 1 || entries % ways != 0 || Integer.bitCount(entries / ways) != 1) {
            throw new InvalidSpecException(
                            where + ": " + entries + " entries in " + ways + " ways do not make a power of two of sets",
                            "ways")
                    .under(outer);
        }
    }
}
