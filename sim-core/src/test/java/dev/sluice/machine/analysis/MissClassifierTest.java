// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of misses, also beside a reference that is slow and plain. */
final class MissClassifierTest {

    private static final int ALL = 0xFF;

    /** A fully associative cache that looks for everything in lists. */
    private static final class Plain {
        private final int capacity;
        private final List<Long> order = new ArrayList<>();
        private final Map<Long, Integer> held = new HashMap<>();
        private final Map<Long, Integer> ever = new HashMap<>();
        private final Map<Long, Integer> lost = new HashMap<>();
        private final Map<MissKind, Long> counts = new EnumMap<>(MissKind.class);

        Plain(int capacity) {
            this.capacity = capacity;
        }

        void accessed(long line, int missing, int brought) {
            for (int g = 0; g < 8; g++) {
                int bit = 1 << g;
                if ((missing & bit) != 0) {
                    MissKind kind = (lost.getOrDefault(line, 0) & bit) != 0
                            ? MissKind.COHERENCE
                            : (ever.getOrDefault(line, 0) & bit) == 0
                                    ? MissKind.COMPULSORY
                                    : (held.getOrDefault(line, 0) & bit) != 0 ? MissKind.CONFLICT : MissKind.CAPACITY;
                    counts.merge(kind, 1L, Long::sum);
                }
            }
            boolean there = order.remove(line);
            if (!there && brought != 0 && order.size() == capacity) {
                held.remove(order.remove(0));
            }
            if (there || brought != 0) {
                order.add(line);
            }
            if (brought != 0) {
                held.merge(line, brought, (a, b) -> a | b);
                ever.merge(line, brought, (a, b) -> a | b);
                lost.merge(line, 0, (a, b) -> a & ~brought);
            }
        }

        void lost(long line, int granules) {
            lost.merge(line, granules, (a, b) -> a | b);
            held.computeIfPresent(line, (l, mask) -> mask & ~granules);
        }
    }

    private static long[] counts(MissClassifier classifier) {
        return java.util.Arrays.stream(MissKind.values())
                .mapToLong(classifier::count)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64})
    void agrees_with_a_slow_reference_on_random_traces(int capacity) {
        Random random = new Random(capacity);
        MissClassifier fast = new MissClassifier(capacity);
        Plain slow = new Plain(capacity);
        Map<Long, Integer> real = new HashMap<>();
        for (int i = 0; i < 40_000; i++) {
            // a direct-mapped cache of two sectors a line stands for the real one
            long line = random.nextInt(3) == 0 ? random.nextInt(3 * capacity + 2) : random.nextInt(capacity + 1);
            long frame = line % capacity;
            int want = 1 + random.nextInt(ALL);
            if (random.nextInt(50) == 0) {
                fast.lost(line, want);
                slow.lost(line, want);
                real.remove(frame * 1_000 + line);
                continue;
            }
            boolean present = real.containsKey(frame * 1_000 + line);
            int missing = want & ~real.getOrDefault(frame * 1_000 + line, 0);
            int brought = random.nextInt(10) == 0 ? 0 : want;
            fast.accessed(line, missing, brought, present, false);
            slow.accessed(line, missing, brought);
            if (brought != 0) {
                real.keySet().removeIf(key -> key / 1_000 == frame && key % 1_000 != line);
                real.merge(frame * 1_000 + line, brought, (a, b) -> a | b);
            }
        }

        assertThat(counts(fast))
                .containsExactly(java.util.Arrays.stream(MissKind.values())
                        .mapToLong(kind -> slow.counts.getOrDefault(kind, 0L))
                        .toArray());
    }

    @Test
    void a_line_that_was_never_held_is_compulsory() {
        MissClassifier misses = new MissClassifier(4);
        misses.accessed(1, 0b1111, 0b1111, false, false);

        assertThat(misses.count(MissKind.COMPULSORY)).isEqualTo(4);
    }

    @Test
    void what_the_reference_still_has_is_a_conflict_and_what_it_lost_is_capacity() {
        MissClassifier misses = new MissClassifier(2);
        misses.accessed(1, 1, 1, false, false);
        misses.accessed(2, 1, 1, false, false);
        misses.accessed(1, 1, 1, false, false);
        misses.accessed(3, 1, 1, false, false);
        misses.accessed(2, 1, 1, false, false);

        assertThat(misses.count(MissKind.CONFLICT)).isEqualTo(1);
        assertThat(misses.count(MissKind.CAPACITY)).isEqualTo(1);
    }

    @Test
    void what_an_invalidation_took_is_coherence() {
        MissClassifier misses = new MissClassifier(2);
        misses.accessed(1, 1, 1, false, false);
        misses.lost(1, ALL);
        misses.accessed(1, 1, 1, false, false);
        misses.accessed(1, 1, 1, false, false);

        assertThat(misses.count(MissKind.COHERENCE)).isEqualTo(1);
    }

    @Test
    void a_miss_on_what_is_on_its_way_is_of_the_kind_that_asked_for_it() {
        MissClassifier misses = new MissClassifier(2);
        misses.accessed(1, 0b01, 0b01, false, false);
        misses.accessed(1, 0b01, 0b01, true, true);
        misses.accessed(1, 0b10, 0b10, true, true);

        assertThat(misses.count(MissKind.COMPULSORY)).isEqualTo(3);
    }

    @Test
    void what_was_asked_for_is_known_of_any_number_of_lines() {
        MissClassifier classifier = new MissClassifier(4);

        for (long line = 0; line < 1000; line++) {
            assertThat(classifier.asked(line)).isZero();
            classifier.accessed(line, 0b11, 0b11, false, false);
            assertThat(classifier.asked(line)).isEqualTo(0b11);
        }

        classifier.lost(7, 0b01);
        assertThat(classifier.asked(7)).isEqualTo(0b10);
    }
}
