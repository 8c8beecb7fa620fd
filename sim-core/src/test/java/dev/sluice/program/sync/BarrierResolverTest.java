// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static dev.sluice.program.sync.TestProfiles.actions;
import static dev.sluice.program.sync.TestProfiles.profile;
import static dev.sluice.program.sync.TestProfiles.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rule by which a profile is applied to a barrier. */
final class BarrierResolverTest {
    private static final BarrierRows NOTHING = BarrierRows.EMPTY;

    private static List<CacheAction> src(BarrierProfile profile, Stage stage, Access access) {
        return new BarrierResolver(profile).sourceActions(stage.mask(), access.mask(), QueueCapabilities.ALL);
    }

    private static List<CacheAction> dst(BarrierProfile profile, Stage stage, Access access) {
        return new BarrierResolver(profile).destinationActions(stage.mask(), access.mask(), QueueCapabilities.ALL);
    }

    @Test
    void a_read_on_the_source_side_does_nothing() {
        BarrierProfile profile = profile(
                rows(Access.SHADER_SAMPLED_READ, "*", "flush:L2", Access.MEMORY_READ, "*", "flush:L2"), NOTHING);

        assertThat(src(profile, Stage.FRAGMENT_SHADER, Access.SHADER_SAMPLED_READ))
                .isEmpty();
        assertThat(src(profile, Stage.FRAGMENT_SHADER, Access.MEMORY_READ)).isEmpty();
    }

    @Test
    void a_flag_that_no_named_stage_can_make_is_dropped() {
        BarrierProfile profile = profile(NOTHING, rows(Access.HOST_READ, "*", "flush:L2"));

        assertThat(dst(profile, Stage.ALL_COMMANDS, Access.HOST_READ)).isEmpty();
        assertThat(dst(profile, Stage.HOST, Access.HOST_READ)).isEqualTo(actions("flush:L2"));
    }

    @Test
    void a_logically_later_stage_brings_no_action() {
        BarrierProfile profile = profile(NOTHING, rows(Access.COLOR_ATTACHMENT_WRITE, "*", "invalidate:ROP_COLOR"));

        assertThat(dst(profile, Stage.FRAGMENT_SHADER, Access.COLOR_ATTACHMENT_WRITE))
                .isEmpty();
    }

    @Test
    void memory_accesses_of_no_stage_do_nothing() {
        BarrierProfile profile = profile(rows(Access.MEMORY_WRITE, "*", "flush:L2"), NOTHING);

        assertThat(src(profile, Stage.TOP_OF_PIPE, Access.MEMORY_WRITE)).isEmpty();
        assertThat(src(profile, Stage.BOTTOM_OF_PIPE, Access.MEMORY_WRITE)).isEmpty();
        assertThat(src(profile, Stage.COPY, Access.MEMORY_WRITE)).isEqualTo(actions("flush:L2"));
    }

    @Test
    void a_row_of_its_own_goes_before_the_parts_of_a_shorthand() {
        BarrierRows own =
                rows(Access.SHADER_READ, "*", "invalidate:L1", Access.SHADER_SAMPLED_READ, "*", "invalidate:TEX");
        BarrierRows parts = rows(Access.SHADER_SAMPLED_READ, "*", "invalidate:TEX");

        assertThat(dst(profile(NOTHING, own), Stage.COMPUTE_SHADER, Access.SHADER_READ))
                .isEqualTo(actions("invalidate:L1"));
        assertThat(dst(profile(NOTHING, parts), Stage.COMPUTE_SHADER, Access.SHADER_READ))
                .isEqualTo(actions("invalidate:TEX"));
    }

