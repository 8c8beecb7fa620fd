// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

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
    private final List<Changes> followers = new ArrayList<>();

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

    /** The changes of a table, for one of those who follow it. */
    public final class Changes {

        private final Consumer<ViewTable> whom;
        /** Rows that others were told of first. */
        private final TreeSet<Long> pending = new TreeSet<>();

        private boolean told;

        private Changes(Consumer<ViewTable> whom) {
            this.whom = whom;
        }

        /** Names the rows that may have changed since this was last called, in ascending order. */
        public void take(LongConsumer to) {
            told = false;
            if (followers.size() == 1) {
                takeChanged(to);
                return;
            }
            takeChanged(row -> followers.forEach(follower -> follower.pending.add(row)));
            pending.forEach(to::accept);
            pending.clear();
        }

        private void tell() {
            if (!told) {
                told = true;
                whom.accept(ViewTable.this);
            }
        }
    }

    /**
     * Begins to follow what changes, beside others who do.
     *
     * @param whom told when a row changes for the first time since {@link Changes#take}
     */
    public final Changes follow(Consumer<ViewTable> whom) {
        Changes follower = new Changes(whom);
        followers.add(follower);
        return follower;
    }

    /** Says that a row may have changed. */
    protected final void changed() {
        for (int i = 0; i < followers.size(); i++) {
            followers.get(i).tell();
        }
    }
}
