// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.Arrays;

/**
 * A binary relation between the events of a program, as a matrix of bits: bit {@code b} of row {@code a} is set when
 * {@code a} is related to {@code b}. A set of events is a {@code long} with their bits. Relations are never changed.
 */
public final class Relation {
    /** The most events that a relation can hold. */
    public static final int MAX_EVENTS = 64;

    private final long[] rows;

    private Relation(long[] rows) {
        this.rows = rows;
    }

    /** Whether a pair belongs to a relation. */
    @FunctionalInterface
    public interface Pairs {
        /** Whether {@code a} is related to {@code b}. */
        boolean contains(int a, int b);
    }

    /** The relation without pairs between {@code size} events. */
    public static Relation empty(int size) {
        return new Relation(new long[checked(size)]);
    }

    /** The pairs that {@code pairs} says. */
    public static Relation of(int size, Pairs pairs) {
        long[] rows = new long[checked(size)];
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < size; b++) {
                if (pairs.contains(a, b)) {
                    rows[a] |= 1L << b;
                }
            }
        }
        return new Relation(rows);
    }

    private static int checked(int size) {
        if (size < 0 || size > MAX_EVENTS) {
            throw new IllegalArgumentException(size + " events, at most " + MAX_EVENTS);
        }
        return size;
    }

    /** How many events there are. */
    public int size() {
        return rows.length;
    }

    /** Whether {@code a} is related to {@code b}. */
    public boolean has(int a, int b) {
        return (rows[a] >>> b & 1) != 0;
    }

    /** The events that {@code a} is related to. */
    public long row(int a) {
        return rows[a];
    }

    /** The number of pairs. */
    public int count() {
        int count = 0;
        for (long row : rows) {
            count += Long.bitCount(row);
        }
        return count;
    }

    /** Whether there is no pair. */
    public boolean isEmpty() {
        return count() == 0;
    }

    /** The pairs of either relation. */
    public Relation or(Relation other) {
        long[] out = rows.clone();
        for (int a = 0; a < out.length; a++) {
            out[a] |= other.rows[a];
        }
        return new Relation(out);
    }

    /** The pairs of both relations. */
    public Relation and(Relation other) {
        long[] out = rows.clone();
        for (int a = 0; a < out.length; a++) {
            out[a] &= other.rows[a];
        }
        return new Relation(out);
    }

    /** The pairs from an event of one set to an event of another. */
    public Relation between(long from, long to) {
        long[] out = new long[rows.length];
        for (int a = 0; a < out.length; a++) {
            out[a] = (from >>> a & 1) == 0 ? 0 : rows[a] & to;
        }
        return new Relation(out);
    }

    /** Pairs {@code (a, c)} such that some {@code b} has {@code (a, b)} here and {@code (b, c)} in the other. */
    public Relation then(Relation other) {
        long[] out = new long[rows.length];
        for (int a = 0; a < out.length; a++) {
            for (long rest = rows[a]; rest != 0; rest &= rest - 1) {
                out[a] |= other.rows[Long.numberOfTrailingZeros(rest)];
            }
        }
        return new Relation(out);
    }

    /** The pairs the other way round. */
    public Relation inverse() {
        long[] out = new long[rows.length];
        for (int a = 0; a < out.length; a++) {
            for (long rest = rows[a]; rest != 0; rest &= rest - 1) {
                out[Long.numberOfTrailingZeros(rest)] |= 1L << a;
            }
        }
        return new Relation(out);
    }

    /** The transitive closure (Warshall). */
    public Relation closure() {
        long[] out = rows.clone();
        for (int b = 0; b < out.length; b++) {
            for (int a = 0; a < out.length; a++) {
                if ((out[a] >>> b & 1) != 0) {
                    out[a] |= out[b];
                }
            }
        }
        return new Relation(out);
    }

    /** These pairs, and every event with itself. */
    public Relation reflexive() {
        long[] out = rows.clone();
        for (int a = 0; a < out.length; a++) {
            out[a] |= 1L << a;
        }
        return new Relation(out);
    }

    /** Whether no path leads back to where it began: events without predecessors are taken away until none is left. */
    public boolean isAcyclic() {
        long left = rows.length == MAX_EVENTS ? -1L : (1L << rows.length) - 1;
        while (left != 0) {
            long reached = 0;
            for (long rest = left; rest != 0; rest &= rest - 1) {
                reached |= rows[Long.numberOfTrailingZeros(rest)];
            }
            long next = left & reached;
            if (next == left) {
                return false;
            }
            left = next;
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Relation relation && Arrays.equals(rows, relation.rows);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(rows);
    }

    /** The pairs, for tests and messages: {@code [0->1, 0->2]}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int a = 0; a < rows.length; a++) {
            for (long rest = rows[a]; rest != 0; rest &= rest - 1) {
                text.append(text.length() == 1 ? "" : ", ")
                        .append(a)
                        .append("->")
                        .append(Long.numberOfTrailingZeros(rest));
            }
        }
        return text.append(']').toString();
    }
}
