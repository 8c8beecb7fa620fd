// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MemoryClockTest {

    @ParameterizedTest
    @CsvSource({"877000000,1380000000", "1750000000,1500000000", "2800000000,1500000000", "1000000000,1000000000"})
    void conversions_are_exact_at_any_time(long memory, long core) {
        MemoryClock clock = new MemoryClock(memory, core);
        Random random = new Random(5);
        for (int i = 0; i < 2000; i++) {
            long at = random.nextLong() >>> 2 + random.nextInt(50);
            assertThat(clock.tickAt(at / 4)).isEqualTo(ceil(at / 4, memory, core));
            assertThat(clock.cycleAt(at / 4)).isEqualTo(ceil(at / 4, core, memory));
        }
    }

    @Test
    void the_cycle_that_reaches_a_tick_is_the_first_such() {
        MemoryClock clock = new MemoryClock(877_000_000, 1_380_000_000);
        for (long tick = 1; tick < 3000; tick++) {
            long cycle = clock.cycleReaching(tick);
            assertThat(clock.tickAt(cycle)).isGreaterThanOrEqualTo(tick);
            assertThat(clock.tickAt(cycle - 1)).isLessThan(tick);
        }
    }

    @Test
    void the_cycle_that_reaches_a_late_tick_is_exact_too() {
        long memory = 877_000_000;
        long core = 1_380_000_000;
        MemoryClock clock = new MemoryClock(memory, core);
        Random random = new Random(6);
        for (int i = 0; i < 2000; i++) {
            long tick = 1 + (random.nextLong() >>> 3 + random.nextInt(20));
            BigInteger before = BigInteger.valueOf(tick - 1).multiply(BigInteger.valueOf(core));
            assertThat(clock.cycleReaching(tick))
                    .isEqualTo(before.divide(BigInteger.valueOf(memory)).longValueExact() + 1);
        }
    }

    @Test
    void the_first_tick_is_reached_at_once() {
        MemoryClock clock = new MemoryClock(877_000_000, 1_380_000_000);
        assertThat(clock.cycleReaching(0)).isZero();
        assertThat(clock.cycleReaching(-5)).isZero();
        assertThat(clock.cycleReaching(1)).isEqualTo(1);
    }

    @Test
    void clocks_of_one_hertz_will_do() {
        assertThat(new MemoryClock(1, 7).cycleAt(3)).isEqualTo(21);
        assertThat(new MemoryClock(7, 1).tickAt(3)).isEqualTo(21);
    }

    @Test
    void clocks_whose_fraction_is_too_long_are_refused() {
        long prime = 4_294_967_311L;
        assertThatThrownBy(() -> new MemoryClock(prime, prime + 2)).hasMessageContaining("no usable common divisor");
        assertThatThrownBy(() -> new MemoryClock(3_037_000_501L, 3_037_000_502L))
                .hasMessageContaining("no usable common divisor");
    }

    @Test
    void clocks_must_be_positive() {
        assertThatThrownBy(() -> new MemoryClock(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MemoryClock(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static long ceil(long value, long to, long from) {
        BigInteger[] parts =
                BigInteger.valueOf(value).multiply(BigInteger.valueOf(to)).divideAndRemainder(BigInteger.valueOf(from));
        return parts[0].longValueExact() + (parts[1].signum() == 0 ? 0 : 1);
    }
}
