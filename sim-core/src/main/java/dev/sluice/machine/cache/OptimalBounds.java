// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The look-ups of a run, recorded, and what the best replacement would have made of them: {@link OptimalReplacement}.
 *
 * <p>A cache has no bound where lines come, stay or leave otherwise than by look-ups of its sets: the run could hit more. Look-ups lie
 * in a temporary file, which {@link #close} removes; in memory there is one slice at a time. With several sectors a line the choice of lines
 * is not the best, and a read that goes past can cost more than it saves: what the run itself hit can be reached, too, and who may bypass
 * need not. What nothing can hit more than is told by {@link SectorBound}.
 */
public final class OptimalBounds implements AutoCloseable {

    private final TraceSpill spill = new TraceSpill();
    private final Map<CacheNodeStats, List<Cache>> nodes = new LinkedHashMap<>();

    /** Why the sets of a cache alone tell no bound of what it can hit; null where they do. */
    public static @Nullable String unbounded(CacheSpec spec) {
        CacheStructure structure = spec.structure();
        if (structure.victim().lines() > 0) {
            return "victim cache";
        }
        if (structure.prefetch().on()) {
            return "prefetcher";
        }
        if (spec.halves().copies()) {
            return "copies of other halves";
        }
        return structure.exclusive() ? "exclusive" : null;
    }

    /** Records the look-ups of a slice from now on, if its cache has a bound. */
    public void record(Cache slice) {
        if (unbounded(slice.spec()) != null) {
            return;
        }
        slice.record(new LookupTrace(spill, slice.spec()));
        nodes.computeIfAbsent(slice.stats(), stats -> new ArrayList<>()).add(slice);
    }

    /** The region of interest begins: what was looked up before says what caches hold, and counts no more. */
    public void restart() {
        nodes.values()
                .forEach(slices -> slices.forEach(slice -> {
                    LookupTrace trace = slice.trace();
                    if (trace != null) {
                        trace.restart();
                    }
                }));
    }

    /** The bound of a node over all its slices; null if they were not recorded, or are too long to be. */
    public RunResult.@Nullable Optimal of(CacheNodeStats stats) {
        List<Cache> slices = nodes.get(stats);
        if (slices == null) {
            return null;
        }
        RunResult.Optimal sum = new RunResult.Optimal(0, 0, 0, 0, 0);
        for (Cache slice : slices) {
            LookupTrace trace = slice.trace();
            if (trace == null || trace.cut()) {
                return null;
            }
            RunResult.Optimal one = of(slice, trace);
            sum = new RunResult.Optimal(
                    sum.sectors() + one.sectors(),
                    sum.actualHits() + one.actualHits(),
                    sum.hits() + one.hits(),
                    sum.bypassingHits() + one.bypassingHits(),
                    sum.mostHits() + one.mostHits());
        }
        return sum;
    }

    private static RunResult.Optimal of(Cache slice, LookupTrace trace) {
        CacheSpec spec = slice.spec();
        LookupWords words = new LookupWords(
                trace.words(),
                Integer.numberOfTrailingZeros(spec.geometry().line()),
                LineMap.expansionTo(spec.geometry().fetch()));
        // one after the other, as each keeps a number for every look-up
        Hits best = best(slice, words, trace.ignored());
        long most = most(slice, words, trace.ignored());
        long keeping = Math.max(best.keeping, slice.policy.mayRefuse() ? 0 : trace.hits);
        // nothing needs to go past
        long bypassing = Math.max(best.bypassing, Math.max(keeping, trace.hits));
        return new RunResult.Optimal(trace.sectors, trace.hits, keeping, bypassing, most);
    }

    private record Hits(long keeping, long bypassing) {}

    private static Hits best(Cache slice, LookupWords words, int from) {
        CacheSpec spec = slice.spec();
        OptimalReplacement best =
                new OptimalReplacement(slice.map()::set, spec.geometry().sets(), spec.tags(), words);
        return new Hits(best.hits(from, false), best.hits(from, true));
    }

    private static long most(Cache slice, LookupWords words, int from) {
        CacheSpec spec = slice.spec();
        return new SectorBound(slice.map()::set, spec.geometry().sets(), spec.tags(), words).hits(from);
    }

    @Override
    public void close() {
        spill.close();
    }
}
