package dev.sluice.core.command.run;

import java.util.ArrayList;
import java.util.List;

/** Something that comes about once and that others wait for. */
abstract class Awaited {

    private final List<Waiter> waiters = new ArrayList<>(2);
    private boolean done;

    final boolean done() {
        return done;
    }

    final void addWaiter(Waiter waiter) {
        waiters.add(waiter);
    }

    final List<Waiter> waiters() {
        return waiters;
    }

    /** Marks this as done and tells everyone, in the order in which they began to wait. */
    final void complete() {
        done = true;
        List<Waiter> told = List.copyOf(waiters);
        waiters.clear();
        for (Waiter waiter : told) {
            waiter.satisfied();
        }
    }

    abstract String awaitedName();

    /** What of it is awaited, for a wait-for chain. */
    String awaitedPart() {
        return "its completion";
    }
}
