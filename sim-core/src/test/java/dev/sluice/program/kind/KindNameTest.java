// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KindNameTest {

    private record CopyBuffer() {}

    private enum Form {
        COPY_BUFFER
    }

    @Test
    void a_record_is_called_by_its_simple_name() {
        assertThat(KindName.of(CopyBuffer.class)).isEqualTo("copyBuffer");
    }

    @Test
    void a_constant_is_called_by_its_words() {
        assertThat(KindName.of(Form.COPY_BUFFER)).isEqualTo("copyBuffer");
    }

    @Test
    void an_unknown_kind_is_named() {
        assertThat(new UnknownKindException(new CopyBuffer())).hasMessageContaining("CopyBuffer");
    }
}
