// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** A read-modify-write operation performed at the point of coherence; every one returns the old value. */
public enum AtomicOp {
    ADD("add"),
    MIN("min"),
    MAX("max"),
    AND("and"),
    OR("or"),
    XOR("xor"),
    EXCHANGE("exchange"),
    /** Writes the operand if the old value equals the compare value. */
    COMPARE_EXCHANGE("compareExchange");

    private final String text;

    AtomicOp(String text) {
        this.text = text;
    }

    /** Whether several of it leave the same in any order, if nobody looks at what they find. */
    public boolean commutes() {
        return this != EXCHANGE && this != COMPARE_EXCHANGE;
    }

    /** The operation's name in kernel text. */
    public String text() {
        return text;
    }

    /** Whether the operation exists for the type: integers of 32 and 64 bits; {@code f32} without the bitwise ones. */
    public boolean supports(ElementType type) {
        if (type == ElementType.F32) {
            return this != AND && this != OR && this != XOR;
        }
        return type.size() >= 4;
    }
}
