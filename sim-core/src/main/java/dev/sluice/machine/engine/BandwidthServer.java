// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

/**
 * A resource that serves a fixed number of units per cycle, one after the other.
 *
 * <p>The rate is an exact fraction, and time is kept in sub-cycles of its numerator, so a server whose service time is not
 * whole cycles has exactly its nominal bandwidth in the long run.
 */
public final class BandwidthServer {

    /** Keeps cycle times sub-cycles within a long for any run that can finish; a finer fraction is rounded to the nearest. */
    private static final long MAX_SUBCYCLES = 1L << 24;

    private final long subcyclesPerCycle;
    private final long subcyclesPerUnit;
    private long freeAt;
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
        long start = Math.max(freeAt, now * subcyclesPerCycle);
        long cost = units * subcyclesPerUnit;
        freeAt = start + cost;
        busySubcycles += cost;
        served += units;
        return -Math.floorDiv(-freeAt, subcyclesPerCycle);
    }

    /** The first whole cycle at which new work would begin. */
    public long nextStart(long now) {
        return Math.max(now, Math.floorDiv(freeAt, subcyclesPerCycle));
    }

    /** Units served so far. */
    public long served() {
        return served;
    }

    /** Cycles spent serving up to now, without those promised beyond. */
    public double busyCycles(long now) {
        return (double) (busySubcycles - Math.max(0, freeAt - now * subcyclesPerCycle)) / subcyclesPerCycle;
    }

    /** Whole cycles spent serving. */
    public long busyCycles() {
        return busySubcycles / subcyclesPerCycle;
    }
}
