package dev.sluice.program.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KindNameTest {

    private record CopyBuffer() {}

    private enum Form {
        COPY_BUFFER
    }

    @Test
    void aRecordIsCalledByItsSimpleName() {
        assertThat(KindName.of(CopyBuffer.class)).isEqualTo("copyBuffer");
    }

    @Test
    void aConstantIsCalledByItsWords() {
        assertThat(KindName.of(Form.COPY_BUFFER)).isEqualTo("copyBuffer");
    }

    @Test
    void anUnknownKindIsNamed() {
        assertThat(new UnknownKindException(new CopyBuffer())).hasMessageContaining("CopyBuffer");
    }
}
