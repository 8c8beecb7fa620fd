// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicOpTest {

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
