// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/**
 * What the waves of one interpreter keep between their operations: a record of longs for each, one after the other.
 *
 * <pre>
 *  word  0         program counter (low half), instruction last come to (high half, {@link #OPERATION} where it is to be done)
 *        1         lanes that execute at present, one bit each
 *        2         lanes that are invocations
 *        3 ..      masks to return to, as deep as the program nests
 *        then      base and stride of each register that is the wave's own (see {@link RegisterFile})
 * </pre>
 *
 * <p>Apart from it, because replies touch nothing else: the registers that wait for memory, a bit for each modulo 64.
 *
 * <p>Thousands of waves are resident, each for a few cycles in hundreds: what one of them needs has to be little and to lie
 * together, or the simulator waits for the host's memory at each issue.
 */
final class WaveRecords {
    /** Words before the masks. */
    static final int HEADER = 3;

    /** In word 0: the instruction last come to is an operation that is yet to be done. */
    static final long OPERATION = Long.MIN_VALUE;

    /** Word of the lanes that execute at present. */
    static final int MASK = 1;
    /** Word of the lanes that are invocations. */
    static final int LIVE = 2;

    private final int places;
    private int place;
    /** Places that have a record so far. */
    private int room;

    private int stride;
    private int base;
    private long[] words = new long[0];
    private final long[] pending;

    WaveRecords(int places) {
        this.places = places;
        pending = new long[places];
    }

    int places() {
        return places;
    }

    /** Makes all records at least so long, and has one for the chosen place. */
    void fit(int length) {
        int needed = place + 1;
        if (length > stride) {
            long[] longer = new long[Math.max(room, needed) * length];
            for (int i = 0; i < room; i++) {
                System.arraycopy(words, i * stride, longer, i * length, stride);
            }
            words = longer;
            stride = length;
            room = Math.max(room, needed);
        } else if (needed > room) {
            room = Math.min(places, Math.max(needed, 2 * room));
            words = Arrays.copyOf(words, room * stride);
        }
        base = place * stride;
    }

    /** Chooses the record that the accessors mean. */
    void select(int chosen) {
        place = chosen;
        base = chosen * stride;
    }

    /** Begins the record of a wave whose invocations are the lanes of a mask. */
    void begin(long live, int length) {
        Arrays.fill(words, base, base + length, 0);
        words[base + MASK] = live;
        words[base + LIVE] = live;
        pending[place] = 0;
    }

    /** All records; the chosen one begins at {@link #base()}. */
    long[] words() {
        return words;
    }

    /** The place that was chosen. */
    int place() {
        return place;
    }

    int base() {
        return base;
    }

    /** In word 0: the instruction last come to. */
    static int at(long position) {
        return (int) (position >>> Integer.SIZE) & Integer.MAX_VALUE;
    }

    /** Word 0. */
    long position() {
        return words[base];
    }

    void setPosition(long position) {
        words[base] = position;
    }

    long mask() {
        return words[base + MASK];
    }

    void setMask(long mask) {
        words[base + MASK] = mask;
    }

    long live() {
        return words[base + LIVE];
    }

    long pending() {
        return pending[place];
    }

    void setPending(long registers) {
        pending[place] = registers;
    }

    /** Reads the record of a place; returns anything made of it. */
    long touch(int of) {
        int first = of * stride;
        return words[first] + words[first + stride / 2] + words[first + stride - 1] + pending[of];
    }

    /** Registers of the wave in a place that wait for memory. */
    long pending(int of) {
        return pending[of];
    }

    void setPending(int of, long registers) {
        pending[of] = registers;
    }

    /** The mask at a depth of the nesting. */
    long saved(int depth) {
        return words[base + HEADER + depth];
    }

    void save(int depth, long mask) {
        words[base + HEADER + depth] = mask;
    }
}
