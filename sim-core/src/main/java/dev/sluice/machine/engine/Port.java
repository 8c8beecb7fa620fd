// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.Arrays;

/**
 * A receiver's input with a finite number of credits, first come first served.
 *
 * <p>A sender takes a credit with {@link #send}; the receiver gives it back with {@link #release()} once the request
 * holds none of its input space. A sender that finds no credit registers with {@link #await} and is woken, in order, one
 * sender per released credit. That chain is the back-pressure of the machine. See
 * {@code docs/decisions/0002-ports-and-credits.md}.
 */
public final class Port {

    private static final long NOBODY = -1;

    private final String name;
    private final Component owner;
    private final int arrivalKind;
    private final int capacity;
    private int used;
    private long sent;
    private long stalls;

    private Component[] waiters = new Component[4];
    private int[] waiterKinds = new int[4];
    private int[] waiterArguments = new int[4];
    private int firstWaiter;
    private int waiterCount;
    /** Credits already promised to woken waiters: kept from newcomers so that order holds. */
    private int promised;

    /** Since when senders wait while the receiver would take what comes; {@link #NOBODY} while none does or it stalls. */
    private long shortSince = NOBODY;

    private long shortCycles;
    private boolean receiverStalls;

    /**
     * @param arrivalKind the event kind under which {@code owner} learns of an arrival
     * @param capacity credits, at least 1
     */
    public Port(String name, Component owner, int arrivalKind, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException(name + ": a port needs at least one credit, not " + capacity);
        }
        this.name = name;
        this.owner = owner;
        this.arrivalKind = arrivalKind;
        this.capacity = capacity;
    }

    public String name() {
        return name;
    }

    public Component owner() {
        return owner;
    }

    /** Credits in use. */
    public int used() {
        return used;
    }

    /** Requests sent through this port. */
    public long sent() {
        return sent;
    }

    /** How often a sender had to wait for a credit. */
    public long stalls() {
        return stalls;
    }

    /**
     * Cycles up to now in which a sender waited for a credit, and the receiver did not stall: where the credits were too few for
     * the way of what they stand for.
     */
    public long shortCycles(long now) {
        return shortCycles + (shortSince == NOBODY ? 0 : now - shortSince);
    }

    /** The receiver takes nothing for a while, or does again. */
    public void receiverStalls(boolean stalls) {
        receiverStalls = stalls;
        count();
    }

    private void count() {
        boolean isShort = waiterCount > 0 && !receiverStalls;
        if (isShort == (shortSince == NOBODY)) {
            long now = owner.engine().now();
            if (isShort) {
                shortSince = now;
            } else {
                shortCycles += now - shortSince;
                shortSince = NOBODY;
            }
        }
    }

    /** Whether a newcomer may send now. */
    public boolean hasCredit() {
        return used + promised < capacity;
    }

    /** Takes a credit and delivers {@code argument} to the owner after {@code delay} cycles. */
    public void send(long delay, int argument) {
        if (used + promised >= capacity) {
            throw new IllegalStateException(name + ": sent without a credit");
        }
        used++;
        sent++;
        Engine engine = owner.engine();
        engine.schedule(owner, delay, arrivalKind, argument);
        engine.sent(owner, delay, argument);
    }

    /**
     * Takes a credit and hands {@code argument} over to the owner at once, within the event that runs: for a wire without length,
     * where an event of its own would only come later in the same cycle. The owner must not come back to the sender in it.
     */
    public void handOver(int argument) {
        if (used + promised >= capacity) {
            throw new IllegalStateException(name + ": sent without a credit");
        }
        used++;
        sent++;
        owner.engine().handOver(owner, arrivalKind, argument);
    }

    /** As {@link #handOver}, for a sender that {@link #await} woke: it uses the credit promised to it. */
    public void handOverPromised(int argument) {
        promised--;
        handOver(argument);
    }

    /** As {@link #send}, for a sender that {@link #await} woke: it uses the credit promised to it. */
    public void sendPromised(long delay, int argument) {
        promised--;
        send(delay, argument);
    }

    /** Asks to be woken, with the given event, when a credit is free; the credit is then promised to the waiter. */
    public void await(Component waiter, int kind, int argument) {
        stalls++;
        if (waiterCount == waiters.length) {
            growWaiters();
        }
        int slot = (firstWaiter + waiterCount++) & (waiters.length - 1);
        waiters[slot] = waiter;
        waiterKinds[slot] = kind;
        waiterArguments[slot] = argument;
        wakeNext();
        count();
    }

    /** Returns a credit after the receiver is done with a request's input space. */
    public void release() {
        used--;
        wakeNext();
    }

    /** Adds an edge for every waiting sender. */
    public void describeWaits(WaitGraph graph) {
        for (int i = 0; i < waiterCount; i++) {
            Component waiter = waiters[(firstWaiter + i) & (waiters.length - 1)];
            graph.edge(waiter, owner, "a credit of " + name + " (" + used + " of " + capacity + " in use)");
        }
    }

    private void wakeNext() {
        if (waiterCount > 0 && used + promised < capacity) {
            int slot = firstWaiter;
            firstWaiter = (firstWaiter + 1) & (waiters.length - 1);
            waiterCount--;
            promised++;
            count();
            Component waiter = waiters[slot];
            waiter.engine().schedule(waiter, 0, waiterKinds[slot], waiterArguments[slot]);
        }
    }

    private void growWaiters() {
        int old = waiters.length;
        Component[] grown = new Component[old * 2];
        int[] kinds = new int[old * 2];
        int[] arguments = new int[old * 2];
        for (int i = 0; i < old; i++) {
            int slot = (firstWaiter + i) & (old - 1);
            grown[i] = waiters[slot];
            kinds[i] = waiterKinds[slot];
            arguments[i] = waiterArguments[slot];
        }
        Arrays.fill(waiters, owner);
        waiters = grown;
        waiterKinds = kinds;
        waiterArguments = arguments;
        firstWaiter = 0;
    }
}
