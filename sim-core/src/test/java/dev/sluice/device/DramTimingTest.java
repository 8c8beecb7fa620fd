// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class DramTimingTest {
    private static final int RAS = 30;
    private static final int RP = 12;
    private static final int RCD = 14;
    private static final int RFC = 100;
    private static final int NEEDED = RAS + RP + RFC + RCD;

    private static DramTiming timing(int rfc, int refi, int faw) {
        return new DramTiming(14, 10, RCD, RCD - 2, RP, RAS, RAS + RP, 4, 6, faw, 4, 6, 3, 8, 15, 8, 8, rfc, refi, 4);
    }

    @Test
    void refresh_that_leaves_time_for_one_row_and_its_column_is_accepted() {
        assertThat(timing(RFC, NEEDED, 16).refi()).isEqualTo(NEEDED);
    }

    @Test
    void refresh_a_tick_more_often_is_refused_at_its_key() {
        assertThatThrownBy(() -> timing(RFC, NEEDED - 1, 16))
                .isInstanceOfSatisfying(
                        InvalidSpecException.class, e -> assertThat(e.keys()).containsExactly("timing", "refi"))
                .hasMessageContaining("which takes " + NEEDED);
    }

    @Test
    void a_window_of_activates_that_outlasts_the_row_counts_instead_of_it() {
        assertThatThrownBy(() -> timing(RFC, NEEDED, NEEDED)).hasMessageContaining("leaves no time");
    }

    @Test
    void without_refresh_the_interval_does_not_matter() {
        assertThatCode(() -> timing(0, 1, 16)).doesNotThrowAnyException();
    }

    @Test
    void a_time_of_more_than_a_million_cycles_is_refused_at_its_key() {
        assertThatThrownBy(() -> timing(0, DramTiming.MOST + 1, 16))
                .isInstanceOfSatisfying(
                        InvalidSpecException.class, e -> assertThat(e.keys()).containsExactly("timing", "refi"))
                .hasMessage("refi must be between 1 and 1000000, not 1000001");
        assertThatThrownBy(() -> timing(0, NEEDED, Integer.MAX_VALUE))
                .hasMessageContaining("faw must be between 0 and");
    }

    @Test
    void the_longest_times_are_added_up_without_overflow() {
        int most = DramTiming.MOST;

        assertThatThrownBy(() -> timing(most, most, most))
                .hasMessageContaining("which takes " + (most + RAS + RP + RCD));
    }

    @Test
    void the_times_of_a_protocol_have_the_same_bound() {
        assertThatThrownBy(() ->
                        new DramProtocol(false, DramTiming.MOST + 1, DramProtocol.CommandBus.FREE, 1, 1, 0, 0, 0, 0))
                .isInstanceOfSatisfying(
                        InvalidSpecException.class, e -> assertThat(e.keys()).containsExactly("timing", "rankSwitch"))
                .hasMessage("rankSwitch must be between 0 and 1000000, not 1000001");
    }
}
