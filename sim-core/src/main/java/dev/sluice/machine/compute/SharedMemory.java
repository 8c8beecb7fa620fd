// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import java.util.Arrays;

/** The workgroup memory of one compute unit: real bytes per workgroup, and when its banks take what accesses need of them. */
final class SharedMemory {

    /** What a workgroup finds in its memory before it has written any. */
    static final byte POISON = (byte) 0xA5;

    private long capacity;
    private final int latency;
    /** When the last accesses begin, as many as may wait for the banks, in turn; empty where none may. */
    private final long[] begins;

    /** Which of them begins first. */
    private int oldest;

    private long used;
    private long freeAt;
    private long conflictCycles;
    private long busyCycles;

    /** @param queue accesses that may wait for the banks; 0 where a wave waits with its instruction */
    SharedMemory(long capacity, int latency, int queue) {
        this.capacity = capacity;
        this.latency = latency;
        this.begins = new long[queue];
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

    /** The first cycle at which another access can be issued: the banks take it, or there is room for it to wait. */
    long acceptsAt() {
        return begins.length == 0 ? freeAt : begins[oldest];
    }

    /**
     * Occupies the banks for an access that is issued now.
     *
     * @return the cycle at which its result is there
     */
    long reserve(long now, int passes) {
        conflictCycles += passes - 1L;
        busyCycles += passes;
        long start = Math.max(now, freeAt);
        freeAt = start + passes;
        if (begins.length > 0) {
            begins[oldest] = start;
            oldest = oldest + 1 == begins.length ? 0 : oldest + 1;
        }
        return start + latency + passes - 1;
    }
}
