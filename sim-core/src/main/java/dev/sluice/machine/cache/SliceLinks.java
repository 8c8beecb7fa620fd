// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheHalves;
import dev.sluice.machine.request.DirectPath;
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
            cache.handDown = new HandDown(cache, stamps);
            cache.fillFlags = Request.FILL | Request.EXCHANGE;
            cache.shorten();
        }
    }

    /**
     * Lets the halves of a cache keep copies of each other's lines.
     *
     * @param slices in the order of their hash
     * @param paths their ways down
     */
    public static void copies(List<Cache> slices, List<HalfPath> paths, SliceHash hash, CacheHalves halves) {
        int total = slices.size();
        int line = slices.get(0).spec().geometry().line();
        int most = Integer.MAX_VALUE
                / 2; // room for all that the others can ask at once: no queue to another half may fill
        DirectPath[] wires = new DirectPath[total];
        for (int i = 0; i < total; i++) {
            Cache slice = slices.get(i);
            wires[i] = new DirectPath(
                    slice.newPort(most), halves.latency() / 2, halves.latency() - halves.latency() / 2, line);
        }
        for (int i = 0; i < total; i++) {
            Cache slice = slices.get(i);
            List<Cache> others = new ArrayList<>();
            for (int half = 0; half < halves.count(); half++) {
                int other = halves.readThrough(half, total)[i];
                if (other != i) {
                    others.add(slices.get(other));
                }
            }
            slice.halves = new HalfCopies(slice, hash, i, others.toArray(new Cache[0]), wires[i]);
            slice.waiting.apart();
            slice.shorten();
            paths.get(i).lead(wires);
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
