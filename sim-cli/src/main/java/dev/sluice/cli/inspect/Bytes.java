// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A few bytes of one copy, each with who wrote it.
 *
 * @param values of each byte, 0 to 255, or {@link #ABSENT}
 * @param writers of each byte, as the machine numbers them; 0 for nobody
 */
record Bytes(int[] values, int[] writers) {

    /** A byte that is not there. */
    static final int ABSENT = -1;

    /** Bytes of a sector. */
    static final int SECTOR = 32;

    private static final int SHOWN = 8;

    /** None of {@code length} bytes. */
    static Bytes absent(int length) {
        int[] values = new int[length];
        Arrays.fill(values, ABSENT);
        return new Bytes(values, new int[length]);
    }

    /** Whether no byte is there. */
    boolean none() {
        return Arrays.stream(values).allMatch(value -> value == ABSENT);
    }

    /** The values in hexadecimal, {@code --} for bytes that are not there; of more than eight the first, the cut marked. */
    String hex() {
        return hex(SHOWN);
    }

    /** The same with at most {@code shown} bytes. */
    String hex(int shown) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(values.length, shown); i++) {
            text.append(i == 0 ? "" : " ");
            if (values[i] == ABSENT) {
                text.append("--");
            } else {
                text.append(Character.forDigit(values[i] >> 4 & 15, 16)).append(Character.forDigit(values[i] & 15, 16));
            }
        }
        return values.length > shown ? text + " …" : text.toString();
    }

    /** Who wrote them, each once, in the order of the bytes; bytes that are not there are nobody's. */
    List<Integer> distinctWriters() {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < writers.length; i++) {
            if (values[i] != ABSENT && !all.contains(writers[i])) {
                all.add(writers[i]);
            }
        }
        return all;
    }

    /** Those at places that a test takes; the others are not there. */
    Bytes some(IntPredicate which) {
        Bytes some = absent(values.length);
        for (int i = 0; i < values.length; i++) {
            if (which.test(i)) {
                some.values[i] = values[i];
                some.writers[i] = writers[i];
            }
        }
        return some;
    }

    /** These, and others in the places of those that are not there. */
    Bytes or(Bytes others) {
        Bytes all = new Bytes(values.clone(), writers.clone());
        for (int i = 0; i < values.length; i++) {
            if (values[i] == ABSENT) {
                all.values[i] = others.values[i];
                all.writers[i] = others.writers[i];
            }
        }
        return all;
    }

    /** How they stand beside the newest. */
    Freshness against(Bytes newest) {
        int same = 0;
        int older = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] != ABSENT && newest.values[i] != ABSENT) {
                if (writers[i] == newest.writers[i]) {
                    same++;
                } else {
                    older++;
                }
            }
        }
        return same == 0 && older == 0
                ? Freshness.UNKNOWN
                : older == 0 ? Freshness.NEWEST : same == 0 ? Freshness.STALE : Freshness.PARTLY;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes
                && Arrays.equals(values, bytes.values)
                && Arrays.equals(writers, bytes.writers);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(values) + Arrays.hashCode(writers);
    }

    @Override
    public String toString() {
        return hex() + " by " + Arrays.toString(writers);
    }
}
