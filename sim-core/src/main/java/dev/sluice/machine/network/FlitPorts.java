// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.ClockRatio;
import dev.sluice.machine.view.Touches;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The ports of one side of a crossbar: each takes packets flit by flit, one packet after the other.
 *
 * <p>A port that takes other than a flit a core cycle keeps time in parts of a cycle, so that in the long run it has exactly its
 * bandwidth.
 */
final class FlitPorts {

    private static final int FLITS = 1;
    private static final int PACKETS = 2;
    private static final int PART = 3;
    /** A power of two, so that a port lies in one line of the host's caches. */
    private static final int CELLS = 4;

    /** Of each port, side by side: the cycle in which it is free, the flits that it took, the packets, and the parts of that cycle. */
    private final long[] cells;
    /** The same when counting began. */
    private final long[] before;
    /** Parts of a cycle, of which a flit takes {@link #partsOfFlit}; both 1 where a flit takes a cycle. */
    private final long parts;

    private final long partsOfFlit;
    private final boolean whole;
    /** Told of each port that takes a packet; null in most runs. */
    private @Nullable Touches watch;

    FlitPorts(int ports, int flitBytes, int bytesPerCycle) {
        this(ports, flitBytes, bytesPerCycle, ClockRatio.CORE);
    }

    FlitPorts(int ports, int flitBytes, int bytesPerCycle, ClockRatio clock) {
        long perCore = bytesPerCycle * clock.own();
        long perFlit = flitBytes * clock.core();
        long common =
                BigInteger.valueOf(perFlit).gcd(BigInteger.valueOf(perCore)).longValueExact();
        this.cells = new long[CELLS * ports];
        this.before = new long[CELLS * ports];
        this.parts = perCore / common;
        this.partsOfFlit = perFlit / common;
        this.whole = parts == 1 && partsOfFlit == 1;
    }

    /** Lets a packet through as soon as the port is free, from {@code earliest} on; returns the cycle of its last flit. */
    long take(int port, long earliest, int count) {
        long[] all = cells;
        int at = CELLS * port;
        all[at + FLITS] += count;
        all[at + PACKETS]++;
        Touches told = watch;
        if (told != null) {
            told.touched(port);
        }
        if (whole) {
            long free = Math.max(earliest, all[at]) + count;
            all[at] = free;
            return free - 1;
        }
        return takeParts(at, earliest, count);
    }

    private long takeParts(int at, long earliest, int count) {
        long[] all = cells;
        long cycle = all[at];
        long part = all[at + PART];
        if (cycle < earliest) {
            cycle = earliest;
            part = 0;
        }
        long cost = count * partsOfFlit;
        long cycles = cost / parts;
        cycle += cycles;
        part += cost - cycles * parts;
        if (part >= parts) {
            part -= parts;
            cycle++;
        }
        all[at] = cycle;
        all[at + PART] = part;
        return part == 0 ? cycle - 1 : cycle;
    }

    /** The cycle at which a packet that comes at {@code earliest} begins. */
    long start(int port, long earliest) {
        return Math.max(earliest, cells[CELLS * port]);
    }

    long sum() {
        long sum = 0;
        for (int port = 0; port < ports(); port++) {
            sum += flits(port);
        }
        return sum;
    }

    long busiest() {
        long most = 0;
        for (int port = 0; port < ports(); port++) {
            most = Math.max(most, flits(port));
        }
        return most;
    }

    /** Copies the flits of each port into an array, from a place on; returns the place behind them. */
    int copyTo(long[] into, int from) {
        for (int port = 0; port < ports(); port++) {
            into[from + port] = flits(port);
        }
        return from + ports();
    }

    /** Begins to count anew. */
    void reset() {
        System.arraycopy(cells, 0, before, 0, cells.length);
    }

    int ports() {
        return cells.length / CELLS;
    }

    /** Flits that a port took. */
    long flits(int port) {
        return cells[CELLS * port + FLITS] - before[CELLS * port + FLITS];
    }

    /** Packets that a port took. */
    long packets(int port) {
        return cells[CELLS * port + PACKETS] - before[CELLS * port + PACKETS];
    }

    /** Has somebody told of each port that takes a packet. */
    void watch(Touches told) {
        watch = told;
    }

    /** Flits that a port took since the run began. */
    long flitsEver(int port) {
        return cells[CELLS * port + FLITS];
    }

    /** Packets that a port took since the run began. */
    long packetsEver(int port) {
        return cells[CELLS * port + PACKETS];
    }

    /** The cycle from which on a port is free of the packets that it took. */
    long takenUntil(int port) {
        return cells[CELLS * port] + (cells[CELLS * port + PART] == 0 ? 0 : 1);
    }

    /** Cycles that so many flits take. */
    double cycles(long flits) {
        return (double) flits * partsOfFlit / parts;
    }

    /** Cycles during which a port has been busy, since the run began, with packets that came to it by {@code now}. */
    double busyCycles(int port, long now) {
        int at = CELLS * port;
        double promised = ((double) (cells[at] - now) * parts + cells[at + PART]) / parts;
        return Math.max(0, cycles(cells[at + FLITS]) - Math.max(0, promised));
    }
}
