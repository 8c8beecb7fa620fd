// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

import dev.sluice.machine.observe.SimObserver.RowOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Sees what a log of events leaves out: what commands and barriers are, what they wait for, and events as numbers that add up
 * to a result's counters. Every method does nothing by default.
 */
public interface DetailObserver {

    /** A queue reached a command; its stages come after. {@code where} is its place in the program's file. */
    default void command(long cycle, String command, String queue, String kind, @Nullable String label, String where) {}

    /** What a stage of a command has done, just before it ends. */
    default void work(long cycle, String command, String stage, long bytesRead, long bytesWritten, long waves) {}

    /** What a barrier is, just before it is reached: the {@code number}-th of the run, on a queue. */
    default void barrierIs(
            long cycle, int number, String barrier, String queue, String kind, String where, boolean implicit) {}

    /** An action of a barrier began or ended, {@code flush:L2} for example; {@code on} which caches. */
    default void action(long cycle, String barrier, String action, String on, boolean begins) {}

    /**
     * Someone begins to wait for something that has not come about: a barrier by its id, or a stage by its command's and its
     * name, with a space between, or {@code semaphore <name> value <value>}. Of many things on its queue, those are told that no other
     * of them comes after.
     */
    default void awaits(long cycle, String waiter, String awaited) {}

    /** A queue signals a semaphore by a barrier that was just released: a waiter for this value, or a lower one, goes on. */
    default void signals(long cycle, String queue, String barrier, String semaphore, long value) {}

    /** The display begins or ends to scan an image out for a presentation. */
    default void present(long cycle, String command, String image, String where, boolean begins) {}

    /** A workgroup of a command took its place on a compute unit, or its last wave gave it up. */
    default void group(long cycle, String unit, int command, long group, int waves, boolean begins) {}

    /** What a lookup came to, in sectors, beside {@link SimObserver#lookup}. */
    default void counted(long cycle, String cache, int hits, int misses, boolean write) {}

    /** A cache fetches sectors again that the {@code barrier}-th barrier had dropped. */
    default void refill(long cycle, String cache, int barrier, int sectors) {}

    /**
     * A DRAM channel issued transactions for an access, of which there may be several such events.
     *
     * @param row how the first found its row; the others hit it
     */
    default void transferred(long cycle, String channel, int transactions, boolean write, RowOutcome row) {}

    /** So many bytes of data, of a request or an answer, begin to cross the host link. */
    default void payload(long cycle, int bytes, boolean towardsHost) {}
}
