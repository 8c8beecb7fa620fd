// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.ClockRatio;
import java.math.BigInteger;

/**
 * The ports of one side of a crossbar: each takes packets flit by flit, one packet after the other.
 *
 * <p>A port that takes other than a flit a core cycle keeps time in parts of a cycle, so that in the long run it has exactly its
 * bandwidth.
 */
final class FlitPorts {

    /** Of each port, side by side: when it is free, in parts of a cycle, and the flits that it took. */
    private final long[] cells;
    /** Parts of a cycle, of which a flit takes {@link #partsOfFlit}; both 1 where a flit takes a cycle. */
    private final long parts;

    private final long partsOfFlit;
    private final boolean whole;

    FlitPorts(int ports, int flitBytes, int bytesPerCycle, ClockRatio clock) {
        long perCore = bytesPerCycle * clock.own();
        long perFlit = flitBytes * clock.core();
        long common =
                BigInteger.valueOf(perFlit).gcd(BigInteger.valueOf(perCore)).longValueExact();
        this.cells = new long[2 * ports];
        this.parts = perCore / common;
        this.partsOfFlit = perFlit / common;
        this.whole = parts == 1 && partsOfFlit == 1;
    }

    /** Lets a packet through as soon as the port is free, from {@code earliest} on; returns the cycle of its last flit. */
    long take(int port, long earliest, int count) {
        int at = 2 * port;
        cells[at + 1] += count;
        if (whole) {
            long free = Math.max(earliest, cells[at]) + count;
            cells[at] = free;
            return free - 1;
        }
        long free = Math.max(earliest * parts, cells[at]) + count * partsOfFlit;
        cells[at] = free;
        return (free + parts - 1) / parts - 1;
    }

    /** The cycle at which a packet that comes at {@code earliest} begins. */
    long start(int port, long earliest) {
        return Math.max(earliest, cells[2 * port] / parts);
    }

    long sum() {
        long sum = 0;
        for (int at = 1; at < cells.length; at += 2) {
            sum += cells[at];
        }
        return sum;
    }

    long busiest() {
        long most = 0;
        for (int at = 1; at < cells.length; at += 2) {
            most = Math.max(most, cells[at]);
        }
        return most;
    }

    /** Begins to count anew. */
    void reset() {
        for (int at = 1; at < cells.length; at += 2) {
            cells[at] = 0;
        }
    }
}
