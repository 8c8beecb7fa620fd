// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Arithmetic on whole slots whose lanes are an arithmetic progression: what gives such a progression again is done on base
 * and stride, modulo 2^64 like the lanes themselves.
 */
final class AffineOps {
    /** Bases below this and strides below {@link #SMALL_STRIDE} cannot overflow within a wave. */
    private static final long SMALL_BASE = 1L << 62;

    private static final long SMALL_STRIDE = 1L << 32;

    private AffineOps() {}

    /** Executes an instruction if its result is such a progression; else changes nothing and returns false. */
    static boolean execute(Opcode op, RegisterFile file, int d, int a, int b, int c) {
        if (!file.isAffine(a) && op != Opcode.SELECT) {
            return false;
        }
        return switch (op) {
            case COPY -> set(file, d, file.base(a), file.stride(a));
            case NEGATE -> set(file, d, -file.base(a), -file.stride(a));
            case COMPLEMENT -> set(file, d, ~file.base(a), -file.stride(a));
            case ADD -> file.isAffine(b) && set(file, d, file.base(a) + file.base(b), file.stride(a) + file.stride(b));
            case SUBTRACT ->
                file.isAffine(b) && set(file, d, file.base(a) - file.base(b), file.stride(a) - file.stride(b));
            case MULTIPLY -> multiply(file, d, a, b);
            case SHIFT_LEFT ->
                file.isUniform(b) && set(file, d, file.base(a) << file.base(b), file.stride(a) << file.base(b));
            case REMAINDER -> remainder(file, d, a, b);
            case SELECT -> select(file, d, a, b, c);
            default -> uniform(op, file, d, a, b, c);
        };
    }

    private static boolean set(RegisterFile file, int d, long base, long stride) {
        file.setAffine(d, base, stride);
        return true;
    }

    private static boolean multiply(RegisterFile file, int d, int a, int b) {
        if (file.isUniform(b)) {
            return set(file, d, file.base(a) * file.base(b), file.stride(a) * file.base(b));
        }
        return file.isUniform(a)
                && file.isAffine(b)
                && set(file, d, file.base(a) * file.base(b), file.base(a) * file.stride(b));
    }

    private static boolean remainder(RegisterFile file, int d, int a, int b) {
        if (!file.isUniform(b)) {
            return false;
        }
        long divisor = file.base(b);
        long base = file.base(a);
        long stride = file.stride(a);
        if (stride == 0) {
            return set(file, d, Arithmetic.remainder(base, divisor), 0);
        }
        if (divisor <= 0 || base < 0 || base >= SMALL_BASE || stride < 0 || stride >= SMALL_STRIDE) {
            return false;
        }
        long rest = base % divisor;
        // no lane may reach the divisor
        return rest + stride * (file.lanes() - 1) < divisor && set(file, d, rest, stride);
    }

    private static boolean select(RegisterFile file, int d, int a, int b, int c) {
        if (!file.isUniform(a)) {
            return false;
        }
        int chosen = file.base(a) != 0 ? b : c;
        return file.isAffine(chosen) && set(file, d, file.base(chosen), file.stride(chosen));
    }

    private static boolean uniform(Opcode op, RegisterFile file, int d, int a, int b, int c) {
        int arity = op.arity();
        if (!file.isUniform(a) || (arity > 1 && !file.isUniform(b)) || (arity > 2 && !file.isUniform(c))) {
            return false;
        }
        return set(file, d, Arithmetic.evaluate(op, file.base(a), file.base(b), file.base(c)), 0);
    }
}
