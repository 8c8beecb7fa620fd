// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The scalar meaning of every arithmetic instruction; the one definition that folding and odd cases share. */
final class Arithmetic {
    private Arithmetic() {}

    /** The value of {@code op} on the operands that it takes; others are ignored. */
    static long evaluate(Opcode op, long a, long b, long c) {
        return switch (op) {
            case COPY -> a;
            case NEGATE -> -a;
            case COMPLEMENT -> ~a;
            case NOT -> bit(a == 0);
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> divide(a, b);
            case REMAINDER -> remainder(a, b);
            case SHIFT_LEFT -> a << b;
            case SHIFT_RIGHT -> a >> b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case LESS -> bit(a < b);
            case LESS_EQUAL -> bit(a <= b);
            case EQUAL -> bit(a == b);
            case NOT_EQUAL -> bit(a != b);
            case LOGICAL_AND -> bit(a != 0 && b != 0);
            case LOGICAL_OR -> bit((a | b) != 0);
            case SELECT -> a != 0 ? b : c;
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case ABS -> Math.abs(a);
            case HASH -> hash(a);
            case F32_ADD -> f32add(a, b);
            case F32_SUB -> f32sub(a, b);
            case F32_MUL -> f32mul(a, b);
            case F32_DIV -> bits(number(a) / number(b));
            case F32_MIN -> f32min(a, b);
            case F32_MAX -> f32max(a, b);
            case F32_FMA -> f32fma(a, b, c);
            case F32_SQRT -> bits((float) Math.sqrt(number(a)));
            case F32_ABS -> a & 0x7fff_ffffL;
            case F32_NEG -> (a ^ 0x8000_0000L) & 0xffff_ffffL;
            case F32_FLOOR -> bits((float) Math.floor(number(a)));
            case F32_FROM_INT -> bits((float) a);
            case F32_TO_INT -> (long) number(a);
            case F32_LT -> bit(number(a) < number(b));
            case F32_LE -> bit(number(a) <= number(b));
            case F32_GT -> bit(number(a) > number(b));
            case F32_GE -> bit(number(a) >= number(b));
            case F32_EQ -> bit(number(a) == number(b));
            case F32_NE -> bit(number(a) != number(b));
            default -> TexelOps.evaluate(op, a, b, c);
        };
    }

    private static long bit(boolean value) {
        return value ? 1 : 0;
    }

    static long divide(long a, long b) {
        return b == 0 ? 0 : a / b;
    }

    static long remainder(long a, long b) {
        return b == 0 ? 0 : a % b;
    }

    /**
     * The finaliser of splitmix64 with the sign bit cleared, so that {@code hash(i) % n} is an index.
     *
     * <p>Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014 (Stafford's variant 13).
     */
    static long hash(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z ^ (z >>> 31)) & Long.MAX_VALUE;
    }

    static float number(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    /** Bits of a result; NaN is the canonical one, because the payload that the host computes is not portable. */
    static long bits(float value) {
        return Float.floatToIntBits(value) & 0xffff_ffffL;
    }

    static long f32add(long a, long b) {
        return bits(number(a) + number(b));
    }

    static long f32sub(long a, long b) {
        return bits(number(a) - number(b));
    }

    static long f32mul(long a, long b) {
        return bits(number(a) * number(b));
    }

    static long f32fma(long a, long b, long c) {
        return bits(Math.fma(number(a), number(b), number(c)));
    }

    static long f32min(long a, long b) {
        return bits(Math.min(number(a), number(b)));
    }

    static long f32max(long a, long b) {
        return bits(Math.max(number(a), number(b)));
    }
}
