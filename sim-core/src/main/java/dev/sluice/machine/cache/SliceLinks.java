// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Ties slices of caches to each other, before the run. */
public final class SliceLinks {

    private SliceLinks() {}

    /** Has an inclusive slice see to it that caches above, all slices of all instances, hold no line that it does not. */
    public static void include(Cache inclusive, List<Cache> above) {
        inclusive.above = new CopiesAbove(above);
        inclusive.shorten();
    }

    /** Has caches hand the lines that they evict down to the slices of one instance of an exclusive cache. */
    public static void handDown(List<Cache> above, List<Cache> slices) {
        ChangeStamps stamps = new ChangeStamps(slices.size() * (long) slices.get(0).tags.lines);
        for (Cache slice : slices) {
            Objects.requireNonNull(slice.lookups.exclusive, slice.name()).stamps = stamps;
        }
        for (Cache cache : above) {
            cache.handDown = new HandDown(cache.writeBacks, cache.tags, stamps);
            cache.fillFlags = Request.FILL | Request.EXCHANGE;
            cache.shorten();
        }
    }

    /** Makes the slices of one instance, in the order of their hash, prefetch together. */
    public static void join(List<Cache> slices) {
        List<PrefetchUnit> units = new ArrayList<>();
        for (Cache slice : slices) {
            if (slice.prefetches != null) {
                units.add(slice.prefetches);
            }
        }
        PrefetchUnit.join(units);
    }
}
