// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names, expansion and scopes of pipeline stages. */
final class StagesTest {
    private static final QueueCapabilities COMPUTE_QUEUE = new QueueCapabilities(QueueCapabilities.COMPUTE);

    @ParameterizedTest
    @CsvSource({
        "COPY, COPY",
        "VK_PIPELINE_STAGE_2_COPY_BIT, COPY",
        "VK_PIPELINE_STAGE_2_COPY_BIT_KHR, COPY",
        "VK_PIPELINE_STAGE_TRANSFER_BIT, ALL_TRANSFER",
        "VK_PIPELINE_STAGE_2_TRANSFER_BIT, ALL_TRANSFER",
        "TRANSFER, ALL_TRANSFER",
        "VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, TOP_OF_PIPE",
        "VK_PIPELINE_STAGE_NONE, NONE",
        "VK_PIPELINE_STAGE_2_SHADING_RATE_IMAGE_BIT_NV, FRAGMENT_SHADING_RATE_ATTACHMENT_KHR",
        "VK_PIPELINE_STAGE_RAY_TRACING_SHADER_BIT_NV, RAY_TRACING_SHADER_KHR",
        "VK_PIPELINE_STAGE_2_SUBPASS_SHADING_BIT_HUAWEI, SUBPASS_SHADER_HUAWEI",
        "HOST, HOST"
    })
    void names_of_both_synchronization_versions_are_read(String name, Stage stage) {
        assertThat(Stages.parse(name)).isEqualTo(stage);
    }

