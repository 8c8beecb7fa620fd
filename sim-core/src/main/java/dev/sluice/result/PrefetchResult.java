// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * What a prefetcher did for a cache node, counted in lines; the counters are those of {@link PrefetchCounters}.
 *
 * @param accuracy prefetched lines that demand used, of those issued
 * @param coverage of the demand accesses that would have missed, those that a prefetch served or began to serve
 * @param lateness of the prefetched lines that demand used, those that came too late for all of their latency
 * @param pollutionRate of the demand misses, those that a prefetch caused
 */
public record PrefetchResult(
        String kind,
        long issued,
        long useful,
        long late,
        long useless,
        long dropped,
        long redundant,
        long overrun,
        long refused,
        long demandMisses,
        long pollution,
        double accuracy,
        double coverage,
        double lateness,
        double pollutionRate) {

    /** The same counters with the ratios that they amount to. */
    public PrefetchResult withRatios() {
        long used = useful + late;
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
                share(used, issued),
                share(used, used + demandMisses),
                share(late, used),
                share(pollution, demandMisses));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
