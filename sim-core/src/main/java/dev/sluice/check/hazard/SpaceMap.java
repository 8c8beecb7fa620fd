// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The states of the places of one space: a map from runs of places to what is true of all of them. */
final class SpaceMap {

    /** A run of places. */
    private static final class Run {
        long end;
        LocationState state;

        Run(long end, LocationState state) {
            this.end = end;
            this.state = state;
        }
    }

    /** What an access makes of a run's state. */
    @FunctionalInterface
    interface Change {
        LocationState apply(LocationState state, long start, long end);
    }

    private final TreeMap<Long, Run> runs = new TreeMap<>();

    /** An empty map for each space, by its number. */
    static SpaceMap[] forAll(List<Space> spaces) {
        SpaceMap[] maps = new SpaceMap[spaces.size()];
        for (int i = 0; i < maps.length; i++) {
            maps[i] = new SpaceMap();
        }
        return maps;
    }

    /** Changes the states of some places; neighbours that become the same state become one run. */
    void change(Intervals where, boolean untouched, Change change) {
        for (int i = 0; i < where.count(); i++) {
            change(where.start(i), where.end(i), untouched, change);
        }
    }

    private void change(long start, long end, boolean untouched, Change change) {
        split(start);
        split(end);
        List<long[]> spans = new ArrayList<>();
        List<LocationState> states = new ArrayList<>();
        long at = start;
        for (Map.Entry<Long, Run> entry : runs.subMap(start, true, end, false).entrySet()) {
            if (untouched && entry.getKey() > at) {
                put(spans, states, at, entry.getKey(), change.apply(LocationState.UNTOUCHED, at, entry.getKey()));
            }
            Run run = entry.getValue();
            put(spans, states, entry.getKey(), run.end, change.apply(run.state, entry.getKey(), run.end));
            at = run.end;
        }
        if (untouched && at < end) {
            put(spans, states, at, end, change.apply(LocationState.UNTOUCHED, at, end));
        }
        runs.subMap(start, true, end, false).clear();
        for (int i = 0; i < spans.size(); i++) {
            runs.put(spans.get(i)[0], new Run(spans.get(i)[1], states.get(i)));
        }
    }

    @SuppressWarnings("ReferenceEquality") // shared states are one object, and comparing them would be slow
    private static void put(List<long[]> spans, List<LocationState> states, long start, long end, LocationState state) {
        int last = spans.size() - 1;
        if (last >= 0 && states.get(last) == state && spans.get(last)[1] == start) {
            spans.get(last)[1] = end;
        } else {
            spans.add(new long[] {start, end});
            states.add(state);
        }
    }

    private void split(long at) {
        Map.Entry<Long, Run> entry = runs.lowerEntry(at);
        if (entry != null && entry.getValue().end > at) {
            Run run = entry.getValue();
            runs.put(at, new Run(run.end, run.state));
            run.end = at;
        }
    }
}
