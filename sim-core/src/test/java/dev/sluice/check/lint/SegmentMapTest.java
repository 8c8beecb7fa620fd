// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SegmentMapTest {

    @Test
    void should_cut_runs_to_what_is_asked_for() {
        SegmentMap<String> map = new SegmentMap<>("none");
        map.set(10, 20, "a");
        map.set(15, 30, "b");

        assertThat(map.runs(5, 25))
                .containsExactly(
                        new SegmentMap.Run<>(5, 10, "none"),
                        new SegmentMap.Run<>(10, 15, "a"),
                        new SegmentMap.Run<>(15, 25, "b"));
    }

    @Test
    void should_join_neighbours_of_one_value() {
        SegmentMap<String> map = new SegmentMap<>("none");
        String value = "a";
        map.set(0, 4, value);
        map.set(8, 12, value);
        map.set(4, 8, value);

        assertThat(map.runs(0, 12)).containsExactly(new SegmentMap.Run<>(0, 12, value));
    }

    @Test
    void should_agree_with_an_array() {
        Random random = new Random(7);
        Integer[] expected = new Integer[64];
        Integer none = -1;
        Arrays.fill(expected, none);
        SegmentMap<Integer> map = new SegmentMap<>(none);
        for (int i = 0; i < 2000; i++) {
            int start = random.nextInt(64);
            int end = start + random.nextInt(65 - start);
            Integer value = random.nextInt(5);
            if (random.nextBoolean()) {
                map.set(start, end, value);
                Arrays.fill(expected, start, end, value);
            } else {
                map.change(start, end, old -> old < 0 ? value : old);
                for (int at = start; at < end; at++) {
                    expected[at] = expected[at] < 0 ? value : expected[at];
                }
            }
            Integer[] got = new Integer[64];
            map.runs(0, 64).forEach(run -> Arrays.fill(got, (int) run.start(), (int) run.end(), run.value()));
            assertThat(got).isEqualTo(expected);
        }
    }
}
