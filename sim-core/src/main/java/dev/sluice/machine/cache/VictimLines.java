// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheStructure;
import dev.sluice.result.StructureCounters;
import org.jspecify.annotations.Nullable;

/**
 * The victim cache of a slice: lines beside its sets, where a line that makes room goes, and from which it comes back in exchange for
 * another when it is asked for (Jouppi, Improving Direct-Mapped Cache Performance by the Addition of a Small Fully-Associative Cache
 * and Prefetch Buffers, ISCA 1990).
 *
 * <p>They are lines of the slice like all others to whoever does not ask for a set: walks, write-backs, stores that go past. The
 * oldest makes room; since a line leaves when it is used, that is the least recently used one.
 */
final class VictimLines {

    /** Core cycles that a hit on such a line takes longer. */
    final int latency;

    final StructureCounters counters;
    private final TagArray tags;
    private final DataArray data;
    private final long[] cameAs;
    private long came;

    private VictimLines(Cache cache, TagArray tags, DataArray data, CacheStructure.Victim spec) {
        this.latency = spec.latency();
        this.counters = cache.stats().structure();
        this.tags = tags;
        this.data = data;
        this.cameAs = new long[spec.lines()];
    }

    /** Those of a slice, or null if it has none. */
    static @Nullable VictimLines of(Cache cache, TagArray tags, DataArray data) {
        CacheStructure.Victim spec = cache.spec().structure().victim();
        return spec.lines() == 0 ? null : new VictimLines(cache, tags, data, spec);
    }

    /** Where a line may go: a place that holds nothing, else that of the oldest. */
    int place() {
        int oldest = tags.inSets;
        for (int line = tags.inSets; line < tags.lines; line++) {
            if (tags.empty(line)) {
                return line;
            }
            if (cameAs[line - tags.inSets] < cameAs[oldest - tags.inSets]) {
                oldest = line;
            }
        }
        return oldest;
    }

    /** Exchanges a line of a set and one of these; one of them may hold nothing. */
    void exchange(int line, int set, int beside, Cache cache) {
        tags.exchange(line, set, beside);
        data.exchange(line, beside);
        if (cache.prefetches != null) {
            cache.prefetches.exchanged(line, beside);
        }
        HandDown down = cache.handDown;
        if (down != null) {
            down.exchanged(line, beside);
        }
        SliceWatch watch = cache.watch;
        if (watch != null) {
            watch.exchanged(line, beside);
        }
        cameAs[beside - tags.inSets] = ++came;
    }
}
