// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.plugin.PluginException;
import org.junit.jupiter.api.Test;

class CheckedSlicesTest {

    private int moved;

    @Test
    void equal_answers_for_a_line_are_passed_on() {
        SliceHashProvider.SliceFunction checked = new CheckedSlices(line -> (int) (line % 3), 3, "x.jar", "mine");

        for (int line = 0; line < 100_000; line++) {
            assertThat(checked.slice(line)).isEqualTo(line % 3).isEqualTo(checked.slice(line));
        }
    }

    @Test
    void a_line_that_moves_is_a_fault_of_the_hash() {
        SliceHashProvider.SliceFunction checked =
                new CheckedSlices(line -> (int) (line + moved) % 2, 2, "x.jar", "mine");
        checked.slice(0);
        checked.slice(16);

        moved = 1;

        assertThatThrownBy(() -> checked.slice(16))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("slice hash 'mine' chooses slice 1 for line 0x10, and slice 0 before");
    }

    @Test
    void a_slice_that_is_not_there_is_a_fault_of_the_hash() {
        assertThatThrownBy(() -> new CheckedSlices(line -> 2, 2, "x.jar", "mine").slice(0))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("slice hash 'mine' chooses slice 2 of 2");
    }
}
