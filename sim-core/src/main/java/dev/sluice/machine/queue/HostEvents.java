// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.HostOperation;
import java.util.List;
import java.util.function.Consumer;

/** What a host thread does with events: it writes their flags like other uncached memory, and reads what it knows of them. */
final class HostEvents {

    private final QueueSynchronization synchronization;
    private final HostAccess host;
    private final HostChecks checks;

    HostEvents(QueueSynchronization synchronization, HostAccess host, HostChecks checks) {
        this.synchronization = synchronization;
        this.host = host;
        this.checks = checks;
    }

    /** Signals, behind all earlier writes of the thread. */
    void set(HostOperation.SetEvent set, HostAccess.Who who, Clock known, Runnable done) {
        EventState event = synchronization.event(set.event());
        EventState.Signal signal = new EventState.Signal(set.event(), List.of(), false, true);
        event.tellHost(known);
        host.ringDoorbell(who, () -> event.signal(signal, List.of(known)), done);
    }

    /** Unsignals. */
    void reset(HostOperation.ResetEvent reset, HostAccess.Who who, Runnable done) {
        EventState event = synchronization.event(reset.event());
        event.resetByHost();
        host.ringDoorbell(who, event::reset, done);
    }

    /** Waits until the host has learnt of a signal; then takes what happens-before that. */
    void await(HostOperation.AwaitEvent wait, Consumer<Clock> done) {
        EventState event = synchronization.event(wait.event());
        EventState.Told told = event.told();
        Waiter waiter = () -> done.accept(event.hostClock());
        if (told.done()) {
            waiter.satisfied();
        } else {
            told.addWaiter(waiter);
        }
    }

    /**
     * Compares the status with what is expected.
     *
     * @return what happens-before the signal, if the event is signalled
     */
    Clock ask(HostOperation.GetEventStatus status, String id) {
        EventState event = synchronization.event(status.event());
        checks.compare(id, status, event.seenByHost());
        return event.seenByHost() ? event.hostClock() : Clock.ZERO;
    }
}
