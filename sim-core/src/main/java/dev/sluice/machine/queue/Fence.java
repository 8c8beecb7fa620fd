// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import java.util.ArrayList;
import java.util.List;

/** A fence: signalled by a queue, waited for and reset by the host. */
final class Fence {

    private final String name;
    private boolean signalled;
    private Clock clock = Clock.ZERO;
    private final List<Waiter> waiters = new ArrayList<>();

    Fence(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    boolean signalled() {
        return signalled;
    }

    /** What happens-before the signal. */
    Clock clock() {
        return clock;
    }

    void signal(Clock known) {
        signalled = true;
        clock = known;
        List<Waiter> told = List.copyOf(waiters);
        waiters.clear();
        told.forEach(Waiter::satisfied);
    }

    void reset() {
        signalled = false;
        clock = Clock.ZERO;
    }

    void addWaiter(Waiter waiter) {
        waiters.add(waiter);
    }
}
