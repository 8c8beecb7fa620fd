package dev.sluice.core.checker.hazard;

import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.HostOperation;
import dev.sluice.core.command.SemaphoreOperation;
import dev.sluice.core.command.SharingModes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries a stream out as far as order goes: host threads and queues take turns, each as far as it gets, so that everything
 * comes after what happens before it.
 */
final class Replay {
    private final AccessTrace trace;
    private final Amendments amendments;
    private final Columns columns;
    private final Scopes scopes = new Scopes();
    private final Map<Scopes.Reading, Integer> readings = new LinkedHashMap<>();
    private final List<QueueOrder> queues = new ArrayList<>();
    private final List<ArrayDeque<Submitted>> waiting = new ArrayList<>();
    private final List<HostOrder> hosts = new ArrayList<>();
    private final Signals signals = new Signals();
    private final Map<String, Signal> shown = new LinkedHashMap<>();
    private final Map<String, Integer> presents = new LinkedHashMap<>();
    private final Judge judge;
    private final MappedRanges mapped;
    private final DependencyReplay dependencies;
    private final HazardLog log;
    private final Set<String> notes = new LinkedHashSet<>();
    private boolean forced;

    /** What a queue has been given: a batch, or images to present. */
    private record Submitted(AccessTrace.Step step, Signal known) {}

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
        this.amendments = amendments;
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
        columns = new Columns(queueNames, trace.threads().size(), images);
        found.forEach(reading -> readings.put(reading, readings.size()));
        for (String name : columns.queues()) {
            queues.add(new QueueOrder(queues.size(), trace.device().queue(name), columns, scopes, List.copyOf(found)));
            waiting.add(new ArrayDeque<>());
        }
        for (AccessTrace.Track track : trace.threads()) {
            hosts.add(new HostOrder(track, hosts.size(), columns.width()));
        }
        log = new HazardLog(columns, trace.resources());
        Layouts layouts = new Layouts();
        SpaceMap[] maps = SpaceMap.forAll(trace.resources().spaces());
        Set<String> exclusive = SharingModes.exclusive(trace.stream());
        judge = new Judge(columns, scopes, readings, maps, exclusive, log, layouts);
        mapped = new MappedRanges(columns, scopes, maps);
        dependencies = new DependencyReplay(
                trace.resources(),
                amendments,
                columns,
                scopes,
                new RangedBarriers(columns, maps, judge),
                layouts,
                notes);
    }

    private static void gather(
            AccessTrace.Step step, Set<String> queueNames, Set<String> images, Set<Scopes.Reading> found) {
        if (step.operation() instanceof HostOperation.QueuePresent present) {
            queueNames.add(present.queue());
            images.addAll(present.images());
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

    HazardReport run() {
        boolean more = true;
        while (more) {
            more = false;
            for (HostOrder host : hosts) {
                more |= advance(host);
            }
            for (int i = 0; i < queues.size(); i++) {
                more |= advance(i);
            }
            if (!more && unfinished()) {
                // nothing can go on: the stream would hang; what follows is judged as if the wait were over
                notes.add("the stream waits for something that never comes; what follows is judged as if it had come");
                forced = true;
                more = true;
            }
        }
        return new HazardReport(log.isEmpty() ? List.of() : log.hazards(new Cures(trace)), List.copyOf(notes));
    }

    private boolean unfinished() {
        for (HostOrder host : hosts) {
            if (host.next < host.track.steps().size()) {
                return true;
            }
        }
        for (ArrayDeque<Submitted> queue : waiting) {
            if (!queue.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    // ---- the host

    private boolean advance(HostOrder host) {
        boolean moved = false;
        while (host.next < host.track.steps().size()) {
            if (!perform(host, host.track.steps().get(host.next), host.next + 1)) {
                return moved;
            }
            host.next++;
            Columns.raise(host.known.execution(), columns.thread(host.number), host.next);
            moved = true;
            if (host.track.steps().get(host.next - 1).batch() != null) {
                // the queue first, so that what it does is the earlier access of a race
                return true;
            }
        }
        return moved;
    }

    /** Performs a host operation; false if it must wait. */
    private boolean perform(HostOrder host, AccessTrace.Step step, int position) {
        HostOperation operation = step.operation();
        if (operation instanceof HostOperation.QueueSubmit || operation instanceof HostOperation.QueuePresent) {
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
            dependencies.set(
                    set.event(),
                    new Signal.EventSet(null, byHost(host, position).execution(), 0));
        } else if (operation instanceof HostOperation.ResetEvent reset) {
            dependencies.reset(reset.event());
        } else if (operation instanceof HostOperation.QueueWaitIdle idle) {
            return awaitIdle(host, idle.queue());
        } else if (operation instanceof HostOperation.DeviceWaitIdle) {
            return awaitIdle(host, null);
        } else if (operation instanceof HostOperation.AcquireNextImage acquire) {
            return acquire(acquire);
        } else {
            memory(host, step, position);
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
            } else {
                mapped.invalidate(region, host.known, columns.thread(host.number));
            }
        }
    }

    /** What a host operation passes on: all that the thread knows, its own operations included. */
    private Signal byHost(HostOrder host, int position) {
        Signal known = host.known.join(Signal.nothing(columns.width()));
        Columns.raise(known.execution(), columns.thread(host.number), position);
        return new Signal(known.execution(), known.available(), known.hostVisible(), known.hostExecution(), true, -1);
    }

    private void submit(HostOrder host, AccessTrace.Step step, int position) {
        Signal known = byHost(host, position);
        for (int i = 0; i < columns.threads(); i++) {
            // host writes that are in the host domain come to the device with the submission (seed 003)
            Columns.raise(known.available(), columns.thread(i), known.execution()[columns.thread(i)]);
        }
        AccessTrace.Batch batch = step.batch();
        String queue = batch != null ? batch.queue() : ((HostOperation.QueuePresent) step.operation()).queue();
        waiting.get(columns.queue(queue)).add(new Submitted(step, known));
        if (step.operation() instanceof HostOperation.QueuePresent present) {
            // until the display has read it, nobody can acquire it again
            present.images().forEach(shown::remove);
            present.images().forEach(image -> presents.merge(image, 1, Integer::sum));
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

    private boolean awaitIdle(HostOrder host, @Nullable String name) {
        List<QueueOrder> idle = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            if (name == null || columns.queues().get(i).equals(name)) {
                if (!waiting.get(i).isEmpty() && !forced) {
                    return false;
                }
                idle.add(queues.get(i));
            }
        }
        idle.forEach(queue -> host.known = host.known.join(queue.signal(Stages.EVERY_EXPANDED)));
        return true;
    }

    private boolean acquire(HostOperation.AcquireNextImage acquire) {
        Signal display = shown.get(acquire.image());
        if (display == null) {
            if (presents.containsKey(acquire.image()) && !forced && pending(acquire.image())) {
                return false;
            }
            display = Signal.nothing(columns.width());
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
        for (ArrayDeque<Submitted> queue : waiting) {
            for (Submitted submitted : queue) {
                if (submitted.step().operation() instanceof HostOperation.QueuePresent present
                        && present.images().contains(image)) {
                    return true;
                }
            }
        }
        return false;
    }

    // ---- the queues

    private boolean advance(int queue) {
        boolean moved = false;
        ArrayDeque<Submitted> list = waiting.get(queue);
        while (!list.isEmpty()) {
            Submitted head = list.getFirst();
            List<SemaphoreOperation> waits = head.step().operation() instanceof HostOperation.QueueSubmit submit
                    ? submit.waits()
                    : ((HostOperation.QueuePresent) head.step().operation()).waits();
            if (!forced && !signals.satisfied(waits)) {
                return moved;
            }
            forced = false;
            list.removeFirst();
            AccessTrace.Batch batch = head.step().batch();
            if (batch == null) {
                present(head, waits);
            } else {
                execute(queues.get(queue), head, batch);
            }
            moved = true;
        }
        return moved;
    }

    private void present(Submitted head, List<SemaphoreOperation> waits) {
        Signal known = head.known();
        for (SemaphoreOperation wait : waits) {
            Signal signal = signals.take(wait);
            if (signal != null) {
                known = known.join(signal);
            }
        }
        for (MemoryAccess access : head.step().action().accesses()) {
            int position = presents.getOrDefault(access.resource(), 1);
            judge.display(known, position, head.step().action(), access);
            Signal after = known.join(Signal.nothing(columns.width()));
            Columns.raise(after.execution(), columns.display(access.resource()), position);
            shown.put(access.resource(), after);
        }
    }

    private void execute(QueueOrder order, Submitted head, AccessTrace.Batch batch) {
        order.next();
        order.submitted(head.known());
        List<SemaphoreOperation> waits = batch.submit().waits();
        for (int i = 0; i < waits.size(); i++) {
            Signal signal = signals.take(waits.get(i));
            if (signal != null && !amendments.omits(new DependencyId(DependencyId.Kind.SEMAPHORE, batch.id(), i))) {
                order.waited(signal, waits.get(i).stages());
            }
        }
        for (AccessTrace.Action action : batch.actions()) {
            for (Barrier added : amendments.before(action.id())) {
                order.next();
                dependencies.add(order, action, added);
            }
            perform(order, action);
        }
        order.next();
        List<Signal> known = new ArrayList<>();
        for (SemaphoreOperation signal : batch.submit().signals()) {
            Signal done = order.signal(order.signalScope(signal.stages()));
            known.add(done);
            if (signal.timeline()) {
                signals.signal(signal.semaphore(), signal.value(), done);
            } else {
                signals.signalBinary(signal.semaphore(), done);
            }
        }
        known.forEach(order::signalled);
        if (batch.submit().fence() != null) {
            Signal done = order.signal(Stages.EVERY_EXPANDED);
            signals.fence(batch.submit().fence(), done);
            order.signalled(done);
        }
    }

    private void perform(QueueOrder order, AccessTrace.Action action) {
        order.next();
        for (MemoryAccess access : action.accesses()) {
            judge.device(order, action, access);
        }
        Command command = action.command();
        if (command instanceof Command.SetEvent set) {
            long stages = 0;
            for (Barrier barrier : set.legacy() ? set.barriers() : List.<Barrier>of()) {
                stages |= barrier.srcStages();
            }
            dependencies.set(set.event(), new Signal.EventSet(new QueueOrder(order), new int[0], stages));
        } else if (command instanceof Command.ResetEvent reset) {
            dependencies.reset(reset.event());
        }
        if (!action.dependencies().isEmpty()) {
            order.next();
            dependencies.carryOut(order, action);
        }
        if (!action.later().isEmpty()) {
            order.next();
            for (MemoryAccess access : action.later()) {
                judge.device(order, action, access);
            }
        }
    }
}
