// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.truth.Agent;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host thread: carries out its operations one after the other in simulated time. */
public final class HostThreadRunner extends Component {

    private static final int NEXT = 0;

    private final RunContext run;
    private final HostAccess host;
    private final HostThread thread;
    private final int number;
    private final Map<String, DeviceQueue> queues;
    private final HostChecks checks;
    private final MappedMemory mapped;
    private final Presentations presentations;
    private final HostEvents events;
    /** Statistics regions that have begun and not ended, outermost first. */
    private final Deque<StatisticsRegion> regions = new ArrayDeque<>();

    private final int strand;
    private final String prefix;
    private Clock clock = Clock.ZERO;
    private int next;
    private String blockedOn = "";
    /** For somebody who looks between events; null for nobody. */
    private @Nullable HostOperationTable view;

    /**
     * @param number the thread's place, 0 for the stream's {@code program}
     */
    public HostThreadRunner(
            Engine engine,
            HostThread thread,
            int number,
            RunContext run,
            HostAccess host,
            Map<String, DeviceQueue> queues,
            HostChecks checks,
            MappedMemory mapped,
            Presentations presentations) {
        super(engine, number == 0 ? "host" : thread.name());
        this.run = run;
        this.host = host;
        this.thread = thread;
        this.number = number;
        this.queues = queues;
        this.checks = checks;
        this.mapped = mapped;
        this.presentations = presentations;
        this.events = new HostEvents(run.synchronization, host, checks);
        this.strand = run.takeStrands(1);
        this.prefix = name() + ".";
    }

    /** Schedules the first operation. */
    public void begin() {
        wake(0, NEXT, 0);
    }

    /** What it is at, as a table for somebody who looks between events; made before it begins. */
    public ViewTable view(Texts texts) {
        HostOperationTable made = new HostOperationTable(texts);
        view = made;
        return made;
    }

    /** Whether all operations have been carried out. */
    public boolean finished() {
        return next >= thread.operations().size() && blockedOn.isEmpty();
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (next == thread.operations().size()) {
            return;
        }
        HostOperation operation = thread.operations().get(next);
        String id = prefix + next;
        next++;
        Agent agent = run.agents.add(
                id,
                operation.kind(),
                Stage.HOST.mask(),
                Access.HOST_WRITE.mask(),
                true,
                operation.origin().where());
        run.order.place(agent.id(), strand, next);
        run.order.began(agent.id(), clock);
        blockedOn = operation.kind();
        if (run.observed) {
            run.observer.hostOperation(now(), id, operation.kind(), true);
            run.observer.progress(now(), next - 1, thread.operations().size());
        }
        run.frames().reached(operation);
        int index = next - 1;
        int command = run.attribute(id);
        HostOperationTable seen = view;
        if (seen != null) {
            seen.began(command, operation.kind(), now());
        }
        carryOut(operation, id, new HostAccess.Who(number, command, agent.id()));
        run.frames().called(thread.operations(), index);
    }

    private void done(String id) {
        clock = clock.with(strand, next);
        run.active(now());
        if (run.observed) {
            run.observer.hostOperation(now(), id, blockedOn, false);
        }
        blockedOn = "";
        HostOperationTable seen = view;
        if (seen != null) {
            seen.ended();
        }
        wake(0, NEXT, 0);
    }

    private void carryOut(HostOperation operation, String id, HostAccess.Who who) {
        Runnable done = () -> done(id);
        if (operation instanceof HostOperation.Access access) {
            mapped.check(access.origin(), access.target(), access.size());
        }
        if (operation instanceof HostOperation.HostWrite write) {
            host.store(
                    who,
                    write.target().memory(),
                    write.target().offset(),
                    write.data().bytes(),
                    done);
        } else if (operation instanceof HostOperation.HostRead read) {
            read(read, id, who, done);
        } else if (operation instanceof HostOperation.HostAtomic atomic) {
            host.atomic(
                    who,
                    atomic.target().memory(),
                    atomic.target().offset(),
                    atomic.operation(),
                    atomic.bytes(),
                    atomic.operand(),
                    atomic.compare(),
                    done);
        } else if (operation instanceof HostOperation.StoreFence) {
            host.storeFence(who, done);
        } else if (operation instanceof HostOperation.FlushMappedMemoryRanges flush) {
            eachRange(
                    flush.ranges(),
                    0,
                    (range, then) -> host.flush(who, range.memory(), range.offset(), range.size(), then),
                    done);
        } else if (operation instanceof HostOperation.InvalidateMappedMemoryRanges invalidate) {
            eachRange(
                    invalidate.ranges(),
                    0,
                    (range, then) -> host.invalidate(who, range.memory(), range.offset(), range.size(), then),
                    done);
        } else if (operation instanceof HostOperation.QueueSubmit submit) {
            submit(submit, who, done);
        } else if (operation instanceof HostOperation.QueuePresent present) {
            DeviceQueue queue = queue(present, present.queue());
            Clock known = clock.with(strand, next);
            int frame = run.frames().current();
            queue.announce();
            List<Presentations.Shown> scans = presentations.announce(present);
            Presentations.Call call = new Presentations.Call(id, queue.name(), present, scans, known, frame);
            host.ringDoorbell(who, () -> queue.present(presentations, call), done);
        } else if (operation instanceof HostOperation.SetEvent set) {
            events.set(set, who, clock.with(strand, next), done);
        } else if (operation instanceof HostOperation.ResetEvent reset) {
            events.reset(reset, who, done);
        } else if (operation instanceof HostOperation.GetEventStatus status) {
            clock = clock.join(events.ask(status, id));
            done.run();
        } else if (operation instanceof HostOperation.AwaitEvent wait) {
            events.await(wait, known -> {
                clock = clock.join(known);
                done.run();
            });
        } else if (operation instanceof HostOperation.GetDeviceMemoryCommitment commitment) {
            checks.compare(id, commitment, host.commitment(commitment.memory()));
            done.run();
        } else {
            carryOutWithoutMemory(operation, who, done);
        }
    }

