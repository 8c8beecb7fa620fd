// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Counters over time, from the beginning of a run to its end. */
final class WindowsTest {
    private final Windows windows = new Windows();
    private long counter;

    WindowsTest() {
        windows.add(() -> counter);
    }

    private void count(long cycle) {
        windows.tick(cycle);
        counter++;
    }

    private List<Long> counted(long cycle) {
        return windows.counted(cycle).stream().map(window -> window[0]).toList();
    }

    @Test
    void the_last_window_reaches_the_end_even_if_nothing_was_counted_in_it() {
        count(3);
        count(70);
        assertThat(counted(200)).containsExactly(1L, 1L, 0L, 0L);
    }

    @Test
    void a_run_that_ends_with_a_window_has_none_behind_it() {
        count(3);
        assertThat(counted(128)).containsExactly(1L, 0L);
    }

    @Test
    void what_is_counted_at_the_very_end_is_in_a_window() {
        count(3);
        count(128);
        assertThat(counted(128)).containsExactly(1L, 0L, 1L);
    }

    @Test
    void a_run_of_no_cycles_has_no_window() {
        assertThat(counted(0)).isEmpty();
    }

    @Test
    void windows_cover_a_run_of_any_length() {
        for (long end : new long[] {1, 63, 64, 65, 16_383, 16_384, 16_385, 1_000_003}) {
            Windows own = new Windows();
            own.add(() -> 0);
            int count = own.counted(end).size();
            assertThat(count * own.length()).as("end %d", end).isGreaterThanOrEqualTo(end);
            assertThat((count - 1) * own.length()).as("end %d", end).isLessThan(end);
            assertThat(count).as("end %d", end).isLessThanOrEqualTo(256);
        }
    }
}
