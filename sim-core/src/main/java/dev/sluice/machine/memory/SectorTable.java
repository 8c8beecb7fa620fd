// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Touches;
import dev.sluice.machine.view.ViewTable;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;

/** The sectors of a memory that were accessed since somebody looks: row address / {@value Request#SECTOR_BYTES}. */
public final class SectorTable extends ViewTable implements Touches {

    private final BackingStore store;
    private final VersionRuns versions;
    private final IntUnaryOperator agents;
    private final TreeSet<Long> accessed = new TreeSet<>();
    private final TreeSet<Long> marked = new TreeSet<>();

    /**
     * Begins to watch a memory.
     *
     * @param agents who a version stands for
     */
    public SectorTable(String name, String meaning, BackingStore store, VersionRuns versions, IntUnaryOperator agents) {
        super(
                name,
                meaning,
                List.of(
                        new Column("address", ColumnType.ADDRESS, "of the sector's first byte"),
                        new Column("bytes", ColumnType.BYTES, "its 32 bytes"),
                        new Column("writers", ColumnType.RUNS, "who wrote them")));
        this.store = store;
        this.versions = versions;
        this.agents = agents;
        store.watch(this);
    }

    @Override
    public void touched(long address) {
        long row = address / Request.SECTOR_BYTES;
        if (marked.add(row)) {
            accessed.add(row);
            changed();
        }
    }

    @Override
    public void rows(LongConsumer to) {
        accessed.forEach(to::accept);
    }

    @Override
    protected void takeChanged(LongConsumer to) {
        marked.forEach(to::accept);
        marked.clear();
    }

    @Override
    public boolean read(long row, Row into) {
        if (!accessed.contains(row)) {
            return false;
        }
        long address = row * Request.SECTOR_BYTES;
        byte[] bytes = new byte[Request.SECTOR_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = store.data(address + i);
        }
        into.add(address)
                .add(bytes)
                .add(versions.runs(
                        address, bytes.length, i -> agents.applyAsInt(Math.max(0, store.version(address + i)))));
        return true;
    }
}
