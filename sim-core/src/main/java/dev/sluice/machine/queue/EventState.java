// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event (Vulkan specification, section Events): a flag that queues and the host set, reset and look at.
 *
 * <p>The flag lies in memory, so that the host sees a change by a queue, and a queue one by the host, as late as that memory
 * does. A wait is for the set that comes before it in the submission order of its queue; without one, or after a reset, for
 * whoever sets the event next.
 */
final class EventState {

    /** What of an event comes about. */
    abstract static class Occurrence extends Awaited {
        private final String event;

        private Occurrence(String event) {
            this.event = event;
        }

        @Override
        final String awaitedName() {
            return "event " + event;
        }

        @Override
        final boolean signalled() {
            return true;
        }

        @Override
        final String awaitedPart() {
            return "its signal";
        }
    }

    /** A signal operation, done or to be done: what its waits come after. */
    static final class Signal extends Occurrence {
        /** The dependency that the signal is the first half of; for the legacy form stages only, for the host nothing. */
        final List<Barrier> barriers;

        final boolean legacy;
        final boolean host;
        private List<Clock> clocks = List.of();

        Signal(String event, List<Barrier> barriers, boolean legacy, boolean host) {
            super(event);
            this.barriers = barriers;
            this.legacy = legacy;
            this.host = host;
        }

        /** What happens-before the signal by each of its barriers; one clock for the host. */
        List<Clock> clocks() {
            return clocks;
        }

        /** What happens-before the signal by any of its barriers. */
        Clock clock() {
            Clock all = Clock.ZERO;
            for (Clock clock : clocks) {
                all = all.join(clock);
            }
            return all;
        }
    }

    /** A queue's wait, over once the event is signalled. */
    static final class Wait extends Occurrence implements Waiter {
        private final EventState event;
        private @Nullable Signal cause;

        private Wait(EventState event) {
            super(event.name);
            this.event = event;
        }

        /** The signal that ended the wait. */
        Signal cause() {
            Signal signal = cause;
            if (signal == null) {
                throw new IllegalStateException("event " + event.name + " is not signalled yet");
            }
            return signal;
        }

        /** The reset that the wait comes after is done. */
        @Override
        public void satisfied() {
            event.look(this);
        }

        private void over(Signal signal) {
            cause = signal;
            complete();
        }
    }

    /** The host's knowledge of a signal that it has not undone itself. */
    static final class Told extends Occurrence {
        private Told(String event) {
            super(event);
        }
    }

    private final String name;
    private @Nullable Signal signalled;
    private boolean seenByHost;
    private Told told;
    private Clock hostClock = Clock.ZERO;
    private final List<Wait> waits = new ArrayList<>();
    /** By queue: the set that later waits of the queue are for, unless it was reset since. */
    private final Map<String, Signal> sets = new LinkedHashMap<>();
    /** By queue: its last reset, which later sets and waits come after. */
    private final Map<String, Awaited> resets = new LinkedHashMap<>();

    EventState(String name) {
        this.name = name;
        told = new Told(name);
    }

    /**
     * A queue has reached a set.
     *
     * @return the signal that the set will perform; null if an earlier set of the queue stands, so that this one does nothing
     */
    @Nullable
    Signal expect(String queue, List<Barrier> barriers, boolean legacy) {
        if (standing(queue) != null) {
            return null;
        }
        Signal signal = new Signal(name, barriers, legacy, false);
        sets.put(queue, signal);
        return signal;
    }

    /** The queue's set that no reset has undone, or null. */
    private @Nullable Signal standing(String queue) {
        Signal set = sets.get(queue);
        return set == null || (set.done() && signalled == null) ? null : set;
    }

    /** A queue has reached a reset; {@code done} comes about with {@link #reset}. */
    void expectReset(String queue, Awaited done) {
        sets.remove(queue);
        resets.put(queue, done);
    }

    /** The reset that later operations of a queue come after, or null. */
    @Nullable
    Awaited resetBefore(String queue) {
        Awaited reset = resets.get(queue);
        return reset == null || reset.done() ? null : reset;
    }

    /** A queue has reached a wait. */
    Wait waitFor(String queue) {
        Wait wait = new Wait(this);
        Signal set = standing(queue);
        if (set != null && !set.done()) {
            set.addWaiter(new Relay(set, wait));
            return wait;
        }
        Awaited reset = resetBefore(queue);
        if (reset != null) {
            reset.addWaiter(wait);
        } else {
            look(wait);
        }
        return wait;
    }

    /** Ends a wait with one signal, whatever becomes of the event meanwhile. */
    private record Relay(Signal signal, Wait waiting) implements Waiter {
        @Override
        public void satisfied() {
            waiting.over(signal);
        }
    }

    private void look(Wait wait) {
        Signal signal = signalled;
        if (signal != null) {
            wait.over(signal);
        } else {
            waits.add(wait);
        }
    }

    /** Performs a signal operation, as queues see it. */
    void signal(Signal signal, List<Clock> clocks) {
        signal.clocks = List.copyOf(clocks);
        signalled = signal;
        List<Wait> over = List.copyOf(waits);
        waits.clear();
        signal.complete();
        over.forEach(wait -> wait.over(signal));
    }

    /** Unsignals the event, as queues see it. */
    void reset() {
        signalled = null;
    }

    /** The host has learnt of a signal. */
    void tellHost(Clock known) {
        seenByHost = true;
        hostClock = known;
        if (!told.done()) {
            told.complete();
        }
    }

    /** The host has learnt of a reset. */
    void tellHostReset() {
        seenByHost = false;
    }

    /** The host resets the event: what it knows of signals so far is of no use any more. */
    void resetByHost() {
        seenByHost = false;
        if (told.done()) {
            told = new Told(name);
        }
    }

    /** What comes about when the host learns of a signal; done if it has since it reset the event itself. */
    Told told() {
        return told;
    }

    /** Whether the event is signalled, as the host sees it. */
    boolean seenByHost() {
        return seenByHost;
    }

    /** What happens-before the signal that the host sees. */
    Clock hostClock() {
        return hostClock;
    }
}
