// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A table of what a part of the machine holds: rows by number, present or absent.
 *
 * <p>A table is read while the machine stands still. It knows which of its rows may have changed since it was last asked, so that
 * who follows a run need not read all of it.
 */
public abstract class ViewTable {

    private final String name;
    private final String meaning;
    private final List<Column> columns;
    private @Nullable Consumer<ViewTable> listener;
    private boolean told;

    protected ViewTable(String name, String meaning, List<Column> columns) {
        this.name = name;
        this.meaning = meaning;
        this.columns = List.copyOf(columns);
    }

    /** Its name, one within its part. */
    public final String name() {
        return name;
    }

    /** What its rows are, for a person. */
    public final String meaning() {
        return meaning;
    }

    /** Its columns, 31 at most. */
    public final List<Column> columns() {
        return columns;
    }

    /**
     * Reads a row.
     *
     * @param into cleared before
     * @return whether the row is present; if not, {@code into} may hold anything
     */
    public abstract boolean read(long row, Row into);

    /** Names every row that may be present, in ascending order. */
    public abstract void rows(LongConsumer to);

    /** Names the rows that may have changed since this was last called, in ascending order, and forgets them. */
    protected abstract void takeChanged(LongConsumer to);

    /** Names the rows that may have changed since this was last called, in ascending order. */
    public final void changes(LongConsumer to) {
        told = false;
        takeChanged(to);
    }

    /** Has somebody told when a row changes for the first time since {@link #changes}. */
    public final void onChange(Consumer<ViewTable> toTell) {
        listener = toTell;
    }

    /** Says that a row may have changed. */
    protected final void changed() {
        Consumer<ViewTable> whom = listener;
        if (!told && whom != null) {
            told = true;
            whom.accept(this);
        }
    }
}
