// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * The ticks at which a command bus is taken: a command takes the tick at which it counts, and those just before it.
 *
 * <p>Commands are planned a little out of order, precharges well ahead. Ticks are bits of a ring of words, each with the
 * number of the 64 ticks that it stands for; what fell out of the ring is long past and free.
 */
final class CommandBus {

    private static final int WORDS = 32;

    private final long[] words = new long[WORDS];
    private final long[] numbers = new long[WORDS];

    /** The first tick, not before one, at which a command of some cycles fits. */
    long fit(long from, int cycles) {
        long tick = from;
        for (int free = 0, i = 1 - cycles; free < cycles; i++) {
            if (isTaken(from + i)) {
                free = 0;
            } else {
                free++;
            }
            tick = from + i;
        }
        return tick;
    }

    /** How many of the ticks of a command are taken. */
    int taken(long tick, int cycles) {
        int found = 0;
        for (int i = 0; i < cycles; i++) {
            if (isTaken(tick - i)) {
                found++;
            }
        }
        return found;
    }

    void take(long tick, int cycles) {
        for (int i = 0; i < cycles; i++) {
            long at = tick - i;
            int slot = slot(at);
            long number = at >> 6;
            if (numbers[slot] < number) {
                numbers[slot] = number;
                words[slot] = 0;
            }
            if (numbers[slot] == number) {
                words[slot] |= 1L << at;
            }
        }
    }

    void release(long tick) {
        int slot = slot(tick);
        if (numbers[slot] == tick >> 6) {
            words[slot] &= ~(1L << tick);
        }
    }

    private boolean isTaken(long tick) {
        int slot = slot(tick);
        return numbers[slot] == tick >> 6 && (words[slot] >>> tick & 1) != 0;
    }

    private static int slot(long tick) {
        return (int) (tick >> 6) & WORDS - 1;
    }
}
