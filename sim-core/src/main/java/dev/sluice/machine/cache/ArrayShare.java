// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import dev.sluice.machine.observe.SimObserver.DropReason;
import org.jspecify.annotations.Nullable;

/** What a cache slice has of the array that it shares with workgroup memory: the first ways of each set. */
final class ArrayShare {

    private final Cache cache;
    private final TagArray tags;
    private final LinePlacement placement;
    private final CacheSpec spec;
    private final @Nullable ClockRatio clock;
    private int ways;

    ArrayShare(Cache cache, TagArray tags, LinePlacement placement) {
        this.cache = cache;
        this.tags = tags;
        this.placement = placement;
        this.spec = cache.spec();
        this.clock = OwnClock.of(spec);
        this.ways = spec.structure()
                .split()
                .ways(spec.geometry(), spec.structure().split().own());
    }

    /** Has so much workgroup memory beside it from now on, while nothing is under way; returns the core cycles of the walk. */
    long leave(long workgroupMemory) {
        int left = spec.structure().split().ways(spec.geometry(), workgroupMemory);
        int gone = ways - left;
        ways = left;
        placement.limit(left);
        if (gone <= 0) {
            return 0;
        }
        for (int line = tags.nextPresent(0); line < tags.inSets; line = tags.nextPresent(line + 1)) {
            if (line % tags.ways >= left) {
                drop(line);
            }
        }
        int perCycle = spec.upkeep().walkLinesPerCycle();
        long cycles = ((long) gone * (tags.inSets / tags.ways) + perCycle - 1) / perCycle;
        return clock == null ? cycles : clock.coreCycles(cycles);
    }

    /** Lines of the ways that it has, and those beside the sets. */
    int lines() {
        return tags.lines - (tags.ways - ways) * (tags.inSets / tags.ways);
    }

    private void drop(int line) {
        cache.counters.invalidatedLines++;
        CacheProbe probe = cache.probe;
        if (probe != null) {
            probe.lost(tags.lineNumber(line), tags.state(line) & TagArray.VALID);
        }
        if (cache.observed) {
            cache.reports.dropped(line, -1, DropReason.INVALIDATE);
        }
        tags.clear(line, TagArray.VALID);
        cache.drop(line);
    }
}
