// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** An instruction of the register program; those with a function name can be called by it in kernel text. */
enum Opcode {
    // arithmetic, lane by lane: destination = f(a, b, c)
    COPY(1),
    NEGATE(1),
    COMPLEMENT(1),
    NOT(1),
    ADD(2),
    SUBTRACT(2),
    MULTIPLY(2),
    DIVIDE(2),
    REMAINDER(2),
    SHIFT_LEFT(2),
    SHIFT_RIGHT(2),
    AND(2),
    OR(2),
    XOR(2),
    LESS(2),
    LESS_EQUAL(2),
    EQUAL(2),
    NOT_EQUAL(2),
    LOGICAL_AND(2),
    LOGICAL_OR(2),
    SELECT(3, "select"),
    MIN(2, "min"),
    MAX(2, "max"),
    ABS(1, "abs"),
    HASH(1, "hash"),
    F32_ADD(2, "f32add"),
    F32_SUB(2, "f32sub"),
    F32_MUL(2, "f32mul"),
    F32_DIV(2, "f32div"),
    F32_MIN(2, "f32min"),
    F32_MAX(2, "f32max"),
    F32_FMA(3, "f32fma"),
    F32_SQRT(1, "f32sqrt"),
    F32_ABS(1, "f32abs"),
    F32_NEG(1, "f32neg"),
    F32_FLOOR(1, "f32floor"),
    F32_FROM_INT(1, "f32fromInt"),
    F32_TO_INT(1, "f32toInt"),
    F32_LT(2, "f32lt"),
    F32_LE(2, "f32le"),
    F32_GT(2, "f32gt"),
    F32_GE(2, "f32ge"),
    F32_EQ(2, "f32eq"),
    F32_NE(2, "f32ne"),
    // texture unit, lane by lane: where texels lie
    PIXEL(2),
    PLACE(3),
    TEXEL(3),
    LEVEL_NEAREST(2),
    LEVEL_FINER(2),
    LEVEL_COARSER(2),
    LEVEL_FRACTION(2),
    SAMPLE_NEAREST(3),
    CORNER_LEFT_UPPER(3),
    CORNER_RIGHT_UPPER(3),
    CORNER_LEFT_LOWER(3),
    CORNER_RIGHT_LOWER(3),
    SAMPLE_FRACTION(3),
    // texture unit, lane by lane: weighted sums
    ROW_ONE(3),
    COLUMN_ONE(3),
    MIX_ONE(3),
    ROW_BYTES(3),
    COLUMN_BYTES(3),
    MIX_BYTES(3),
    ROW_SHORTS_LOW(3),
    ROW_SHORTS_HIGH(3),
    COLUMN_SHORTS(3),
    MIX_SHORTS(3),
    ROW_FLOAT(3),
    COLUMN_FLOAT(3),
    MIX_FLOAT(3),
    // across the lanes of the wave
    SHUFFLE(2),
    BALLOT(1),
    ANY(1),
    ALL(1),
    // control
    IF(1),
    ELSE(0),
    END_IF(0),
    LOOP(0),
    WHILE_TEST(1),
    FOR_TEST(3),
    /** As FOR_TEST, where the bounds are the same in all active lanes. */
    FOR_TEST_UNIFORM(3),
    FOR_NEXT(3),
    JUMP(0),
    END_LOOP(0),
    // what the machine must do
    LOAD(1),
    STORE(2),
    ATOMIC(3),
    SHARED_LOAD(1),
    SHARED_STORE(2),
    ALU(1),
    CONTROL_BARRIER(0),
    MEMORY_BARRIER(0),
    /** Low and high bits of an output of a fragment. */
    EXPORT(2),
    END(0);

    private final int arity;
    private final String function;

    Opcode(int arity) {
        this(arity, "");
    }

    Opcode(int arity, String function) {
        this.arity = arity;
        this.function = function;
    }

    int arity() {
        return arity;
    }

    /** Whether it tests or steps a loop's counter, whose bounds other turns read as well. */
    boolean readsHeld() {
        return this == FOR_TEST || this == FOR_TEST_UNIFORM || this == FOR_NEXT;
    }

    /** The name by which kernel text calls it, empty where it has none. */
    String function() {
        return function;
    }
}
