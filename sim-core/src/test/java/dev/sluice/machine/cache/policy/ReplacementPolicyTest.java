// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies against slow reference models, and their manners. */
final class ReplacementPolicyTest {

    private static final WayCandidates ALL = (set, way) -> true;

    @Test
    void names_are_sorted_and_known() {
        assertThat(List.copyOf(Policies.names()))
                .contains("brrip", "drrip", "fifo", "lfu", "lru", "nru", "plru", "random", "ship", "srrip")
                .isSorted();
        assertThatThrownBy(() -> PolicyBench.policy("magic", 1, 1, 0))
                .hasMessageContaining("magic")
                .hasMessageContaining("lru");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 13, 24})
    void lru_and_fifo_agree_with_a_list(int ways) {
        for (String name : List.of("lru", "fifo")) {
            ReplacementPolicy policy = PolicyBench.policy(name, 2, ways, 0);
            List<Integer> order = new ArrayList<>();
            for (int way = 0; way < ways; way++) {
                policy.onFill(1, way, false);
                order.add(way);
            }
            Random random = new Random(ways);
            for (int i = 0; i < 2000; i++) {
                if (random.nextInt(3) == 0) {
                    int pinned = random.nextInt(ways);
                    int expected =
                            order.stream().filter(w -> w != pinned).findFirst().orElse(-1);
                    int victim = policy.victim(1, (set, way) -> way != pinned);
                    assertThat(victim).as(name).isEqualTo(expected);
                    if (victim >= 0) {
                        boolean first = random.nextInt(8) == 0;
                        order.remove((Integer) victim);
                        policy.onFill(1, victim, first);
                        order.add(first ? 0 : order.size(), victim);
                        if (first) { // two evict-first lines would tie: use it up at once
                            order.remove((Integer) policy.victim(1, ALL));
                            policy.onFill(1, victim, false);
                            order.add(victim);
                        }
                    }
                } else {
                    int way = random.nextInt(ways);
                    policy.onHit(1, way);
                    if (name.equals("lru")) {
                        order.remove((Integer) way);
                        order.add(way);
                    }
                }
            }
        }
    }

    /** Recursive tree over ways [first, first + span): the bit says whether the right half is older. */
    static final class Tree {
        private final int first;
        private final int span;
        private final Tree left;
        private final Tree right;
        private boolean rightOlder;

        Tree(int first, int span) {
            this.first = first;
            this.span = span;
            this.left = span == 1 ? this : new Tree(first, span / 2);
            this.right = span == 1 ? this : new Tree(first + span / 2, span / 2);
        }

        void touch(int way) {
            if (span > 1) {
                boolean inRight = way >= first + span / 2;
                rightOlder = !inRight;
                (inRight ? right : left).touch(way);
            }
        }

        /** Turns the bits of a way's path towards it. */
        void turn(int way) {
            if (span > 1) {
                rightOlder = way >= first + span / 2;
                (rightOlder ? right : left).turn(way);
            }
        }

        boolean any(int ways, WayCandidates candidates) {
            for (int way = first; way < Math.min(ways, first + span); way++) {
                if (candidates.evictable(0, way)) {
                    return true;
                }
            }
            return false;
        }

        int victim(int ways, WayCandidates candidates) {
            if (span == 1) {
                return first;
            }
            Tree older = rightOlder ? right : left;
            Tree newer = rightOlder ? left : right;
            return (older.any(ways, candidates) ? older : newer).victim(ways, candidates);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 13, 24, 64, 100})
    void plru_agrees_with_a_recursive_tree(int ways) {
        ReplacementPolicy policy = PolicyBench.policy("plru", 1, ways, 0);
        Tree tree = new Tree(0, ways == 1 ? 1 : Integer.highestOneBit(ways - 1) * 2);
        Random random = new Random(ways);
        for (int i = 0; i < 3000; i++) {
            int way = random.nextInt(ways);
            if (random.nextInt(3) == 0) {
                long seed = random.nextLong();
                WayCandidates some = (set, w) -> w == way || (seed >>> (w & 63) & 1) != 0;
                int victim = policy.victim(0, some);
                assertThat(victim).isEqualTo(tree.victim(ways, some));
                assertThat(some.evictable(0, victim)).isTrue();
                policy.onFill(0, victim, false);
                tree.touch(victim);
            } else {
                policy.onHit(0, way);
                tree.touch(way);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "lru", "plru", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship"})
    void nothing_is_evicted_where_nothing_may_be(String name) {
        ReplacementPolicy policy = PolicyBench.policy(name, 1, 6, 1);
        assertThat(policy.victim(0, (set, way) -> false)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "lru", "plru", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship"})
    void an_evict_first_line_goes_next(String name) {
        ReplacementPolicy policy = PolicyBench.policy(name, 1, 6, 1);
        for (int way = 0; way < 6; way++) {
            policy.onFill(0, way, way == 3);
        }
        if (!name.equals("plru")) {
            assertThat(policy.victim(0, ALL)).isEqualTo(3);
        }
        policy.onFill(0, 3, true);
        assertThat(policy.victim(0, ALL)).isEqualTo(3);
    }

    @Test
    void random_repeats_with_its_seed_and_reaches_every_way() {
        ReplacementPolicy first = PolicyBench.policy("random", 1, 7, 99);
        ReplacementPolicy second = PolicyBench.policy("random", 1, 7, 99);
        int[] count = new int[7];
        for (int i = 0; i < 7000; i++) {
            int victim = first.victim(0, ALL);
            assertThat(second.victim(0, ALL)).isEqualTo(victim);
            count[victim]++;
        }
        assertThat(Arrays.stream(count).boxed()).allSatisfy(c -> assertThat(c).isBetween(850, 1150));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "lru", "nru", "lfu", "srrip", "brrip", "drrip", "ship"})
    void of_several_evict_first_lines_the_lowest_way_goes(String name) {
        ReplacementPolicy policy = PolicyBench.policy(name, 1, 5, 1);
        for (int way = 0; way < 5; way++) {
            policy.onFill(0, way, way == 1 || way == 3);
        }
        assertThat(policy.victim(0, ALL)).isEqualTo(1);
        assertThat(policy.victim(0, (set, way) -> way != 1)).isEqualTo(3);
    }

    @Test
    void a_way_that_lost_its_line_goes_next_under_plru() {
        for (int lost = 0; lost < 4; lost++) {
            ReplacementPolicy policy = PolicyBench.policy("plru", 3, 4, 1);
            for (int set = 0; set < 3; set++) {
                for (int way = 3; way >= 0; way--) {
                    policy.onFill(set, way, false);
                }
            }
            policy.onHit(1, lost);
            policy.onInvalidate(1, lost);
            assertThat(policy.victim(1, ALL)).isEqualTo(lost);
            assertThat(policy.victim(2, ALL)).as("of another set").isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hit", "invalidated", "filled again"})
    void random_forgets_evict_first(String after) {
        ReplacementPolicy policy = PolicyBench.policy("random", 2, 4, 1);
        for (int way = 0; way < 4; way++) {
            policy.onFill(1, way, way == 2);
        }
        assertThat(draws(policy, 1, 50)).containsOnly(2);
        assertThat(draws(policy, 0, 50)).as("of another set").contains(0, 1, 3);
        assertThat(policy.victim(1, (set, way) -> way == 3))
                .as("where it may not go")
                .isEqualTo(3);
        switch (after) {
            case "hit" -> policy.onHit(1, 2);
            case "invalidated" -> policy.onInvalidate(1, 2);
            default -> policy.onFill(1, 2, false);
        }
        assertThat(draws(policy, 1, 50)).contains(0, 1, 2, 3);
    }

    private static List<Integer> draws(ReplacementPolicy policy, int set, int count) {
        List<Integer> victims = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            victims.add(policy.victim(set, ALL));
        }
        return victims;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 31})
    void random_draws_from_split_mix_and_goes_round_from_there(int ways) {
        ReplacementPolicy policy = PolicyBench.policy("random", 2, ways, 77);
        SplittableRandom reference = new SplittableRandom(77);
        for (int i = 0; i < 500; i++) {
            long drawn = reference.nextLong() >>> 32;
            int start = (int) (drawn * ways >>> 32);
            int pinned = i % 4 == 0 ? ways - 1 : i % 3;
            WayCandidates candidates = (set, way) -> way > pinned || way < pinned - 2;
            int expected = -1;
            for (int k = 0; k < ways && expected < 0; k++) {
                int way = (start + k) % ways;
                expected = candidates.evictable(0, way) ? way : -1;
            }
            assertThat(policy.victim(i & 1, candidates)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "lru", "plru", "nru", "lfu", "srrip"})
    void sets_do_not_touch_each_other(String name) {
        for (int ways : new int[] {1, 3, 16, 100}) {
            ReplacementPolicy together = PolicyBench.policy(name, 3, ways, 0);
            List<ReplacementPolicy> apart = List.of(
                    PolicyBench.policy(name, 1, ways, 0),
                    PolicyBench.policy(name, 1, ways, 0),
                    PolicyBench.policy(name, 1, ways, 0));
            Random random = new Random(ways);
            for (int i = 0; i < 2000; i++) {
                int set = random.nextInt(3);
                int way = random.nextInt(ways);
                if (random.nextBoolean()) {
                    together.onHit(set, way);
                    apart.get(set).onHit(0, way);
                } else {
                    together.onFill(set, way, false);
                    apart.get(set).onFill(0, way, false);
                }
                if (i > 5 * ways) {
                    assertThat(together.victim(set, ALL))
                            .isEqualTo(apart.get(set).victim(0, ALL));
                }
            }
        }
    }
}
