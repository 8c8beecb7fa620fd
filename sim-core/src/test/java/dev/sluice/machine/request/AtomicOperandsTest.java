// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class AtomicOperandsTest {

    static Stream<Arguments> everyOperation() {
        return Stream.of(AtomicOperands.Operation.values())
                .flatMap(operation -> Stream.of(1, 2, 4, 8)
                        .flatMap(bytes -> Stream.of(
                                Arguments.of(operation, bytes, true), Arguments.of(operation, bytes, false))));
    }

    @ParameterizedTest
    @MethodSource("everyOperation")
    void should_compute_what_java_computes(AtomicOperands.Operation operation, int bytes, boolean signed) {
        Random random = new Random(bytes);
        AtomicOperands operands = operands(operation, bytes, signed);
        long mask = bytes == 8 ? -1L : (1L << bytes * 8) - 1;
        for (int i = 0; i < 500; i++) {
            long old = pick(random) & mask;
            operands.operands[0] = pick(random);
            operands.compares[0] = random.nextBoolean() ? old : pick(random);

            long value = operands.apply(0, old) & mask;

            assertThat(value).isEqualTo(java(operation, bytes, signed, old, operands) & mask);
            assertThat(operands.results[0]).isEqualTo(signed ? signExtend(old, bytes) : old);
        }
    }

    @Test
    void should_add_floats() {
        assertThat(floating(AtomicOperands.Operation.ADD, 1.5f, 2.25f)).isEqualTo(3.75f);
    }

    @Test
    void should_take_the_lesser_float() {
        assertThat(floating(AtomicOperands.Operation.MIN, -1.5f, 2.25f)).isEqualTo(-1.5f);
    }

    @Test
    void should_take_the_greater_float() {
        assertThat(floating(AtomicOperands.Operation.MAX, -1.5f, -2.25f)).isEqualTo(-1.5f);
    }

    @Test
    void should_exchange_floats() {
        assertThat(floating(AtomicOperands.Operation.EXCHANGE, -1.5f, 8f)).isEqualTo(8f);
    }

    @Test
    void should_yield_the_one_canonical_nan() {
        AtomicOperands operands = operands(AtomicOperands.Operation.ADD, 4, false);
        operands.floating = true;
        operands.operands[0] = 0x7FC0_1234L;

        assertThat(operands.apply(0, 0xFFC0_4321L)).isEqualTo(0x7FC0_0000L);
    }

    @Test
    void should_have_room_for_the_lanes_asked_for_and_none_of_before() {
        AtomicOperands operands = new AtomicOperands();
        operands.add(4, 1, 2, 3);

        operands.clear(AtomicOperands.MAX_LANES);
        for (int lane = 0; lane < AtomicOperands.MAX_LANES; lane++) {
            operands.add(4 * lane, lane, 0, lane);
        }

        assertThat(operands.count).isEqualTo(AtomicOperands.MAX_LANES);
        assertThat(operands.offsets[0]).isZero();
        assertThat(operands.lanes[63]).isEqualTo(63);
    }

    private static float floating(AtomicOperands.Operation operation, float old, float operand) {
        AtomicOperands operands = operands(operation, 4, false);
        operands.floating = true;
        operands.operands[0] = Float.floatToRawIntBits(operand) & 0xFFFF_FFFFL;
        return Float.intBitsToFloat((int) operands.apply(0, Float.floatToRawIntBits(old) & 0xFFFF_FFFFL));
    }

    private static AtomicOperands operands(AtomicOperands.Operation operation, int bytes, boolean signed) {
        AtomicOperands operands = new AtomicOperands();
        operands.operation = operation;
        operands.elementBytes = bytes;
        operands.signed = signed;
        operands.count = 1;
        return operands;
    }

    private static long pick(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(5) - 2;
            case 1 -> Long.MIN_VALUE >> random.nextInt(64);
            default -> random.nextLong();
        };
    }

    private static long signExtend(long value, int bytes) {
        return switch (bytes) {
            case 1 -> (byte) value;
            case 2 -> (short) value;
            case 4 -> (int) value;
            default -> value;
        };
    }

    private static long zeroExtend(long value, int bytes) {
        return switch (bytes) {
            case 1 -> Byte.toUnsignedLong((byte) value);
            case 2 -> Short.toUnsignedLong((short) value);
            case 4 -> Integer.toUnsignedLong((int) value);
            default -> value;
        };
    }

    private static long java(
            AtomicOperands.Operation operation, int bytes, boolean signed, long old, AtomicOperands o) {
        long a = signed ? signExtend(old, bytes) : zeroExtend(old, bytes);
        long b = signed ? signExtend(o.operands[0], bytes) : zeroExtend(o.operands[0], bytes);
        int order = signed ? Long.compare(a, b) : Long.compareUnsigned(a, b);
        return switch (operation) {
            case ADD -> a + b;
            case MIN -> order <= 0 ? a : b;
            case MAX -> order >= 0 ? a : b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case EXCHANGE -> b;
            case COMPARE_EXCHANGE -> zeroExtend(old, bytes) == zeroExtend(o.compares[0], bytes) ? b : a;
        };
    }
}
