// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.cache.prefetch.Prefetcher.Outcome;
import dev.sluice.plugin.Parameter;
import org.junit.jupiter.api.Test;

/** Each prefetcher by examples that are worked out by hand. */
final class PrefetchersTest {

    @Test
    void every_one_says_what_it_does() {
        assertThat(Prefetchers.names()).contains("nextLine", "stride", "stream", "macroBlock");
        assertThat(Prefetchers.names()).doesNotContain(PrefetchSpec.OFF);
        assertThat(Prefetchers.providers())
                .allSatisfy(provider -> assertThat(provider.description()).isNotBlank());
    }

    @Test
    void every_one_declares_what_it_heeds() {
        assertThat(Prefetchers.providers())
                .extracting(provider -> provider.name() + " "
                        + provider.parameters().stream().map(Parameter::name).toList())
                .contains("macroBlock []", "nextLine [degree]", "stream [degree, distance]", "stride [degree]");
    }

    @Test
    void an_unknown_kind_is_refused() {
        assertThatThrownBy(() -> Prefetchers.create(PrefetchSpec.of("oracle"), 128))
                .hasMessageStartingWith("no prefetcher named oracle; there are ");
    }

    @Test
    void next_line_follows_misses_and_first_uses_and_no_other_hits() {
        Trace trace = new Trace("nextLine", 2, 16);

        assertThat(trace.miss(5)).containsExactly(6L, 7L);
        assertThat(trace.access(6, Outcome.FIRST_HIT)).containsExactly(7L, 8L);
        assertThat(trace.access(6, Outcome.HIT)).isEmpty();
        assertThat(trace.access(7, Outcome.LATE)).containsExactly(8L, 9L);
    }

    @Test
    void stride_is_steady_once_it_came_twice() {
        Trace trace = new Trace("stride", 2, 16).from(7, 0);

        assertThat(trace.miss(10)).isEmpty();
        assertThat(trace.miss(13)).isEmpty();
        assertThat(trace.miss(16)).containsExactly(19L, 22L);
        assertThat(trace.access(16, Outcome.HIT)).isEmpty();
        assertThat(trace.access(19, Outcome.FIRST_HIT)).containsExactly(22L, 25L);
    }

    @Test
    void a_steady_stride_survives_one_other_step() {
        Trace trace = new Trace("stride", 1, 16).from(7, 0);
        trace.miss(10);
        trace.miss(13);
        trace.miss(16);

        assertThat(trace.miss(100)).isEmpty();
        assertThat(trace.miss(103)).containsExactly(106L);
    }

    @Test
    void two_other_steps_give_a_stride_up_until_it_came_three_times() {
        Trace trace = new Trace("stride", 1, 16).from(7, 0);
        trace.miss(10);
        trace.miss(11); // transient
        trace.miss(20); // no prediction

        assertThat(trace.miss(29)).as("transient again").isEmpty();
        assertThat(trace.miss(38)).as("steady").containsExactly(47L);
    }

    @Test
    void strides_run_down_too() {
        Trace trace = new Trace("stride", 1, 16).from(7, 0);
        trace.miss(30);
        trace.miss(28);

        assertThat(trace.miss(26)).containsExactly(24L);
    }

    @Test
    void sites_and_units_have_strides_of_their_own() {
        Trace trace = new Trace("stride", 1, 16);
        for (long step = 0; step < 2; step++) {
            trace.from(7, 0).miss(10 + 2 * step);
            trace.from(7, 1).miss(500 + 3 * step);
            trace.from(8, 0).miss(900 - step);
        }

        assertThat(trace.from(7, 0).miss(14)).containsExactly(16L);
        assertThat(trace.from(7, 1).miss(506)).containsExactly(509L);
        assertThat(trace.from(8, 0).miss(898)).containsExactly(897L);
    }

