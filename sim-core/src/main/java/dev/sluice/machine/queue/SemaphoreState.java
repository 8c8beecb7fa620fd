// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.Comparator;
import java.util.PriorityQueue;

/** A binary or timeline semaphore: a binary one counts its signals, a timeline one holds its value. */
final class SemaphoreState {

    /** One wait of a queue or of the host; comes about when the semaphore has reached its value. */
    static final class Wait extends Awaited {
        private final String name;
        private final long value;
        private final int number;
        private Clock clock = Clock.ZERO;

        private Wait(String name, long value, int number) {
            this.name = name;
            this.value = value;
            this.number = number;
        }

        /** What happens-before the signal waited for. */
        Clock clock() {
            return clock;
        }

        @Override
        String awaitedName() {
            return "semaphore " + name;
        }

        @Override
        boolean signalled() {
            return true;
        }

        @Override
        String awaitedPart() {
            return "value " + value;
        }
    }

    private final String name;
    private long value;
    private long binaryWaits;
    private Clock clock = Clock.ZERO;
    /** Waits for values to come, the lowest first. */
    private final PriorityQueue<Wait> waits = new PriorityQueue<>(Comparator.comparingLong(wait -> wait.value));

    /** Waits for values that are reached, in the order in which they began. */
    private final PriorityQueue<Wait> over = new PriorityQueue<>(Comparator.comparingInt(wait -> wait.number));

    private int made;

    SemaphoreState(String name) {
        this.name = name;
    }

    /** Waits for a timeline value. */
    Wait waitFor(long target) {
        Wait wait = new Wait(name, target, made++);
        waits.add(wait);
        settle();
        return wait;
    }

    /** Waits for the next unconsumed signal of a binary semaphore. */
    Wait waitForBinary() {
        return waitFor(++binaryWaits);
    }

    /** Reaches a timeline value. */
    void signal(long target, Clock known) {
        value = Math.max(value, target);
        clock = clock.join(known);
        settle();
    }

    /** What the next signal of a binary semaphore makes of its value. */
    long nextBinary() {
        return value + 1;
    }

    /** Signals a binary semaphore once more. */
    void signalBinary(Clock known) {
        signal(nextBinary(), known);
    }

    private void settle() {
        for (Wait next = waits.peek(); next != null && next.value <= value; next = waits.peek()) {
            over.add(waits.remove());
        }
        for (Wait next = over.poll(); next != null; next = over.poll()) {
            next.clock = clock;
            next.complete();
        }
    }
}
