// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

/**
 * A resource that serves a fixed number of units per cycle, one after the other.
 *
 * <p>The rate is an exact fraction, and time is kept in sub-cycles of its numerator, so a server whose service time is not
 * whole cycles has exactly its nominal bandwidth in the long run.
 */
public final class BandwidthServer {

    /** Keeps a cycle's subcycles small; a finer fraction is rounded to the nearest. */
    private static final long MAX_SUBCYCLES = 1L << 24;

    private final long subcyclesPerCycle;
    private final long subcyclesPerUnit;
    /** When all work is done: a whole cycle and subcycles of it, so that no product of the time can overflow. */
    private long freeCycle;

    private long freeSubcycle;
    private long busyCycles;
    private long busySubcycles;
    private long served;

    private BandwidthServer(long units, long cycles) {
        this.subcyclesPerCycle = units;
        this.subcyclesPerUnit = cycles;
    }

    /**
     * A server of {@code units} per {@code cycles}.
     *
     * @throws IllegalArgumentException if either is not positive
     */
    public static BandwidthServer of(long units, long cycles) {
        if (units < 1 || cycles < 1) {
            throw new IllegalArgumentException("bandwidth must be positive, not " + units + "/" + cycles);
        }
        // the convergents of the fraction: the last is the fraction itself, in lowest terms
        long u = 1;
        long c = 0;
        long lastU = 0;
        long lastC = 1;
        long n = units;
        long d = cycles;
        while (d != 0) {
            long whole = n / d;
            if (u > 0 && whole > (MAX_SUBCYCLES - lastU) / u) {
                return c == 0 ? new BandwidthServer(MAX_SUBCYCLES, 1) : new BandwidthServer(u, c);
            }
            long nextU = whole * u + lastU;
            long nextC = whole * c + lastC;
            lastU = u;
            lastC = c;
            u = nextU;
            c = nextC;
            long rest = n % d;
            n = d;
            d = rest;
        }
        return new BandwidthServer(u, c);
    }

    /**
     * Serves {@code units} as soon as all earlier work is done.
     *
     * @return the first whole cycle at which the last unit has been served
     */
    public long reserve(long now, long units) {
        if (freeCycle < now) {
            freeCycle = now;
            freeSubcycle = 0;
        }
        long cost = units * subcyclesPerUnit;
        long cycles = cost / subcyclesPerCycle;
        long subcycles = cost - cycles * subcyclesPerCycle;
        freeCycle += cycles;
        freeSubcycle += subcycles;
        if (freeSubcycle >= subcyclesPerCycle) {
            freeSubcycle -= subcyclesPerCycle;
            freeCycle++;
        }
        busyCycles += cycles;
        busySubcycles += subcycles;
        if (busySubcycles >= subcyclesPerCycle) {
            busySubcycles -= subcyclesPerCycle;
            busyCycles++;
        }
        served += units;
        return freeSubcycle == 0 ? freeCycle : freeCycle + 1;
    }

    /** The first whole cycle at which new work would begin. */
    public long nextStart(long now) {
        return Math.max(now, freeCycle);
    }

    /** Units served so far. */
    public long served() {
        return served;
    }

    /** Cycles spent serving up to now, without those promised beyond. */
    public double busyCycles(long now) {
        long cycles = busyCycles;
        long subcycles = busySubcycles;
        if (freeCycle >= now) {
            cycles -= freeCycle - now;
            subcycles -= freeSubcycle;
        }
        return ((double) cycles * subcyclesPerCycle + subcycles) / subcyclesPerCycle;
    }

    /** Whole cycles spent serving. */
    public long busyCycles() {
        return busyCycles;
    }
}
