// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value for every place of a line of places, kept by runs of equal values.
 *
 * @param <V> the values, compared by identity where runs are joined
 */
final class SegmentMap<V> {

    private record Segment<V>(long end, V value) {}

    /** A run of places with one value. */
    record Run<V>(long start, long end, V value) {}

    private final V begin;
    private final TreeMap<Long, Segment<V>> segments = new TreeMap<>();

    /** @param begin the value of places of which nothing was said */
    SegmentMap(V begin) {
        this.begin = begin;
    }

    /** The runs between two places, cut to them; gaps have the value that everything begins with. */
    List<Run<V>> runs(long start, long end) {
        List<Run<V>> runs = new ArrayList<>();
        long at = start;
        Map.Entry<Long, Segment<V>> before = segments.floorEntry(start);
        Long from = before != null && before.getValue().end > start ? before.getKey() : Long.valueOf(start);
        for (Map.Entry<Long, Segment<V>> entry : segments.subMap(from, end).entrySet()) {
            long first = Math.max(start, entry.getKey());
            long last = Math.min(end, entry.getValue().end);
            if (first > at) {
                runs.add(new Run<>(at, first, begin));
            }
            runs.add(new Run<>(first, last, entry.getValue().value));
            at = last;
        }
        if (at < end) {
            runs.add(new Run<>(at, end, begin));
        }
        return runs;
    }

    /** Gives one value to all places from {@code start} to before {@code end}. */
    void set(long start, long end, V value) {
        if (start >= end) {
            return;
        }
        cut(start);
        cut(end);
        segments.subMap(start, end).clear();
        put(start, end, value);
    }

    /** Replaces every value from {@code start} to before {@code end} by what a function makes of it. */
    void change(long start, long end, UnaryOperator<V> function) {
        List<Run<V>> runs = runs(start, end);
        cut(start);
        cut(end);
        segments.subMap(start, end).clear();
        for (Run<V> run : runs) {
            put(run.start, run.end, function.apply(run.value));
        }
    }

    private void put(long start, long end, V value) {
        Map.Entry<Long, Segment<V>> before = segments.lowerEntry(start);
        long first = start;
        if (before != null && before.getValue().end == start && before.getValue().value == value) {
            first = before.getKey();
        }
        long last = end;
        @Nullable Segment<V> after = segments.get(end);
        if (after != null && after.value == value) {
            last = after.end;
            segments.remove(end);
        }
        segments.put(first, new Segment<>(last, value));
    }

    /** Makes a run begin at a place, if one covers it. */
    private void cut(long place) {
        Map.Entry<Long, Segment<V>> entry = segments.lowerEntry(place);
        if (entry != null && entry.getValue().end > place) {
            segments.put(place, new Segment<>(entry.getValue().end, entry.getValue().value));
            segments.put(entry.getKey(), new Segment<>(place, entry.getValue().value));
        }
    }
}
