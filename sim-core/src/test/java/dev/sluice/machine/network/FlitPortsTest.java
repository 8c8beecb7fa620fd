// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.ClockRatio;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlitPortsTest {

    @ParameterizedTest
    @CsvSource({"32, 1048573, 999999, 1000000", "32, 48, 1, 1", "1024, 1, 1, 1000000", "32, 32, 1, 1"})
    void should_take_packets_as_exactly_late_in_a_run_as_at_its_begin(int flit, int bytes, long own, long core) {
        FlitPorts early = new FlitPorts(1, flit, bytes, new ClockRatio(own, core));
        FlitPorts late = new FlitPorts(1, flit, bytes, new ClockRatio(own, core));
        long begin = 1L << 55;
        Random random = new Random(3);
        long now = 0;
        for (int i = 0; i < 1000; i++) {
            now += random.nextInt(4);
            int count = 1 + random.nextInt(300);

            assertThat(late.take(0, begin + now, count)).isEqualTo(begin + early.take(0, now, count));
            assertThat(late.start(0, begin + now)).isEqualTo(begin + early.start(0, now));
            assertThat(late.takenUntil(0)).isEqualTo(begin + early.takenUntil(0));
            assertThat(late.busyCycles(0, begin + now)).isEqualTo(early.busyCycles(0, now));
        }
    }
}
