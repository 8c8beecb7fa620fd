// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClockRatioTest {

    @ParameterizedTest
    @CsvSource({"999999, 1000000", "1000000, 999999", "2, 3", "1, 1000"})
    void should_count_cycles_exactly_however_long_a_run_is(long own, long core) {
        ClockRatio clock = new ClockRatio(own, core);
        Random random = new Random(1);
        for (int bits = 1; bits < 43; bits++) {
            long cycle = random.nextLong() >>> Long.SIZE - bits;
            assertCounts(clock, cycle);
        }
        assertCounts(clock, 1L << 53);
    }

    private static void assertCounts(ClockRatio clock, long cycle) {
        assertThat(clock.ownAt(cycle)).isEqualTo(quotient(cycle, clock.own(), clock.core(), true));
        assertThat(clock.coreAt(cycle)).isEqualTo(quotient(cycle, clock.core(), clock.own(), false));
        assertThat(clock.coreCycles(cycle)).isEqualTo(quotient(cycle, clock.core(), clock.own(), true));
    }

    private static long quotient(long cycles, long by, long of, boolean up) {
        BigInteger product = BigInteger.valueOf(cycles).multiply(BigInteger.valueOf(by));
        BigInteger[] parts = product.divideAndRemainder(BigInteger.valueOf(of));
        return parts[0].add(up && parts[1].signum() > 0 ? BigInteger.ONE : BigInteger.ZERO)
                .longValueExact();
    }
}
