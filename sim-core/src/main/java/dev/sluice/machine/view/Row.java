// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.Arrays;

/** The values of one row of a table: a number or bytes for each column, in the order of the columns. */
public final class Row {

    private static final byte[] NO_BYTES = {};

    private final long[] numbers;
    private final byte[][] blobs;
    private int next;

    /** A row of zeros and empty bytes, for a table with so many columns. */
    public Row(int columns) {
        numbers = new long[columns];
        blobs = new byte[columns][];
        Arrays.fill(blobs, NO_BYTES);
    }

    /** Forgets all values. */
    public void clear() {
        Arrays.fill(numbers, 0);
        Arrays.fill(blobs, NO_BYTES);
        next = 0;
    }

    /** Sets the next column's number. */
    public Row add(long number) {
        numbers[next++] = number;
        return this;
    }

    /** Sets the next column's flag. */
    public Row add(boolean flag) {
        return add(flag ? 1 : 0);
    }

    /** Sets the next column's bytes, which must not change any more. */
    public Row add(byte[] bytes) {
        blobs[next++] = bytes;
        return this;
    }

    /** Sets a column's number. */
    public void number(int column, long number) {
        numbers[column] = number;
    }

    /** Sets a column's bytes, which must not change any more. */
    public void blob(int column, byte[] bytes) {
        blobs[column] = bytes;
    }

    /** The number of a column; 0 of one that holds bytes. */
    public long number(int column) {
        return numbers[column];
    }

    /** The bytes of a column; none of one that holds a number. */
    public byte[] blob(int column) {
        return blobs[column];
    }

    /** How many columns have been set since {@link #clear}, in order. */
    public int added() {
        return next;
    }

    /** Whether a column has the same value in another row of the table. */
    public boolean same(Row other, int column) {
        return numbers[column] == other.numbers[column] && Arrays.equals(blobs[column], other.blobs[column]);
    }

    /** Takes all values of another row of the table over. */
    public void copy(Row from) {
        System.arraycopy(from.numbers, 0, numbers, 0, numbers.length);
        System.arraycopy(from.blobs, 0, blobs, 0, blobs.length);
    }
}
