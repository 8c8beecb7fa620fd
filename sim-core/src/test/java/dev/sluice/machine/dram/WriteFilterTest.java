// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WriteFilterTest {

    private final WriteFilter filter = new WriteFilter();

    @Test
    void holds_what_was_added_and_nothing_once_all_is_removed() {
        filter.add(256);
        assertThat(filter.mayHold(256)).isTrue();
        filter.remove(256);
        assertThat(filter.mayHold(256)).isFalse();
    }

    @Test
    void tells_most_blocks_apart() {
        filter.add(0);
        int taken = 0;
        for (long block = 256; block < 256_000; block += 256) {
            taken += filter.mayHold(block) ? 1 : 0;
        }
        assertThat(taken).isLessThan(10);
    }

    @Test
    void never_loses_a_block_where_more_than_it_can_count_have_one_hash() {
        filter.add(512);
        for (int i = 0; i < 300; i++) {
            filter.add(256);
        }
        for (int i = 0; i < 299; i++) {
            filter.remove(256);
        }
        assertThat(filter.mayHold(256)).isTrue();
    }
}
