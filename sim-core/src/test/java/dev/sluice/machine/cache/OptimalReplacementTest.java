// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Belady's replacement over recorded look-ups, against all that could be tried and against examples. */
final class OptimalReplacementTest {

    private static final int LINE_SHIFT = 7;

    private static long read(long line) {
        return look(line, 1, LookupTrace.READ);
    }

    private static long look(long line, int sectors, int kind) {
        return line << LookupTrace.NUMBER_SHIFT | (long) sectors << LookupTrace.SECTORS_SHIFT | kind;
    }

    private static OptimalReplacement of(int sets, int ways, long... words) {
        return new OptimalReplacement(line -> (int) (line % sets), sets, ways, words(32, words));
    }

    private static LookupWords words(int fetch, long... words) {
        return new LookupWords(words, LINE_SHIFT, LineMap.expansionTo(fetch));
    }

    /** Of a cache of one line that fetches two sectors. */
    private static OptimalReplacement one(long... words) {
        return new OptimalReplacement(line -> 0, 1, 1, words(64, words));
    }

    private static long hits(int ways, String letters, boolean bypass) {
        return of(
                        1,
                        ways,
                        letters.chars().mapToLong(OptimalReplacementTest::read).toArray())
                .hits(0, bypass);
    }

    /** Our own example: round and round four lines in three ways, two of three accesses hit once it is full. */
    @Test
    void a_walk_that_does_not_fit_keeps_what_does() {
        assertThat(hits(3, "abcdabcdabcd", false)).isEqualTo(6);
        assertThat(hits(3, "abcdabcdabcd", true)).isEqualTo(6);
        assertThat(hits(1, "aabbaa", false)).isEqualTo(3);
        assertThat(hits(1, "abababa", false)).isZero();
        assertThat(hits(1, "abababa", true)).isEqualTo(3);
    }