    @Test
    void an_unknown_name_suggests_the_nearest() {
        assertThatThrownBy(() -> Stages.parse("FRAGMENT_SHADR"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown pipeline stage FRAGMENT_SHADR; did you mean FRAGMENT_SHADER?");
    }

    @Test
    void an_empty_name_is_said_to_be_missing() {
        assertThatThrownBy(() -> Stages.parse(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the name of the pipeline stage is missing; NONE stands for none");
    }

    @Test
    void all_commands_does_not_contain_host() {
        long all = Stages.expand(Stage.ALL_COMMANDS.mask(), QueueCapabilities.ALL);

        assertThat(all & Stage.HOST.mask()).isZero();
        assertThat(Long.bitCount(all)).isEqualTo(37);
    }

    @Test
    void builds_of_acceleration_structures_name_copies_of_them_and_not_the_other_way_round() {
        long build = Stage.ACCELERATION_STRUCTURE_BUILD_KHR.mask();
        long copy = Stage.ACCELERATION_STRUCTURE_COPY_KHR.mask();

        assertThat(Stages.accessScope(build, QueueCapabilities.ALL)).isEqualTo(build | copy);
        assertThat(Stages.accessScope(copy, QueueCapabilities.ALL)).isEqualTo(copy);
        assertThat(Stages.syncScopeDst(build, QueueCapabilities.ALL)).isEqualTo(build | copy);
    }

    @Test
    void all_commands_on_a_compute_queue_has_only_its_stages() {
        long all = Stages.expand(Stage.ALL_COMMANDS.mask(), COMPUTE_QUEUE);

        assertThat(Stages.list(all)).contains(Stage.COMPUTE_SHADER, Stage.COPY, Stage.DRAW_INDIRECT);
        assertThat(Stages.list(all)).doesNotContain(Stage.VERTEX_SHADER, Stage.COLOR_ATTACHMENT_OUTPUT);
    }

    @Test
    void all_graphics_on_a_compute_queue_keeps_what_the_queue_has() {
        long graphics = Stages.expand(Stage.ALL_GRAPHICS.mask(), COMPUTE_QUEUE);

        assertThat(Stages.list(graphics))
                .containsExactlyInAnyOrder(
                        Stage.DRAW_INDIRECT, Stage.COPY_INDIRECT_KHR, Stage.CONDITIONAL_RENDERING_EXT);
    }

    @Test
    void host_survives_expansion_beside_a_group() {
        long named = Stages.of(Stage.HOST, Stage.VERTEX_INPUT);

        assertThat(Stages.expand(named, QueueCapabilities.ALL))
                .isEqualTo(Stages.of(Stage.HOST, Stage.INDEX_INPUT, Stage.VERTEX_ATTRIBUTE_INPUT));
    }

    @Test
    void top_of_pipe_as_source_waits_for_nothing() {
        assertThat(Stages.syncScopeSrc(Stage.TOP_OF_PIPE.mask(), QueueCapabilities.ALL))
                .isZero();
    }

    @Test
    void bottom_of_pipe_as_source_waits_for_all_commands() {
        assertThat(Stages.syncScopeSrc(Stage.BOTTOM_OF_PIPE.mask(), QueueCapabilities.ALL))
                .isEqualTo(Stages.ALL_COMMANDS);
    }

    @Test
    void top_of_pipe_as_destination_blocks_all_commands() {
        assertThat(Stages.syncScopeDst(Stage.TOP_OF_PIPE.mask(), QueueCapabilities.ALL))
                .isEqualTo(Stages.ALL_COMMANDS);
    }

    @Test
    void bottom_of_pipe_as_destination_blocks_nothing() {
        assertThat(Stages.syncScopeDst(Stage.BOTTOM_OF_PIPE.mask(), QueueCapabilities.ALL))
                .isZero();
    }

    @Test
    void pseudo_stages_have_no_access_scope() {
        long named = Stages.of(Stage.BOTTOM_OF_PIPE, Stage.TOP_OF_PIPE, Stage.COPY);

        assertThat(Stages.accessScope(named, QueueCapabilities.ALL)).isEqualTo(Stage.COPY.mask());
    }

    @Test
    void the_synchronization_scope_has_logically_earlier_stages_and_the_access_scope_has_not() {
        long named = Stage.VERTEX_SHADER.mask();

        assertThat(Stages.syncScopeSrc(named, QueueCapabilities.ALL))
                .isEqualTo(Stages.of(
                        Stage.DRAW_INDIRECT, Stage.INDEX_INPUT, Stage.VERTEX_ATTRIBUTE_INPUT, Stage.VERTEX_SHADER));
        assertThat(Stages.accessScope(named, QueueCapabilities.ALL)).isEqualTo(named);
    }

    @Test
    void indirect_copies_order_no_transfers_with_graphics_unless_they_are_named() {
        long transfers = Stage.ALL_TRANSFER.expansion();
        long graphics = Stages.syncScopeDst(Stage.ALL_GRAPHICS.mask(), QueueCapabilities.ALL);
        long indirect = Stages.syncScopeDst(Stage.DRAW_INDIRECT.mask(), QueueCapabilities.ALL);
        long copies = Stages.syncScopeDst(Stage.COPY_INDIRECT_KHR.mask(), QueueCapabilities.ALL);

        assertThat(graphics & transfers).isZero();
        assertThat(indirect & Stages.syncScopeSrc(Stage.ALL_TRANSFER.mask(), QueueCapabilities.ALL))
                .isZero();
        assertThat(copies & transfers).isEqualTo(transfers);
    }

    @Test
    void a_later_stage_of_another_pipeline_is_not_added() {
        assertThat(Stages.withLogicallyLater(Stage.COMPUTE_SHADER.mask())).isEqualTo(Stage.COMPUTE_SHADER.mask());
        assertThat(Stages.withLogicallyLater(Stage.LATE_FRAGMENT_TESTS.mask()))
                .isEqualTo(Stages.of(Stage.LATE_FRAGMENT_TESTS, Stage.COLOR_ATTACHMENT_OUTPUT));
    }

    @Test
    void indirect_reads_are_earlier_than_each_pipeline_that_they_feed() {
        long later = Stages.withLogicallyLater(Stage.DRAW_INDIRECT.mask());

        assertThat(Stages.list(later))
                .contains(Stage.COMPUTE_SHADER, Stage.COLOR_ATTACHMENT_OUTPUT, Stage.RAY_TRACING_SHADER_KHR)
                .doesNotContain(Stage.COPY, Stage.HOST);
    }

    @Test
    void fragment_density_comes_before_early_tests_only() {
        long density = Stage.FRAGMENT_DENSITY_PROCESS_EXT.mask();

        assertThat(Stages.withLogicallyEarlier(Stage.EARLY_FRAGMENT_TESTS.mask()) & density)
                .isEqualTo(density);
        assertThat(Stages.withLogicallyEarlier(Stage.GEOMETRY_SHADER.mask()) & density)
                .isZero();
        assertThat(Stages.withLogicallyEarlier(density)).isEqualTo(density);
        assertThat(Stages.list(Stages.withLogicallyLater(density)))
                .containsExactlyInAnyOrder(
                        Stage.FRAGMENT_DENSITY_PROCESS_EXT,
                        Stage.EARLY_FRAGMENT_TESTS,
                        Stage.FRAGMENT_SHADER,
                        Stage.LATE_FRAGMENT_TESTS,
                        Stage.COLOR_ATTACHMENT_OUTPUT);
    }

    @Test
    void text_lists_short_names() {
        assertThat(Stages.text(Stages.parseAll(List.of("COPY", "VERTEX_SHADER"))))
                .isEqualTo("VERTEX_SHADER|COPY");
        assertThat(Stages.text(0)).isEqualTo("NONE");
    }

    @Test
    void a_graphics_queue_can_transfer() {
        QueueCapabilities queue = QueueCapabilities.of(List.of("VK_QUEUE_GRAPHICS_BIT"));

        assertThat(queue.names()).containsExactly("GRAPHICS", "TRANSFER");
    }

    @Test
    void a_mask_loses_the_members_of_its_groups_and_keeps_what_they_have_not() {
        assertThat(Stages.withoutMembers(Stages.of(Stage.ALL_TRANSFER, Stage.COPY, Stage.COMPUTE_SHADER, Stage.HOST)))
                .isEqualTo(Stages.of(Stage.ALL_TRANSFER, Stage.COMPUTE_SHADER, Stage.HOST));
        assertThat(Stages.withoutMembers(Stages.of(Stage.TOP_OF_PIPE, Stage.COPY)))
                .isEqualTo(Stages.of(Stage.TOP_OF_PIPE, Stage.COPY));
    }
}
