// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands and barriers of a run under names that another run of the same or of a similar stream has too: a command is
 * called by its kind and label, a barrier by the command that it stands before.
 */
public final class Counterparts {
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<String, Integer> sameNames = new HashMap<>();

    /**
     * A command, or a barrier.
     *
     * @param command of a command; of a barrier too, if it is not implicit
     * @param barrier of a barrier
     */
    public record Row(RunResult.@Nullable CommandResult command, RunResult.@Nullable BarrierResult barrier) {
        /** Cycles from its start to its end, or from when a barrier was reached to its release. */
        public long cycles() {
            if (barrier != null) {
                return barrier.stallCycles();
            }
            return command == null ? 0 : Math.max(0, command.endCycle() - command.startCycle());
        }
    }

    private Counterparts() {}

    /** The commands and the barriers that the program wrote down, in order. */
    public static Map<String, Row> of(RunResult result) {
        Counterparts counterparts = new Counterparts();
        counterparts.add(result);
        return Collections.unmodifiableMap(counterparts.rows);
    }

    private void add(RunResult result) {
        Map<String, RunResult.BarrierResult> barriers = new HashMap<>();
        for (RunResult.BarrierResult barrier : result.barriers()) {
            barriers.putIfAbsent(barrier.id(), barrier);
        }
        List<Row> waiting = new ArrayList<>();
        for (RunResult.CommandResult command : result.commands()) {
            RunResult.BarrierResult barrier = barriers.get(command.id());
            if (barrier != null && !barrier.implicit()) {
                waiting.add(new Row(command, barrier));
            } else {
                String name = command.kind() + (command.label() == null ? "" : " '" + command.label() + "'");
                waiting.forEach(earlier -> add("barrier before " + name, earlier));
                waiting.clear();
                add(name, new Row(command, null));
            }
        }
        waiting.forEach(last -> add("barrier at the end", last));
    }

    private void add(String name, Row row) {
        String key = name;
        int n = sameNames.getOrDefault(name, 1);
        while (rows.containsKey(key)) {
            n++;
            key = name + " (" + n + ")";
        }
        sameNames.put(name, n);
        rows.put(key, row);
    }

    /** The barriers of submissions, semaphores, dispatches, fences and overwrites, by their ids; a command may have several. */
    public static Map<String, Row> implicit(RunResult result) {
        Counterparts counterparts = new Counterparts();
        for (RunResult.BarrierResult barrier : result.barriers()) {
            if (barrier.implicit()) {
                counterparts.add(barrier.id(), new Row(null, barrier));
            }
        }
        return Collections.unmodifiableMap(counterparts.rows);
    }

    /** The keys of both, each run's order kept as far as the two agree. */
    public static List<String> merged(Map<String, ?> a, Map<String, ?> b) {
        List<String> keys = new ArrayList<>(a.keySet());
        if (keys.equals(new ArrayList<>(b.keySet()))) {
            return keys;
        }
        int at = 0;
        for (String key : b.keySet()) {
            int found = keys.indexOf(key);
            if (found < 0) {
                keys.add(at, key);
                at++;
            } else {
                at = found + 1;
            }
        }
        return keys;
    }
}
