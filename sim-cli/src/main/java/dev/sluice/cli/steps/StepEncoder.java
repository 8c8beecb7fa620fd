// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Varints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Packs steps: the binary half of a recording. */
final class StepEncoder {

    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private final GZIPOutputStream out;
    private final Varints events = new Varints();
    private final Varints tables = new Varints();
    private final Varints rows = new Varints();
    private final Varints step = new Varints();
    private int eventCount;
    private int tableCount;
    private int rowCount;
    private long lastRow;
    private long lastCycle;
    private long lastEvent;

    StepEncoder() {
        try {
            out = new GZIPOutputStream(packed, 1 << 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds an event to the step that is being made. */
    void event(StepEventType type, long... values) {
        events.add(type.ordinal());
        for (long value : values) {
            events.addSigned(value);
        }
        eventCount++;
    }

    boolean anyEvents() {
        return eventCount > 0;
    }

    void dropEvents() {
        events.clear();
        eventCount = 0;
    }

    /** Begins the changes of a table. */
    void beginTable() {
        rows.clear();
        rowCount = 0;
        lastRow = 0;
    }

    /** Adds a row that has gone. */
    void gone(long row) {
        head(row);
        rows.add(0);
    }

    /** Adds the columns of a mask of a row. */
    void changed(long row, int mask, List<Column> columns, Row values) {
        head(row);
        rows.add(mask);
        for (int i = 0; i < columns.size(); i++) {
            if ((mask >>> i & 1) != 0) {
                if (columns.get(i).type().blob()) {
                    byte[] blob = values.blob(i);
                    rows.add(blob.length).addAll(blob);
                } else {
                    rows.addSigned(values.number(i));
                }
            }
        }
    }

    private void head(long row) {
        rows.addSigned(row - lastRow);
        lastRow = row;
        rowCount++;
    }

    /** Ends the changes of a table. */
    void endTable(int table) {
        if (rowCount > 0) {
            tables.add(table).add(rowCount).addAll(rows.array(), rows.length());
            tableCount++;
        }
    }

    /** Whether the step that is being made has nothing in it. */
    boolean empty() {
        return eventCount == 0 && tableCount == 0;
    }

    /** Ends a step. */
    void endStep(long cycle, long event) {
        step.clear();
        step.add(cycle - lastCycle).add(event - lastEvent).add(eventCount).addAll(events.array(), events.length());
        step.add(tableCount).addAll(tables.array(), tables.length());
        lastCycle = cycle;
        lastEvent = event;
        try {
            out.write(step.array(), 0, step.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dropEvents();
        tables.clear();
        tableCount = 0;
    }

    /** All steps, packed by gzip. */
    byte[] finish() {
        try {
            out.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
