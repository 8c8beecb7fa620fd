// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The state of the machine after a step. Values are read when they are asked for. */
public final class StepState {

    private final StepSchema schema;
    private final StepLog log;
    private final int[] records;

    StepState(StepSchema schema, StepLog log, int[] records) {
        this.schema = schema;
        this.log = log;
        this.records = records;
    }

    /** The rows of a table that are present, by number; none if there is no such table. */
    public Map<Long, StepValues> rows(String part, String table) {
        Map<Long, StepValues> rows = new TreeMap<>();
        int index = schema.table(part, table);
        if (index >= 0) {
            log.rowsOf(index).forEach((number, place) -> {
                if (records[place] != StepLog.NONE) {
                    rows.put(number, log.values(records[place]));
                }
            });
        }
        return rows;
    }

    /** A row of a table, or null where it is absent. */
    public @Nullable StepValues row(String part, String table, long number) {
        int index = schema.table(part, table);
        Integer place = index < 0 ? null : log.rowsOf(index).get(number);
        return place == null || records[place] == StepLog.NONE ? null : log.values(records[place]);
    }
}
