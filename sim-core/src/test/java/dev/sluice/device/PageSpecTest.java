// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PageSpecTest {

    @Test
    void should_refuse_pages_that_are_no_power_of_two() {
        assertThatThrownBy(() -> new PageSpec(5000, false, null)).hasMessageContaining("pages: size");
        assertThatThrownBy(() -> new PageSpec(2048, false, null)).hasMessageContaining("pages: size");
    }

    @Test
    void should_refuse_a_buffer_whose_sets_are_no_power_of_two() {
        assertThatThrownBy(() -> new TlbSpec(24, 8, 0, new TlbSpec.Shared(0, 0, 0), 1, 1, 1))
                .hasMessageContaining("24 entries in 8 ways");
        assertThatThrownBy(() -> new TlbSpec(8, 8, 0, new TlbSpec.Shared(9, 2, 0), 1, 1, 1))
                .hasMessageContaining("shared");
    }

    @Test
    void should_refuse_walkers_levels_and_queues_out_of_range() {
        assertThatThrownBy(() -> new TlbSpec(8, 8, 0, new TlbSpec.Shared(0, 0, 0), 0, 1, 1))
                .hasMessageContaining("walkers");
        assertThatThrownBy(() -> new TlbSpec(8, 8, 0, new TlbSpec.Shared(0, 0, 0), 1, 7, 1))
                .hasMessageContaining("levels");
        assertThatThrownBy(() -> new TlbSpec(8, 8, 0, new TlbSpec.Shared(0, 0, 0), 1, 1, 0))
                .hasMessageContaining("queue");
        assertThatThrownBy(() -> new TlbSpec(8, 8, -1, new TlbSpec.Shared(0, 0, 0), 1, 1, 1))
                .hasMessageContaining("latency");
    }
}
