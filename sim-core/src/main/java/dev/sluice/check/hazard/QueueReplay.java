// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.order.Events;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Signal;
import dev.sluice.check.order.Signals;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Stages;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what one queue has been given, in submission order, as far as semaphores and events let it.
 *
 * <p>A wait for an event holds all commands after it, not only its second scope: what the others know is their stages' clocks,
 * whenever their turn comes.
 */
final class QueueReplay {

    /** What all queues of a stream have in common. */
    record Shared(
            Amendments amendments,
            Signals signals,
            Events events,
            DependencyReplay dependencies,
            Judge judge,
            Displays displays) {}

    /** What the queue has been given: a batch, or images to present. */
    private record Submitted(AccessTrace.Step step, Signal known) {
        List<SemaphoreOperation> waits() {
            return step.operation() instanceof HostOperation.QueueSubmit submit
                    ? submit.waits()
                    : ((HostOperation.QueuePresent) step.operation()).waits();
        }
    }

    private final QueueOrder order;
    private final Shared shared;
    private final ArrayDeque<Submitted> waiting = new ArrayDeque<>();
    /** How many commands of the first batch are done; -1 before its semaphores. */
    private int done = -1;
    /** What the next command waits for, once the queue has come to it. */
    private Events.@Nullable Wait wait;

    QueueReplay(QueueOrder order, Shared shared) {
        this.order = order;
        this.shared = shared;
    }

    QueueOrder order() {
        return order;
    }

    /** Gives the queue a step of a host thread that knows this. */
    void submit(AccessTrace.Step step, Signal known) {
        waiting.add(new Submitted(step, known));
    }

    boolean idle() {
        return waiting.isEmpty();
    }

    /** Whether a present of an image has been given to the queue and not been carried out. */
    boolean presents(String image) {
        for (Submitted submitted : waiting) {
            if (submitted.step().operation() instanceof HostOperation.QueuePresent present
                    && present.images().contains(image)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Goes on as far as possible; false if nothing could be done.
     *
     * @param forced whether to begin what is next although its semaphores are not signalled
     */
    boolean advance(boolean forced) {
        boolean moved = false;
        while (!waiting.isEmpty()) {
            Submitted head = waiting.getFirst();
            AccessTrace.Batch batch = head.step().batch();
            if (done < 0) {
                if (!(forced && !moved) && !shared.signals.satisfied(head.waits())) {
                    return moved;
                }
                moved = true;
                if (batch != null) {
                    begin(batch, head.known());
                } else {
                    present(head);
                }
            }
            if (batch != null) {
                int before = done;
                boolean finished = commands(batch);
                moved |= done > before;
                if (!finished) {
                    return moved;
                }
                moved = true;
                end(batch);
            }
            waiting.removeFirst();
            done = -1;
        }
        return moved;
    }

    /** Ends a wait for events that nothing sets, with a note; false if the queue is at none. */
    boolean giveUp(Set<String> notes) {
        Events.Wait never = wait;
        Submitted head = waiting.peekFirst();
        AccessTrace.Batch batch = head == null ? null : head.step().batch();
        if (never == null || batch == null) {
            return false;
        }
        for (String event : never.open()) {
            notes.add(batch.actions().get(done).id() + " waits for event " + event
                    + ", which nothing has set before; what follows is judged as if the wait were over");
        }
        shared.events.giveUp(never);
        return true;
    }

    private void present(Submitted head) {
        Signal known = head.known();
        for (SemaphoreOperation each : head.waits()) {
            Signal signal = shared.signals.take(each);
            if (signal != null) {
                known = known.join(signal);
            }
        }
        shared.displays.show(known, head.step().action());
    }

    private void begin(AccessTrace.Batch batch, Signal known) {
        done = 0;
        order.next();
        order.submitted(known);
        List<SemaphoreOperation> waits = batch.submit().waits();
        for (int i = 0; i < waits.size(); i++) {
            Signal signal = shared.signals.take(waits.get(i));
            DependencyId id = new DependencyId(DependencyId.Kind.SEMAPHORE, batch.id(), i);
            if (signal != null && !shared.amendments.omits(id)) {
                order.waited(id, waits.get(i), signal);
            }
        }
    }

    /** Goes through the commands of a batch; false if one of them has to wait for an event. */
    private boolean commands(AccessTrace.Batch batch) {
        for (; done < batch.actions().size(); done++) {
            AccessTrace.Action action = batch.actions().get(done);
            if (wait == null) {
                for (Barrier added : shared.amendments.before(action.id())) {
                    order.next();
                    shared.dependencies.add(order, action, added);
                }
                if (action.command() instanceof Command.WaitEvents command) {
                    wait = shared.events.await(command);
                }
            }
            if (wait != null && !wait.over()) {
                return false;
            }
            perform(action, wait);
            wait = null;
        }
        return true;
    }

    private void end(AccessTrace.Batch batch) {
        order.next();
        order.leave();
        List<Signal> known = new ArrayList<>();
        for (SemaphoreOperation signal : batch.submit().signals()) {
            Signal after = order.signal(order.signalScope(signal.stages()));
            known.add(after);
            if (signal.timeline()) {
                shared.signals.signal(signal.semaphore(), signal.value(), after);
            } else {
                shared.signals.signalBinary(signal.semaphore(), after);
            }
        }
        known.forEach(order::signalled);
        if (batch.submit().fence() != null) {
            Signal after = order.signal(Stages.EVERY_EXPANDED);
            shared.signals.fence(batch.submit().fence(), after);
            order.signalled(after);
        }
    }

    private void perform(AccessTrace.Action action, Events.@Nullable Wait waited) {
        order.next();
        for (MemoryAccess access : action.accesses()) {
            shared.judge.device(order, action, access);
        }
        Command command = action.command();
        if (command instanceof Command.SetEvent set) {
            shared.events.set(set.event(), Signal.EventSet.by(order, set));
        } else if (command instanceof Command.ResetEvent reset) {
            shared.events.reset(reset.event());
        } else if (command instanceof Command.Synchronization
                // these say what they order in the action
                && !(command instanceof Command.PipelineBarrier || command instanceof Command.WaitEvents)) {
            throw new UnknownKindException(command);
        }
        if (command instanceof Command.PassStep step) {
            order.leave();
            order.enter(action.subpass(), step.passBegins());
        }
        if (!action.dependencies().isEmpty()) {
            order.next();
            shared.dependencies.carryOut(order, action, waited);
        }
        if (!action.later().isEmpty()) {
            order.next();
            for (MemoryAccess access : action.later()) {
                shared.judge.device(order, action, access);
            }
        }
    }
}
