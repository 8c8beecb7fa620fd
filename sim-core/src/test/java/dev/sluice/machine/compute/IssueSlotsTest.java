// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IssueSlotsTest {

    @Test
    void should_be_free_again_after_the_instruction_where_there_is_one_slot() {
        assertThat(IssueSlots.take(new long[0], 7)).isEqualTo(7);
    }

    @Test
    void should_have_another_slot_free_as_long_as_one_is() {
        long[] others = {0, 3, 9};

        assertThat(IssueSlots.take(others, 5)).isZero();
        assertThat(others).containsExactly(3, 5, 9);
    }

    @Test
    void should_keep_the_slots_in_order_whatever_is_taken() {
        Random random = new Random(1);
        for (int count = 1; count <= 8; count++) {
            long[] all = new long[count];
            long[] others = new long[count - 1];
            long first = 0;
            for (int i = 0; i < 1000; i++) {
                long until = first + 1 + random.nextInt(6);
                all[0] = until;
                Arrays.sort(all);

                first = IssueSlots.take(others, until);

                assertThat(first).isEqualTo(all[0]);
                assertThat(others).containsExactly(Arrays.copyOfRange(all, 1, count));
            }
        }
    }
}
