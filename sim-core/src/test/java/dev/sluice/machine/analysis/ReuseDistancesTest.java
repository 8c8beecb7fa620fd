// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Reuse distances and the curves made of them. */
final class ReuseDistancesTest {

    /** The misses of a fully associative cache, looked for in a list. */
    private static long misses(List<Long> trace, int capacity) {
        List<Long> order = new ArrayList<>();
        long misses = 0;
        for (Long line : trace) {
            if (!order.remove(line)) {
                misses++;
                if (order.size() == capacity) {
                    order.remove(0);
                }
            }
            order.add(line);
        }
        return misses;
    }

    private static List<Long> trace(int length, int lines) {
        Random random = new Random(7);
        List<Long> trace = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            trace.add((long) (random.nextInt(4) == 0 ? random.nextInt(lines) : random.nextInt(lines / 8 + 1)));
        }
        return trace;
    }

    @Test
    void the_curve_is_that_of_caches_of_each_size_while_all_lines_are_followed() {
        List<Long> trace = trace(20_000, 500);
        ReuseDistances reuse = new ReuseDistances(1 << 10);
        trace.forEach(reuse::used);

        for (int capacity : new int[] {1, 2, 8, 31, 64, 256, 512}) {
            assertThat(reuse.misses(capacity)).isEqualTo((double) misses(trace, capacity));
        }
        assertThat(reuse.rate()).isEqualTo(1);
    }

    @Test
    void each_use_lies_in_the_bin_of_its_distance() {
        ReuseDistances reuse = new ReuseDistances(64);
        for (long line : new long[] {1, 1, 2, 3, 1, 4, 5, 6, 7, 1}) {
            reuse.used(line);
        }

        assertThat(reuse.cold()).isEqualTo(7);
        // distances 0, 2 and 4
        assertThat(reuse.byPowersOfTwo()).containsExactly(1, 0, 1, 1);
    }

    @Test
    void a_sample_comes_near_in_bounded_room() {
        List<Long> trace = trace(200_000, 20_000);
        ReuseDistances exact = new ReuseDistances(1 << 16);
        ReuseDistances sampled = new ReuseDistances(1 << 12);
        trace.forEach(line -> {
            exact.used(line);
            sampled.used(line);
        });

        assertThat(sampled.rate()).isLessThan(0.5);
        for (int capacity : new int[] {256, 1024, 4096}) {
            double error = Math.abs(sampled.misses(capacity) - exact.misses(capacity)) / trace.size();
            assertThat(error).isCloseTo(0, within(0.05));
        }
    }

    @Test
    void who_is_used_alone_follows_all_lines_that_there_is_room_for() {
        FollowedLines share = new FollowedLines(1 << 10);
        ReuseDistances busy = new ReuseDistances(share);
        ReuseDistances idle = new ReuseDistances(share);
        List<Long> trace = trace(20_000, 1_000);
        trace.forEach(busy::used);
        idle.used(1);

        assertThat(busy.rate()).isEqualTo(1);
        assertThat(idle.rate()).isEqualTo(1);
        assertThat(busy.misses(256)).isEqualTo((double) misses(trace, 256));
    }

    @Test
    void who_has_most_lines_makes_room_for_another() {
        FollowedLines share = new FollowedLines(1 << 12);
        ReuseDistances large = new ReuseDistances(share);
        ReuseDistances small = new ReuseDistances(share);
        for (long line = 0; line < 4_000; line++) {
            large.used(line);
        }
        List<Long> trace = trace(5_000, 200);
        trace.forEach(small::used);

        assertThat(large.rate()).isEqualTo(0.5);
        assertThat(small.rate()).isEqualTo(1);
        assertThat(small.misses(64)).isEqualTo((double) misses(trace, 64));
        assertThat(large.followed() + small.followed()).isBetween(1, 1 << 12);
        for (long line = 0; line < 4_000; line++) {
            large.used(line);
        }
        assertThat(large.misses(1 << 13)).isCloseTo(4_000, within(200.0));
        assertThat(large.misses(1 << 10)).isCloseTo(8_000, within(200.0));
    }

    @Test
    void a_sample_of_lines_that_are_used_once_has_no_more_uses_than_there_were() {
        for (long start = 0; start < 40; start++) {
            ReuseDistances reuse = new ReuseDistances(1 << 10);
            for (long line = 0; line < 5_000; line++) {
                reuse.used(start * 1_000_003 + line);
            }
            double uses = reuse.cold();
            for (double some : reuse.byPowersOfTwo()) {
                assertThat(some).isNotNegative();
                uses += some;
            }
            assertThat(reuse.rate()).isLessThan(1);
            assertThat(uses).isEqualTo(5_000);
            assertThat(reuse.misses(16)).isBetween(4_000.0, 5_000.0);
        }
    }
}
