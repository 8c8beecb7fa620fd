// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import java.util.List;

/** The operations that the cores of host threads execute: a row per thread, absent while it has none. */
final class HostCoreTable extends WholeTable {

    private static final String[] OPERATIONS = {
        "idle", "store", "load", "atomic", "flush", "invalidate", "store fence", "doorbell"
    };

    private final HostCore[] cores;
    private final Texts texts;

    HostCoreTable(HostCore[] cores, Texts texts) {
        super(
                "cores",
                "what the core of each host thread executes",
                List.of(
                        new Column("operation", ColumnType.TEXT, "store, load, atomic, flush, invalidate, ..."),
                        new Column("from", ColumnType.ADDRESS, "first byte"),
                        new Column("at", ColumnType.ADDRESS, "how far it has come"),
                        new Column("end", ColumnType.ADDRESS, "the byte after the last"),
                        new Column("cached", ColumnType.FLAG, "whether it goes through the host's caches"),
                        new Column("waits", ColumnType.INT, "misses, uncached accesses and write-backs it waits for"),
                        new Column("agent", ColumnType.AGENT, "on whose behalf")));
        this.cores = cores;
        this.texts = texts;
    }

    @Override
    protected int size() {
        return cores.length;
    }

    @Override
    public boolean read(long row, Row into) {
        HostCore core = cores[(int) row];
        if (core.operation == HostCore.IDLE) {
            return false;
        }
        into.add(texts.id(OPERATIONS[core.operation]))
                .add(core.start)
                .add(core.cursor)
                .add(core.end)
                .add(core.cached)
                .add(core.outstanding)
                .add(core.agent);
        return true;
    }
}