    @Test
    void pages_have_strides_of_their_own_where_no_site_is_known() {
        Trace trace = new Trace("stride", 1, 16);
        for (long step = 0; step < 2; step++) {
            trace.miss(32 + 2 * step);
            trace.miss(64 + 5 * step);
        }

        assertThat(trace.miss(36)).containsExactly(38L);
        assertThat(trace.miss(74)).containsExactly(79L);
    }

    @Test
    void a_stream_is_followed_after_two_further_misses_in_one_direction() {
        Trace trace = new Trace("stream", 2, 4);

        assertThat(trace.miss(100)).as("allocated").isEmpty();
        assertThat(trace.miss(101)).as("training").isEmpty();
        assertThat(trace.miss(102)).as("monitors 100 to 104").isEmpty();
        assertThat(trace.miss(103)).containsExactly(105L, 106L);
        assertThat(trace.access(101, Outcome.HIT))
                .as("longer than the distance, so that it begins at 102 now")
                .isEmpty();
        assertThat(trace.access(105, Outcome.FIRST_HIT)).containsExactly(107L, 108L);
    }

    @Test
    void a_stream_runs_down_where_its_misses_do() {
        Trace trace = new Trace("stream", 1, 8);
        trace.miss(100);
        trace.miss(98);
        trace.miss(97);

        assertThat(trace.access(98, Outcome.HIT)).containsExactly(95L);
    }

    @Test
    void misses_far_from_each_other_are_no_stream() {
        Trace trace = new Trace("stream", 1, 8);
        for (long line = 0; line < 50; line++) {
            assertThat(trace.miss(line * (Stream.WINDOW + 1))).isEmpty();
        }
    }

    @Test
    void a_walk_in_steps_longer_than_the_degree_passes_over_the_end_of_its_region() {
        Trace one = new Trace("stream", 1, 16);
        for (long line = 100; line < 200; line += 2) {
            assertThat(one.miss(line)).isEmpty();
        }
        Trace two = new Trace("stream", 2, 16);
        two.miss(100);
        two.miss(102);
        two.miss(104); // monitors 100 to 106
        assertThat(two.miss(106)).containsExactly(107L, 108L);
        assertThat(two.access(108, Outcome.FIRST_HIT)).containsExactly(109L, 110L);
    }

    @Test
    void a_miss_in_the_other_direction_trains_anew() {
        Trace trace = new Trace("stream", 1, 8);
        trace.miss(100);
        trace.miss(101);
        trace.miss(99);

        assertThat(trace.access(99, Outcome.HIT)).as("still in training").isEmpty();
        trace.miss(98);
        assertThat(trace.access(99, Outcome.HIT)).containsExactly(96L);
    }

    @Test
    void the_stream_used_least_recently_gives_way() {
        Trace trace = new Trace("stream", 1, 8);
        trace.miss(100);
        trace.miss(101);
        trace.miss(102);
        for (long stream = 1; stream <= Stream.STREAMS; stream++) {
            trace.miss(1000 * stream);
        }

        assertThat(trace.access(102, Outcome.HIT)).isEmpty();
    }

    @Test
    void the_rest_of_a_macro_block_is_fetched_once() {
        Trace trace = new Trace("macroBlock", 1, 16);

        assertThat(trace.miss(9)).isEmpty();
        assertThat(trace.miss(9)).as("the same line again").isEmpty();
        assertThat(trace.miss(11)).containsExactly(8L, 10L);
        assertThat(trace.miss(10)).isEmpty();
    }

    @Test
    void macro_blocks_are_counted_apart() {
        Trace trace = new Trace("macroBlock", 1, 16);
        trace.miss(3);

        assertThat(trace.miss(4)).isEmpty();
        assertThat(trace.miss(0)).containsExactly(1L, 2L);
    }

    @Test
    void hits_tell_macro_blocks_nothing() {
        Trace trace = new Trace("macroBlock", 1, 16);
        trace.miss(0);

        assertThat(trace.access(1, Outcome.HIT)).isEmpty();
        assertThat(trace.access(2, Outcome.FIRST_HIT)).isEmpty();
    }
}
