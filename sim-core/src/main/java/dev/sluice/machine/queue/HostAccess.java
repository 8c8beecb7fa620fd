// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.kernel.AtomicOp;

/** The host's ways to memory, as a host thread uses them; each call runs {@code done} when the thread may go on. */
public interface HostAccess {

    /** Who accesses, for attribution and versions. */
    record Who(int thread, int attribution, int agent) {}

    /** Stores bytes in address order. */
    void store(Who who, String memory, long offset, byte[] data, Runnable done);

    /** Loads bytes. */
    void load(Who who, String memory, long offset, byte[] into, Runnable done);

    /** Performs a read-modify-write. */
    void atomic(
            Who who,
            String memory,
            long offset,
            AtomicOp operation,
            int bytes,
            long operand,
            long compare,
            Runnable done);

    /** Waits until earlier stores have left the write-combining buffers. */
    void storeFence(Who who, Runnable done);

    /** Writes dirty host lines back. */
    void flush(Who who, String memory, long offset, long size, Runnable done);

    /** Drops host lines. */
    void invalidate(Who who, String memory, long offset, long size, Runnable done);

    /**
     * Drains earlier stores and tells the device of a submission.
     *
     * @param atDevice runs when the device's front end sees it, behind all earlier writes
     * @param done runs when the thread may go on
     */
    void ringDoorbell(Who who, Runnable atDevice, Runnable done);

    /** Tells the host something, behind all of the device's earlier writes to host memory. */
    void interrupt(Runnable atHost);

    /**
     * Bytes of a memory that are backed by real memory: all of them, unless it is lazily allocated (Vulkan
     * specification, section Lazily Allocated Memory).
     */
    long commitment(String memory);

    /** Whether loads return bytes (false in a timing-only run). */
    boolean functional();
}
