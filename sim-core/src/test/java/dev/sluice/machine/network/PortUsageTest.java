// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How busy a port of a crossbar says that it is. */
final class PortUsageTest {

    private static FlitPorts used(int flitBytes, int bytesPerCycle, int every, int flits) {
        FlitPorts ports = new FlitPorts(2, flitBytes, bytesPerCycle);
        for (int cycle = 0; cycle < 100; cycle += every) {
            ports.take(1, cycle, flits);
        }
        return ports;
    }

    @Test
    void a_port_that_takes_a_flit_in_each_cycle_is_busy_all_the_time() {
        FlitPorts ports = used(32, 32, 1, 1);
        assertThat(ports.busyCycles(1, 100)).isEqualTo(100);
        assertThat(ports.busyCycles(0, 100)).isZero();
    }

    @Test
    void a_port_that_takes_a_flit_in_every_other_cycle_is_busy_for_half_of_them() {
        assertThat(used(32, 32, 2, 1).busyCycles(1, 100)).isEqualTo(50);
    }

    @Test
    void a_port_of_two_flits_a_cycle_is_busy_for_half_of_each() {
        assertThat(used(32, 64, 1, 1).busyCycles(1, 100)).isEqualTo(50);
        assertThat(used(32, 64, 1, 2).busyCycles(1, 100)).isEqualTo(100);
    }

    @Test
    void what_still_waits_for_the_port_is_not_counted_yet() {
        FlitPorts ports = used(32, 32, 1, 5);
        assertThat(ports.busyCycles(1, 100)).isEqualTo(100);
        assertThat(ports.busyCycles(1, 500)).isEqualTo(500);
        assertThat(ports.busyCycles(1, 900)).isEqualTo(500);
    }

    @Test
    void counts_of_flits_and_packets_begin_anew_and_busy_time_goes_on() {
        FlitPorts ports = used(32, 32, 1, 1);
        ports.reset();
        ports.take(1, 200, 5);
        assertThat(ports.flits(1)).isEqualTo(5);
        assertThat(ports.packets(1)).isEqualTo(1);
        assertThat(ports.busyCycles(1, 300)).isEqualTo(105);
    }
}
