// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Events;
import dev.sluice.check.order.Islands;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.Signal;
import dev.sluice.check.order.Signals;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Region;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SharingModes;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries a stream out as far as order goes: host threads and queues take turns, each as far as it gets, so that everything
 * comes after what happens before it.
 */
final class Replay {
    private final AccessTrace trace;
    private final Columns columns;
    private final Scopes scopes = new Scopes();
    private final Map<Scopes.Reading, Integer> readings = new LinkedHashMap<>();
    private final List<QueueReplay> queues = new ArrayList<>();
    private final List<HostOrder> hosts = new ArrayList<>();
    private final Signals signals = new Signals();
    private final Events events = new Events();
    private final Displays displays;
    private final Judge judge;
    private final MappedRanges mapped;
    private final HostReadings reads;
    private final HazardLog log;
    private final HazardLog orders;
    private final Set<String> notes = new LinkedHashSet<>();
    private boolean forced;

    /** A host thread under way. */
    private static final class HostOrder {
        final AccessTrace.Track track;
        final int number;
        Signal known;
        int next;

        HostOrder(AccessTrace.Track track, int number, int width) {
            this.track = track;
            this.number = number;
            this.known = Signal.nothing(width);
        }
    }

    Replay(AccessTrace trace, Amendments amendments) {
        this.trace = trace;
        Set<String> queueNames = new LinkedHashSet<>();
        Set<String> images = new LinkedHashSet<>();
        Set<Scopes.Reading> found = new LinkedHashSet<>();
        found.add(Scopes.Reading.HOST_READ);
        found.add(Scopes.Reading.HOST_WRITE);
        for (AccessTrace.Track track : trace.threads()) {
            for (AccessTrace.Step step : track.steps()) {
                gather(step, queueNames, images, found);
            }
        }
        columns = new Columns(queueNames, trace.threads().size(), images, Islands.of(trace, amendments));
        found.forEach(reading -> readings.put(reading, readings.size()));
        for (AccessTrace.Track track : trace.threads()) {
            hosts.add(new HostOrder(track, hosts.size(), columns.width()));
        }
        log = new HazardLog(columns, trace.resources());
        orders = new HazardLog(columns, trace.resources());
        ImageLayouts layouts = new ImageLayouts(trace.stream().images());
        SpaceMap[] maps = SpaceMap.forAll(trace.resources().spaces());
        Set<String> exclusive = SharingModes.exclusive(trace.stream());
        reads = new HostReadings(trace, columns, scopes, maps);
        judge = new Judge(columns, scopes, readings, maps, exclusive, log, orders, layouts, reads);
        mapped = new MappedRanges(columns, scopes, maps);
        displays = new Displays(columns, judge);
        DependencyReplay dependencies = new DependencyReplay(
                trace.resources(),
                amendments,
                columns,
                scopes,
                new RangedBarriers(columns, maps, judge),
                layouts,
                notes);
        QueueReplay.Shared shared = new QueueReplay.Shared(amendments, signals, events, dependencies, judge, displays);
        for (String name : columns.queues()) {
            queues.add(new QueueReplay(
                    new QueueOrder(queues.size(), trace.device().queue(name), columns, scopes, List.copyOf(found)),
                    shared));
        }
    }

    private static void gather(
            AccessTrace.Step step, Set<String> queueNames, Set<String> images, Set<Scopes.Reading> found) {
        if (step.operation() instanceof HostOperation.QueuePresent present) {
            queueNames.add(present.queue());
            images.addAll(present.images());
        } else if (step.operation() instanceof HostOperation.AcquireNextImage acquire) {
            images.add(acquire.image());
        }
        AccessTrace.Batch batch = step.batch();
        if (batch != null) {
            queueNames.add(batch.queue());
            for (AccessTrace.Action action : batch.actions()) {
                action.accesses().forEach(access -> gather(access, found));
                action.later().forEach(access -> gather(access, found));
            }
        }
    }

    private static void gather(MemoryAccess access, Set<Scopes.Reading> found) {
        found.add(Scopes.Reading.of(access.stage(), access.access()));
    }

    /** @param cures whether to find the cure of each hazard, too */
    HazardReport run(boolean cures) {
        boolean more = true;
        while (more) {
            more = false;
            for (HostOrder host : hosts) {
                more |= advance(host);
            }
            for (QueueReplay queue : queues) {
                if (queue.advance(forced)) {
                    forced = false;
                    more = true;
                }
            }
            if (!more && unfinished()) {
                // nothing can go on: the stream would hang; what follows is judged as if the wait were over
                if (!giveUpEvent()) {
                    notes.add(
                            "the stream waits for something that never comes; what follows is judged as if it had come");
                    forced = true;
                }
                more = true;
            }
        }
        follow();
        return new HazardReport(
                log.isEmpty() ? List.of() : log.hazards(cures ? new Cures(trace) : null),
                orders.isEmpty() ? List.of() : orders.hazards(null),
                reads.found(),
                List.copyOf(notes));
    }

