// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ClockTest {

    @Test
    void should_know_nothing_at_first() {
        assertThat(Clock.ZERO.at(1000)).isZero();
    }

    @Test
    void should_know_one_strands_position() {
        Clock clock = Clock.ZERO.with(3, 7);

        assertThat(clock.at(3)).isEqualTo(7);
        assertThat(clock.at(2)).isZero();
    }

    @Test
    void should_never_go_back() {
        assertThat(Clock.ZERO.with(3, 7).with(3, 5).at(3)).isEqualTo(7);
    }

    @Test
    void should_join_what_is_known_to_either() {
        Clock joined =
                Clock.ZERO.with(0, 5).with(1, 2).join(Clock.ZERO.with(1, 4).with(9, 1));

        assertThat(joined.at(0)).isEqualTo(5);
        assertThat(joined.at(1)).isEqualTo(4);
        assertThat(joined.at(9)).isEqualTo(1);
    }

    @Test
    void should_leave_the_operands_of_a_join_alone() {
        Clock one = Clock.ZERO.with(0, 5);
        one.join(Clock.ZERO.with(0, 9));

        assertThat(one.at(0)).isEqualTo(5);
    }

    @Test
    void should_return_itself_when_a_join_adds_nothing() {
        Clock one = Clock.ZERO.with(0, 5);

        assertThat(one.join(Clock.ZERO.with(0, 4))).isSameAs(one);
    }

    @Test
    void should_advance_the_stages_of_a_mask_only() {
        Clock clock = Clock.ZERO.with(66, 9).withStages(64, 0b101 | 1L << 63, 4);

        assertThat(clock.at(64)).isEqualTo(4);
        assertThat(clock.at(65)).isZero();
        assertThat(clock.at(66)).isEqualTo(9);
        assertThat(clock.at(127)).isEqualTo(4);
    }
}
