// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SparseCountsTest {

    @Test
    void should_count_nothing_under_a_key_that_never_occurred() {
        SparseCounts counts = new SparseCounts();
        assertThat(counts.count(7)).isZero();
        counts.add(8, 1);
        assertThat(counts.count(7)).isZero();
    }

    @Test
    void should_agree_with_a_map_for_keys_of_all_sizes() {
        SparseCounts counts = new SparseCounts();
        Map<Long, Long> expected = new TreeMap<>();
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            long key = (long) random.nextInt(50) << 32 | (long) random.nextInt(4) << 24 | random.nextInt(40);
            long count = random.nextInt(5);
            counts.add(key, count);
            expected.merge(key, count, Long::sum);
        }

        assertThat(counts.size()).isEqualTo(expected.size());
        assertThat(counts.keys())
                .containsExactly(
                        expected.keySet().stream().mapToLong(Long::longValue).toArray());
        expected.forEach((key, count) -> assertThat(counts.count(key)).isEqualTo(count));
    }
}
