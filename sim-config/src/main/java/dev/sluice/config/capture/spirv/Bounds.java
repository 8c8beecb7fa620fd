// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

/**
 * The least and the greatest value that an unsigned 32-bit integer may have. What may wrap round is {@link #ANY}.
 *
 * @param least the least
 * @param most the greatest
 */
record Bounds(long least, long most) {
    private static final long GREATEST = 0xffff_ffffL;
    private static final long GREATEST_SIGNED = 0x7fff_ffffL;
    static final Bounds ANY = new Bounds(0, GREATEST);

    static Bounds of(long value) {
        return between(value, value);
    }

    static Bounds between(long least, long most) {
        return least < 0 || most > GREATEST ? ANY : new Bounds(least, most);
    }

    boolean single() {
        return least == most;
    }

    Bounds join(Bounds other) {
        return new Bounds(Math.min(least, other.least), Math.max(most, other.most));
    }

    /** What an instruction with two integers makes of them. */
    static Bounds of(int op, Bounds a, Bounds b) {
        return switch (op) {
            case Op.I_ADD -> between(a.least + b.least, a.most + b.most);
            case Op.I_SUB -> between(a.least - b.most, a.most - b.least);
            case Op.I_MUL ->
                a.most != 0 && b.most > GREATEST / a.most ? ANY : between(a.least * b.least, a.most * b.most);
            case Op.U_DIV -> b.least == 0 ? ANY : new Bounds(a.least / b.most, a.most / b.least);
            case Op.S_DIV -> b.least == 0 || signed(a, b) ? ANY : new Bounds(a.least / b.most, a.most / b.least);
            case Op.U_MOD -> modulo(a, b);
            case Op.S_REM, Op.S_MOD -> signed(a, b) ? ANY : modulo(a, b);
            case Op.SHIFT_LEFT ->
                b.most > 31 || a.most > GREATEST >> b.most ? ANY : new Bounds(a.least << b.least, a.most << b.most);
            case Op.SHIFT_RIGHT -> b.most > 31 ? ANY : new Bounds(a.least >> b.most, a.most >> b.least);
            case Op.BITWISE_AND ->
                a.single() && b.single() ? of(a.least & b.least) : new Bounds(0, Math.min(a.most, b.most));
            default -> ANY;
        };
    }

    private static Bounds modulo(Bounds a, Bounds b) {
        return b.least == 0 ? ANY : a.most < b.least ? a : new Bounds(0, Math.min(a.most, b.most - 1));
    }

    private static boolean signed(Bounds a, Bounds b) {
        return a.most > GREATEST_SIGNED || b.most > GREATEST_SIGNED;
    }
}