    /** What may follow is submitted by hosts that know what they have come to know, and read what has been brought to them. */
    private void follow() {
        List<Continuation.Later> later = Continuation.of(trace).later();
        if (later.isEmpty()) {
            return;
        }
        Map<String, QueueOrder> after = new LinkedHashMap<>();
        for (QueueReplay queue : queues) {
            QueueOrder order = new QueueOrder(queue.order());
            order.next();
            hosts.forEach(host -> order.submitted(submitting(host, host.next + 1)));
            after.put(columns.queues().get(order.queue()), order);
        }
        later.forEach(
                each -> judge.following(Objects.requireNonNull(after.get(each.queue())), each.action(), each.access()));
        HostOrder host = hosts.get(0);
        Signal known = host.known;
        for (QueueReplay queue : queues) {
            known = known.join(queue.order().signal(Stages.EVERY_EXPANDED));
        }
        reads.look(known, host.number, host.next + 1, later.get(0).action());
    }

    /** Ends a queue's wait for an event before all others: its submission's fence and semaphores may be what they wait for. */
    private boolean giveUpEvent() {
        for (QueueReplay queue : queues) {
            if (queue.giveUp(notes)) {
                return true;
            }
        }
        return false;
    }

    private boolean unfinished() {
        for (HostOrder host : hosts) {
            if (host.next < host.track.steps().size()) {
                return true;
            }
        }
        return !queues.stream().allMatch(QueueReplay::idle);
    }

    // ---- the host

    @SuppressWarnings("ReferenceEquality") // what the host knows is another object once it knows more
    private boolean advance(HostOrder host) {
        boolean moved = false;
        while (host.next < host.track.steps().size()) {
            Signal before = host.known;
            if (!perform(host, host.track.steps().get(host.next), host.next + 1)) {
                return moved;
            }
            host.next++;
            Columns.raise(host.known.execution(), columns.thread(host.number), host.next);
            moved = true;
            AccessTrace.Step step = host.track.steps().get(host.next - 1);
            look(host, step, host.known != before);
            if (step.batch() != null || step.operation() instanceof HostOperation.SetEvent) {
                // the queue first, so that what it does is the earlier access of a race
                return true;
            }
        }
        return moved;
    }

    /** What the host may read after an operation by which it learnt that commands are over, or which maps memory. */
    private void look(HostOrder host, AccessTrace.Step step, boolean waited) {
        reads.maps(step.operation());
        if (waited || step.operation() instanceof HostOperation.MapMemory) {
            reads.look(host.known, host.number, host.next, step.action());
        }
    }

    /** Performs a host operation; false if it must wait. */
    private boolean perform(HostOrder host, AccessTrace.Step step, int position) {
        HostOperation operation = step.operation();
        if (operation instanceof HostOperation.Submission) {
            submit(host, step, position);
        } else if (operation instanceof HostOperation.WaitForFences wait) {
            return await(host, wait.fences(), wait.all());
        } else if (operation instanceof HostOperation.ResetFences reset) {
            reset.fences().forEach(signals::reset);
        } else if (operation instanceof HostOperation.WaitSemaphores wait) {
            return awaitSemaphores(host, wait.semaphores());
        } else if (operation instanceof HostOperation.SignalSemaphore signal) {
            signals.signal(signal.semaphore(), signal.value(), byHost(host, position));
        } else if (operation instanceof HostOperation.SetEvent set) {
            events.set(set.event(), Signal.EventSet.by(byHost(host, position)));
        } else if (operation instanceof HostOperation.ResetEvent reset) {
            events.resetByHost(reset.event());
        } else if (operation instanceof HostOperation.AwaitEvent wait) {
            return awaitEvent(host, wait.event());
        } else if (operation instanceof HostOperation.QueueWaitIdle idle) {
            return awaitIdle(host, idle.queue());
        } else if (operation instanceof HostOperation.DeviceWaitIdle) {
            return awaitIdle(host, null);
        } else if (operation instanceof HostOperation.AcquireNextImage acquire) {
            return acquire(acquire, step.action());
        } else if (operation instanceof HostOperation.Access || operation instanceof HostOperation.Maintenance) {
            memory(host, step, position);
        } else if (!(operation instanceof HostOperation.Local)) {
            throw new UnknownKindException(operation);
        }
        return true;
    }

