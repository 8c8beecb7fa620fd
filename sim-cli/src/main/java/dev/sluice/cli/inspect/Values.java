// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.List;

/** The values of a row of a table, by the names of its columns. */
public interface Values {

    /** The names of the columns, in order. */
    List<String> columns();

    /** What a column holds, as {@link dev.sluice.machine.view.ColumnType#key} names it. */
    String type(String column);

    /** The number in a column. */
    long number(String column);

    /** The bytes in a column. */
    byte[] bytes(String column);

    /** The text or part that a column names. */
    String text(String column);

    /** Whether there is such a column. */
    default boolean has(String column) {
        return columns().contains(column);
    }

    /** The number in a column; -1 without it. */
    default long numberOrNone(String column) {
        return has(column) ? number(column) : -1;
    }
}
