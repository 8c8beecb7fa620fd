// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.Sluice;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.config.device.Overrides;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.result.RunResult;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Runs recorded, and machines looked at without a recording, for tests. */
final class Steps {

    /** A recording, and what the run that it is of came to. */
    record Recorded(StepRecording steps, RecordedSteps made, RunResult result) {}

    private Steps() {}

    /** A stream on a device some of whose keys are changed. */
    static LoadedRun load(String stream, @Nullable String device, String... sets) {
        return Inputs.run(stream, new Inputs.Choice(device, null, null, Overrides.parse(List.of(sets))));
    }

    static Recorded record(LoadedRun loaded, StepBounds bounds, boolean timingOnly) {
        StepRecorder recorder = new StepRecorder(bounds);
        Simulation machine = Sluice.simulation(
                loaded.device(), loaded.profile(), loaded.stream(), new RunOptions(timingOnly, 0, recorder));
        recorder.bind(machine);
        RunResult result = machine.run();
        RecordedSteps made = RecordedSteps.of(recorder, loaded, result, machine, "test");
        return new Recorded(made.open(), made, result);
    }

    /** Tells the whole state of the machine after each of some events of the engine, in a run of its own. */
    static void look(
            LoadedRun loaded,
            boolean timingOnly,
            NavigableSet<Long> events,
            BiConsumer<Long, SortedMap<String, String>> to) {
        // with an observer, as the recorded run has one
        StepRecorder nobody = new StepRecorder(StepBounds.ALL);
        Simulation machine = Sluice.simulation(
                loaded.device(), loaded.profile(), loaded.stream(), new RunOptions(timingOnly, 0, nobody));
        MachineView[] view = new MachineView[1];
        view[0] = machine.view(() -> {
            long event = view[0].events();
            if (events.contains(event)) {
                to.accept(event, whole(view[0]));
            }
            if (event == events.last()) {
                machine.requestStop();
            }
        });
        if (events.contains(0L)) {
            to.accept(0L, whole(view[0]));
        }
        machine.run();
    }

    /** Every row of every table, as text. */
    static SortedMap<String, String> whole(MachineView view) {
        SortedMap<String, String> rows = new TreeMap<>();
        for (Part part : view.parts()) {
            for (ViewTable table : part.tables()) {
                Row row = new Row(table.columns().size());
                table.rows(number -> {
                    row.clear();
                    if (table.read(number, row)) {
                        rows.put(
                                part.name() + " " + table.name() + " " + number,
                                text(view, table.name(), table.columns(), row));
                    }
                });
            }
        }
        return rows;
    }

    private static String text(MachineView view, String name, List<Column> columns, Row row) {
        StringBuilder text = new StringBuilder(name);
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            text.append(' ').append(column.name()).append('=');
            switch (column.type()) {
                case TEXT -> text.append(view.texts().get((int) row.number(i)));
                case PART ->
                    text.append(
                            row.number(i) < 0
                                    ? ""
                                    : view.parts().get((int) row.number(i)).name());
                case BYTES, BITS, RUNS, REQUESTS -> text.append(HexFormat.of().formatHex(row.blob(i)));
                case INT, FLAG, ADDRESS, MASK, CYCLE, COMMAND, AGENT, REQUEST -> text.append(row.number(i));
            }
        }
        return text.toString();
    }

    /** Every row that a recording has at a step, as text. */
    static SortedMap<String, String> whole(StepRecording steps, int step) {
        SortedMap<String, String> rows = new TreeMap<>();
        StepState state = steps.stateAt(step);
        for (StepRecording.Part part : steps.parts()) {
            for (String table : part.tables()) {
                state.rows(part.name(), table)
                        .forEach((number, values) ->
                                rows.put(part.name() + " " + table + " " + number, values.toString()));
            }
        }
        return rows;
    }

    /** Rows that are not the same in two states, as lines for a person. */
    static List<String> differences(SortedMap<String, String> recorded, SortedMap<String, String> real) {
        if (recorded.equals(real)) {
            return List.of();
        }
        TreeSet<String> keys = new TreeSet<>(recorded.keySet());
        keys.addAll(real.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(recorded.get(key), real.get(key)))
                .map(key -> key + "\n  recorded " + recorded.get(key) + "\n  real     " + real.get(key))
                .toList();
    }
}
