// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies against slow reference models, and their manners. */
final class ReplacementPolicyTest {

    private static final WayCandidates ALL = (set, way) -> true;

    @Test
    void names_are_sorted_and_known() {
        assertThat(List.copyOf(Policies.names()))
                .contains("fifo", "lru", "plru", "random")
                .isSorted();
        assertThatThrownBy(() -> Policies.create("magic", 1, 1, 0))
                .hasMessageContaining("magic")
                .hasMessageContaining("lru");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 13, 24})
    void lru_and_fifo_agree_with_a_list(int ways) {
        for (String name : List.of("lru", "fifo")) {
            ReplacementPolicy policy = Policies.create(name, 2, ways, 0);
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
    private static final class Tree {
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
        ReplacementPolicy policy = Policies.create("plru", 1, ways, 0);
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
    @ValueSource(strings = {"fifo", "lru", "plru", "random"})
    void nothing_is_evicted_where_nothing_may_be(String name) {
        ReplacementPolicy policy = Policies.create(name, 1, 6, 1);
        assertThat(policy.victim(0, (set, way) -> false)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "lru", "plru", "random"})
    void an_evict_first_line_goes_next(String name) {
        ReplacementPolicy policy = Policies.create(name, 1, 6, 1);
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
        ReplacementPolicy first = Policies.create("random", 1, 7, 99);
        ReplacementPolicy second = Policies.create("random", 1, 7, 99);
        int[] count = new int[7];
        for (int i = 0; i < 7000; i++) {
            int victim = first.victim(0, ALL);
            assertThat(second.victim(0, ALL)).isEqualTo(victim);
            count[victim]++;
        }
        assertThat(Arrays.stream(count).boxed()).allSatisfy(c -> assertThat(c).isBetween(850, 1150));
    }
}
