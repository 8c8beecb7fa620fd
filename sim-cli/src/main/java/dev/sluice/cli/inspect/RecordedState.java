// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.steps.StepRecording;
import dev.sluice.cli.steps.StepState;
import dev.sluice.cli.steps.StepValues;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A machine after a recorded step. */
public final class RecordedState implements MachineState {

    private final RecordedMachine machine;
    private final StepState state;
    private final long cycle;

    /** The machine after a step. */
    public RecordedState(RecordedMachine machine, StepRecording recording, int step) {
        this.machine = machine;
        this.state = recording.stateAt(step);
        this.cycle = recording.cycle(step);
    }

    /** A row of a recording. */
    private record Read(StepValues values) implements Values {
        @Override
        public List<String> columns() {
            return values.columns();
        }

        @Override
        public String type(String column) {
            return values.type(column);
        }

        @Override
        public long number(String column) {
            return values.number(column);
        }

        @Override
        public byte[] bytes(String column) {
            return values.bytes(column);
        }

        @Override
        public String text(String column) {
            return values.text(column);
        }
    }

    @Override
    public List<Part> parts() {
        return machine.parts();
    }

    @Override
    public long cycle() {
        return cycle;
    }

    @Override
    public String meaning(String part, String table) {
        return machine.meaning(part, table);
    }

    @Override
    public @Nullable Values row(String part, String table, long number) {
        StepValues values = state.row(part, table, number);
        return values == null ? null : new Read(values);
    }

    @Override
    public Map<Long, Values> rows(String part, String table) {
        Map<Long, Values> rows = new TreeMap<>();
        state.rows(part, table).forEach((number, values) -> rows.put(number, new Read(values)));
        return rows;
    }

    @Override
    public long rowOf(String part, long address) {
        return Lines.find(this, part, address);
    }

    @Override
    public String command(long number) {
        return machine.command(number);
    }

    @Override
    public Writer writer(int number) {
        return machine.writer(number);
    }
}
