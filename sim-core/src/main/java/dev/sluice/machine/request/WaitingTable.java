// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.device.Client;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.WholeTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests that wait somewhere, in order: a row for each. */
public abstract class WaitingTable extends WholeTable {

    private final Texts texts;

    /** @param more columns behind those that say which request it is */
    protected WaitingTable(String name, String meaning, Texts texts, Column... more) {
        super(name, meaning, columns(more));
        this.texts = texts;
    }

    private static List<Column> columns(Column... more) {
        List<Column> columns = new ArrayList<>(List.of(
                new Column("request", ColumnType.REQUEST, "its number"),
                new Column("kind", ColumnType.TEXT, "what it asks for"),
                new Column("address", ColumnType.ADDRESS, "of its first byte"),
                new Column("sectors", ColumnType.MASK, "of 32 bytes from the address on"),
                new Column("client", ColumnType.TEXT, "who asked"),
                new Column("command", ColumnType.COMMAND, "on whose behalf")));
        columns.addAll(List.of(more));
        return columns;
    }

    /** The request of a row; null where there is none. */
    protected abstract @Nullable Request at(int row);

    /** Adds what stands behind the columns that say which request it is. */
    protected void addMore(int row, Row into) {}

    @Override
    public final boolean read(long row, Row into) {
        Request r = at((int) row);
        if (r == null) {
            return false;
        }
        into.add(r.index)
                .add(texts.id(r.what()))
                .add(r.address)
                .add(r.sectors & 0xFFFF)
                .add(texts.id(Client.all().get(r.client).key()))
                .add(r.command);
        addMore((int) row, into);
        return true;
    }

    /** Those that are linked by {@link Request#next}. */
    public abstract static class Linked extends WaitingTable {

        protected Linked(String name, String meaning, Texts texts, Column... more) {
            super(name, meaning, texts, more);
        }

        /** The first; null for none. */
        protected abstract @Nullable Request first();

        @Override
        protected final int size() {
            int size = 0;
            for (Request r = first(); r != null; r = r.next) {
                size++;
            }
            return size;
        }

        @Override
        protected final @Nullable Request at(int row) {
            Request r = first();
            for (int i = 0; i < row && r != null; i++) {
                r = r.next;
            }
            return r;
        }
    }
}
