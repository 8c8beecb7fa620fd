// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BandwidthServerTest {

    @ParameterizedTest
    @CsvSource({"7,3", "3,7", "1,1", "64,5", "1000003,999983", "448,15"})
    void should_have_exactly_its_nominal_bandwidth_in_the_long_run(long units, long cycles) {
        BandwidthServer server = BandwidthServer.of(units, cycles);
        long end = 0;
        long rounds = Math.max(1, 1_000_000 / cycles);
        for (long i = 0; i < rounds * units / Math.min(units, 1000); i++) {
            end = server.reserve(0, Math.min(units, 1000));
        }
        long served = server.served();

        assertThat(end).isEqualTo(-Math.floorDiv(-served * cycles, units));
    }

    @Test
    void should_serve_seven_units_per_three_cycles_for_a_million_cycles() {
        BandwidthServer server = BandwidthServer.of(7, 3);
        long now = 0;
        while (now < 999_999) {
            now = server.reserve(now == 0 ? 0 : server.nextStart(0), 1);
        }

        assertThat(server.served()).isEqualTo(999_998L * 7 / 3 + 1);
    }

    @Test
    void should_be_done_at_n_and_not_at_n_minus_one() {
        BandwidthServer server = BandwidthServer.of(7, 3);

        assertThat(server.reserve(0, 7)).isEqualTo(3);
        assertThat(server.reserve(0, 1)).isEqualTo(4);
        assertThat(server.reserve(0, 1)).isEqualTo(4);
        assertThat(server.reserve(0, 1)).isEqualTo(5);
    }

    @Test
    void should_begin_late_work_when_it_comes() {
        BandwidthServer server = BandwidthServer.of(2, 1);
        server.reserve(0, 2);

        assertThat(server.reserve(100, 2)).isEqualTo(101);
    }

    @Test
    void should_be_blocked_at_n_minus_one_and_ready_at_n() {
        BandwidthServer server = BandwidthServer.of(1, 4);
        server.reserve(0, 2);

        assertThat(server.nextStart(7)).isEqualTo(8);
        assertThat(server.nextStart(8)).isEqualTo(8);
        assertThat(server.nextStart(9)).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"1,7,3", "2,3,11", "3,1,1"})
    void should_never_answer_earlier_than_before(long seed, long units, long cycles) {
        Random random = new Random(seed);
        BandwidthServer server = BandwidthServer.of(units, cycles);
        long now = 0;
        long last = 0;
        for (int i = 0; i < 10_000; i++) {
            now += random.nextInt(4);
            long done = server.reserve(now, 1 + random.nextInt(9));
            assertThat(done).isGreaterThanOrEqualTo(last).isGreaterThan(now - 1);
            last = done;
        }
    }

    @Test
    void should_count_busy_cycles_without_idle_ones() {
        BandwidthServer server = BandwidthServer.of(1, 2);
        server.reserve(0, 3);
        server.reserve(1000, 2);

        assertThat(server.busyCycles()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,0", "-1,1"})
    void should_refuse_a_bandwidth_that_is_not_positive(long units, long cycles) {
        assertThatThrownBy(() -> BandwidthServer.of(units, cycles)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"16777217,3", "1073741827,1073741789", "4611686018427387847,4611686018427387847", "4000000007,700001"})
    void should_keep_a_rate_of_large_numbers_nearly_as_it_is(long units, long cycles) {
        BandwidthServer server = BandwidthServer.of(units, cycles);
        long work = 1L << 34;
        double expected = (double) cycles / units * work;

        long end = server.reserve(0, work);

        assertThat((double) end).isBetween(expected * 0.9999 - 1, expected * 1.0001 + 1);
        assertThat(server.busyCycles()).isBetween(end - 1, end);
    }

    @Test
    void should_take_a_fraction_for_what_it_is_and_not_as_it_is_written() {
        BandwidthServer server = BandwidthServer.of(3L << 40, 1L << 40);

        assertThat(server.reserve(1L << 50, 3)).isEqualTo((1L << 50) + 1);
    }

    @Test
    void should_serve_as_exactly_late_in_a_very_long_run_as_at_its_begin() {
        BandwidthServer early = BandwidthServer.of(16_777_213, 799_063);
        BandwidthServer late = BandwidthServer.of(16_777_213, 799_063);
        long begin = 1L << 60;
        Random random = new Random(5);
        long now = 0;
        for (int i = 0; i < 1000; i++) {
            int units = 1 + random.nextInt(4096);
            now += random.nextInt(400);

            assertThat(late.reserve(begin + now, units)).isEqualTo(begin + early.reserve(now, units));
            assertThat(late.nextStart(begin + now)).isEqualTo(begin + early.nextStart(now));
            assertThat(late.busyCycles(begin + now)).isEqualTo(early.busyCycles(now));
        }
    }
}
