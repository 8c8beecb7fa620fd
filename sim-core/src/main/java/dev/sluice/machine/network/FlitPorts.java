// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import java.math.BigInteger;

/**
 * The ports of one side of a crossbar: each takes packets flit by flit, one packet after the other.
 *
 * <p>A port that takes other than a flit a cycle keeps time in parts of a cycle, so that in the long run it has exactly its
 * bandwidth.
 */
final class FlitPorts {

    private final long[] free;
    private final long[] flits;
    /** Parts of a cycle, of which a flit takes {@link #partsOfFlit}; both 1 where a flit takes a cycle. */
    private final long parts;

    private final long partsOfFlit;
    private final boolean whole;

    FlitPorts(int ports, int flitBytes, int bytesPerCycle) {
        long common = BigInteger.valueOf(flitBytes)
                .gcd(BigInteger.valueOf(bytesPerCycle))
                .longValueExact();
        this.free = new long[ports];
        this.flits = new long[ports];
        this.parts = bytesPerCycle / common;
        this.partsOfFlit = flitBytes / common;
        this.whole = parts == 1 && partsOfFlit == 1;
    }

    /** Lets a packet through as soon as the port is free, from {@code earliest} on; returns the cycle of its last flit. */
    long take(int port, long earliest, int count) {
        flits[port] += count;
        if (whole) {
            long start = Math.max(earliest, free[port]);
            free[port] = start + count;
            return start + count - 1;
        }
        long start = Math.max(earliest * parts, free[port]);
        free[port] = start + count * partsOfFlit;
        return (free[port] + parts - 1) / parts - 1;
    }

    /** The cycle at which a packet that comes at {@code earliest} begins. */
    long start(int port, long earliest) {
        return Math.max(earliest, free[port] / parts);
    }

    long sum() {
        long sum = 0;
        for (long port : flits) {
            sum += port;
        }
        return sum;
    }

    long busiest() {
        long most = 0;
        for (long port : flits) {
            most = Math.max(most, port);
        }
        return most;
    }

    /** Begins to count anew. */
    void reset() {
        java.util.Arrays.fill(flits, 0);
    }
}
