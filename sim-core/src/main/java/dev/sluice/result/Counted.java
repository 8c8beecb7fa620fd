// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/** Counts in words, in the singular or the plural. */
public final class Counted {
    private Counted() {}

    /** A count of something whose plural ends with an s: {@code 1 byte}, {@code 2 bytes}. */
    public static String of(long count, String one) {
        return of(count, one, one + "s");
    }

    /** A count with what is said of one, or of none and several: {@code 1 copy is left out}, {@code 2 copies are left out}. */
    public static String of(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
