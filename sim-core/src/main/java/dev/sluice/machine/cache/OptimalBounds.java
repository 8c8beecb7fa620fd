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
 * is not the best, and a read that goes past can cost more than it saves: what the run itself hit is a bound, too, of what can be reached,
 * and who may bypass need not.
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
        long sectors = 0;
        long actual = 0;
        long hits = 0;
        long bypassing = 0;
        List<Cache> slices = nodes.get(stats);
        if (slices == null) {
            return null;
        }
        for (Cache slice : slices) {
            LookupTrace trace = slice.trace();
            if (trace == null || trace.cut()) {
                return null;
            }
            CacheSpec spec = slice.spec();
            OptimalReplacement best = new OptimalReplacement(
                    slice.map()::set,
                    spec.geometry().sets(),
                    spec.tags(),
                    Integer.numberOfTrailingZeros(spec.geometry().line()),
                    LineMap.expansionTo(spec.geometry().fetch()),
                    trace.words());
            sectors += trace.sectors;
            actual += trace.hits;
            long reached = slice.policy.mayRefuse() ? 0 : trace.hits;
            long keeping = Math.max(reached, best.hits(trace.ignored(), false));
            hits += keeping;
            // nothing needs to go past
            bypassing += Math.max(Math.max(trace.hits, keeping), best.hits(trace.ignored(), true));
        }
        return new RunResult.Optimal(sectors, actual, hits, bypassing);
    }

    @Override
    public void close() {
        spill.close();
    }
}
