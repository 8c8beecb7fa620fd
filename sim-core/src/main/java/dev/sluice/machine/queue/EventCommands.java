// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Carries out the event commands of a queue: a set is the first half of a dependency, a wait its second half (Vulkan
 * specification, section Events).
 *
 * <p>What lies between the two belongs to neither, and overlaps with both.
 */
final class EventCommands {

    private final DeviceQueue queue;
    private final RunContext run;
    private final BarrierPlanner planner;
    private final BarrierUnit barriers;
    private final GraphicsExecutor graphics;

    EventCommands(
            DeviceQueue queue,
            RunContext run,
            BarrierPlanner planner,
            BarrierUnit barriers,
            GraphicsExecutor graphics) {
        this.queue = queue;
        this.run = run;
        this.planner = planner;
        this.barriers = barriers;
        this.graphics = graphics;
    }

    /** The first half: waits for its first scope, makes available, signals. */
    void set(CommandRecord record, Command.SetEvent set, int position) {
        record.began(queue.now());
        EventState event = run.synchronization.event(set.event());
        EventState.Signal signal = event.expect(queue.name(), set.barriers(), set.legacy());
        if (signal == null) {
            run.note(record.id() + ": event " + set.event()
                    + " is set already and not reset since: this setEvent does nothing");
            record.ended(queue.now());
            return;
        }
        long cycles = run.profile.costs().eventSet();
        queue.busyFor(cycles);
        BarrierOrder order = planner.order(
                        cause(record, BarrierWords.of(set.barriers())), firstHalves(set.barriers()), position)
                .busying(cycles);
        Predecessors predecessors = queue.predecessors(order.drains());
        BarrierRun by = barriers.start(order, predecessors, afterReset(event), b -> {
            List<Clock> clocks =
                    order.parts().stream().map(part -> part.scope().clock()).toList();
            event.signal(signal, clocks);
            run.host.interrupt(() -> event.tellHost(signal.clock()));
            record.ended(queue.now());
        });
        queue.promise("event " + set.event(), by);
    }

    /** Unsignals once the stages of all earlier commands are done. */
    void reset(CommandRecord record, Command.ResetEvent reset, int position) {
        record.began(queue.now());
        EventState event = run.synchronization.event(reset.event());
        Predecessors predecessors = queue.predecessors(Stages.syncScopeSrc(reset.stages(), queue.capabilities()));
        long cycles = run.profile.costs().eventReset();
        queue.busyFor(cycles);
        BarrierRun by = barriers.start(BarrierOrder.waiting(record).busying(cycles), predecessors, List.of(), b -> {
            event.reset();
            run.host.interrupt(event::tellHostReset);
            record.ended(queue.now());
        });
        event.expectReset(queue.name(), by.completion);
    }

    /** The second half: what its second scope names waits for the events, then sees what they made available. */
    void await(CommandRecord record, Command.WaitEvents command, int position) {
        record.began(queue.now());
        List<Half> halves = new ArrayList<>();
        List<Barrier> secondHalves = new ArrayList<>();
        Set<Awaited> waitsFor = new LinkedHashSet<>();
        for (Command.WaitEvents.Wait wait : command.waits()) {
            List<EventState.Wait> events = new ArrayList<>();
            for (String name : wait.events()) {
                events.add(run.synchronization.event(name).waitFor(queue.name()));
            }
            waitsFor.addAll(events);
            for (int i = 0; i < wait.barriers().size(); i++) {
                Barrier barrier = wait.barriers().get(i);
                halves.add(new Half(wait, i, events, command.legacy()));
                secondHalves.add(secondHalf(barrier, command.legacy()));
            }
        }
        long cycles = run.profile.costs().eventWait()
                * command.waits().stream()
                        .mapToLong(wait -> wait.events().size())
                        .sum();
        queue.busyFor(cycles);
        BarrierOrder order = planner.order(cause(record, BarrierWords.of(command)), secondHalves, position)
                .busying(cycles);
        List<BarrierPart> parts = order.parts();
        Transitions transitions = Transitions.of(
                record,
                queue,
                run,
                graphics,
                parts,
                Transitions.asWritten(parts, run, record),
                i -> halves.get(i).clock(queue),
                position);
        barriers.start(order.with(transitions), new ArrayList<>(waitsFor), b -> {
            for (int i = 0; i < halves.size(); i++) {
                halves.get(i).check(record, run);
                Clock clock = halves.get(i).clock(queue);
                parts.get(i).scope().pass(clock, order.gate(), !transitions.none());
                if (HostReadNotes.reachesHost(parts.get(i).written())) {
                    run.hostDomain = run.hostDomain.join(clock);
                }
            }
            record.ended(queue.now());
        });
    }