    @Test
    void it_hits_as_often_as_anything_that_could_be_tried() {
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            int ways = 1 + random.nextInt(4);
            long[] lines = random.longs(5 + random.nextInt(20), 0, 2 + random.nextInt(6))
                    .toArray();
            long[] words =
                    LongStream.of(lines).map(OptimalReplacementTest::read).toArray();
            for (boolean bypass : new boolean[] {false, true}) {
                assertThat(of(1, ways, words).hits(0, bypass))
                        .as("%s in %s ways, bypass %s", lines, ways, bypass)
                        .isEqualTo(PlainOptimal.hits(lines, ways, bypass));
            }
        }
    }

    @Test
    void lines_that_are_looked_up_again_may_be_brought_and_do_not_hit() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            int ways = 1 + random.nextInt(4);
            long[] lines = random.longs(5 + random.nextInt(20), 0, 2 + random.nextInt(6))
                    .map(line -> random.nextInt(4) == 0 ? ~line : line)
                    .toArray();
            long[] words = LongStream.of(lines)
                    .map(line -> line < 0 ? look(~line, 1, LookupTrace.AGAIN) : read(line))
                    .toArray();
            for (boolean bypass : new boolean[] {false, true}) {
                assertThat(of(1, ways, words).hits(0, bypass))
                        .as("%s in %s ways, bypass %s", lines, ways, bypass)
                        .isEqualTo(PlainOptimal.hits(lines, ways, bypass));
            }
        }
    }

    @Test
    void a_line_that_was_dropped_leaves_its_way_and_none_is_kept_for_a_use_after_that() {
        Random random = new Random(8);
        for (int i = 0; i < 300; i++) {
            int ways = 1 + random.nextInt(4);
            long[] lines = random.longs(5 + random.nextInt(20), 0, 2 + random.nextInt(6))
                    .map(line -> random.nextInt(4) == 0 ? line + PlainOptimal.DROP : line)
                    .toArray();
            long[] words = LongStream.of(lines)
                    .map(line -> line >= PlainOptimal.DROP
                            ? look(line - PlainOptimal.DROP, 1, LookupTrace.DROP)
                            : read(line))
                    .toArray();
            for (boolean bypass : new boolean[] {false, true}) {
                assertThat(of(1, ways, words).hits(0, bypass))
                        .as("%s in %s ways, bypass %s", lines, ways, bypass)
                        .isEqualTo(PlainOptimal.hits(lines, ways, bypass));
            }
        }
    }

    @Test
    void what_is_looked_up_again_after_it_was_dropped_is_there() {
        long[] words = {read(1), look(1, 1, LookupTrace.DROP), look(1, 1, LookupTrace.AGAIN), read(1)};

        assertThat(of(1, 1, words).hits(0, false)).isEqualTo(1);
    }

    @Test
    void sets_do_not_disturb_each_other() {
        long[] words = new Random(6)
                .longs(500, 0, 40)
                .map(OptimalReplacementTest::read)
                .toArray();
        long both = 0;
        for (int set = 0; set < 2; set++) {
            int wanted = set;
            both += of(
                            1,
                            4,
                            LongStream.of(words)
                                    .filter(word -> (word >>> LookupTrace.NUMBER_SHIFT) % 2 == wanted)
                                    .toArray())
                    .hits(0, false);
        }
        assertThat(of(2, 4, words).hits(0, false)).isEqualTo(both);
    }

    @Test
    void a_hit_needs_its_sector() {
        long[] words = {
            look(1, 0b0001, LookupTrace.READ),
            look(1, 0b0011, LookupTrace.READ),
            look(1, 0b0100, LookupTrace.WRITE),
            look(1, 0b1111, LookupTrace.READ)
        };
        assertThat(of(1, 1, words).hits(0, false)).isEqualTo(1 + 3);
        OptimalReplacement pairs = one(words);
        assertThat(pairs.hits(0, false))
                .as("the first read fetches two sectors")
                .isEqualTo(2 + 3);
    }

    @Test
    void what_a_store_fetches_hits() {
        long whole = look(1, 0b0001, LookupTrace.WRITE);
        long part = look(1, 0b0001, LookupTrace.FETCHING_WRITE);
        long all = look(1, 0b1111, LookupTrace.READ);
        assertThat(one(whole, all).hits(0, false)).isEqualTo(1);
        assertThat(one(part, all).hits(0, false)).isEqualTo(2);
    }

    @Test
    void a_store_fetches_what_its_sector_lost() {
        long part = look(1, 0b0001, LookupTrace.FETCHING_WRITE);
        long other = look(1, 0b0010, LookupTrace.FETCHING_WRITE);
        long[] words = {other, look(1, 0b0010, LookupTrace.DROP), part, other};

        assertThat(one(words).hits(0, false)).isEqualTo(2);
    }

    @Test
    void a_read_of_a_sector_written_in_part_fetches_along() {
        long part = look(1, 0b0001, LookupTrace.WRITE);
        long completing = look(1, 0b0001, LookupTrace.COMPLETING_READ);
        long along = look(1, 0b0010, LookupTrace.COMPLETING_READ);
        long[] words = {part, completing, along};

        assertThat(one(words).hits(0, false)).isEqualTo(2);
    }

    @Test
    void what_is_dropped_is_fetched_again() {
        long all = LookupTrace.DROP_RANGES;
        long range = 1L << LookupTrace.NUMBER_SHIFT | LookupTrace.DROP_RANGES;
        assertThat(of(1, 2, read(1), read(2), all, 0, read(1), read(2)).hits(0, false))
                .isZero();
        assertThat(of(1, 2, read(1), read(2), range, 0, 128, 255, read(1), read(2))
                        .hits(0, false))
                .isEqualTo(1);
        assertThat(of(1, 2, read(1), look(1, 1, LookupTrace.DROP), read(1)).hits(0, false))
                .isZero();
        // what is dropped anyway is not kept for a use after that
        assertThat(of(1, 1, read(1), read(2), all, 0, read(1)).hits(0, true)).isZero();
        assertThat(of(1, 1, read(1), read(2), read(2), all, 0, read(1), read(1)).hits(0, true))
                .isEqualTo(2);
    }

    @Test
    void what_an_invalidation_leaves_stays() {
        long all = LookupTrace.DROP_RANGES;
        long range = 1L << LookupTrace.NUMBER_SHIFT | LookupTrace.DROP_RANGES;
        assertThat(of(1, 2, read(1), read(2), all, 1, 2, read(1), read(2)).hits(0, false))
                .isEqualTo(1);
        assertThat(of(1, 2, read(1), read(2), range, 2, 128, 383, 1, 2, read(1), read(2))
                        .hits(0, false))
                .isEqualTo(2);
    }

    @Test
    void what_was_before_the_region_of_interest_fills_the_cache_and_counts_no_more() {
        assertThat(of(1, 2, read(1), read(1), read(1), read(2)).hits(2, false)).isEqualTo(1);
    }
}
