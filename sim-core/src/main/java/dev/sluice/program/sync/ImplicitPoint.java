// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

/** A place at which caches are maintained although no barrier says so. */
public enum ImplicitPoint {
    /** A queue starts on a submission: host writes become visible to the device. */
    SUBMIT_BEGIN,
    /** A queue is done with a submission. */
    SUBMIT_END,
    /** A semaphore is signalled. */
    SEMAPHORE_SIGNAL,
    /** A semaphore's wait is over. */
    SEMAPHORE_WAIT,
    /** A fence is signalled. */
    FENCE_SIGNAL,
    /** A dispatch starts. */
    DISPATCH_BEGIN,
    /**
     * A command begins to write past a cache that may hold older bytes dirty, which a first half made available and no second
     * half has flushed.
     */
    OVERWRITE_BEGIN;

    /** Whether it lies at the border of a submission, or stands for one. */
    boolean ofSubmissions() {
        return this != DISPATCH_BEGIN && this != OVERWRITE_BEGIN;
    }
}
