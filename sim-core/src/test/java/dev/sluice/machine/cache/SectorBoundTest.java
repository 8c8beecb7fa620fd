// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nothing can hit more than, against all that could be tried. */
final class SectorBoundTest {

    private static final int LINE_SHIFT = 7;

    private static long look(long line, int sectors, int kind) {
        return line << LookupTrace.NUMBER_SHIFT | (long) sectors << LookupTrace.SECTORS_SHIFT | kind;
    }

    private static LookupWords words(int fetch, long... words) {
        return new LookupWords(words, LINE_SHIFT, LineMap.expansionTo(fetch));
    }

    private static long most(int ways, LookupWords words) {
        return new SectorBound(line -> 0, 1, ways, words).hits(0);
    }

    private static LookupWords random(Random random, int fetch) {
        int[] kinds = {
            LookupTrace.READ,
            LookupTrace.READ,
            LookupTrace.WRITE,
            LookupTrace.FETCHING_WRITE,
            LookupTrace.COMPLETING_READ,
            LookupTrace.AGAIN,
            LookupTrace.DROP
        };
        return words(
                fetch,
                IntStream.range(0, 5 + random.nextInt(14))
                        .mapToLong(i -> look(
                                1 + random.nextInt(5), 1 + random.nextInt(15), kinds[random.nextInt(kinds.length)]))
                        .toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64, 128})
    void nothing_that_could_be_tried_hits_more(int fetch) {
        Random random = new Random(fetch);
        for (int i = 0; i < 300; i++) {
            LookupWords words = random(random, fetch);
            int ways = 1 + random.nextInt(3);
            assertThat(most(ways, words)).as("case %d", i).isGreaterThanOrEqualTo(PlainSectorOptimal.hits(words, ways));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64, 128})
    void the_best_lines_hit_no_more(int fetch) {
        Random random = new Random(fetch);
        for (int i = 0; i < 3000; i++) {
            LookupWords words = random(random, fetch);
            int ways = 1 + random.nextInt(3);
            OptimalReplacement lines = new OptimalReplacement(line -> 0, 1, ways, words);
            assertThat(most(ways, words))
                    .as("case %d", i)
                    .isGreaterThanOrEqualTo(lines.hits(0, false))
                    .isGreaterThanOrEqualTo(lines.hits(0, true));
        }
    }

    @Test
    void with_whole_lines_it_is_what_the_best_replacement_hits() {
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            int ways = 1 + random.nextInt(4);
            LookupWords words = words(
                    128,
                    random.longs(5 + random.nextInt(40), 0, 7)
                            .map(line -> look(line, 0b1111, LookupTrace.READ))
                            .toArray());
            assertThat(most(ways, words))
                    .as("case %d", i)
                    .isEqualTo(new OptimalReplacement(line -> 0, 1, ways, words).hits(0, true));
        }
    }

    @Test
    void a_store_takes_a_way_and_a_read_that_goes_past_does_not() {
        long[] reads = {look(1, 1, LookupTrace.READ), look(2, 1, LookupTrace.READ), look(1, 1, LookupTrace.READ)};
        long[] stores = {look(1, 1, LookupTrace.READ), look(2, 1, LookupTrace.WRITE), look(1, 1, LookupTrace.READ)};

        assertThat(most(1, words(32, reads))).isEqualTo(1);
        assertThat(most(1, words(32, stores))).isZero();
    }

    @Test
    void what_was_before_the_region_of_interest_fills_the_cache_and_counts_no_more() {
        LookupWords words = words(
                32,
                LongStream.of(1, 1, 1, 2)
                        .map(line -> look(line, 1, LookupTrace.READ))
                        .toArray());

        assertThat(new SectorBound(line -> 0, 1, 2, words).hits(2)).isEqualTo(1);
    }
}
