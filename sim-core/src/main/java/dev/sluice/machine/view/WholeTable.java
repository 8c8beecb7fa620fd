// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.List;
import java.util.function.LongConsumer;

/** A small table whose rows are numbered from 0 and are all read again when anything may have changed. */
public abstract class WholeTable extends ViewTable {

    private boolean touched;
    private int most;

    protected WholeTable(String name, String meaning, List<Column> columns) {
        super(name, meaning, columns);
    }

    /** How many rows there are now: those from this number on are absent. */
    protected abstract int size();

    /** Anything may have changed. */
    public final void touch() {
        touched = true;
        changed();
    }

    @Override
    public final void rows(LongConsumer to) {
        int size = size();
        most = Math.max(most, size);
        for (int row = 0; row < size; row++) {
            to.accept(row);
        }
    }

    @Override
    protected final void takeChanged(LongConsumer to) {
        if (touched) {
            touched = false;
            int size = size();
            int end = Math.max(most, size);
            most = size;
            for (int row = 0; row < end; row++) {
                to.accept(row);
            }
        }
    }
}
