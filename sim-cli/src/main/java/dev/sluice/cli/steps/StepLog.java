// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a recording as they are packed, with what is needed to find the state at any of them.
 *
 * <p>A change of a row is a record. A state is, for each row that there ever is, the record that it has then, or {@link #NONE}. Each
 * record knows the one before it of its row: so a step can be undone as well as done, and values are read only when somebody
 * asks for them.
 */
final class StepLog {

    static final int NONE = -1;

    /** Steps between two snapshots, at least. */
    private static final int LEAST_INTERVAL = 256;

    /** Rows that all snapshots together may name. */
    private static final long MOST_SNAPSHOT_ROWS = 16 << 20;

    private final StepSchema schema;
    private final byte[] bytes;
    private final int steps;
    private final long[] cycles;
    private final long[] events;
    /** Where the events of a step begin, and its first record. */
    private final int[] eventsAt;

    private final int[] firstRecord;

    private int records;
    private int[] recordAt = new int[1024];
    private int[] recordRow = new int[1024];
    private int[] recordBefore = new int[1024];
    /** Table and number of each row, by the order in which rows first came. */
    private final List<Map<Long, Integer>> rowsOf = new ArrayList<>();

    private int rows;
    private int[] rowTable = new int[1024];
    private long[] rowNumber = new long[1024];

    private final List<int[]> snapshots = new ArrayList<>();
    private final int interval;
    private int lastStep;
    private int[] lastState;

    StepLog(StepSchema schema, byte[] bytes, int steps) {
        this.schema = schema;
        this.bytes = bytes;
        this.steps = steps;
        cycles = new long[steps];
        events = new long[steps];
        eventsAt = new int[steps];
        firstRecord = new int[steps + 1];
        for (int i = 0; i < schema.tables.size(); i++) {
            rowsOf.add(new HashMap<>());
        }
        scan();
        interval = (int) Math.max(LEAST_INTERVAL, (long) steps * rows / MOST_SNAPSHOT_ROWS);
        int[] state = empty();
        for (int step = 0; step < steps; step++) {
            forward(state, step);
            if (step % interval == 0) {
                snapshots.add(state.clone());
            }
        }
        lastState = steps == 0 ? state : snapshots.get(0).clone();
    }

    private int[] empty() {
        int[] state = new int[rows];
        Arrays.fill(state, NONE);
        return state;
    }

    private void scan() {
        StepBytes in = new StepBytes(bytes);
        int[] state = new int[1024];
        Arrays.fill(state, NONE);
        long cycle = 0;
        long event = 0;
        for (int step = 0; step < steps; step++) {
            cycle += in.number();
            event += in.number();
            cycles[step] = cycle;
            events[step] = event;
            eventsAt[step] = in.at;
            int count = (int) in.number();
            for (int i = 0; i < count; i++) {
                int kind = (int) in.number();
                for (int f = schema.events.get(kind).fields().size(); f > 0; f--) {
                    in.skipNumber();
                }
            }
            firstRecord[step] = records;
            int tables = (int) in.number();
            for (int i = 0; i < tables; i++) {
                int table = (int) in.number();
                long number = 0;
                for (int left = (int) in.number(); left > 0; left--) {
                    number += in.signed();
                    int row = row(table, number);
                    if (row >= state.length) {
                        int old = state.length;
                        state = Arrays.copyOf(state, 2 * old);
                        Arrays.fill(state, old, state.length, NONE);
                    }
                    int record = addRecord(in.at, row, state[row]);
                    int mask = (int) in.number();
                    skip(in, schema.tables.get(table).fields(), mask);
                    state[row] = mask == 0 ? NONE : record;
                }
            }
        }
        firstRecord[steps] = records;
    }

    private static void skip(StepBytes in, List<StepSchema.Field> fields, int mask) {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            if (fields.get(Integer.numberOfTrailingZeros(rest)).blob()) {
                in.skipBlob();
            } else {
                in.skipNumber();
            }
        }
    }

    private int addRecord(int at, int row, int before) {
        if (records == recordAt.length) {
            recordAt = Arrays.copyOf(recordAt, 2 * records);
            recordRow = Arrays.copyOf(recordRow, 2 * records);
            recordBefore = Arrays.copyOf(recordBefore, 2 * records);
        }
        recordAt[records] = at;
        recordRow[records] = row;
        recordBefore[records] = before;
        return records++;
    }

    private int row(int table, long number) {
        Integer known = rowsOf.get(table).get(number);
        if (known != null) {
            return known;
        }
        if (rows == rowTable.length) {
            rowTable = Arrays.copyOf(rowTable, 2 * rows);
            rowNumber = Arrays.copyOf(rowNumber, 2 * rows);
        }
        rowTable[rows] = table;
        rowNumber[rows] = number;
        rowsOf.get(table).put(number, rows);
        return rows++;
    }

    int steps() {
        return steps;
    }

    long cycle(int step) {
        return cycles[step];
    }

    long event(int step) {
        return events[step];
    }

    long[] cycles() {
        return cycles;
    }

    /** Rows of a table that there ever are: their places in a state, by number. */
    Map<Long, Integer> rowsOf(int table) {
        return rowsOf.get(table);
    }

    /** The state after a step, which nobody may change. */
    synchronized int[] stateAt(int step) {
        if (step < 0 || step >= steps) {
            throw new IndexOutOfBoundsException("step " + step + " of " + steps);
        }
        int[] state = lastState.clone();
        if (Math.abs(step - lastStep) > interval) {
            lastStep = step / interval * interval;
            state = snapshots.get(step / interval).clone();
        }
        while (lastStep < step) {
            forward(state, ++lastStep);
        }
        while (lastStep > step) {
            backward(state, lastStep--);
        }
        lastState = state;
        return state;
    }

    private void forward(int[] state, int step) {
        for (int record = firstRecord[step]; record < firstRecord[step + 1]; record++) {
            state[recordRow[record]] = bytes[recordAt[record]] == 0 ? NONE : record;
        }
    }

    private void backward(int[] state, int step) {
        for (int record = firstRecord[step + 1] - 1; record >= firstRecord[step]; record--) {
            state[recordRow[record]] = recordBefore[record];
        }
    }

    List<StepValues> events(int step) {
        StepBytes in = new StepBytes(bytes);
        in.at = eventsAt[step];
        List<StepValues> list = new ArrayList<>();
        for (int left = (int) in.number(); left > 0; left--) {
            StepSchema.EventKind kind = schema.events.get((int) in.number());
            long[] numbers = new long[kind.fields().size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = in.signed();
            }
            list.add(new StepValues(kind.name(), schema, kind.fields(), numbers, new byte[numbers.length][]));
        }
        return list;
    }

    List<StepRecording.Change> changes(int step) {
        List<StepRecording.Change> list = new ArrayList<>();
        for (int record = firstRecord[step]; record < firstRecord[step + 1]; record++) {
            int row = recordRow[record];
            StepSchema.Table table = schema.tables.get(rowTable[row]);
            list.add(new StepRecording.Change(
                    schema.parts.get(table.part()).name(),
                    table.name(),
                    rowNumber[row],
                    valuesOrNull(recordBefore[record]),
                    valuesOrNull(bytes[recordAt[record]] == 0 ? NONE : record)));
        }
        return list;
    }

    private @Nullable StepValues valuesOrNull(int record) {
        return record == NONE ? null : values(record);
    }

    /** The values of a row that a record left it with: those that the record has not changed are found in earlier ones. */
    StepValues values(int record) {
        StepSchema.Table table = schema.tables.get(rowTable[recordRow[record]]);
        List<StepSchema.Field> fields = table.fields();
        long[] numbers = new long[fields.size()];
        byte[][] blobs = new byte[fields.size()][];
        int missing = (1 << fields.size()) - 1;
        StepBytes in = new StepBytes(bytes);
        for (int at = record; missing != 0; at = recordBefore[at]) {
            in.at = recordAt[at];
            for (int rest = (int) in.number(); rest != 0; rest &= rest - 1) {
                int i = Integer.numberOfTrailingZeros(rest);
                if ((missing >>> i & 1) == 0) {
                    skip(in, fields, 1 << i);
                } else if (fields.get(i).blob()) {
                    blobs[i] = in.blob();
                } else {
                    numbers[i] = in.signed();
                }
                missing &= ~(1 << i);
            }
        }
        return new StepValues(table.name(), schema, fields, numbers, blobs);
    }
}
