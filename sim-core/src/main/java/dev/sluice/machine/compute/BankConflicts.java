// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import java.util.Arrays;

/**
 * How many passes the banks of workgroup memory need for the lanes of an access.
 *
 * <p>Words of {@value #BANK_BYTES} bytes go round robin over the banks. Lanes that touch different words of one bank are served in as
 * many passes, one a cycle; lanes that touch the same word are served together.
 *
 * <p>Where units serve lanes in groups, those that take more than a word each are served group after group, and a group is what takes
 * {@code groupBytes}: of 128, half a wave of 32 lanes with 8 bytes each, or a quarter with 16. Groups that load are served two at a time
 * where every lane that takes part takes the same as its neighbour (lane XOR 1), or every one the same as the lane two away (XOR 2), of
 * those that take part. Lanes that do not take part save no pass of those that all lanes would need without conflicts. Measured on an
 * H200, loads and stores of 120 patterns ({@code shared-memory-h200.csv} among the tests).
 */
final class BankConflicts {

    /** Width of a bank. */
    static final int BANK_BYTES = 4;

    private static final long EVEN = 0x5555_5555_5555_5555L;
    private static final long LOW_PAIRS = 0x3333_3333_3333_3333L;

    private final int banks;
    private final int waveSize;
    private final int groupBytes;
    private final int[] passesOfBank;
    /** Words seen in the current group: open addressing, emptied by a change of {@link #generation}. */
    private final long[] words = new long[512];

    private final int[] wordGeneration = new int[512];
    private int generation;

    /** @param groupBytes bytes that a group of lanes takes; 0 where all lanes of a wave are served together */
    BankConflicts(int banks, int waveSize, int groupBytes) {
        this.banks = banks;
        this.waveSize = waveSize;
        this.groupBytes = groupBytes;
        this.passesOfBank = new int[banks];
    }

    /**
     * Passes that an access needs, at least 1.
     *
     * @param offsets byte offset of each lane
     * @param active bit i: lane i takes part
     * @param size bytes of an element
     * @param loads whether it is a load
     */
    int passes(long[] offsets, long active, int size, boolean loads) {
        int lanes = groupLanes(size);
        if (lanes >= waveSize) {
            return Math.max(1, together(offsets, active, size));
        }
        if (loads && (alike(offsets, active, 1, EVEN) || alike(offsets, active, 2, LOW_PAIRS))) {
            lanes *= 2;
        }
        int sum = 0;
        for (int first = 0; first < waveSize; first += lanes) {
            long group = lanes >= Long.SIZE ? -1L : (1L << lanes) - 1 << first;
            sum += together(offsets, active & group, size);
        }
        return Math.max(groups(lanes), sum);
    }

    /** Whether the lanes that take part and are so far apart take the same, two by two. */
    private static boolean alike(long[] offsets, long active, int apart, long lower) {
        for (long rest = active & active >>> apart & lower; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            if (offsets[lane] != offsets[lane + apart]) {
                return false;
            }
        }
        return true;
    }

    /** Passes of lanes that are served together: the most different words that lie in one bank; 0 if there are none. */
    private int together(long[] offsets, long active, int size) {
        nextGeneration();
        Arrays.fill(passesOfBank, 0);
        int most = 0;
        long lastWord = -1;
        for (long rest = active; rest != 0; rest &= rest - 1) {
            long offset = offsets[Long.numberOfTrailingZeros(rest)];
            long last = (offset + size - 1) / BANK_BYTES;
            for (long word = offset / BANK_BYTES; word <= last; word++) {
                if (word != lastWord && addWord(word)) {
                    most = Math.max(most, ++passesOfBank[(int) (word % banks)]);
                }
                lastWord = word;
            }
        }
        return most;
    }

    /**
     * Passes of an access whose offsets are an arithmetic progression over the lanes, where they can be told without a look at each
     * lane; 0 otherwise.
     *
     * @param first byte offset of lane 0, whether it takes part or not
     * @param stride bytes from one lane's offset to that of the next
     * @param loads whether it is a load
     */
    int regularPasses(long first, long stride, long active, int size, boolean loads) {
        if ((first & BANK_BYTES - 1) != 0 || size < BANK_BYTES || size > banks * BANK_BYTES) {
            return 0;
        }
        if (size == BANK_BYTES) {
            return stride == 0 ? 1 : stride == BANK_BYTES ? runPasses(active) : 0;
        }
        int lanes = groupLanes(size);
        if (stride == 0) {
            return Math.max(1, groups(loads ? 2 * lanes : lanes));
        }
        if (stride != size || active != -1L >>> Long.SIZE - waveSize) {
            return 0;
        }
        if (lanes >= waveSize) {
            return (waveSize * size / BANK_BYTES + banks - 1) / banks;
        }
        return lanes * size <= banks * BANK_BYTES ? groups(lanes) : 0;
    }

    /** Passes of words one after the other. */
    private int runPasses(long active) {
        long run = active >>> Long.numberOfTrailingZeros(active);
        return (run & run + 1) == 0 ? Math.max(1, (Long.bitCount(active) + banks - 1) / banks) : 0;
    }

    /** How many lanes are a group. */
    private int groupLanes(int size) {
        return groupBytes == 0 || size <= BANK_BYTES ? waveSize : Math.max(1, groupBytes / size);
    }

    private int groups(int lanes) {
        return (waveSize + lanes - 1) / lanes;
    }

    private boolean addWord(long word) {
        int slot = (int) (word * 0x9E3779B97F4A7C15L >>> 55);
        while (wordGeneration[slot] == generation) {
            if (words[slot] == word) {
                return false;
            }
            slot = (slot + 1) & (words.length - 1);
        }
        wordGeneration[slot] = generation;
        words[slot] = word;
        return true;
    }

    private void nextGeneration() {
        if (++generation == 0) {
            Arrays.fill(wordGeneration, 0);
            generation = 1;
        }
    }
}
