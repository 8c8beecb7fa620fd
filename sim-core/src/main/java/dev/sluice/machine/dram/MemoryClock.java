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
    private final Divisor byTicks;
    private final Divisor byCycles;

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
        byTicks = new Divisor(ticks);
        byCycles = new Divisor(cycles);
    }

    /** The first tick at or after the beginning of a cycle. */
    long tickAt(long cycle) {
        if (cycle < fastCycles) {
            return byCycles.quotient(cycle * ticks + cycles - 1);
        }
        return cycle / cycles * ticks + (cycle % cycles * ticks + cycles - 1) / cycles;
    }

    /** The first cycle at or after a tick. */
    long cycleAt(long tick) {
        if (tick < fastTicks) {
            return byTicks.quotient(tick * cycles + ticks - 1);
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
            return byTicks.quotient(before * cycles) + 1;
        }
        return before / ticks * cycles + before % ticks * cycles / ticks + 1;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Division of what is not negative, by a multiplication where that is exact (Granlund and Montgomery, PLDI 1994). */
    private static final class Divisor {
        private final long divisor;
        /** 2 to the 64th by the divisor, rounded up; 0 where that does not fit. */
        private final long reciprocal;
        /** Below it the product's error is less than 1 / divisor. */
        private final long limit;

        Divisor(long divisor) {
            this.divisor = divisor;
            reciprocal = divisor < 3 ? 0 : Long.divideUnsigned(-1L, divisor) + 1;
            limit = reciprocal - 1;
        }

        long quotient(long dividend) {
            return dividend < limit ? Math.multiplyHigh(dividend, reciprocal) : dividend / divisor;
        }
    }
}
