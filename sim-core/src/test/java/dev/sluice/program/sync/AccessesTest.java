// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names, shorthands and validity of accesses. */
final class AccessesTest {
    @ParameterizedTest
    @CsvSource({
        "SHADER_STORAGE_WRITE, SHADER_STORAGE_WRITE",
        "VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, SHADER_STORAGE_WRITE",
        "VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT_KHR, SHADER_STORAGE_WRITE",
        "VK_ACCESS_SHADER_WRITE_BIT, SHADER_WRITE",
        "VK_ACCESS_TRANSFER_READ_BIT, TRANSFER_READ",
        "VK_ACCESS_NONE, NONE",
        "VK_ACCESS_SHADING_RATE_IMAGE_READ_BIT_NV, FRAGMENT_SHADING_RATE_ATTACHMENT_READ_KHR",
        "VK_ACCESS_2_ACCELERATION_STRUCTURE_WRITE_BIT_NV, ACCELERATION_STRUCTURE_WRITE_KHR"
    })
    void names_of_both_synchronization_versions_are_read(String name, Access access) {
        assertThat(Accesses.parse(name)).isEqualTo(access);
    }

    @Test
    void an_unknown_name_suggests_the_nearest() {
        assertThatThrownBy(() -> Accesses.parse("VK_ACCESS_2_TRANSFER_RAED_BIT"))
                .hasMessage("unknown access flag VK_ACCESS_2_TRANSFER_RAED_BIT; did you mean TRANSFER_READ?");
    }

    @Test
    void shader_read_does_not_contain_uniform_read() {
        long parts = Accesses.parts(Access.SHADER_READ, Stages.ALL_COMMANDS);

        assertThat(parts & Access.UNIFORM_READ.mask()).isZero();
        assertThat(Accesses.list(parts)).contains(Access.SHADER_SAMPLED_READ, Access.SHADER_STORAGE_READ);
    }

    @Test
    void parts_of_a_shorthand_are_those_that_the_stage_can_make() {
        assertThat(Accesses.list(Accesses.parts(Access.SHADER_WRITE, Stage.VERTEX_SHADER.mask())))
                .containsExactly(Access.SHADER_STORAGE_WRITE);
    }

    @Test
    void shader_read_is_an_access_of_its_own_where_builds_read_their_inputs() {
        long build = Stage.ACCELERATION_STRUCTURE_BUILD_KHR.mask();

        assertThat(Accesses.list(Accesses.parts(Access.SHADER_READ, build))).containsExactly(Access.SHADER_READ);
        assertThat(Accesses.list(Accesses.parts(Access.MEMORY_READ, build)))
                .contains(Access.SHADER_READ, Access.ACCELERATION_STRUCTURE_READ_KHR);
        assertThat(Accesses.list(Accesses.parts(Access.SHADER_READ, Stage.RAY_TRACING_SHADER_KHR.mask())))
                .doesNotContain(Access.SHADER_READ);
    }

    @Test
    void memory_read_means_what_the_stages_can_read() {
        assertThat(Accesses.list(Accesses.parts(Access.MEMORY_READ, Stage.COPY.mask())))
                .containsExactly(Access.TRANSFER_READ);
        assertThat(Accesses.parts(Access.MEMORY_READ, Stage.CLEAR.mask())).isZero();
    }

    @Test
    void memory_accesses_of_all_commands_do_not_contain_the_hosts() {
        long all = Accesses.expand(Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE), Stages.ALL_COMMANDS);

        assertThat(all & Accesses.of(Access.HOST_READ, Access.HOST_WRITE)).isZero();
    }

    @Test
    void a_listed_group_does_not_stand_for_its_members() {
        assertThat(Access.INDEX_READ.validWith(Stage.INDEX_INPUT.mask())).isTrue();
        assertThat(Access.INDEX_READ.validWith(Stage.VERTEX_ATTRIBUTE_INPUT.mask()))
                .isFalse();
        assertThat(Access.TRANSFER_READ.validWith(Stage.CLEAR.mask())).isFalse();
    }

    @Test
    void reads_and_writes_share_no_flag_and_cover_all() {
        assertThat(Accesses.READS & Accesses.WRITES).isZero();
        assertThat(Long.bitCount(Accesses.READS | Accesses.WRITES)).isEqualTo(Access.values().length - 1);
        assertThat(Accesses.hasWrite(Access.UNIFORM_READ.mask())).isFalse();
    }

    @Test
    void a_mask_loses_the_parts_of_its_shorthands_and_keeps_what_they_have_not() {
        assertThat(Accesses.withoutParts(
                        Accesses.of(Access.SHADER_WRITE, Access.SHADER_STORAGE_WRITE, Access.TRANSFER_WRITE)))
                .isEqualTo(Accesses.of(Access.SHADER_WRITE, Access.TRANSFER_WRITE));
        assertThat(Accesses.withoutParts(Accesses.of(Access.MEMORY_READ, Access.TRANSFER_READ, Access.TRANSFER_WRITE)))
                .isEqualTo(Accesses.of(Access.MEMORY_READ, Access.TRANSFER_WRITE));
    }
}
