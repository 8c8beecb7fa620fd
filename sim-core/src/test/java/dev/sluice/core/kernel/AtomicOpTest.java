package dev.sluice.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicOpTest {

    @ParameterizedTest
    @CsvSource({
        "ADD, U32, 0xffffffff, 2, 0, 1",
        "ADD, U64, -1, 2, 0, 1",
        "ADD, I32, 0x7fffffff, 1, 0, 0x80000000",
        "MIN, U32, 0xffffffff, 1, 0, 1",
        "MIN, I32, 0xffffffff, 1, 0, 0xffffffff",
        "MAX, U32, 0xffffffff, 1, 0, 0xffffffff",
        "MAX, I32, 0xffffffff, 1, 0, 1",
        "MIN, U64, -1, 1, 0, 1",
        "MAX, U64, -1, 1, 0, -1",
        "AND, U32, 12, 10, 0, 8",
        "OR, U32, 12, 10, 0, 14",
        "XOR, U32, 12, 10, 0, 6",
        "EXCHANGE, U32, 12, 0x1ffffffff, 0, 0xffffffff",
        "COMPARE_EXCHANGE, U32, 12, 10, 12, 10",
        "COMPARE_EXCHANGE, U32, 12, 10, 13, 12",
        "COMPARE_EXCHANGE, I32, 0xffffffff, 10, -1, 10",
        "ADD, F32, 0x3f800000, 0x40000000, 0, 0x40400000",
        "MIN, F32, 0xbf800000, 0x40000000, 0, 0xbf800000",
        "MAX, F32, 0xbf800000, 0x40000000, 0, 0x40000000",
    })
    void applies(AtomicOp op, ElementType type, String old, String operand, String compare, String expected) {
        assertThat(AtomicOp.apply(op, type, Long.decode(old), Long.decode(operand), Long.decode(compare)))
                .isEqualTo(Long.decode(expected));
    }

    @ParameterizedTest
    @EnumSource(AtomicOp.class)
    void exists_for_the_integers_of_32_and_64_bits(AtomicOp op) {
        assertThat(op.supports(ElementType.U32)).isTrue();
        assertThat(op.supports(ElementType.I32)).isTrue();
        assertThat(op.supports(ElementType.U64)).isTrue();
        assertThat(op.supports(ElementType.U8)).isFalse();
        assertThat(op.supports(ElementType.U16)).isFalse();
    }

    @Test
    void bitwise_operations_do_not_exist_for_floats() {
        assertThat(AtomicOp.XOR.supports(ElementType.F32)).isFalse();
        assertThat(AtomicOp.ADD.supports(ElementType.F32)).isTrue();
    }
}
