// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * The exact relation between ticks of the memory clock and cycles of the core clock.
 *
 * <p>Both clocks start together at 0. The ratio is kept as a reduced fraction, and each conversion starts from absolute
 * time, so rounding never adds up: after any number of conversions the two clocks are where their frequencies put them.
 */
final class MemoryClock {

    /** Ticks per {@link #cycles} cycles. */
    private final long ticks;

    private final long cycles;
    private final long fastCycles;
    private final long fastTicks;

    /**
     * @throws IllegalArgumentException if a clock is not positive or the fraction cannot be held exactly
     */
    MemoryClock(long memoryHz, long coreHz) {
        if (memoryHz < 1 || coreHz < 1) {
            throw new IllegalArgumentException(
                    "clocks must be positive, not " + memoryHz + " Hz and " + coreHz + " Hz");
        }
        long divisor = gcd(memoryHz, coreHz);
        ticks = memoryHz / divisor;
        cycles = coreHz / divisor;
        if (Math.multiplyHigh(ticks, cycles) != 0 || ticks * cycles < 0) {
            throw new IllegalArgumentException(
                    "the clocks " + memoryHz + " Hz and " + coreHz + " Hz have no usable common divisor");
        }
        fastCycles = Long.MAX_VALUE / ticks - 1;
        fastTicks = Long.MAX_VALUE / cycles - 1;
    }

    /** The first tick at or after the beginning of a cycle. */
    long tickAt(long cycle) {
        if (cycle < fastCycles) {
            return (cycle * ticks + cycles - 1) / cycles;
        }
        return cycle / cycles * ticks + (cycle % cycles * ticks + cycles - 1) / cycles;
    }

    /** The first cycle at or after a tick. */
    long cycleAt(long tick) {
        if (tick < fastTicks) {
            return (tick * cycles + ticks - 1) / ticks;
        }
        return tick / ticks * cycles + (tick % ticks * cycles + ticks - 1) / ticks;
    }

    /** The first cycle whose {@link #tickAt} is {@code tick} or later; {@code tick} may be negative. */
    long cycleReaching(long tick) {
        long before = tick - 1;
        if (before < 0) {
            return 0;
        }
        if (before < fastTicks) {
            return before * cycles / ticks + 1;
        }
        return before / ticks * cycles + before % ticks * cycles / ticks + 1;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
