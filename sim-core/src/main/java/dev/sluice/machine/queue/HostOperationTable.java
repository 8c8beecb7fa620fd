// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MarkedTable;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import java.util.List;
import java.util.function.LongConsumer;

/** The operation that a host thread is at: one row, absent between two operations. */
final class HostOperationTable extends MarkedTable {

    private final Texts texts;
    private int command = -1;
    private String operation = "";
    private long since;

    HostOperationTable(Texts texts) {
        super(
                "operation",
                "what the thread is at",
                List.of(
                        new Column("command", ColumnType.COMMAND, "the operation"),
                        new Column("operation", ColumnType.TEXT, "what it is"),
                        new Column("since", ColumnType.CYCLE, "when it began")));
        this.texts = texts;
    }

    void began(int command, String operation, long cycle) {
        this.command = command;
        this.operation = operation;
        this.since = cycle;
        touched(0);
    }

    void ended() {
        command = -1;
        touched(0);
    }

    @Override
    public void rows(LongConsumer to) {
        to.accept(0);
    }

    @Override
    public boolean read(long row, Row into) {
        if (command < 0) {
            return false;
        }
        into.add(command).add(texts.id(operation)).add(since);
        return true;
    }
}