    @Test
    void a_group_cell_applies_through_a_stage_that_supports_the_flag() {
        BarrierRows rows = rows(Access.TRANSFER_READ, "TRANSFER", "flush:L2");
        BarrierResolver resolver = new BarrierResolver(profile(NOTHING, rows));
        // CLEAR is in the group but reads nothing; the build stage reads, but is not in the group
        long stages = Stages.of(Stage.CLEAR, Stage.ACCELERATION_STRUCTURE_BUILD_KHR);

        assertThat(resolver.destinationActions(stages, Access.TRANSFER_READ.mask(), QueueCapabilities.ALL))
                .isEmpty();
        assertThat(resolver.destinationActions(
                        stages | Stage.BLIT.mask(), Access.TRANSFER_READ.mask(), QueueCapabilities.ALL))
                .isEqualTo(actions("flush:L2"));
    }

    @Test
    void a_single_stage_cell_adds_to_the_star_cell() {
        BarrierRows rows = rows(Access.TRANSFER_WRITE, "*", "flush:L2", Access.TRANSFER_WRITE, "BLIT", "wait:IDLE");

        assertThat(src(profile(rows, NOTHING), Stage.COPY, Access.TRANSFER_WRITE))
                .isEqualTo(actions("flush:L2"));
        assertThat(src(profile(rows, NOTHING), Stage.ALL_TRANSFER, Access.TRANSFER_WRITE))
                .isEqualTo(actions("wait:IDLE flush:L2"));
    }

    @Test
    void the_union_is_sorted_and_has_no_repeats() {
        BarrierProfile profile = profile(
                NOTHING,
                rows(
                        Access.SHADER_SAMPLED_READ,
                        "*",
                        "invalidate:TEX invalidate:L2",
                        Access.SHADER_STORAGE_READ,
                        "*",
                        "invalidate:L1 invalidate:L2 flush:ROP_COLOR"));

        assertThat(dst(profile, Stage.COMPUTE_SHADER, Access.SHADER_READ))
                .isEqualTo(actions("flush:ROP_COLOR invalidate:L2 invalidate:L1 invalidate:TEX"));
    }

    @Test
    void a_prefix_does_not_change_the_rank() {
        assertThat(ActionOrder.sorted(actions("invalidate:L1 pend:flush:L2 if-pending:flush:ROP_COLOR")))
                .isEqualTo(actions("if-pending:flush:ROP_COLOR pend:flush:L2 invalidate:L1"));
    }

    @Test
    void a_role_outside_the_list_ranks_as_one_between_cores_and_l2() {
        assertThat(ActionOrder.sorted(actions("invalidate:L1 invalidate:MINE flush:L2 flush:MINE invalidate:L2")))
                .isEqualTo(actions("flush:MINE flush:L2 invalidate:L2 invalidate:MINE invalidate:L1"));
    }

    private static BarrierRows execution(String key, String actions) {
        return new BarrierRows(
                Map.of(),
                null,
                new ActionRow(List.of(new ActionRow.Cell(ActionColumn.ofExecution(key), actions(actions)))));
    }

    private static List<CacheAction> executionOnly(BarrierRows src, long stages, long access) {
        return new BarrierResolver(profile(src, NOTHING)).sourceActions(stages, access, QueueCapabilities.ALL);
    }

    @Test
    void a_half_without_accesses_has_a_row_of_its_own() {
        BarrierRows rows = execution("BOTTOM_OF_PIPE", "flush:L2");

        assertThat(executionOnly(rows, Stage.BOTTOM_OF_PIPE.mask(), 0)).isEqualTo(actions("flush:L2"));
        assertThat(executionOnly(rows, Stage.COPY.mask(), 0)).isEmpty();
    }

    @Test
    void a_cell_of_a_group_holds_for_halves_without_accesses_at_its_stages() {
        BarrierRows rows = execution("TRANSFER", "flush:L2");

        assertThat(executionOnly(rows, Stage.ALL_COMMANDS.mask(), 0)).isEqualTo(actions("flush:L2"));
        assertThat(executionOnly(rows, Stage.COMPUTE_SHADER.mask(), 0)).isEmpty();
    }

