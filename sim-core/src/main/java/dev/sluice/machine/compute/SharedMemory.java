// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import java.util.Arrays;

/**
 * The workgroup memory of one compute unit: real bytes per workgroup, and the timing of its banks.
 *
 * <p>Banks are {@value #BANK_BYTES} bytes wide and words go round robin over them. Lanes that touch different words of
 * one bank are served in as many passes, one a cycle; lanes that touch the same word are served together.
 */
final class SharedMemory {

    /** Width of a bank. */
    static final int BANK_BYTES = 4;

    /** What a workgroup finds in its memory before it has written any. */
    static final byte POISON = (byte) 0xA5;

    private long capacity;
    private final int banks;
    private final int latency;
    private long used;
    private long freeAt;
    private long conflictCycles;
    private long busyCycles;

    private final int[] passesOfBank;
    /** Words seen in the current access: open addressing, emptied by a change of {@link #generation}. */
    private final long[] words = new long[512];

    private final int[] wordGeneration = new int[512];
    private int generation;

    SharedMemory(long capacity, int banks, int latency) {
        this.capacity = capacity;
        this.banks = banks;
        this.latency = latency;
        this.passesOfBank = new int[banks];
    }

    /** Bytes that there are. */
    long capacity() {
        return capacity;
    }

    /** Has so many bytes from now on; of those before none is in use. */
    void resize(long bytes) {
        capacity = bytes;
    }

    /** Whether a workgroup with this much memory fits. */
    boolean hasRoom(long bytes) {
        return used + bytes <= capacity;
    }

    /**
     * Takes memory for a workgroup.
     *
     * @param reuse an array of an earlier workgroup, returned if it is long enough
     */
    byte[] allocate(int bytes, byte[] reuse) {
        used += bytes;
        byte[] memory = reuse.length >= bytes ? reuse : new byte[bytes];
        Arrays.fill(memory, 0, bytes, POISON);
        return memory;
    }

    void free(int bytes) {
        used -= bytes;
    }

    /** Cycles lost to bank conflicts: passes beyond the first. */
    long conflictCycles() {
        return conflictCycles;
    }

    /** Cycles that accesses took up to now. */
    long busyCycles(long now) {
        return busyCycles - Math.max(0, freeAt - now);
    }

    /** The first cycle at which the banks take another access. */
    long freeAt() {
        return freeAt;
    }

    /**
     * Passes that an access needs: the most different words that lie in one bank, at least 1.
     *
     * @param offsets byte offset of each lane
     * @param active bit i: lane i takes part
     * @param size bytes of an element
     */
    int passes(long[] offsets, long active, int size) {
        nextGeneration();
        Arrays.fill(passesOfBank, 0);
        int most = 1;
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
     */
    int regularPasses(long first, long stride, long active, int size) {
        if (size != BANK_BYTES || (first & BANK_BYTES - 1) != 0) {
            return 0;
        }
        if (stride == 0) {
            return 1;
        }
        long run = active >>> Long.numberOfTrailingZeros(active);
        return stride == BANK_BYTES && (run & run + 1) == 0
                ? Math.max(1, (Long.bitCount(active) + banks - 1) / banks)
                : 0;
    }

    /**
     * Occupies the banks for an access that begins now.
     *
     * @return the cycle at which its result is there
     */
    long reserve(long now, int passes) {
        conflictCycles += passes - 1L;
        busyCycles += passes;
        long start = Math.max(now, freeAt);
        freeAt = start + passes;
        return start + latency + passes - 1;
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
