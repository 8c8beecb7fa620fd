// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.ViewTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A table as it was at the last recorded step. */
final class RecordedTable {

    /** So often a changed row is written whole, so that who reads a value need not go far back for it. */
    static final int WHOLE_EVERY = 16;

    private static final class Kept {
        private final Row row;
        private int changes;

        Kept(int columns) {
            row = new Row(columns);
        }
    }

    final int index;
    private final ViewTable table;
    private final List<Column> columns;
    private final int all;
    private final Map<Long, Kept> rows = new HashMap<>();
    private final Row now;
    private final ViewTable.Changes changes;

    /** @param told of the first change after each that was recorded */
    RecordedTable(int index, ViewTable table, Consumer<RecordedTable> told) {
        this.index = index;
        this.table = table;
        this.columns = table.columns();
        this.all = (1 << columns.size()) - 1;
        this.now = new Row(columns.size());
        this.changes = table.follow(any -> told.accept(this));
    }

    ViewTable table() {
        return table;
    }

    /** Adds all rows to a step. */
    void recordAll(StepEncoder to) {
        changes.take(row -> {});
        to.beginTable();
        table.rows(row -> record(row, to));
        to.endTable(index);
    }

    /** Adds the rows that have changed to a step. */
    void recordChanges(StepEncoder to) {
        to.beginTable();
        changes.take(row -> record(row, to));
        to.endTable(index);
    }

    private void record(long row, StepEncoder to) {
        now.clear();
        if (!table.read(row, now)) {
            if (rows.remove(row) != null) {
                to.gone(row);
            }
            return;
        }
        Kept kept = rows.get(row);
        int mask = all;
        if (kept == null) {
            kept = new Kept(columns.size());
            rows.put(row, kept);
        } else {
            mask = 0;
            for (int i = 0; i < columns.size(); i++) {
                if (!now.same(kept.row, i)) {
                    mask |= 1 << i;
                }
            }
            if (mask == 0) {
                return;
            }
            if (++kept.changes % WHOLE_EVERY == 0) {
                mask = all;
            }
        }
        to.changed(row, mask, columns, now);
        kept.row.copy(now);
    }
}
