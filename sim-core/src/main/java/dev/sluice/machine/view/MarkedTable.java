// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.List;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** A table that is told of every row that may have changed. */
public abstract class MarkedTable extends ViewTable implements Touches {

    private final TreeSet<Long> marked = new TreeSet<>();

    protected MarkedTable(String name, String meaning, List<Column> columns) {
        super(name, meaning, columns);
    }

    @Override
    public void touched(long row) {
        if (marked.add(row)) {
            changed();
        }
    }

    @Override
    protected final void takeChanged(LongConsumer to) {
        marked.forEach(to::accept);
        marked.clear();
    }
}
