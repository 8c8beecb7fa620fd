// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** Comparisons over all lanes of a wave: a bit for each lane in which they hold. */
final class Predicates {
    private Predicates() {}

    /** Whether an instruction gives 0 or 1 in each lane. */
    static boolean computes(Opcode op) {
        return switch (op) {
            case NOT, LESS, LESS_EQUAL, EQUAL, NOT_EQUAL, LOGICAL_AND, LOGICAL_OR -> true;
            default -> false;
        };
    }

    /** Compares operands that are arithmetic progressions over {@code n} lanes, given by base and stride. */
    static long regular(Opcode op, long a, long strideA, long b, long strideB, int n) {
        long bits = 0;
        long x = a;
        long y = b;
        switch (op) {
            case LESS -> {
                for (int i = 0; i < n; i++, x += strideA, y += strideB) {
                    bits |= (x < y ? 1L : 0L) << i;
                }
            }
            case LESS_EQUAL -> {
                for (int i = 0; i < n; i++, x += strideA, y += strideB) {
                    bits |= (x <= y ? 1L : 0L) << i;
                }
            }
            case EQUAL -> {
                for (int i = 0; i < n; i++, x += strideA, y += strideB) {
                    bits |= (x == y ? 1L : 0L) << i;
                }
            }
            default -> {
                for (int i = 0; i < n; i++, x += strideA, y += strideB) {
                    bits |= (x != y ? 1L : 0L) << i;
                }
            }
        }
        return bits;
    }

    /** Compares operands of {@code n} lanes, which begin at {@code a} and {@code b}. */
    static long lanes(Opcode op, long[] ra, int a, long[] rb, int b, int n) {
        long bits = 0;
        switch (op) {
            case LESS -> {
                for (int i = 0; i < n; i++) {
                    bits |= (ra[a + i] < rb[b + i] ? 1L : 0L) << i;
                }
            }
            case LESS_EQUAL -> {
                for (int i = 0; i < n; i++) {
                    bits |= (ra[a + i] <= rb[b + i] ? 1L : 0L) << i;
                }
            }
            case EQUAL -> {
                for (int i = 0; i < n; i++) {
                    bits |= (ra[a + i] == rb[b + i] ? 1L : 0L) << i;
                }
            }
            default -> {
                for (int i = 0; i < n; i++) {
                    bits |= (ra[a + i] != rb[b + i] ? 1L : 0L) << i;
                }
            }
        }
        return bits;
    }
}