    private void memory(HostOrder host, AccessTrace.Step step, int position) {
        for (MemoryAccess access : step.action().accesses()) {
            judge.host(host.known, host.number, position, step.action(), access);
        }
        for (Region region : step.ranges()) {
            if (step.operation() instanceof HostOperation.FlushMappedMemoryRanges) {
                mapped.flush(region, host.known, columns.thread(host.number), position);
            } else if (step.operation() instanceof HostOperation.InvalidateMappedMemoryRanges) {
                mapped.invalidate(region, host.known, columns.thread(host.number));
            } else {
                throw new UnknownKindException(step.operation());
            }
        }
    }

    /** What a host operation passes on: all that the thread knows, its own operations included. */
    private Signal byHost(HostOrder host, int position) {
        Signal known = host.known.join(Signal.nothing(columns.width()));
        Columns.raise(known.execution(), columns.thread(host.number), position);
        return new Signal(
                known.execution(),
                known.execution(),
                known.available(),
                known.hostVisible(),
                known.hostExecution(),
                true,
                null);
    }

    /** What a submission passes on to its queue. */
    private Signal submitting(HostOrder host, int position) {
        Signal known = byHost(host, position);
        for (int i = 0; i < columns.threads(); i++) {
            // host writes that are in the host domain come to the device with the submission (Vulkan specification,
            // section Host Write Ordering Guarantees)
            Columns.raise(known.available(), columns.thread(i), known.execution()[columns.thread(i)]);
        }
        return known;
    }

    private void submit(HostOrder host, AccessTrace.Step step, int position) {
        Signal known = submitting(host, position);
        AccessTrace.Batch batch = step.batch();
        String queue = batch != null ? batch.queue() : ((HostOperation.QueuePresent) step.operation()).queue();
        queues.get(columns.queue(queue)).submit(step, known);
        if (step.operation() instanceof HostOperation.QueuePresent present) {
            displays.queued(present.images());
        }
    }

    private boolean await(HostOrder host, List<String> names, boolean all) {
        long signalled = names.stream().filter(signals::signalled).count();
        if (!forced && signalled < (all ? names.size() : Math.min(1, names.size()))) {
            return false;
        }
        forced = forced && signalled == names.size();
        for (String name : names) {
            Signal signal = signals.fence(name);
            if (signal != null) {
                host.known = host.known.join(signal);
            }
        }
        return true;
    }

    private boolean awaitSemaphores(HostOrder host, List<SemaphoreOperation> semaphores) {
        for (SemaphoreOperation wait : semaphores) {
            if (!forced && wait.value() > 0 && signals.reached(wait) == null) {
                return false;
            }
        }
        forced = false;
        for (SemaphoreOperation wait : semaphores) {
            Signal signal = wait.value() <= 0 ? null : signals.reached(wait);
            if (signal != null) {
                host.known = host.known.join(signal);
            }
        }
        return true;
    }

    private boolean awaitEvent(HostOrder host, String event) {
        Signal.EventSet set = events.told(event);
        if (set != null) {
            host.known = host.known.join(set.told());
        } else if (!forced) {
            return false;
        }
        forced = false;
        return true;
    }

    private boolean awaitIdle(HostOrder host, @Nullable String name) {
        List<QueueOrder> idle = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            if (name == null || columns.queues().get(i).equals(name)) {
                if (!queues.get(i).idle() && !forced) {
                    return false;
                }
                idle.add(queues.get(i).order());
            }
        }
        forced = false;
        idle.forEach(queue -> host.known = host.known.join(queue.signal(Stages.EVERY_EXPANDED)));
        return true;
    }

    private boolean acquire(HostOperation.AcquireNextImage acquire, AccessTrace.Action action) {
        Signal display = displays.shown(acquire.image());
        if (display == null) {
            if (displays.presented(acquire.image()) && pending(acquire.image())) {
                if (!forced) {
                    return false;
                }
                forced = false;
            }
            display = displays.presented(acquire.image())
                    ? Signal.nothing(columns.width())
                    : displays.acquiredFirst(acquire.image(), trace.resources().shown(acquire.image()), action);
        }
        if (acquire.semaphore() != null) {
            signals.signalBinary(acquire.semaphore(), display);
        }
        if (acquire.fence() != null) {
            signals.fence(acquire.fence(), display);
        }
        return true;
    }

    private boolean pending(String image) {
        return queues.stream().anyMatch(queue -> queue.presents(image));
    }
}
