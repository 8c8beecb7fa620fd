// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class OutcomesTest {

    private final Outcomes outcomes = new Outcomes(10);
    private final Outcome three = OutcomeTest.outcome(3);

    @Test
    void an_outcome_is_found_by_the_changes() {
        outcomes.keep(List.of("a", "b"), three);

        assertThat(outcomes.of(List.of("a", "b"))).isSameAs(three);
        assertThat(outcomes.of(List.of("a"))).isNull();
    }

    /** Each takes four of ten places. */
    @Test
    void what_nobody_asked_for_longest_goes_first() {
        outcomes.keep(List.of("a"), three);
        outcomes.keep(List.of("b"), three);
        outcomes.of(List.of("a"));
        outcomes.keep(List.of("c"), three);

        assertThat(outcomes.of(List.of("a"))).isNotNull();
        assertThat(outcomes.of(List.of("b"))).isNull();
        assertThat(outcomes.of(List.of("c"))).isNotNull();
    }

    @Test
    void the_latest_is_kept_though_it_is_larger_than_the_room() {
        outcomes.keep(List.of("a"), three);
        outcomes.keep(List.of("b"), OutcomeTest.outcome(20));

        assertThat(outcomes.of(List.of("a"))).isNull();
        assertThat(outcomes.of(List.of("b"))).isNotNull();
    }

    @Test
    void outcomes_without_hazards_take_room_too() {
        for (int i = 0; i <= 10; i++) {
            outcomes.keep(List.of(i), OutcomeTest.outcome());
        }

        assertThat(outcomes.of(List.of(0))).isNull();
        assertThat(outcomes.of(List.of(1))).isNotNull();
    }
}
