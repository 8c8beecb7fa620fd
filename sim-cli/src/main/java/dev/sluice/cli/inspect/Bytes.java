// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

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
    private static final int UNKNOWN_WRITER = -1;

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

    /**
     * The same values with writers that are found by them: those of the newest bytes or else of another copy where one has all of
     * them, else byte by byte; a value that no copy has is an unknown writer's.
     */
    Bytes withWritersOf(Bytes newest, Collection<Bytes> others) {
        List<Bytes> known = new ArrayList<>(List.of(newest));
        known.addAll(others);
        for (Bytes copy : known) {
            if (hasAll(copy)) {
                return new Bytes(values, copy.writers.clone());
            }
        }
        int[] found = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            found[i] = UNKNOWN_WRITER;
            for (Bytes copy : known) {
                if (found[i] == UNKNOWN_WRITER && copy.values[i] == values[i]) {
                    found[i] = copy.writers[i];
                }
            }
        }
        return new Bytes(values, found);
    }

    /** Whether each byte that is there has the same value in a copy. */
    private boolean hasAll(Bytes copy) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != ABSENT && values[i] != copy.values[i]) {
                return false;
            }
        }
        return true;
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
