// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which sets lead, and whom the others follow. */
final class DuelTest {

    private static long count(int sets, Duel.Part part) {
        Duel duel = new Duel(sets);
        return IntStream.range(0, sets).filter(set -> duel.part(set) == part).count();
    }

    private static int any(Duel duel, int sets, Duel.Part part) {
        return IntStream.range(0, sets)
                .filter(set -> duel.part(set) == part)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void both_have_as_many_leaders_and_no_more_than_32() {
        for (int sets = 1; sets < 1200; sets++) {
            long leaders = count(sets, Duel.Part.LEADS_FIRST);
            assertThat(count(sets, Duel.Part.LEADS_SECOND)).isEqualTo(leaders);
            assertThat(leaders).isLessThanOrEqualTo(Duel.LEADERS);
            assertThat(leaders).isGreaterThanOrEqualTo(sets == 1 ? 0 : Math.min(Math.max(1, sets / 4), 16));
        }
        assertThat(count(128, Duel.Part.LEADS_FIRST)).isEqualTo(32);
        assertThat(count(2048, Duel.Part.LEADS_SECOND)).isEqualTo(32);
    }

    @Test
    void a_miss_of_the_first_ones_leaders_turns_the_followers_and_one_of_the_others_turns_them_back() {
        int sets = 256;
        Duel duel = new Duel(sets);
        int follower = any(duel, sets, Duel.Part.FOLLOWS);
        assertThat(duel.missIsForSecond(follower)).isFalse();

        assertThat(duel.missIsForSecond(any(duel, sets, Duel.Part.LEADS_FIRST))).isFalse();
        assertThat(duel.missIsForSecond(follower)).isTrue();

        assertThat(duel.missIsForSecond(any(duel, sets, Duel.Part.LEADS_SECOND)))
                .isTrue();
        assertThat(duel.missIsForSecond(follower)).isFalse();
    }

    @Test
    void the_counter_stops_at_its_ends() {
        int sets = 256;
        Duel duel = new Duel(sets);
        int first = any(duel, sets, Duel.Part.LEADS_FIRST);
        int second = any(duel, sets, Duel.Part.LEADS_SECOND);
        int follower = any(duel, sets, Duel.Part.FOLLOWS);
        for (int i = 0; i < 5000; i++) {
            duel.missIsForSecond(first);
        }
        for (int i = 0; i < 512; i++) {
            assertThat(duel.missIsForSecond(follower)).isTrue();
            duel.missIsForSecond(second);
        }
        assertThat(duel.missIsForSecond(follower)).isFalse();
    }

    @Test
    void drrip_keeps_a_part_of_a_walk_that_does_not_fit_and_srrip_nothing() {
        assertThat(hitsOfWalk("srrip")).isZero();
        assertThat(hitsOfWalk("drrip")).isGreaterThan(hitsOfWalk("brrip") / 2);
    }

    private static int hitsOfWalk(String name) {
        PolicyBench bench = new PolicyBench(name, 128, 4);
        int hits = 0;
        for (int i = 0; i < 20_000; i++) {
            hits += bench.access(i % (128 * 6), false) ? 1 : 0;
        }
        return hits;
    }
}
