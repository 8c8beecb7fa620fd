// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which accesses kernels reach what is bound, in which stage. */
final class BindingAccessTest {

    @ParameterizedTest
    @CsvSource({
        "UNIFORM, COMPUTE_SHADER, UNIFORM_READ",
        "STORAGE, COMPUTE_SHADER, SHADER_STORAGE_READ",
        "STORAGE, RAY_TRACING_SHADER_KHR, SHADER_STORAGE_READ",
        "STORAGE, ACCELERATION_STRUCTURE_BUILD_KHR, SHADER_READ",
        "STORAGE, ACCELERATION_STRUCTURE_COPY_KHR, TRANSFER_READ",
        "SAMPLED, FRAGMENT_SHADER, SHADER_SAMPLED_READ",
        "STORAGE_IMAGE, FRAGMENT_SHADER, SHADER_STORAGE_READ",
        "INPUT_ATTACHMENT, FRAGMENT_SHADER, INPUT_ATTACHMENT_READ",
        "ACCELERATION_STRUCTURE, FRAGMENT_SHADER, ACCELERATION_STRUCTURE_READ_KHR",
        "SHADER_BINDING_TABLE, RAY_TRACING_SHADER_KHR, SHADER_BINDING_TABLE_READ_KHR"
    })
    void loads(BindingKind kind, Stage stage, Access access) {
        assertThat(BindingAccess.read(kind, stage)).isEqualTo(access);
        assertThat(access.validWith(stage.mask())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "STORAGE, COMPUTE_SHADER, SHADER_STORAGE_WRITE",
        "STORAGE_IMAGE, RAY_TRACING_SHADER_KHR, SHADER_STORAGE_WRITE",
        "STORAGE, ACCELERATION_STRUCTURE_COPY_KHR, TRANSFER_WRITE",
        "ACCELERATION_STRUCTURE, ACCELERATION_STRUCTURE_BUILD_KHR, ACCELERATION_STRUCTURE_WRITE_KHR",
        "ACCELERATION_STRUCTURE, ACCELERATION_STRUCTURE_COPY_KHR, ACCELERATION_STRUCTURE_WRITE_KHR"
    })
    void stores(BindingKind kind, Stage stage, Access access) {
        assertThat(BindingAccess.write(kind, stage)).isEqualTo(access);
        assertThat(access.validWith(stage.mask())).isTrue();
    }
}
