// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.device.Client;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests of a part that wait for room on their way, in order: those of one path after those of another. */
public final class WaitingTable extends WholeTable {

    private final Texts texts;
    private final List<Supplier<@Nullable Request>> firsts;

    /** @param firsts of each path the first that waits, linked to the next, or null */
    public WaitingTable(Texts texts, List<Supplier<@Nullable Request>> firsts) {
        super("waiting", "requests that wait for room on their way, in order", columnsOfRequests());
        this.texts = texts;
        this.firsts = List.copyOf(firsts);
    }

    private static List<Column> columnsOfRequests() {
        return List.of(
                new Column("request", ColumnType.REQUEST, "its number"),
                new Column("kind", ColumnType.TEXT, "what it asks for"),
                new Column("address", ColumnType.ADDRESS, "of its first byte"),
                new Column("sectors", ColumnType.MASK, "of 32 bytes from the address on"),
                new Column("client", ColumnType.TEXT, "who asked"),
                new Column("command", ColumnType.COMMAND, "on whose behalf"));
    }

    @Override
    protected int size() {
        int size = 0;
        for (Supplier<@Nullable Request> first : firsts) {
            for (Request r = first.get(); r != null; r = r.next) {
                size++;
            }
        }
        return size;
    }

    @Override
    public boolean read(long row, Row into) {
        long left = row;
        for (Supplier<@Nullable Request> first : firsts) {
            for (Request r = first.get(); r != null; r = r.next) {
                if (left-- == 0) {
                    into.add(r.index)
                            .add(texts.id(r.what()))
                            .add(r.address)
                            .add(r.sectors & 0xFFFF)
                            .add(texts.id(Client.all().get(r.client).key()))
                            .add(r.command);
                    return true;
                }
            }
        }
        return false;
    }
}
