// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * The ticks at which a command bus is taken: a command takes the tick at which it counts, and those just before it.
 *
 * <p>Commands are planned a little out of order, precharges well ahead. Ticks are bits of a ring of words, each with the
 * number of the 64 ticks that it stands for; what fell out of the ring is long past and free.
 */
final class CommandBus {

    /** Ticks that the ring holds. */
    static final int REACH = 2048;

    /** Two places of {@link #ring}: the ticks, and which ones. */
    private static final int PLACES = REACH / Long.SIZE * 2;

    private final long[] ring = new long[PLACES];
    /** The last tick that was ever taken. */
    private long last = -1;

    /** The first tick, not before one, at which a command of some cycles fits. */
    long fit(long from, int cycles) {
        if (from - cycles >= last) {
            return from;
        }
        long first = from - cycles + 1;
        while (true) {
            long free = ~takenFrom(first);
            long fitting = free;
            for (int i = 1; i < cycles; i++) {
                fitting &= free >>> i;
            }
            if (fitting != 0) {
                return first + Long.numberOfTrailingZeros(fitting) + cycles - 1;
            }
            first += Long.SIZE - cycles + 1;
        }
    }

    /** How many of the ticks of a command are taken. */
    int taken(long tick, int cycles) {
        return Long.bitCount(takenFrom(tick - cycles + 1) & (1L << cycles) - 1);
    }

    void take(long tick, int cycles) {
        for (int i = 1; i < cycles; i++) {
            take(tick - i);
        }
        take(tick);
    }

    private void take(long tick) {
        last = Math.max(last, tick);
        long number = tick >> 6;
        int place = place(number);
        if (ring[place + 1] < number) {
            ring[place + 1] = number;
            ring[place] = 0;
        }
        if (ring[place + 1] == number) {
            ring[place] |= 1L << tick;
        }
    }

    void release(long tick) {
        int place = place(tick >> 6);
        if (ring[place + 1] == tick >> 6) {
            ring[place] &= ~(1L << tick);
        }
    }

    /** A bit for each of 64 ticks: whether it is taken. */
    private long takenFrom(long tick) {
        long number = tick >> 6;
        int offset = (int) tick & Long.SIZE - 1;
        return word(number) >>> offset | word(number + 1) << 1 << Long.SIZE - 1 - offset;
    }

    private long word(long number) {
        int place = place(number);
        return ring[place + 1] == number ? ring[place] : 0;
    }

    private static int place(long number) {
        return (int) number << 1 & PLACES - 1;
    }
}
