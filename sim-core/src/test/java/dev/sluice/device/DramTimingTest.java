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
}
