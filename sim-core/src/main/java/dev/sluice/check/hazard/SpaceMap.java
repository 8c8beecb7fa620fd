// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.Space;
import java.util.Arrays;
import java.util.List;

/**
 * The states of the places of one space: a map from runs of places to what is true of all of them. Runs are kept in order in
 * arrays, so that an access of many intervals goes through those concerned once.
 */
final class SpaceMap {
    private static final int INITIAL = 16;

    /** What an access makes of a run's state. */
    @FunctionalInterface
    interface Change {
        LocationState apply(LocationState state, long start, long end);
    }

    /** What is told of each run of places that somebody accessed. */
    @FunctionalInterface
    interface Visitor {
        void visit(LocationState state, long start, long end);
    }

    /** Runs in order, none of which overlap. */
    private static final class Runs {
        long[] starts = new long[INITIAL];
        long[] ends = new long[INITIAL];
        LocationState[] states = new LocationState[INITIAL];
        int size;

        void add(long start, long end, LocationState state) {
            if (size == starts.length) {
                room(2 * size);
            }
            starts[size] = start;
            ends[size] = end;
            states[size++] = state;
        }

        /** As {@link #add}, or a longer last run if that is of the same access and has come to the same state. */
        @SuppressWarnings("ReferenceEquality") // shared states are one object, and comparing them would be slow
        void join(long start, long end, LocationState state, int from) {
            if (size > from && states[size - 1] == state && ends[size - 1] == start) {
                ends[size - 1] = end;
            } else {
                add(start, end, state);
            }
        }

        /** The first run that ends past a place. */
        int past(long place) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ends[middle] > place) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }

        /** Puts other runs in the place of some. */
        void replace(int from, int to, Runs with) {
            int grown = size - (to - from) + with.size;
            if (grown > starts.length) {
                room(Math.max(grown, 2 * size));
            }
            int rest = size - to;
            System.arraycopy(starts, to, starts, from + with.size, rest);
            System.arraycopy(ends, to, ends, from + with.size, rest);
            System.arraycopy(states, to, states, from + with.size, rest);
            System.arraycopy(with.starts, 0, starts, from, with.size);
            System.arraycopy(with.ends, 0, ends, from, with.size);
            System.arraycopy(with.states, 0, states, from, with.size);
            size = grown;
        }

        private void room(int places) {
            starts = Arrays.copyOf(starts, places);
            ends = Arrays.copyOf(ends, places);
            states = Arrays.copyOf(states, places);
        }
    }

    private final Runs runs = new Runs();
    private final Runs changed = new Runs();

    /** An empty map for each space, by its number. */
    static SpaceMap[] forAll(List<Space> spaces) {
        SpaceMap[] maps = new SpaceMap[spaces.size()];
        for (int i = 0; i < maps.length; i++) {
            maps[i] = new SpaceMap();
        }
        return maps;
    }

    /**
     * Changes the states of some places; neighbours that become the same state become one run.
     *
     * @param untouched whether places that nobody accessed yet are changed, too
     */
    void change(Intervals where, boolean untouched, Change change) {
        if (where.isEmpty()) {
            return;
        }
        changed.size = 0;
        int from = runs.past(where.first());
        int at = from;
        // what is left of the run at hand
        long start = at < runs.size ? runs.starts[at] : Long.MAX_VALUE;
        for (int i = 0; i < where.count(); i++) {
            long place = where.start(i);
            long end = where.end(i);
            while (at < runs.size && runs.ends[at] <= place) {
                changed.add(start, runs.ends[at], runs.states[at]);
                at++;
                start = at < runs.size ? runs.starts[at] : Long.MAX_VALUE;
            }
            if (at < runs.size && start < place) {
                changed.add(start, place, runs.states[at]);
                start = place;
            }
            int own = changed.size;
            while (place < end) {
                boolean inRun = start <= place;
                long next = Math.min(end, inRun ? runs.ends[at] : start);
                if (inRun) {
                    changed.join(place, next, change.apply(runs.states[at], place, next), own);
                    start = next;
                    if (next == runs.ends[at]) {
                        at++;
                        start = at < runs.size ? runs.starts[at] : Long.MAX_VALUE;
                    }
                } else if (untouched) {
                    changed.join(place, next, change.apply(LocationState.UNTOUCHED, place, next), own);
                }
                place = next;
            }
        }
        if (at < runs.size && start > runs.starts[at]) {
            changed.add(start, runs.ends[at], runs.states[at]);
            at++;
        }
        runs.replace(from, at, changed);
        Arrays.fill(changed.states, 0, changed.size, null);
    }

    /** Goes through the states of some places, and changes nothing. */
    void visit(Intervals where, Visitor visitor) {
        for (int i = 0; i < where.count(); i++) {
            long from = where.start(i);
            long to = where.end(i);
            for (int at = runs.past(from); at < runs.size && runs.starts[at] < to; at++) {
                visitor.visit(runs.states[at], Math.max(from, runs.starts[at]), Math.min(to, runs.ends[at]));
            }
        }
    }
}
