// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** An immutable set of places, as sorted half-open intervals that neither touch nor overlap. */
public final class Intervals {

    /** No place. */
    public static final Intervals NONE = new Intervals(new long[0]);

    /** Starts at even, ends at odd indices. */
    private final long[] bounds;

    private Intervals(long[] bounds) {
        this.bounds = bounds;
    }

    /** The places from {@code start} to before {@code end}. */
    public static Intervals of(long start, long end) {
        return end <= start ? NONE : new Intervals(new long[] {start, end});
    }

    /** How many intervals it has. */
    public int count() {
        return bounds.length / 2;
    }

    /** The first place of an interval. */
    public long start(int interval) {
        return bounds[2 * interval];
    }

    /** The place after the last of an interval. */
    public long end(int interval) {
        return bounds[2 * interval + 1];
    }

    /** Whether it has no place. */
    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /** The first place; 0 if it is empty. */
    public long first() {
        return bounds.length == 0 ? 0 : bounds[0];
    }

    /** The place after the last; 0 if it is empty. */
    public long last() {
        return bounds.length == 0 ? 0 : bounds[bounds.length - 1];
    }

    /** How many places it has. */
    public long size() {
        long size = 0;
        for (int i = 0; i < count(); i++) {
            size += end(i) - start(i);
        }
        return size;
    }

    /** All places moved by a distance. */
    public Intervals plus(long distance) {
        if (distance == 0 || isEmpty()) {
            return this;
        }
        long[] moved = bounds.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += distance;
        }
        return new Intervals(moved);
    }

    /** The places of both. */
    public Intervals union(Intervals other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        Builder builder = new Builder();
        builder.addAll(this);
        builder.addAll(other);
        return builder.build();
    }

    /** The places that the other does not have. */
    public Intervals minus(Intervals other) {
        Builder rest = new Builder();
        int at = 0;
        for (int i = 0; i < count(); i++) {
            long from = start(i);
            while (at < other.count() && other.end(at) <= from) {
                at++;
            }
            for (int j = at; j < other.count() && other.start(j) < end(i); j++) {
                rest.add(from, other.start(j));
                from = Math.max(from, other.end(j));
            }
            rest.add(from, end(i));
        }
        return rest.build();
    }

    /** The places that both have. */
    public Intervals common(Intervals other) {
        return minus(minus(other));
    }

    /** The places that more than one of several sets have. */
    static Intervals ofSeveral(List<Intervals> sets) {
        List<long[]> all = new ArrayList<>();
        for (Intervals set : sets) {
            for (int i = 0; i < set.count(); i++) {
                all.add(new long[] {set.start(i), set.end(i)});
            }
        }
        all.sort(Comparator.comparingLong(interval -> interval[0]));
        Builder several = new Builder();
        long covered = 0;
        for (long[] interval : all) {
            several.add(interval[0], Math.min(covered, interval[1]));
            covered = Math.max(covered, interval[1]);
        }
        return several.build();
    }

    /** Every interval widened to multiples of a power of two. */
    public Intervals aligned(long unit) {
        Builder builder = new Builder();
        for (int i = 0; i < count(); i++) {
            builder.add(start(i) & -unit, end(i) + unit - 1 & -unit);
        }
        return builder.build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Intervals o && Arrays.equals(bounds, o.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        return Arrays.toString(bounds);
    }

    /** Collects intervals in any order. */
    public static final class Builder {
        private static final int INITIAL = 16;

        private long[] pairs = new long[INITIAL];
        private int size;
        private boolean sorted = true;

        /** Adds the places from {@code start} to before {@code end}. */
        public void add(long start, long end) {
            if (end <= start) {
                return;
            }
            if (size > 0) {
                if (start >= pairs[size - 2] && start <= pairs[size - 1]) {
                    pairs[size - 1] = Math.max(pairs[size - 1], end);
                    return;
                }
                sorted = sorted && start > pairs[size - 1];
            }
            if (size == pairs.length) {
                pairs = Arrays.copyOf(pairs, 2 * size);
            }
            pairs[size++] = start;
            pairs[size++] = end;
        }

        /** Adds all places of a set. */
        public void addAll(Intervals set) {
            for (int i = 0; i < set.count(); i++) {
                add(set.start(i), set.end(i));
            }
        }

        /** How many intervals it holds, before those that touch are joined. */
        int pending() {
            return size / 2;
        }

        /** Joins what touches. */
        void compact() {
            if (sorted) {
                return;
            }
            sort();
            int out = 0;
            for (int i = 0; i < size; i += 2) {
                if (out > 0 && pairs[i] <= pairs[out - 1]) {
                    pairs[out - 1] = Math.max(pairs[out - 1], pairs[i + 1]);
                } else {
                    pairs[out++] = pairs[i];
                    pairs[out++] = pairs[i + 1];
                }
            }
            size = out;
            sorted = true;
        }

        /** Sorts by start. */
        private void sort() {
            int n = size / 2;
            long[] starts = new long[n];
            for (int i = 0; i < n; i++) {
                starts[i] = pairs[2 * i];
            }
            long least = Arrays.stream(starts).min().orElse(0);
            long most = Arrays.stream(starts).max().orElse(0);
            if (n < 1 << 20 && most - least < 1L << 43) {
                // start and place in one number, so that plain numbers are sorted
                for (int i = 0; i < n; i++) {
                    starts[i] = starts[i] - least << 20 | i;
                }
                Arrays.sort(starts);
                long[] ordered = new long[size];
                for (int i = 0; i < n; i++) {
                    int from = (int) (starts[i] & (1 << 20) - 1);
                    ordered[2 * i] = pairs[2 * from];
                    ordered[2 * i + 1] = pairs[2 * from + 1];
                }
                pairs = ordered;
                return;
            }
            Long[] keys = new Long[n];
            for (int i = 0; i < n; i++) {
                keys[i] = (long) i;
            }
            long[] old = pairs;
            Arrays.sort(keys, (x, y) -> Long.compare(old[2 * x.intValue()], old[2 * y.intValue()]));
            long[] ordered = new long[size];
            for (int i = 0; i < n; i++) {
                ordered[2 * i] = old[2 * keys[i].intValue()];
                ordered[2 * i + 1] = old[2 * keys[i].intValue() + 1];
            }
            pairs = ordered;
        }

        /** The set. */
        public Intervals build() {
            compact();
            return size == 0 ? NONE : new Intervals(Arrays.copyOf(pairs, size));
        }
    }
}
