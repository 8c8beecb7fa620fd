// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What waits on one queue, for somebody who looks: tells of each thing that has come about of those that something waits for, once
 * they are few enough to be counted.
 *
 * <p>The front end runs ahead of what is carried out, so that thousands of commands wait for thousands: to tell each of each would
 * grow with the square of their number.
 */
final class WatchedWaits {

    /** Of how many things each is told of; who waits for more hears when they are no more than these. */
    static final int MOST = 64;

    /**
     * Somebody who waits for more.
     *
     * @param due how many things have come about on the queue, at least, by the time that they are no more than {@link #MOST}
     */
    private record Many(Predecessors waits, Runnable changed, long due) {}

    private final PriorityQueue<Many> many = new PriorityQueue<>(Comparator.comparingLong(Many::due));
    private long came;

    /**
     * Begins to tell.
     *
     * @param changed is told that some have come about
     */
    void watch(Predecessors waits, Runnable changed) {
        int open = waits.countOpen();
        if (open > MOST) {
            many.add(new Many(waits, changed, came + open - MOST));
        } else {
            waits.open().forEach(one -> one.addWaiter(changed::run));
        }
    }

    /** One more task, gate or transition of the queue has come about. */
    void cameAbout() {
        came++;
        while (!many.isEmpty() && many.element().due() <= came) {
            Many due = many.remove();
            if (due.waits().countOpen() <= MOST) {
                due.changed().run();
            }
            watch(due.waits(), due.changed());
        }
    }
}
