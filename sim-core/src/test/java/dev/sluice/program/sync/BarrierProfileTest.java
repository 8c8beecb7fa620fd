// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import static dev.sluice.program.sync.TestProfiles.actions;
import static dev.sluice.program.sync.TestProfiles.profile;
import static dev.sluice.program.sync.TestProfiles.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Implicit actions, waits and deferred actions. */
final class BarrierProfileTest {
    private static final CacheAction FRAGMENT = CacheAction.waitFor("FRAGMENT");
    private static final List<WaitRule> WAITS = List.of(
            new WaitRule.Emit(Stages.of(Stage.FRAGMENT_SHADER, Stage.ALL_COMMANDS), List.of(FRAGMENT), null),
            new WaitRule.Emit(Stages.of(Stage.VERTEX_SHADER, Stage.ALL_COMMANDS), actions("wait:VERTEX"), FRAGMENT),
            new WaitRule.Note("words"),
            new WaitRule.Skip(true, Stage.BOTTOM_OF_PIPE.mask()));
    private static final BarrierProfile WAITING =
            profile(BarrierRows.EMPTY, BarrierRows.EMPTY, WAITS, ImplicitActions.UNKNOWN, false);

    private static BarrierProfile with(ImplicitActions implicit) {
        return profile(BarrierRows.EMPTY, BarrierRows.EMPTY, List.of(), implicit, false);
    }

    @Test
    void where_nothing_was_extracted_a_submission_invalidates_all_and_flushes_what_can_be_dirty() {
        BarrierProfile profile = with(new ImplicitActions("not extracted", Map.of()));

        assertThat(profile.implicitAssumed()).isTrue();
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_BEGIN))
                .isEqualTo(actions("invalidate:L2 invalidate:X invalidate:L1 invalidate:TEX"));
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_END)).isEqualTo(actions("flush:X flush:L2"));
        assertThat(profile.implicitActions(ImplicitPoint.FENCE_SIGNAL)).isEmpty();
    }

    @Test
    void a_dispatch_list_alone_leaves_submissions_assumed() {
        BarrierProfile profile = with(new ImplicitActions(
                "partly extracted", Map.of(ImplicitPoint.DISPATCH_BEGIN, actions("invalidate:L1"))));

        assertThat(profile.implicitAssumed()).isTrue();
        assertThat(profile.implicitActions(ImplicitPoint.DISPATCH_BEGIN)).isEqualTo(actions("invalidate:L1"));
        assertThat(profile.implicitActions(ImplicitPoint.SUBMIT_END)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(ImplicitPoint.class)
    void a_profile_that_claims_to_know_assumes_nothing(ImplicitPoint point) {
        BarrierProfile profile =
                with(new ImplicitActions("extracted", Map.of(ImplicitPoint.SUBMIT_END, actions("flush:L2"))));

        assertThat(profile.implicitAssumed()).isFalse();
        assertThat(profile.implicitActions(point))
                .isEqualTo(point == ImplicitPoint.SUBMIT_END ? actions("flush:L2") : List.of());
    }

    @Test
    void waits_are_chosen_by_named_source_stages() {
        assertThat(StageWaits.stageWaits(WAITING, Stage.FRAGMENT_SHADER.mask(), Stage.COPY.mask(), false))
                .isEqualTo(actions("wait:FRAGMENT"));
        assertThat(StageWaits.stageWaits(WAITING, Stage.VERTEX_SHADER.mask(), Stage.COPY.mask(), false))
                .isEqualTo(actions("wait:VERTEX"));
        assertThat(StageWaits.stageWaits(WAITING, Stage.COMPUTE_SHADER.mask(), Stage.COPY.mask(), false))
                .isEmpty();
    }

    @Test
    void a_wait_is_left_out_when_a_stronger_one_is_chosen() {
        assertThat(StageWaits.stageWaits(WAITING, Stage.ALL_COMMANDS.mask(), Stage.COPY.mask(), false))
                .isEqualTo(actions("wait:FRAGMENT"));
    }

    @Test
    void waits_are_skipped_when_the_destination_waits_for_nothing() {
        long fragment = Stage.FRAGMENT_SHADER.mask();

        assertThat(StageWaits.stageWaits(WAITING, fragment, 0, false)).isEmpty();
        assertThat(StageWaits.stageWaits(WAITING, fragment, Stage.BOTTOM_OF_PIPE.mask(), false))
                .isEmpty();
        assertThat(StageWaits.stageWaits(WAITING, fragment, Stage.BOTTOM_OF_PIPE.mask(), true))
                .isEqualTo(actions("wait:FRAGMENT"));
    }

    @Test
    void rules_in_words_are_listed() {
        assertThat(WAITING.waitNotes()).containsExactly("words");
    }

    @Test
    void roles_used_are_those_of_rows_and_implicit_places() {
        BarrierProfile profile =
                profile(rows(Access.TRANSFER_WRITE, "*", "pend:flush:BLIT wait:IDLE"), BarrierRows.EMPTY);

        assertThat(profile.rolesUsed()).extracting(CacheRole::name).containsExactly("BLIT", "L1", "L2", "TEX", "X");
    }

    private static PendingActions pending() {
        return new PendingActions(profile(
                rows(Access.TRANSFER_WRITE, "*", "pend:flush:L2 pend:invalidate:RT"),
                BarrierRows.EMPTY,
                List.of(),
                ImplicitActions.UNKNOWN,
                true));
    }

    @Test
    void pend_records_and_if_pending_runs_once() {
        PendingActions pending = pending();

        assertThat(pending.take(actions("pend:flush:L2"))).isEmpty();
        assertThat(pending.take(actions("if-pending:flush:L2 if-pending:flush:BLIT")))
                .isEqualTo(actions("flush:L2"));
        assertThat(pending.take(actions("if-pending:flush:L2"))).isEmpty();
    }

    @Test
    void a_plain_action_runs_at_once_and_is_no_longer_pending() {
        PendingActions pending = pending();
        pending.take(actions("pend:flush:L2"));

        assertThat(pending.take(actions("flush:L2"))).isEqualTo(actions("flush:L2"));
        assertThat(pending.take(actions("if-pending:flush:L2"))).isEmpty();
    }

    @Test
    void a_fresh_command_buffer_has_every_invalidation_pending_and_no_flush() {
        PendingActions pending = pending();
        pending.take(actions("pend:flush:L2"));

        pending.beginCommandBuffer();

        assertThat(pending.pending()).isNotEmpty().allMatch(a -> a.verb() == CacheAction.Verb.INVALIDATE);
        assertThat(pending.take(actions("if-pending:invalidate:RT"))).isEqualTo(actions("invalidate:RT"));
    }

    @Test
    void the_end_of_a_command_buffer_runs_pending_flushes() {
        PendingActions pending = pending();
        pending.take(actions("pend:flush:L2 pend:flush:ROP_COLOR pend:invalidate:RT"));

        assertThat(pending.endCommandBuffer()).isEqualTo(actions("flush:ROP_COLOR flush:L2"));
        assertThat(pending.endCommandBuffer()).isEmpty();
        assertThat(pending.pending()).isEqualTo(actions("invalidate:RT"));
    }

    @Test
    void a_profile_that_defers_nothing_passes_through() {
        PendingActions pending = new PendingActions(WAITING);
        pending.beginCommandBuffer();

        assertThat(pending.take(actions("flush:L2 invalidate:L1"))).isEqualTo(actions("flush:L2 invalidate:L1"));
        assertThat(pending.endCommandBuffer()).isEmpty();
    }
}
