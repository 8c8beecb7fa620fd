// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The most frequent instructions on numbers of 32 bits, over all lanes of a wave; operands are as {@link LaneOps} has them. */
final class FloatLanes {
    private FloatLanes() {}

    /** Executes one instruction, four lanes a turn: the program's JVM does not unroll by itself where it keeps hot code short. */
    static void execute(Opcode op, long[] r, int d, long[] ra, int a, long[] rb, int b, long[] rc, int c, int n) {
        switch (op) {
            case F32_ADD -> {
                int i = 0;
                for (; i < n - 3; i += 4) {
                    int to = d + i;
                    int x = a + i;
                    int y = b + i;
                    r[to] = Arithmetic.f32add(ra[x], rb[y]);
                    r[to + 1] = Arithmetic.f32add(ra[x + 1], rb[y + 1]);
                    r[to + 2] = Arithmetic.f32add(ra[x + 2], rb[y + 2]);
                    r[to + 3] = Arithmetic.f32add(ra[x + 3], rb[y + 3]);
                }
                for (; i < n; i++) {
                    r[d + i] = Arithmetic.f32add(ra[a + i], rb[b + i]);
                }
            }
            case F32_SUB -> {
                int i = 0;
                for (; i < n - 3; i += 4) {
                    int to = d + i;
                    int x = a + i;
                    int y = b + i;
                    r[to] = Arithmetic.f32sub(ra[x], rb[y]);
                    r[to + 1] = Arithmetic.f32sub(ra[x + 1], rb[y + 1]);
                    r[to + 2] = Arithmetic.f32sub(ra[x + 2], rb[y + 2]);
                    r[to + 3] = Arithmetic.f32sub(ra[x + 3], rb[y + 3]);
                }
                for (; i < n; i++) {
                    r[d + i] = Arithmetic.f32sub(ra[a + i], rb[b + i]);
                }
            }
            case F32_MUL -> {
                int i = 0;
                for (; i < n - 3; i += 4) {
                    int to = d + i;
                    int x = a + i;
                    int y = b + i;
                    r[to] = Arithmetic.f32mul(ra[x], rb[y]);
                    r[to + 1] = Arithmetic.f32mul(ra[x + 1], rb[y + 1]);
                    r[to + 2] = Arithmetic.f32mul(ra[x + 2], rb[y + 2]);
                    r[to + 3] = Arithmetic.f32mul(ra[x + 3], rb[y + 3]);
                }
                for (; i < n; i++) {
                    r[d + i] = Arithmetic.f32mul(ra[a + i], rb[b + i]);
                }
            }
            case F32_FMA -> {
                int i = 0;
                for (; i < n - 3; i += 4) {
                    int to = d + i;
                    int x = a + i;
                    int y = b + i;
                    int z = c + i;
                    r[to] = Arithmetic.f32fma(ra[x], rb[y], rc[z]);
                    r[to + 1] = Arithmetic.f32fma(ra[x + 1], rb[y + 1], rc[z + 1]);
                    r[to + 2] = Arithmetic.f32fma(ra[x + 2], rb[y + 2], rc[z + 2]);
                    r[to + 3] = Arithmetic.f32fma(ra[x + 3], rb[y + 3], rc[z + 3]);
                }
                for (; i < n; i++) {
                    r[d + i] = Arithmetic.f32fma(ra[a + i], rb[b + i], rc[c + i]);
                }
            }
            default -> throw new IllegalArgumentException(op + " is none of the most frequent");
        }
    }
}
