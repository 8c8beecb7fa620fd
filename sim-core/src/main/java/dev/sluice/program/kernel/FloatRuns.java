// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static dev.sluice.program.kernel.Arithmetic.number;

/**
 * Arithmetic on numbers of 32 bits whose operands are a value a lane, or one number in all of them: the latter is not written out lane
 * by lane first, as {@link RegisterFile#execute} would have it.
 *
 * <p>Four lanes a turn: the program's JVM does not unroll by itself where it keeps hot code short.
 */
final class FloatRuns {
    private FloatRuns() {}

    /** Executes one instruction on all lanes; false, with nothing changed, for another operation or other operands. */
    static boolean execute(Opcode op, RegisterFile file, int d, int a, int b, int c) {
        return switch (op) {
            case F32_FMA -> fma(file, d, a, b, c);
            case F32_ADD -> add(file, d, a, b);
            case F32_MUL -> multiply(file, d, a, b);
            default -> false;
        };
    }

    private static boolean fma(RegisterFile file, int d, int a, int b, int c) {
        boolean lanesOfA = file.isVector(a);
        boolean lanesOfB = file.isVector(b);
        if (!lanesOfA && !lanesOfB || !lanesOfA && !file.isUniform(a) || !lanesOfB && !file.isUniform(b)) {
            return false;
        }
        int lanes = file.lanes();
        if (file.isUniform(c)) {
            float z = number(file.base(c));
            if (lanesOfA && lanesOfB) {
                return false;
            }
            float x = number(file.base(lanesOfA ? b : a));
            int y = (int) file.base(lanesOfA ? a : b);
            int to = file.vector(d); // which may move all vectors
            fma(file.vectors(), to, x, y, z, lanes);
            return true;
        }
        if (!file.isVector(c)) {
            return false;
        }
        int z = (int) file.base(c);
        if (lanesOfA && lanesOfB) {
            int x = (int) file.base(a);
            int y = (int) file.base(b);
            int to = file.vector(d);
            fma(file.vectors(), to, x, y, z, lanes);
            return true;
        }
        float x = number(file.base(lanesOfA ? b : a));
        int y = (int) file.base(lanesOfA ? a : b);
        int to = file.vector(d);
        fma(file.vectors(), to, x, y, z, lanes);
        return true;
    }

    private static boolean add(RegisterFile file, int d, int a, int b) {
        boolean lanesOfA = file.isVector(a);
        boolean lanesOfB = file.isVector(b);
        if (lanesOfA && lanesOfB) {
            int x = (int) file.base(a);
            int y = (int) file.base(b);
            int to = file.vector(d);
            add(file.vectors(), to, x, y, file.lanes());
            return true;
        }
        int one = lanesOfA ? b : a;
        if (!lanesOfA && !lanesOfB || !file.isUniform(one)) {
            return false;
        }
        float x = number(file.base(one));
        int y = (int) file.base(lanesOfA ? a : b);
        int to = file.vector(d);
        add(file.vectors(), to, x, y, file.lanes());
        return true;
    }

    private static boolean multiply(RegisterFile file, int d, int a, int b) {
        boolean lanesOfA = file.isVector(a);
        boolean lanesOfB = file.isVector(b);
        if (lanesOfA && lanesOfB) {
            int x = (int) file.base(a);
            int y = (int) file.base(b);
            int to = file.vector(d);
            multiply(file.vectors(), to, x, y, file.lanes());
            return true;
        }
        int one = lanesOfA ? b : a;
        if (!lanesOfA && !lanesOfB || !file.isUniform(one)) {
            return false;
        }
        float x = number(file.base(one));
        int y = (int) file.base(lanesOfA ? a : b);
        int to = file.vector(d);
        multiply(file.vectors(), to, x, y, file.lanes());
        return true;
    }

    private static void fma(long[] r, int to, int x, int y, int z, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = Math.fma(number(r[x + i]), number(r[y + i]), number(r[z + i]));
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = Math.fma(number(r[x + i + 1]), number(r[y + i + 1]), number(r[z + i + 1]));
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = Math.fma(number(r[x + i + 2]), number(r[y + i + 2]), number(r[z + i + 2]));
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = Math.fma(number(r[x + i + 3]), number(r[y + i + 3]), number(r[z + i + 3]));
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = Math.fma(number(r[x + i]), number(r[y + i]), number(r[z + i]));
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static void fma(long[] r, int to, float x, int y, int z, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = Math.fma(x, number(r[y + i]), number(r[z + i]));
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = Math.fma(x, number(r[y + i + 1]), number(r[z + i + 1]));
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = Math.fma(x, number(r[y + i + 2]), number(r[z + i + 2]));
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = Math.fma(x, number(r[y + i + 3]), number(r[z + i + 3]));
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = Math.fma(x, number(r[y + i]), number(r[z + i]));
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static void fma(long[] r, int to, float x, int y, float z, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = Math.fma(x, number(r[y + i]), z);
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = Math.fma(x, number(r[y + i + 1]), z);
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = Math.fma(x, number(r[y + i + 2]), z);
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = Math.fma(x, number(r[y + i + 3]), z);
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = Math.fma(x, number(r[y + i]), z);
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static void add(long[] r, int to, int x, int y, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = number(r[x + i]) + number(r[y + i]);
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = number(r[x + i + 1]) + number(r[y + i + 1]);
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = number(r[x + i + 2]) + number(r[y + i + 2]);
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = number(r[x + i + 3]) + number(r[y + i + 3]);
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = number(r[x + i]) + number(r[y + i]);
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static void add(long[] r, int to, float x, int y, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = x + number(r[y + i]);
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = x + number(r[y + i + 1]);
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = x + number(r[y + i + 2]);
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = x + number(r[y + i + 3]);
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = x + number(r[y + i]);
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static void multiply(long[] r, int to, int x, int y, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = number(r[x + i]) * number(r[y + i]);
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = number(r[x + i + 1]) * number(r[y + i + 1]);
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = number(r[x + i + 2]) * number(r[y + i + 2]);
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = number(r[x + i + 3]) * number(r[y + i + 3]);
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = number(r[x + i]) * number(r[y + i]);
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static void multiply(long[] r, int to, float x, int y, int n) {
        float n0 = 0;
        float n1 = 0;
        float n2 = 0;
        float n3 = 0;
        int i = 0;
        for (; i < n - 3; i += 4) {
            float f0 = x * number(r[y + i]);
            n0 += f0 * 0f;
            r[to + i] = raw(f0);
            float f1 = x * number(r[y + i + 1]);
            n1 += f1 * 0f;
            r[to + i + 1] = raw(f1);
            float f2 = x * number(r[y + i + 2]);
            n2 += f2 * 0f;
            r[to + i + 2] = raw(f2);
            float f3 = x * number(r[y + i + 3]);
            n3 += f3 * 0f;
            r[to + i + 3] = raw(f3);
        }
        for (; i < n; i++) {
            float f = x * number(r[y + i]);
            n0 += f * 0f;
            r[to + i] = raw(f);
        }
        finish(r, to, n, n0 + n1 + n2 + n3);
    }

    private static long raw(float number) {
        return Float.floatToRawIntBits(number) & 0xFFFF_FFFFL;
    }

    /**
     * Makes NaNs canonical, as {@link Arithmetic#bits} does, which would part control for each lane.
     *
     * @param zeroes the sum of each result times 0: 0 where all of them are finite
     */
    private static void finish(long[] r, int to, int n, float zeroes) {
        if (zeroes != 0) {
            for (int i = to; i < to + n; i++) {
                r[i] = Arithmetic.bits(number(r[i]));
            }
        }
    }
}
