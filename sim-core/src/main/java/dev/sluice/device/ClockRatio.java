// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * A clock of its own, as an exact fraction of the core clock: {@code own} of its cycles take as long as {@code core} core cycles.
 *
 * <p>Both begin with cycle 0. A cycle of its own happens in the core cycle in which it begins.
 */
public record ClockRatio(long own, long core) {

    /** The core clock itself. */
    public static final ClockRatio CORE = new ClockRatio(1, 1);

    private static final long MOST = 1_000_000;
    /** Below it a number of cycles times {@link #MOST} is no overflow. */
    private static final long SHORT = Long.MAX_VALUE / MOST - 1;

    public ClockRatio {
        if (own < 1 || core < 1 || own > MOST || core > MOST) {
            throw new InvalidSpecException(
                    "clock is no simple fraction of the core clock: " + own + "/" + core + " of it, where numbers to "
                            + MOST + " are possible",
                    "clock");
        }
    }

    /**
     * The ratio of two clocks in hertz.
     *
     * @throws InvalidSpecException if it takes larger numbers than are possible
     */
    public static ClockRatio of(long hertz, long coreHertz) {
        long divisor = gcd(hertz, coreHertz);
        return new ClockRatio(hertz / divisor, coreHertz / divisor);
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Whether it is the core clock itself. */
    public boolean isCore() {
        return own == core;
    }

    /** Its cycles in one of the core's. */
    public double perCore() {
        return (double) own / core;
    }

    /** The first own cycle that begins at a core cycle or later. */
    public long ownAt(long coreCycle) {
        return coreCycle < SHORT
                ? Math.floorDiv(coreCycle * own + core - 1, core)
                : coreCycle / core * own + (coreCycle % core * own + core - 1) / core;
    }

    /** The core cycle in which an own cycle begins. */
    public long coreAt(long ownCycle) {
        return ownCycle < SHORT
                ? Math.floorDiv(ownCycle * core, own)
                : ownCycle / own * core + ownCycle % own * core / own;
    }

    /** Core cycles that so many own ones take, rounded up: nothing is ever ready early. */
    public long coreCycles(long ownCycles) {
        return ownCycles < SHORT
                ? Math.floorDiv(ownCycles * core + own - 1, own)
                : ownCycles / own * core + (ownCycles % own * core + own - 1) / own;
    }
}
