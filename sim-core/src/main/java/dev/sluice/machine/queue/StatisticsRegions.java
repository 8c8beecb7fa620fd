// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.WarmUp;
import dev.sluice.program.Origin;
import dev.sluice.program.StatisticsMode;
import dev.sluice.result.MachineCounters;
import dev.sluice.result.RegionResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The statistics regions of a run: what was counted between the begin and the end of each.
 *
 * <p>A region costs two readings of all counters, and the run nothing else. Where counters restart within a region, it goes on:
 * what it had counted is kept.
 */
public final class StatisticsRegions {

    private final CounterSampler sampler;
    private final Runnable restart;
    private final LongSupplier clock;
    private final @Nullable WarmUp warmUp;
    private final List<StatisticsRegion> regions = new ArrayList<>();
    private final List<StatisticsRegion> counting = new ArrayList<>();
    private final Map<String, Integer> occurrences = new HashMap<>();
    private long commands;
    private boolean warm;
    private long warmSince = -1;
    private long restarted;

    /**
     * @param restart restarts all counters
     * @param clock the cycle
     * @param warmUp behind what counters restart of themselves; null for nothing
     */
    public StatisticsRegions(CounterSampler sampler, Runnable restart, LongSupplier clock, @Nullable WarmUp warmUp) {
        this.sampler = sampler;
        this.restart = restart;
        this.clock = clock;
        this.warmUp = warmUp;
        this.warm = warmUp == null;
    }

    /** The cycle at which the warm-up was over; -1 if it is not, or none was asked for. */
    public long warmSince() {
        return warmSince;
    }

    /** The cycle at which counters began to count. */
    public long countedSince() {
        return restarted;
    }

    /** The program has come to the begin of a region, in the order of the program. */
    StatisticsRegion reach(String name, StatisticsMode mode, Origin origin) {
        StatisticsRegion region = new StatisticsRegion(name, occurrences.merge(name, 1, Integer::sum), mode, origin);
        regions.add(region);
        return region;
    }

    void begin(StatisticsRegion region) {
        region.start = clock.getAsLong();
        region.before = sampler.sample();
        counting.add(region);
    }

    void end(StatisticsRegion region) {
        if (region.start < 0) {
            begin(region);
        }
        region.end = clock.getAsLong();
        counting.remove(region);
        settle(region, sampler.sample());
        region.close();
        WarmUp wanted = warmUp;
        if (!warm && wanted != null && region.name.equals(wanted.region())) {
            warmedUp();
        }
    }

    /** A queue has come to a command; whether it is the last of those that warm the machine up. */
    boolean lastOfWarmUp() {
        WarmUp wanted = warmUp;
        return !warm && wanted != null && wanted.region() == null && ++commands == wanted.commands();
    }

    /** What warms the machine up is over. */
    void warmedUp() {
        warm = true;
        warmSince = clock.getAsLong();
        restart();
    }

    /** Restarts all counters. */
    public void restart() {
        restarted = clock.getAsLong();
        if (!counting.isEmpty()) {
            CounterSampler.Sample now = sampler.sample();
            counting.forEach(region -> settle(region, now));
        }
        restart.run();
        if (!counting.isEmpty()) {
            CounterSampler.Sample now = sampler.sample();
            counting.forEach(region -> region.before = now);
        }
    }

    private static void settle(StatisticsRegion region, CounterSampler.Sample now) {
        CounterSampler.Sample before = region.before;
        CounterSampler.Sample since = before == null ? now : now.minus(before);
        CounterSampler.Sample earlier = region.counted;
        region.counted = earlier == null ? since : earlier.plus(since);
    }

    /** All regions that began, in the order in which the program came to them; those that are open end with the run. */
    public List<RegionResult> results(long cycle) {
        List<RegionResult> results = new ArrayList<>();
        CounterSampler.Sample now = counting.isEmpty() ? null : sampler.sample();
        for (StatisticsRegion region : regions) {
            boolean complete = region.end >= 0;
            if (!complete && now != null && region.start >= 0) {
                region.end = Math.max(cycle, region.start);
                settle(region, now);
                region.close();
            }
            MachineCounters total = region.total;
            if (total != null) {
                results.add(result(region, total, complete));
            }
        }
        counting.clear();
        return results;
    }

    private static RegionResult result(StatisticsRegion region, MachineCounters counters, boolean complete) {
        long cycles = region.end - region.start;
        return new RegionResult(
                region.name,
                region.occurrence,
                region.mode.name().toLowerCase(Locale.ROOT),
                region.origin.where(),
                complete,
                region.start,
                region.end,
                cycles,
                counters.requests(),
                counters.sectors(),
                region.commands.stream().map(CommandRecord::id).toList(),
                region.commands.stream().filter(CommandRecord::ranAtOnce).count(),
                region.commands.stream()
                        .filter(CommandRecord::ranInDetail)
                        .map(CommandRecord::id)
                        .toList(),
                counters.caches(),
                counters.vram(),
                counters.host(),
                counters.link(),
                counters.network(),
                counters.transfer(),
                counters.rop(),
                counters.tlb(),
                counters.display());
    }
}
