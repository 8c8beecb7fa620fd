// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LoopWatchTest {
    private final LoopWatch watch = new LoopWatch();

    @Test
    void a_state_that_never_comes_back_is_no_recurrence() {
        for (int i = 0; i < 1000; i++) {
            watch.arrive(3, 9, i);
        }

        assertThat(watch.recurrences()).isZero();
    }

    @Test
    void a_period_of_several_turns_is_found() {
        for (int i = 0; i < 700; i++) {
            watch.arrive(3, 9, i % 7);
        }

        assertThat(watch.recurrences()).isGreaterThan(80);
    }

    @Test
    void a_way_into_the_circle_does_not_hide_it() {
        for (int i = 0; i < 100; i++) {
            watch.arrive(3, 9, 1_000 + i);
        }
        for (int i = 0; i < 1000; i++) {
            watch.arrive(3, 9, i % 2);
        }

        assertThat(watch.recurrences()).isGreaterThan(100);
    }

    @Test
    void what_was_read_is_a_part_of_the_state() {
        for (int i = 0; i < 1000; i++) {
            watch.read(i);
            watch.arrive(3, 9, 5);
        }

        assertThat(watch.recurrences()).isZero();
    }

    @Test
    void what_was_read_since_the_state_was_last_there_is_a_part_of_it() {
        for (int i = 0; i < 1000; i++) {
            watch.read(i);
            watch.arrive(2, 12, 0);
            watch.arrive(5, 8, 1);
            watch.arrive(5, 8, 2);
        }

        assertThat(watch.recurrences()).isLessThan(2);
    }

    @Test
    void whether_an_answer_comes_before_or_after_the_jump_does_not_matter() {
        watch.expect(4);
        for (int i = 0; i < 1000; i++) {
            boolean early = (i * i / 3) % 2 == 0;
            if (early) {
                watch.deliver(4, 7);
            }
            watch.arrive(3, 9, early ? 7 : watch.guess(4));
            if (!early) {
                watch.deliver(4, 7);
            }
            watch.expect(4);
        }

        assertThat(watch.recurrences()).isGreaterThan(900);
    }

    @Test
    void an_answer_that_is_another_one_each_time_is_a_part_of_the_state() {
        for (int i = 0; i < 1000; i++) {
            watch.expect(4);
            watch.arrive(3, 9, watch.guess(4));
            watch.deliver(4, i);
        }

        assertThat(watch.recurrences()).isZero();
    }

    @Test
    void leaving_the_circle_forgets_it() {
        for (int i = 0; i < 100; i++) {
            watch.arrive(3, 9, 5);
        }
        for (int i = 0; i < 1000; i++) {
            watch.arrive(3, 9, 1_000 + i);
        }

        assertThat(watch.recurrences()).isZero();
    }

    @Test
    void the_loop_is_the_outermost_of_those_that_turn() {
        for (int i = 0; i < 400; i++) {
            boolean outer = i % 4 == 3;
            watch.arrive(outer ? 2 : 5, outer ? 12 : 8, i % 4);
        }

        assertThat(watch.first()).isEqualTo(2);
        assertThat(watch.last()).isEqualTo(12);
    }
}
