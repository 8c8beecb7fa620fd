// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.result.RunResult.LatencyHistogram;
import org.junit.jupiter.api.Test;

/** The latencies that a memory counts, short ones apart from long ones. */
final class DramCountersTest {

    private final DramCounters counters = new DramCounters();

    private LatencyHistogram histogram(long... latencies) {
        for (long latency : latencies) {
            counters.latency(latency);
        }
        return counters.latencyHistogram();
    }

    @Test
    void extremes_and_mean_are_exact_across_both_ways_of_counting() {
        LatencyHistogram seen = histogram(0, 1, 2047, 2048, 2049, 1_000_003);
        assertThat(seen.count()).isEqualTo(6);
        assertThat(seen.min()).isZero();
        assertThat(seen.max()).isEqualTo(1_000_003);
        assertThat(seen.mean()).isEqualTo((1 + 2047 + 2048 + 2049 + 1_000_003) / 6.0);
    }

    @Test
    void percentiles_are_those_of_all_latencies() {
        long[] latencies = new long[1000];
        for (int i = 0; i < latencies.length; i++) {
            latencies[i] = 10L * (i + 1);
        }
        LatencyHistogram seen = histogram(latencies);
        assertThat(seen.p50()).isBetween(5000L, 5005L);
        assertThat(seen.p90()).isBetween(9000L, 9010L);
        assertThat(seen.p99()).isBetween(9900L, 9910L);
    }

    @Test
    void percentiles_lie_within_the_extremes() {
        LatencyHistogram seen = histogram(5_000_001, 5_000_001);
        assertThat(seen.p50()).isEqualTo(5_000_001);
        assertThat(seen.p99()).isEqualTo(5_000_001);
    }

    @Test
    void a_histogram_can_be_asked_for_twice() {
        LatencyHistogram first = histogram(7, 9, 5000);
        assertThat(counters.latencyHistogram()).isEqualTo(first);
    }

    @Test
    void nothing_of_what_was_counted_before_a_reset_is_left() {
        histogram(3, 5000);
        counters.latency(4);
        counters.reset();
        assertThat(counters.latencyHistogram()).isEqualTo(new LatencyHistogram(0, 0, 0, 0, 0, 0, 0));
        assertThat(histogram(20, 30)).isEqualTo(new LatencyHistogram(2, 20, 20, 30, 30, 30, 25));
    }
}