    @Test
    void reads_of_the_source_side_leave_it_without_accesses_and_writes_do_not() {
        BarrierRows rows = execution("*", "flush:L2");

        assertThat(executionOnly(rows, Stage.COPY.mask(), Access.TRANSFER_READ.mask()))
                .isEqualTo(actions("flush:L2"));
        assertThat(executionOnly(rows, Stage.COPY.mask(), Access.TRANSFER_WRITE.mask()))
                .isEmpty();
    }

    @Test
    void a_half_without_stages_has_no_row_at_all() {
        assertThat(executionOnly(execution("*", "flush:L2"), 0, 0)).isEmpty();
    }

    @Test
    void a_variant_replaces_rows_only_when_named() {
        ProfileVariant variant = new ProfileVariant(
                "Gfx9 (older parts): words",
                Set.of(),
                rows(Access.TRANSFER_WRITE, "*", "flush:L1"),
                NOTHING,
                List.of(),
                BarrierCosts.NONE);
        BarrierProfile base = profile(rows(Access.TRANSFER_WRITE, "*", "flush:L2"), NOTHING, variant);

        assertThat(src(base, Stage.COPY, Access.TRANSFER_WRITE)).isEqualTo(actions("flush:L2"));
        assertThat(src(base.withVariant("gfx9"), Stage.COPY, Access.TRANSFER_WRITE))
                .isEqualTo(actions("flush:L1"));
    }

    @Test
    void a_variants_star_row_adds_to_every_row() {
        BarrierRows every = new BarrierRows(Map.of(), ActionRow.of(Map.of("VERTEX_SHADER", actions("flush:L2"))), null);
        ProfileVariant variant = new ProfileVariant("quirk", Set.of(), every, NOTHING, List.of(), BarrierCosts.NONE);
        BarrierProfile profile = profile(
                        rows(Access.SHADER_STORAGE_WRITE, "*", "flush:L1", Access.TRANSFER_WRITE, "*", "flush:L1"),
                        NOTHING,
                        variant)
                .withVariant("quirk");

        assertThat(src(profile, Stage.COMPUTE_SHADER, Access.SHADER_STORAGE_WRITE))
                .isEqualTo(actions("flush:L1 flush:L2"));
        assertThat(src(profile, Stage.COPY, Access.TRANSFER_WRITE)).isEqualTo(actions("flush:L1"));
    }

    @Test
    void a_variant_may_drop_actions_from_every_row() {
        ProfileVariant variant = new ProfileVariant(
                "small", Set.of(), NOTHING, NOTHING, actions("pend:invalidate:L1"), BarrierCosts.NONE);
        BarrierProfile profile = profile(
                        rows(Access.TRANSFER_WRITE, "*", "pend:invalidate:L1 invalidate:L1 flush:L2"), NOTHING, variant)
                .withVariant("small");

        assertThat(src(profile, Stage.COPY, Access.TRANSFER_WRITE)).isEqualTo(actions("flush:L2 invalidate:L1"));
    }

    @Test
    void a_variant_in_words_only_cannot_be_applied() {
        BarrierProfile profile = profile(
                NOTHING,
                NOTHING,
                new ProfileVariant("compute queue: masked", Set.of(), NOTHING, NOTHING, List.of(), BarrierCosts.NONE));

        assertThatThrownBy(() -> profile.withVariant("compute-queue")).hasMessageContaining("words only");
        assertThatThrownBy(() -> profile.withVariant("compute-quue"))
                .hasMessage("profile test has no variant 'compute-quue'; did you mean compute-queue?");
    }

