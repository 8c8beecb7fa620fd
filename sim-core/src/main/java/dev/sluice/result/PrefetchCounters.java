// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * What a prefetcher did for a cache node, in lines and summed over its instances ({@code docs/prefetchers.md}).
 *
 * <p>Public fields because they are counted on a hot path.
 */
public final class PrefetchCounters {
    /** Lines that were sent for. */
    public long issued;
    /** Lines that were there when demand used them first. */
    public long useful;
    /** Lines that demand asked for when they were on their way. */
    public long late;
    /** Lines that were evicted unused. */
    public long useless;
    /** Lines that maintenance or stores dropped unused. */
    public long dropped;
    /** Lines that were there, or on their way, when their turn came. */
    public long redundant;
    /** Lines that gave way to later ones before their turn came. */
    public long overrun;
    /** Lines that the replacement policy would not have evicted another for. */
    public long refused;
    /** Demand accesses that missed and joined no prefetch. */
    public long demandMisses;
    /** Of those, accesses to lines that a prefetch had evicted. */
    public long pollution;

    /** Adds another slice's counters. */
    public void add(PrefetchCounters other) {
        issued += other.issued;
        useful += other.useful;
        late += other.late;
        useless += other.useless;
        dropped += other.dropped;
        redundant += other.redundant;
        overrun += other.overrun;
        refused += other.refused;
        demandMisses += other.demandMisses;
        pollution += other.pollution;
    }

    /** Restarts the region of interest. */
    public void reset() {
        issued = 0;
        useful = 0;
        late = 0;
        useless = 0;
        dropped = 0;
        redundant = 0;
        overrun = 0;
        refused = 0;
        demandMisses = 0;
        pollution = 0;
    }

    /** What these amount to. */
    public PrefetchResult result(String kind) {
        return new PrefetchResult(
                        kind,
                        issued,
                        useful,
                        late,
                        useless,
                        dropped,
                        redundant,
                        overrun,
                        refused,
                        demandMisses,
                        pollution,
                        0,
                        0,
                        0,
                        0)
                .withRatios();
    }
}
