// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.kind.KindName;

/** What a barrier is that no command stands for; the others are called as their commands. */
enum BarrierKind {
    /** What a profile does before a submission's commands. */
    SUBMIT_BEGIN,
    /** What it does after them, and for a fence. */
    SUBMIT_END,
    /** A wait of the host for an idle queue. */
    WAIT_IDLE,
    /** A wait of a submission or a presentation for semaphores. */
    SEMAPHORE_WAIT,
    /** A signal of a semaphore. */
    SEMAPHORE_SIGNAL,
    /** A presentation that waits for no semaphore. */
    PRESENT,
    /** Flushes that were pending at the end of a command buffer. */
    PENDING_FLUSHES,
    /** What a profile does before a dispatch. */
    DISPATCH_BEGIN,
    /** Flushes of bytes that a command is about to overwrite. */
    OVERWRITE_BEGIN,
    /** Makes a load operation visible to a draw that reads the attachment as an input attachment. */
    LOADED_INPUT;

    private final String text = KindName.of(this);

    /** Its name in results. */
    String text() {
        return text;
    }
}