    private List<Awaited> afterReset(EventState event) {
        Awaited reset = event.resetBefore(queue.name());
        return reset == null ? List.of() : List.of(reset);
    }

    private static BarrierOrder.Cause cause(CommandRecord record, List<String> says) {
        return BarrierOrder.Cause.declared(record, record.command().origin(), says);
    }

    private static List<Barrier> firstHalves(List<Barrier> barriers) {
        return barriers.stream()
                .map(b -> new Barrier(b.srcStages(), b.srcAccess(), 0, 0, b.range(), b.image(), null, null))
                .toList();
    }

    /**
     * What a wait has still to do. Its set has made device writes available, except in the legacy form, whose set knows no
     * accesses; what the host wrote no set of a queue made available.
     */
    private static Barrier secondHalf(Barrier barrier, boolean legacy) {
        long stages = legacy ? barrier.srcStages() : barrier.srcStages() & Stage.HOST.mask();
        long access = stages == 0 ? 0 : barrier.srcAccess();
        return new Barrier(
                stages, access, barrier.dstStages(), barrier.dstAccess(), barrier.range(), barrier.image(), null, null);
    }

    /** One barrier of a wait with the events that carry it. */
    private record Half(Command.WaitEvents.Wait written, int index, List<EventState.Wait> events, boolean legacy) {

        /** What happens-before the second scope of the barrier. */
        Clock clock(DeviceQueue queue) {
            Clock clock = Clock.ZERO;
            for (EventState.Wait event : events) {
                clock = clock.join(clock(event.cause(), queue));
            }
            return clock;
        }

        private Clock clock(EventState.Signal cause, DeviceQueue queue) {
            long named = written.barriers().get(index).srcStages();
            if (cause.host) {
                // the host's signal is in the first scope only if the dependency names the host
                return (Stages.normaliseSrc(named) & Stage.HOST.mask()) != 0 ? cause.clock() : Clock.ZERO;
            }
            if (legacy) {
                return covers(named, cause, queue) ? cause.clock() : Clock.ZERO;
            }
            return same(cause) ? cause.clocks().get(index) : cause.clock();
        }

        /**
         * Whether a legacy wait's source stages include the set: they must be as late as its own (Vulkan specification,
         * section Events).
         */
        private static boolean covers(long named, EventState.Signal cause, DeviceQueue queue) {
            long scope = Stages.syncScopeSrc(named, queue.capabilities());
            for (Barrier barrier : cause.barriers) {
                if ((Stages.syncScopeSrc(barrier.srcStages(), queue.capabilities()) & ~scope) != 0) {
                    return false;
                }
            }
            return true;
        }

        private boolean same(EventState.Signal cause) {
            return cause.barriers.equals(written.barriers());
        }

        /** Notes a second half that is not that of its first. */
        void check(CommandRecord record, RunContext run) {
            if (index > 0) {
                return;
            }
            for (EventState.Wait event : events) {
                EventState.Signal cause = event.cause();
                if (!cause.host && cause.legacy != legacy) {
                    run.note(record.id() + ": " + event.awaitedName() + " was set by the "
                            + (cause.legacy ? "legacy setEvent" : "setEvent with a dependency")
                            + ", and is waited for by the other form");
                } else if (!cause.host && !legacy && !same(cause)) {
                    run.note(record.id() + ": the dependency of " + event.awaitedName()
                            + " is not the one that it was set with");
                }
            }
        }
    }
}
