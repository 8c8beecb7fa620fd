// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SemaphoreStateTest {

    private final SemaphoreState semaphore = new SemaphoreState("s");

    @Test
    void should_let_a_timeline_wait_through_at_its_value_and_not_before() {
        SemaphoreState.Wait wait = semaphore.waitFor(3);

        semaphore.signal(2, Clock.ZERO);
        assertThat(wait.done()).isFalse();
        semaphore.signal(3, Clock.ZERO);

        assertThat(wait.done()).isTrue();
    }

    @Test
    void should_let_a_timeline_wait_through_at_a_higher_value() {
        semaphore.signal(9, Clock.ZERO);

        assertThat(semaphore.waitFor(3).done()).isTrue();
    }

    @Test
    void should_let_one_binary_wait_through_per_signal() {
        SemaphoreState.Wait first = semaphore.waitForBinary();
        SemaphoreState.Wait second = semaphore.waitForBinary();

        semaphore.signalBinary(Clock.ZERO);

        assertThat(first.done()).isTrue();
        assertThat(second.done()).isFalse();
    }

    @Test
    void should_let_a_binary_wait_through_that_comes_after_its_signal() {
        semaphore.signalBinary(Clock.ZERO);

        assertThat(semaphore.waitForBinary().done()).isTrue();
        assertThat(semaphore.waitForBinary().done()).isFalse();
    }

    @Test
    void should_let_waits_through_in_the_order_in_which_they_began() {
        List<Long> over = new ArrayList<>();
        for (long value : new long[] {3, 1, 4, 2}) {
            semaphore.waitFor(value).addWaiter(() -> over.add(value));
        }

        semaphore.signal(3, Clock.ZERO);

        assertThat(over).containsExactly(3L, 1L, 2L);
    }

    @Test
    void should_let_those_through_that_one_let_through_brings_about() {
        List<Long> over = new ArrayList<>();
        semaphore.waitFor(1).addWaiter(() -> {
            over.add(1L);
            semaphore.signal(2, Clock.ZERO);
        });
        semaphore.waitFor(2).addWaiter(() -> over.add(2L));

        semaphore.signal(1, Clock.ZERO);

        assertThat(over).containsExactly(1L, 2L);
    }

    @Test
    void should_pass_on_what_happens_before_the_signal() {
        SemaphoreState.Wait wait = semaphore.waitFor(1);

        semaphore.signal(1, Clock.ZERO.with(4, 7));

        assertThat(wait.clock().at(4)).isEqualTo(7);
    }
}
