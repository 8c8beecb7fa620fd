// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.NamedProvider;
import dev.sluice.plugin.ParameterValues;

/** The slice hashes that Sluice brings. */
public abstract class BuiltInSliceHash extends NamedProvider implements SliceHashProvider {

    private BuiltInSliceHash(String name, String description) {
        super(name, description);
    }

    /** The number of a line modulo the slices. */
    public static final class Modulo extends BuiltInSliceHash {
        /** For the service loader. */
        public Modulo() {
            super("modulo", "the line's number modulo the slices");
        }

        @Override
        public SliceFunction create(int slices, int lineBytes, ParameterValues parameters) {
            return line -> (int) Long.remainderUnsigned(line, slices);
        }
    }

    /** The number of a line with its higher bits folded in. */
    public static final class Xor extends BuiltInSliceHash {
        /** For the service loader. */
        public Xor() {
            super("xor", "the line's number with all its higher bits folded in, modulo the slices");
        }

        @Override
        public SliceFunction create(int slices, int lineBytes, ParameterValues parameters) {
            int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(slices - 1));
            long mask = (1L << bits) - 1;
            if (Integer.bitCount(slices) == 1) {
                return line -> (int) (fold(line, bits) & slices - 1);
            }
            return line -> (int) ((line % slices + (fold(line / slices, bits) & mask)) % slices);
        }
    }

    /** Folds all groups of {@code bits} bits onto the lowest group by exclusive or. */
    static long fold(long number, int bits) {
        long x = number;
        for (int shift = bits; shift < Long.SIZE; shift <<= 1) {
            x ^= x >>> shift;
        }
        return x;
    }
}
