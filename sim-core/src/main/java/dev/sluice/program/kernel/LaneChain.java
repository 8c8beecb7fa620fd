// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Arithmetic instructions one after the other, each of which alone reads the result of the one before it: done eight lanes at a time,
 * so that results in between need no vectors.
 *
 * <p>Does what {@link RegisterFile#execute} would do of one after the other, and leaves temporaries as it and their readers would.
 */
final class LaneChain {
    /** The most instructions of a chain. */
    static final int LONGEST = 16;

    /** Lanes that are done at a time. */
    private static final int BLOCK = 8;

    private static final int ADD = 0;
    private static final int SUBTRACT = 1;
    private static final int SUBTRACT_FROM = 2;
    private static final int MULTIPLY = 3;
    private static final int AND = 4;
    private static final int OR = 5;
    private static final int XOR = 6;
    /** To be added where the operand is base and stride. */
    private static final int REGULAR = 7;

    private final RegisterFile file;

    /** What each instruction does with the result of the one before it. */
    private final int[] codes = new int[LONGEST];
    /** Where the other operand of each begins among all vectors. */
    private final int[] vectors = new int[LONGEST];

    private final long[] bases = new long[LONGEST];
    private final long[] strides = new long[LONGEST];

    LaneChain(RegisterFile file) {
        this.file = file;
    }

    /** How many instructions from one on, before another, are a chain; 0 if they are none. */
    static int length(KernelProgram kernel, int first, int end) {
        if (!chains(kernel.ops[first])) {
            return 0;
        }
        int at = first + 1;
        while (at < end && at - first < LONGEST && chains(kernel.ops[at]) && continues(kernel, at)) {
            at++;
        }
        return at - first < 2 ? 0 : at - first;
    }

    private static boolean chains(Opcode op) {
        return switch (op) {
            case ADD, SUBTRACT, MULTIPLY, AND, OR, XOR -> true;
            default -> false;
        };
    }

    /** Whether just one operand of an instruction is the result of the one before it, which nobody else reads. */
    private static boolean continues(KernelProgram kernel, int at) {
        int result = kernel.destinations[at - 1];
        int a = kernel.a[at];
        int b = kernel.b[at];
        if (result <= kernel.namedRegisters || a == b || a != result && b != result) {
            return false;
        }
        return kernel.destinations[at] == result || (kernel.consumes[at] & (a == result ? 1 : 2)) != 0;
    }

    /**
     * Executes a chain on all lanes.
     *
     * @return whether it did; if not, nothing was changed
     */
    boolean execute(KernelProgram kernel, int first, int count) {
        int lanes = file.lanes();
        if (lanes % BLOCK != 0 || !file.isVector(kernel.a[first]) && !file.isVector(kernel.b[first])) {
            return false;
        }
        boolean swapped = !file.isVector(kernel.a[first]);
        int start = swapped ? kernel.b[first] : kernel.a[first];
        for (int i = 0; i < count; i++) {
            int at = first + i;
            boolean second = i == 0 ? swapped : kernel.b[at] == kernel.destinations[at - 1];
            if (!operand(i, second ? kernel.a[at] : kernel.b[at], code(kernel.ops[at], second))) {
                return false;
            }
        }
        int from = (int) file.base(start);
        int to = file.vector(kernel.destinations[first + count - 1]); // which may move all vectors
        long[] all = file.vectors();
        for (int lane = 0; lane < lanes; lane += BLOCK) {
            block(all, from + lane, to + lane, lane, count);
        }
        return true;
    }

    private static int code(Opcode op, boolean second) {
        return switch (op) {
            case ADD -> ADD;
            case SUBTRACT -> second ? SUBTRACT_FROM : SUBTRACT;
            case MULTIPLY -> MULTIPLY;
            case AND -> AND;
            case OR -> OR;
            default -> XOR;
        };
    }

    private boolean operand(int i, int slot, int code) {
        long base = file.base(slot);
        long stride = file.stride(slot);
        if (stride == RegisterFile.VECTOR) {
            vectors[i] = (int) base;
            codes[i] = code;
            return true;
        }
        bases[i] = base;
        strides[i] = stride;
        codes[i] = code + REGULAR;
        return stride != RegisterFile.PREDICATE;
    }

    private void block(long[] all, int from, int to, int lane, int count) {
        long r0 = all[from];
        long r1 = all[from + 1];
        long r2 = all[from + 2];
        long r3 = all[from + 3];
        long r4 = all[from + 4];
        long r5 = all[from + 5];
        long r6 = all[from + 6];
        long r7 = all[from + 7];
        for (int i = 0; i < count; i++) {
            int x = vectors[i] + lane;
            switch (codes[i]) {
                case ADD -> {
                    r0 += all[x];
                    r1 += all[x + 1];
                    r2 += all[x + 2];
                    r3 += all[x + 3];
                    r4 += all[x + 4];
                    r5 += all[x + 5];
                    r6 += all[x + 6];
                    r7 += all[x + 7];
                }
                case SUBTRACT -> {
                    r0 -= all[x];
                    r1 -= all[x + 1];
                    r2 -= all[x + 2];
                    r3 -= all[x + 3];
                    r4 -= all[x + 4];
                    r5 -= all[x + 5];
                    r6 -= all[x + 6];
                    r7 -= all[x + 7];
                }
                case SUBTRACT_FROM -> {
                    r0 = all[x] - r0;
                    r1 = all[x + 1] - r1;
                    r2 = all[x + 2] - r2;
                    r3 = all[x + 3] - r3;
                    r4 = all[x + 4] - r4;
                    r5 = all[x + 5] - r5;
                    r6 = all[x + 6] - r6;
                    r7 = all[x + 7] - r7;
                }
                case MULTIPLY -> {
                    r0 *= all[x];
                    r1 *= all[x + 1];
                    r2 *= all[x + 2];
                    r3 *= all[x + 3];
                    r4 *= all[x + 4];
                    r5 *= all[x + 5];
                    r6 *= all[x + 6];
                    r7 *= all[x + 7];
                }
                case AND -> {
                    r0 &= all[x];
                    r1 &= all[x + 1];
                    r2 &= all[x + 2];
                    r3 &= all[x + 3];
                    r4 &= all[x + 4];
                    r5 &= all[x + 5];
                    r6 &= all[x + 6];
                    r7 &= all[x + 7];
                }
                case OR -> {
                    r0 |= all[x];
                    r1 |= all[x + 1];
                    r2 |= all[x + 2];
                    r3 |= all[x + 3];
                    r4 |= all[x + 4];
                    r5 |= all[x + 5];
                    r6 |= all[x + 6];
                    r7 |= all[x + 7];
                }
                case XOR -> {
                    r0 ^= all[x];
                    r1 ^= all[x + 1];
                    r2 ^= all[x + 2];
                    r3 ^= all[x + 3];
                    r4 ^= all[x + 4];
                    r5 ^= all[x + 5];
                    r6 ^= all[x + 6];
                    r7 ^= all[x + 7];
                }
                default -> {
                    int code = codes[i] - REGULAR;
                    long by = strides[i];
                    long value = bases[i] + by * lane;
                    r0 = apply(code, r0, value);
                    r1 = apply(code, r1, value + by);
                    r2 = apply(code, r2, value + 2 * by);
                    r3 = apply(code, r3, value + 3 * by);
                    r4 = apply(code, r4, value + 4 * by);
                    r5 = apply(code, r5, value + 5 * by);
                    r6 = apply(code, r6, value + 6 * by);
                    r7 = apply(code, r7, value + 7 * by);
                }
            }
        }
        all[to] = r0;
        all[to + 1] = r1;
        all[to + 2] = r2;
        all[to + 3] = r3;
        all[to + 4] = r4;
        all[to + 5] = r5;
        all[to + 6] = r6;
        all[to + 7] = r7;
    }

    private static long apply(int code, long value, long other) {
        return switch (code) {
            case ADD -> value + other;
            case SUBTRACT -> value - other;
            case SUBTRACT_FROM -> other - value;
            case MULTIPLY -> value * other;
            case AND -> value & other;
            case OR -> value | other;
            default -> value ^ other;
        };
    }
}
