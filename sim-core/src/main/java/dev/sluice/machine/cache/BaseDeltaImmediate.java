// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

/**
 * How short a block of bytes gets by Base-Delta-Immediate compression (Pekhimenko et al., Base-Delta-Immediate Compression, PACT 2012).
 *
 * <p>A block of zeros takes a byte, one 8-byte value over and over takes 8. Else its elements, of 8, 4 or 2 bytes, are stored as
 * differences of 4, 2 or 1 bytes, each to zero or to the first that is too far from zero: the base, which is stored once. The
 * shortest of what fits counts, with the sizes of the paper's table 2; the mask that says which elements are differences to zero lies
 * with the tags, as there. Differences are signed numbers of their width, modulo that of an element, so that every size is one that
 * can be decoded.
 */
final class BaseDeltaImmediate {

    /** Bytes of a block of zeros. */
    static final int ZEROS = 1;
    /** Bytes of a block that is one value of as many bytes. */
    static final int REPEATED = Long.BYTES;

    private static final int[] BASES = {8, 4, 8, 4, 2, 8};
    private static final int[] DELTAS = {1, 1, 2, 2, 1, 4};

    private BaseDeltaImmediate() {}

    /** Bytes that a block takes: at most its own, which it takes as it is. */
    static int size(long[] words, int count) {
        if (repeats(words, count)) {
            return words[0] == 0 ? ZEROS : REPEATED;
        }
        int bytes = count * Long.BYTES;
        int best = bytes;
        for (int i = 0; i < BASES.length; i++) {
            int size = BASES[i] + bytes / BASES[i] * DELTAS[i];
            if (size < best && fits(words, count, BASES[i] * Byte.SIZE, DELTAS[i] * Byte.SIZE)) {
                best = size;
            }
        }
        return best;
    }

    private static boolean repeats(long[] words, int count) {
        for (int i = 1; i < count; i++) {
            if (words[i] != words[0]) {
                return false;
            }
        }
        return true;
    }

    /** Whether every element is near zero or near the first that is not. */
    private static boolean fits(long[] words, int count, int elementBits, int deltaBits) {
        boolean based = false;
        long base = 0;
        for (int i = 0; i < count; i++) {
            for (int from = 0; from < Long.SIZE; from += elementBits) {
                long element = signed(words[i] >>> from, elementBits);
                if (signed(element, deltaBits) != element) {
                    if (!based) {
                        based = true;
                        base = element;
                    }
                    long delta = signed(element - base, elementBits);
                    if (signed(delta, deltaBits) != delta) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private static long signed(long value, int bits) {
        return value << Long.SIZE - bits >> Long.SIZE - bits;
    }
}
