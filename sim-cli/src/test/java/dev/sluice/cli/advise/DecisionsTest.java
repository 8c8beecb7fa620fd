// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.advice.Candidate;
import dev.sluice.program.edit.BarrierEdit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DecisionsTest {

    private static final BarrierEdit CURE = new BarrierEdit.Remove("cure");

    private final Decisions decided = new Decisions();

    @BeforeEach
    void cure() {
        decided.cure(CURE);
    }

    private static Candidate change(String site) {
        return new Candidate(Candidate.Kind.REMOVE, List.of(edit(site)), "removed", "not needed");
    }

    private static BarrierEdit edit(String site) {
        return new BarrierEdit.Remove(site);
    }

    private static Step step(String site) {
        return new Step(new Work(), change(site), Map.of());
    }

    @Test
    void edits_of_changes_come_after_cures_in_their_order() {
        decided.decide(step("second"), false);
        decided.decide(step("first"), false);

        assertThat(decided.edits()).containsExactly(CURE, edit("second"), edit("first"));
    }

    @Test
    void a_change_that_is_only_tried_is_not_decided_on() {
        assertThat(decided.with(change("tried"))).containsExactly(CURE, edit("tried"));
        assertThat(decided.edits()).containsExactly(CURE);
    }

    /** As where Ctrl-C comes before the run that would have had them all. */
    @Test
    void changes_that_no_run_had_are_taken_back() {
        decided.decide(step("priced"), true);
        decided.decide(step("unpriced"), false);
        decided.takeUnpricedBack();

        assertThat(decided.edits()).containsExactly(CURE, edit("priced"));
        assertThat(decided.steps()).hasSize(1);
    }

    @Test
    void one_run_of_all_changes_prices_those_before() {
        decided.decide(step("unpriced"), false);
        decided.decide(step("priced"), true);
        decided.takeUnpricedBack();

        assertThat(decided.edits()).containsExactly(CURE, edit("unpriced"), edit("priced"));
    }

    @Test
    void what_is_kept_beside_cures_counts_as_priced() {
        Step kept = step("kept");
        decided.decide(step("dropped"), true);
        decided.decide(kept, true);
        decided.keep(List.of(kept));
        decided.decide(step("unpriced"), false);
        decided.takeUnpricedBack();

        assertThat(decided.steps()).containsExactly(kept);
        assertThat(decided.edits()).containsExactly(CURE, edit("kept"));
    }
}