    private void carryOutWithoutMemory(HostOperation operation, HostAccess.Who who, Runnable done) {
        if (operation instanceof HostOperation.MapMemory map) {
            mapped.map(map);
            done.run();
        } else if (operation instanceof HostOperation.UnmapMemory unmap) {
            mapped.unmap(unmap);
            done.run();
        } else if (operation instanceof HostOperation.AllocateMemory allocate) {
            mapped.allocate(allocate);
            done.run();
        } else if (operation instanceof HostOperation.FreeMemory free) {
            mapped.free(free);
            done.run();
        } else if (operation instanceof HostOperation.WaitForFences wait) {
            waitForFences(wait, done);
        } else if (operation instanceof HostOperation.ResetFences reset) {
            reset.fences().forEach(name -> run.synchronization.fence(name).reset());
            done.run();
        } else if (operation instanceof HostOperation.WaitSemaphores wait) {
            waitSemaphores(wait.semaphores(), done);
        } else if (operation instanceof HostOperation.SignalSemaphore signal) {
            run.synchronization.semaphore(signal.semaphore()).signal(signal.value(), clock.with(strand, next));
            done.run();
        } else if (operation instanceof HostOperation.QueueWaitIdle idle) {
            waitIdle(idle, who, List.of(queue(idle, idle.queue())), done);
        } else if (operation instanceof HostOperation.DeviceWaitIdle idle) {
            waitIdle(idle, who, usedQueues(), done);
        } else if (operation instanceof HostOperation.AcquireNextImage acquire) {
            presentations.acquire(acquire, clock.with(strand, next));
            done.run();
        } else if (operation instanceof HostOperation.Busy busy) {
            after(busy.cycles(), done);
        } else if (operation instanceof HostOperation.ResetStatistics) {
            run.statistics().restart();
            done.run();
        } else if (operation instanceof HostOperation.BeginStatistics begin) {
            StatisticsRegion region = run.statistics().reach(begin.name(), begin.mode(), begin.origin());
            regions.addLast(region);
            run.statistics().begin(region);
            done.run();
        } else if (operation instanceof HostOperation.EndStatistics) {
            run.statistics().end(regions.removeLast());
            done.run();
        } else if (operation instanceof HostOperation.Label) {
            done.run();
        } else {
            throw new UnknownKindException(operation);
        }
    }

    private void read(HostOperation.HostRead read, String id, HostAccess.Who who, Runnable done) {
        byte[] bytes = new byte[Math.toIntExact(read.size())];
        host.load(who, read.target().memory(), read.target().offset(), bytes, () -> {
            if (host.functional()) {
                checks.compare(id, read, bytes);
            }
            done.run();
        });
    }

    /** Carries out one range after the other. */
    private static void eachRange(List<MemoryRange> ranges, int from, RangeStep step, Runnable done) {
        if (from == ranges.size()) {
            done.run();
        } else {
            step.run(ranges.get(from), () -> eachRange(ranges, from + 1, step, done));
        }
    }

    private interface RangeStep {
        void run(MemoryRange range, Runnable then);
    }

    private void submit(HostOperation.QueueSubmit submit, HostAccess.Who who, Runnable done) {
        Fence fence = submit.fence() == null ? null : run.synchronization.fence(submit.fence());
        if (fence != null && fence.signalled()) {
            throw new StreamException(
                    submit.origin(),
                    "fence " + fence.name() + " is signalled already: resetFences before using it again");
        }
        DeviceQueue queue = queue(submit, submit.queue());
        Submission submission = new Submission(
                run.takeSubmission(),
                submit.origin(),
                submit.waits(),
                submit.commandBuffers(),
                submit.signals(),
                fence,
                clock.with(strand, next),
                false,
                run.frames().current(),
                List.copyOf(regions));
        queue.announce();
        host.ringDoorbell(who, () -> queue.submit(submission), done);
    }