    @Test
    void an_unknown_variant_is_told_with_those_that_can_be_applied() {
        ProfileVariant words =
                new ProfileVariant("compute queue: masked", Set.of(), NOTHING, NOTHING, List.of(), BarrierCosts.NONE);
        ProfileVariant rows = new ProfileVariant(
                "small: one cache", Set.of(), NOTHING, NOTHING, actions("invalidate:L1"), BarrierCosts.NONE);

        assertThatThrownBy(() -> profile(NOTHING, NOTHING, words).withVariant("x"))
                .hasMessage("profile test has no variant 'x'; it has none");
        assertThatThrownBy(() -> profile(NOTHING, NOTHING, words, rows).withVariant(""))
                .hasMessage("profile test has no variant ''; it has small");
    }

    @Test
    void an_unknown_column_suggests_the_nearest() {
        assertThatThrownBy(() -> ActionRow.of(Map.of("FRAGMENT_TEST", actions("flush:L2"))))
                .hasMessageContaining("did you mean FRAGMENT_TESTS?");
    }

    @Test
    void actions_are_read_and_written_alike() {
        for (String text : List.of("flush:L2", "pend:invalidate:L1", "if-pending:wait:CP")) {
            assertThat(CacheAction.parse(text)).hasToString(text);
        }
    }

    @Test
    void a_misspelt_action_suggests_the_nearest() {
        assertThatThrownBy(() -> CacheAction.parse("flsh:L2")).hasMessageContaining("did you mean flush?");
        assertThatThrownBy(() -> CacheAction.parse("wait:COMPUT")).hasMessageContaining("did you mean COMPUTE?");
        assertThatThrownBy(() -> CacheAction.parse("flush:l2")).hasMessageContaining("no cache role");
        assertThatThrownBy(() -> CacheAction.parse("flush")).hasMessageContaining("no action");
    }

    @Test
    void builds_read_their_inputs_by_the_cells_of_compute_shaders() {
        BarrierProfile whole = profile(NOTHING, rows(Access.SHADER_READ, "VERTEX_SHADER", "invalidate:L1"));
        BarrierProfile parts = profile(NOTHING, rows(Access.SHADER_STORAGE_READ, "COMPUTE_SHADER", "invalidate:L1"));

        assertThat(dst(whole, Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.SHADER_READ))
                .isEqualTo(actions("invalidate:L1"));
        assertThat(dst(parts, Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.SHADER_READ))
                .isEqualTo(actions("invalidate:L1"));
        assertThat(dst(parts, Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.MEMORY_READ))
                .isEqualTo(actions("invalidate:L1"));
    }

    @Test
    void a_profile_that_knows_no_ray_tracing_treats_it_as_compute_shaders_with_storage_buffers() {
        BarrierProfile profile = profile(
                rows(Access.SHADER_STORAGE_WRITE, "VERTEX_SHADER", "flush:L2"),
                rows(Access.SHADER_STORAGE_READ, "VERTEX_SHADER", "invalidate:L1"));

        assertThat(src(profile, Stage.ACCELERATION_STRUCTURE_BUILD_KHR, Access.ACCELERATION_STRUCTURE_WRITE_KHR))
                .isEqualTo(actions("flush:L2"));
        assertThat(dst(profile, Stage.RAY_TRACING_SHADER_KHR, Access.ACCELERATION_STRUCTURE_READ_KHR))
                .isEqualTo(actions("invalidate:L1"));
        assertThat(dst(profile, Stage.FRAGMENT_SHADER, Access.SHADER_BINDING_TABLE_READ_KHR))
                .isEqualTo(actions("invalidate:L1"));
    }

    @Test
    void a_row_of_its_own_goes_before_that_of_storage_buffers() {
        BarrierProfile profile = profile(
                NOTHING,
                rows(
                        Access.SHADER_STORAGE_READ,
                        "*",
                        "invalidate:L1",
                        Access.ACCELERATION_STRUCTURE_READ_KHR,
                        "*",
                        "invalidate:RT"));

        assertThat(dst(profile, Stage.RAY_TRACING_SHADER_KHR, Access.ACCELERATION_STRUCTURE_READ_KHR))
                .isEqualTo(actions("invalidate:RT"));
    }
}
