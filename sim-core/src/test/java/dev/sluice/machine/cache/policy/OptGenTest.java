// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.cache.PlainOptimal;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** OPTgen against OPT. */
final class OptGenTest {

    private static int hits(OptGen opt, long... lines) {
        int hits = 0;
        for (long line : lines) {
            hits += opt.access(line, 0) ? 1 : 0;
        }
        return hits;
    }

    private static int hits(int ways, int length, String letters) {
        return hits(new OptGen(ways, length), letters.chars().asLongStream().toArray());
    }

    /** Our own example: b's use ends first and takes the only way, a's overlaps it; then c's and a's do not overlap. */
    @Test
    void one_way_keeps_the_line_that_is_back_first() {
        assertThat(hits(1, 16, "abba")).isEqualTo(1);
        assertThat(hits(1, 16, "abbacca")).isEqualTo(2);
        assertThat(hits(2, 16, "abba")).isEqualTo(2);
    }

    @Test
    void it_hits_as_often_as_opt_that_may_bypass() {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            int ways = 1 + random.nextInt(4);
            long[] lines = random.longs(5 + random.nextInt(20), 0, 2 + random.nextInt(6))
                    .toArray();
            assertThat(hits(new OptGen(ways, 64), lines))
                    .as("%s in %s ways", lines, ways)
                    .isEqualTo(PlainOptimal.hits(lines, ways, true));
        }
    }

    @Test
    void more_ways_than_a_byte_counts_are_all_of_use() {
        long[] lines = LongStream.range(0, 600).map(i -> i % 200).toArray();
        assertThat(hits(new OptGen(256, 1024), lines)).isEqualTo(400);
    }

    @Test
    void what_is_longer_ago_than_its_past_does_not_hit() {
        assertThat(hits(4, 4, "abcda")).isZero();
        assertThat(hits(4, 5, "abcda")).isEqualTo(1);
    }

    @Test
    void it_tells_who_used_a_line_before_and_who_used_one_that_it_forgets() {
        OptGen opt = new OptGen(1, 2);
        opt.access(1, 10);
        assertThat(opt.previous).isEqualTo(OptGen.UNKNOWN);
        opt.access(1, 11);
        assertThat(opt.previous).isEqualTo(10);
        opt.access(2, 12);
        assertThat(opt.forgotten).isEqualTo(OptGen.UNKNOWN);
        opt.access(3, 13);
        assertThat(opt.forgotten).isEqualTo(11);
    }
}
