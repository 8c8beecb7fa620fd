// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** Arithmetic over all lanes of a wave: one tight loop an instruction, without masks (callers blend). */
final class LaneOps {
    private LaneOps() {}

    /**
     * Executes one arithmetic instruction on {@code n} lanes.
     *
     * @param r holds the destination
     * @param d first lane of the destination, which may be an operand as well
     * @param ra holds the first operand; so on for the others
     * @param a first lane of the first operand
     */
    static void execute(Opcode op, long[] r, int d, long[] ra, int a, long[] rb, int b, long[] rc, int c, int n) {
        switch (op) {
            case COPY -> System.arraycopy(ra, a, r, d, n);
            case NEGATE -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = -ra[a + i];
                }
            }
            case COMPLEMENT -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ~ra[a + i];
                }
            }
            case NOT -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] == 0 ? 1 : 0;
                }
            }
            case ADD -> add(r, d, ra, a, rb, b, n);
            case SUBTRACT -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] - rb[b + i];
                }
            }
            case MULTIPLY -> multiply(r, d, ra, a, rb, b, n);
            case DIVIDE -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = Arithmetic.divide(ra[a + i], rb[b + i]);
                }
            }
            case REMAINDER -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = Arithmetic.remainder(ra[a + i], rb[b + i]);
                }
            }
            case SHIFT_LEFT -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] << rb[b + i];
                }
            }
            case SHIFT_RIGHT -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] >> rb[b + i];
                }
            }
            case AND -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] & rb[b + i];
                }
            }
            case OR -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] | rb[b + i];
                }
            }
            case XOR -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] ^ rb[b + i];
                }
            }
            case SELECT -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] != 0 ? rb[b + i] : rc[c + i];
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = Math.min(ra[a + i], rb[b + i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = Math.max(ra[a + i], rb[b + i]);
                }
            }
            case ABS -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = Math.abs(ra[a + i]);
                }
            }
            case HASH -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = Arithmetic.hash(ra[a + i]);
                }
            }
            case LESS, LESS_EQUAL, EQUAL, NOT_EQUAL, LOGICAL_AND, LOGICAL_OR -> compare(op, r, d, ra, a, rb, b, n);
            case F32_ADD, F32_SUB, F32_MUL, F32_FMA -> FloatLanes.execute(op, r, d, ra, a, rb, b, rc, c, n);
            case F32_DIV,
                    F32_MIN,
                    F32_MAX,
                    F32_SQRT,
                    F32_ABS,
                    F32_NEG,
                    F32_FLOOR,
                    F32_FROM_INT,
                    F32_TO_INT,
                    F32_LT,
                    F32_LE,
                    F32_GT,
                    F32_GE,
                    F32_EQ,
                    F32_NE -> {
                // the rest of f32: rare enough to pay a dispatch per lane
                for (int i = 0; i < n; i++) {
                    r[d + i] = Arithmetic.evaluate(op, ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            default -> TexelOps.execute(op, r, d, ra, a, rb, b, rc, c, n);
        }
    }

    /** Eight lanes a turn: the program's JVM does not unroll by itself where it keeps hot code short. */
    static void add(long[] r, int d, long[] ra, int a, long[] rb, int b, int n) {
        int i = 0;
        for (; i < n - 7; i += 8) {
            int to = d + i;
            int x = a + i;
            int y = b + i;
            r[to] = ra[x] + rb[y];
            r[to + 1] = ra[x + 1] + rb[y + 1];
            r[to + 2] = ra[x + 2] + rb[y + 2];
            r[to + 3] = ra[x + 3] + rb[y + 3];
            r[to + 4] = ra[x + 4] + rb[y + 4];
            r[to + 5] = ra[x + 5] + rb[y + 5];
            r[to + 6] = ra[x + 6] + rb[y + 6];
            r[to + 7] = ra[x + 7] + rb[y + 7];
        }
        for (; i < n; i++) {
            r[d + i] = ra[a + i] + rb[b + i];
        }
    }

    /** Gives each lane its element of an arithmetic progression. */
    static void progression(long base, long stride, long[] r, int d, int n) {
        long value = base;
        int i = 0;
        for (; i < n - 7; i += 8) {
            int to = d + i;
            r[to] = value;
            r[to + 1] = value + stride;
            r[to + 2] = value + 2 * stride;
            r[to + 3] = value + 3 * stride;
            r[to + 4] = value + 4 * stride;
            r[to + 5] = value + 5 * stride;
            r[to + 6] = value + 6 * stride;
            r[to + 7] = value + 7 * stride;
            value += 8 * stride;
        }
        for (; i < n; i++) {
            r[d + i] = value;
            value += stride;
        }
    }

    /** Adds one number to each lane. */
    static void add(long[] r, int d, long[] ra, int a, long number, int n) {
        int i = 0;
        for (; i < n - 7; i += 8) {
            int to = d + i;
            int x = a + i;
            r[to] = ra[x] + number;
            r[to + 1] = ra[x + 1] + number;
            r[to + 2] = ra[x + 2] + number;
            r[to + 3] = ra[x + 3] + number;
            r[to + 4] = ra[x + 4] + number;
            r[to + 5] = ra[x + 5] + number;
            r[to + 6] = ra[x + 6] + number;
            r[to + 7] = ra[x + 7] + number;
        }
        for (; i < n; i++) {
            r[d + i] = ra[a + i] + number;
        }
    }

    static void multiply(long[] r, int d, long[] ra, int a, long[] rb, int b, int n) {
        int i = 0;
        for (; i < n - 7; i += 8) {
            int to = d + i;
            int x = a + i;
            int y = b + i;
            r[to] = ra[x] * rb[y];
            r[to + 1] = ra[x + 1] * rb[y + 1];
            r[to + 2] = ra[x + 2] * rb[y + 2];
            r[to + 3] = ra[x + 3] * rb[y + 3];
            r[to + 4] = ra[x + 4] * rb[y + 4];
            r[to + 5] = ra[x + 5] * rb[y + 5];
            r[to + 6] = ra[x + 6] * rb[y + 6];
            r[to + 7] = ra[x + 7] * rb[y + 7];
        }
        for (; i < n; i++) {
            r[d + i] = ra[a + i] * rb[b + i];
        }
    }

    /** Multiplies each lane by one number. */
    static void multiply(long[] r, int d, long[] ra, int a, long number, int n) {
        int i = 0;
        for (; i < n - 7; i += 8) {
            int to = d + i;
            int x = a + i;
            r[to] = ra[x] * number;
            r[to + 1] = ra[x + 1] * number;
            r[to + 2] = ra[x + 2] * number;
            r[to + 3] = ra[x + 3] * number;
            r[to + 4] = ra[x + 4] * number;
            r[to + 5] = ra[x + 5] * number;
            r[to + 6] = ra[x + 6] * number;
            r[to + 7] = ra[x + 7] * number;
        }
        for (; i < n; i++) {
            r[d + i] = ra[a + i] * number;
        }
    }

    private static void compare(Opcode op, long[] r, int d, long[] ra, int a, long[] rb, int b, int n) {
        switch (op) {
            case LESS -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] < rb[b + i] ? 1 : 0;
                }
            }
            case LESS_EQUAL -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] <= rb[b + i] ? 1 : 0;
                }
            }
            case EQUAL -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] == rb[b + i] ? 1 : 0;
                }
            }
            case NOT_EQUAL -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] != rb[b + i] ? 1 : 0;
                }
            }
            case LOGICAL_AND -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = ra[a + i] != 0 && rb[b + i] != 0 ? 1 : 0;
                }
            }
            default -> {
                for (int i = 0; i < n; i++) {
                    r[d + i] = (ra[a + i] | rb[b + i]) != 0 ? 1 : 0;
                }
            }
        }
    }
}