    private void waitForFences(HostOperation.WaitForFences wait, Runnable done) {
        List<Fence> fences =
                wait.fences().stream().map(run.synchronization::fence).toList();
        int needed = wait.all() ? fences.size() : Math.min(1, fences.size());
        Join join = new Join(needed, () -> {
            for (Fence fence : fences) {
                if (fence.signalled()) {
                    clock = clock.join(fence.clock());
                }
            }
            done.run();
        });
        for (Fence fence : fences) {
            if (fence.signalled()) {
                join.satisfied();
            } else {
                fence.addWaiter(join);
            }
        }
    }

    private void waitSemaphores(List<SemaphoreOperation> semaphores, Runnable done) {
        List<SemaphoreState.Wait> waits = semaphores.stream()
                .map(s -> run.synchronization.semaphore(s.semaphore()).waitFor(s.value()))
                .toList();
        Join join = new Join(waits.size(), () -> {
            waits.forEach(wait -> clock = clock.join(wait.clock()));
            done.run();
        });
        for (SemaphoreState.Wait wait : waits) {
            Join told = new Join(1, () -> host.interrupt(join::satisfied));
            if (wait.done()) {
                told.satisfied();
            } else {
                wait.addWaiter(told);
            }
        }
    }

    private void waitIdle(HostOperation operation, HostAccess.Who who, List<DeviceQueue> all, Runnable done) {
        List<Fence> fences = new ArrayList<>();
        Join join = new Join(all.size(), () -> {
            fences.forEach(fence -> clock = clock.join(fence.clock()));
            done.run();
        });
        List<Submission> markers = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Fence fence = new Fence(prefix + (next - 1));
            fences.add(fence);
            fence.addWaiter(join);
            markers.add(new Submission(
                    i,
                    operation.origin(),
                    List.of(),
                    List.of(),
                    List.of(),
                    fence,
                    Clock.ZERO,
                    true,
                    run.frames().current(),
                    List.of()));
        }
        if (!all.isEmpty()) {
            host.ringDoorbell(
                    who,
                    () -> {
                        for (int i = 0; i < all.size(); i++) {
                            all.get(i).submit(markers.get(i));
                        }
                    },
                    () -> {});
        }
    }

    /** Queues that nothing was ever submitted to are idle anyway. */
    private List<DeviceQueue> usedQueues() {
        return queues.values().stream().filter(DeviceQueue::announced).toList();
    }

    private DeviceQueue queue(HostOperation operation, String name) {
        DeviceQueue queue = queues.get(name);
        if (queue == null) {
            throw new StreamException(
                    operation.origin(),
                    "the device has no queue " + name + "; it has " + String.join(", ", queues.keySet()));
        }
        return queue;
    }

    private void after(long cycles, Runnable then) {
        Delay delay = new Delay(this, then);
        engine().add(delay);
        engine().schedule(delay, cycles, 0, 0);
    }

    /** Runs something once, later. */
    private static final class Delay extends Component {
        private final Runnable then;

        Delay(Component owner, Runnable then) {
            super(owner.engine(), owner.name() + " busy");
            this.then = then;
        }

        @Override
        public void onEvent(int kind, int argument) {
            then.run();
        }
    }

    /** Runs something once a number of waits are over. */
    private static final class Join implements Waiter {
        private int outstanding;
        private final Runnable then;

        Join(int outstanding, Runnable then) {
            this.outstanding = outstanding;
            this.then = then;
            if (outstanding == 0) {
                then.run();
            }
        }

        @Override
        public void satisfied() {
            if (--outstanding == 0) {
                then.run();
            }
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.held(
                this,
                "operations not carried out (next: " + (blockedOn.isEmpty() ? "none" : blockedOn) + ")",
                thread.operations().size() - next + (blockedOn.isEmpty() ? 0 : 1));
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        if (!blockedOn.isEmpty()) {
            HostOperation operation = thread.operations().get(next - 1);
            if (operation instanceof HostOperation.WaitForFences wait) {
                wait.fences().forEach(f -> graph.signal(name(), "fence " + f, "its signal"));
            } else if (operation instanceof HostOperation.WaitSemaphores wait) {
                wait.semaphores()
                        .forEach(s -> graph.signal(name(), "semaphore " + s.semaphore(), "value " + s.value()));
            } else if (operation instanceof HostOperation.AwaitEvent wait) {
                graph.signal(name(), "event " + wait.event(), "its signal");
            } else if (operation instanceof HostOperation.QueueWaitIdle
                    || operation instanceof HostOperation.DeviceWaitIdle) {
                graph.signal(name(), "fence " + prefix + (next - 1), blockedOn);
            } else {
                graph.edge(name(), blockedOn, "its completion");
            }
        }
    }
}
