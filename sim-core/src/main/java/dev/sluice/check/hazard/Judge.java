// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.SemaphoreWaits;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Region;
import dev.sluice.check.trace.Space;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares each access with those before it at the same places (Vulkan specification, section Location-Ordered), and
 * remembers it.
 */
final class Judge {
    private final Columns columns;
    private final Scopes scopes;
    private final Map<Scopes.Reading, Integer> readings;
    private final SpaceMap[] maps;
    private final Set<String> exclusive;
    private final HazardLog log;
    private final HazardLog orders;
    private final ImageLayouts layouts;
    private final HostReadings reads;

    Judge(
            Columns columns,
            Scopes scopes,
            Map<Scopes.Reading, Integer> readings,
            SpaceMap[] maps,
            Set<String> exclusive,
            HazardLog log,
            HazardLog orders,
            ImageLayouts layouts,
            HostReadings reads) {
        this.columns = columns;
        this.scopes = scopes;
        this.readings = readings;
        this.maps = maps;
        this.exclusive = exclusive;
        this.log = log;
        this.orders = orders;
        this.layouts = layouts;
        this.reads = reads;
    }

    /** An access of a command. */
    void device(QueueOrder order, AccessTrace.Action action, MemoryAccess access) {
        int row = Columns.row(access.stage().mask());
        Occurrence now = occurrence(order, row, action, access);
        if (access.has(MemoryAccess.INPUT) && !access.writes()) {
            inputs(now, stage(order, row, access), order.island());
        } else {
            record(now, stage(order, row, access), Facts.NONE);
        }
        if (access.writes()) {
            reads.wrote(access);
        }
    }

    private Occurrence occurrence(QueueOrder order, int row, AccessTrace.Action action, MemoryAccess access) {
        return new Occurrence(
                action,
                access,
                order.queue(),
                columns.column(order.queue(), order.island(), row),
                order.position(),
                Hazard.Agent.DEVICE);
    }

    private StageKnowledge stage(QueueOrder order, int row, MemoryAccess access) {
        Scopes.Reading reading = Scopes.Reading.of(access.stage(), access.access());
        int place = readings.getOrDefault(reading, -1);
        return new StageKnowledge(order, row, reading, place, columns, scopes);
    }

    /** An access of a host thread. */
    void host(Signal known, int thread, int position, AccessTrace.Action action, MemoryAccess access) {
        int from = access.has(MemoryAccess.ATOM) ? Integer.MAX_VALUE : position;
        Occurrence now = new Occurrence(action, access, -1, columns.thread(thread), from, Hazard.Agent.HOST);
        boolean dirty = access.writes() && !access.space().coherent();
        record(
                now,
                new HostKnowledge(known, columns.thread(thread), columns, scopes),
                dirty ? Facts.UNFLUSHED : Facts.NONE);
    }

    /** The display's reading of an image. */
    void display(Signal known, int position, AccessTrace.Action action, MemoryAccess access) {
        Occurrence now =
                new Occurrence(action, access, -1, columns.display(access.resource()), position, Hazard.Agent.DISPLAY);
        record(now, new DisplayKnowledge(known, columns), Facts.NONE);
    }

    /** A reading of the display that went before, so that nothing of the stream comes before it. */
    void shown(int position, AccessTrace.Action action, MemoryAccess access) {
        Occurrence before =
                new Occurrence(action, access, -1, columns.display(access.resource()), position, Hazard.Agent.DISPLAY);
        maps[access.space().id()].change(access.where(), true, (state, start, end) -> state.withRead(before));
    }

    /** A layout transition: a write of what it covers, texels or the bytes that they share, between its barrier's halves. */
    void transition(
            QueueOrder order,
            AccessTrace.Action action,
            Region region,
            String image,
            TransitionKnowledge knowledge,
            Facts facts) {
        MemoryAccess access = new MemoryAccess(
                region.space(),
                region.where(),
                image,
                Stage.NONE,
                Access.MEMORY_WRITE,
                region.space().image() == null ? MemoryAccess.ALIAS | MemoryAccess.INEXACT : 0,
                MemoryAccess.NO_SUBPASS);
        Occurrence now = new Occurrence(action, access, order.queue(), -1, order.position(), Hazard.Agent.TRANSITION);
        record(now, knowledge, facts);
    }

    /**
     * Places that go to somebody outside of the stream, who may read and write them. What does not come before that is no
     * hazard, for perhaps it is nothing that they look at; but a change that takes it from them brings one.
     */
    void handedOut(
            QueueOrder order,
            AccessTrace.Action action,
            Region region,
            String resource,
            TransitionKnowledge knowledge) {
        MemoryAccess access = new MemoryAccess(
                region.space(),
                region.where(),
                resource,
                Stage.NONE,
                Access.MEMORY_READ,
                MemoryAccess.INEXACT,
                MemoryAccess.NO_SUBPASS);
        Occurrence now = new Occurrence(action, access, order.queue(), -1, order.position(), Hazard.Agent.DEVICE);
        unseen(now, knowledge, true);
    }

    /** An access of a queue that the stream lacks, and the program may make after it: as with {@link #handedOut}, no hazard. */
    void following(QueueOrder order, AccessTrace.Action action, MemoryAccess access) {
        int row = Columns.row(access.stage().mask());
        Occurrence now = occurrence(order, row, action, access);
        unseen(now, stage(order, row, access), access.writes());
    }

    /**
     * Compares what the stream does not show.
     *
     * @param overwrites whether it may write
     */
    private void unseen(Occurrence now, Knowledge knowledge, boolean overwrites) {
        MemoryAccess access = now.access();
        maps[access.space().id()].visit(access.where(), (state, start, end) -> {
            for (LocationState.Written written : state.writes()) {
                if (!judged(written.write(), now)) {
                    continue;
                }
                MissingHalf missing = knowledge.afterWrite(written, access);
                if (missing == null && access.writes() && state.reads().isEmpty()) {
                    missing = knowledge.overwrites(written, access);
                }
                if (missing != null) {
                    HazardKind kind = access.writes() ? HazardKind.WRITE_AFTER_WRITE : HazardKind.READ_AFTER_WRITE;
                    orders.add(kind, written.write(), now, missing, start, end);
                }
            }
            for (Occurrence read : overwrites ? state.newest(old -> judged(old, now)) : List.<Occurrence>of()) {
                if (!knowledge.afterRead(read)) {
                    orders.add(HazardKind.WRITE_AFTER_READ, read, now, unordered(read, now), start, end);
                }
            }
        });
    }

    /**
     * A reading of an input attachment, which the load operations of its subpass come before and are visible to: so they come
     * before whatever comes after it (Vulkan specification, section Render Pass Load Operations).
     */
    private void inputs(Occurrence now, Knowledge knowledge, int island) {
        MemoryAccess access = now.access();
        Facts.Available loaded = new Facts.Available(
                now.queue(), now.position() - 1, access.stage().mask(), island);
        maps[access.space().id()].change(access.where(), true, new Memo((state, start, end) -> {
            compareWrites(now, knowledge, state, start, end);
            return state.withInput(now, loaded);
        }));
    }

    private void record(Occurrence now, Knowledge knowledge, Facts facts) {
        MemoryAccess access = now.access();
        SpaceMap map = maps[access.space().id()];
        if (access.has(MemoryAccess.ATOM)) {
            map.change(access.where(), true, (state, start, end) -> {
                compareWrites(now, knowledge, state, start, end);
                return state.withRead(now);
            });
        } else if (!access.writes()) {
            map.change(access.where(), true, new Memo((state, start, end) -> {
                compareWrites(now, knowledge, state, start, end);
                return state.withRead(now);
            }));
        } else if (access.has(MemoryAccess.ATOMIC)) {
            LocationState.Written written = new LocationState.Written(now, facts);
            map.change(access.where(), true, new Memo((state, start, end) -> {
                compareWrites(now, knowledge, state, start, end);
                compareReads(now, knowledge, state, start, end);
                return state.withAtomic(written);
            }));
        } else {
            LocationState after = new LocationState(List.of(new LocationState.Written(now, facts)), List.of());
            map.change(access.where(), true, (state, start, end) -> {
                compareWrites(now, knowledge, state, start, end);
                compareReads(now, knowledge, state, start, end);
                return after;
            });
        }
    }

    /** Gives runs that had one state one state again. */
    private static final class Memo implements SpaceMap.Change {
        private final SpaceMap.Change change;
        private @Nullable LocationState from;
        private LocationState to = LocationState.UNTOUCHED;

        Memo(SpaceMap.Change change) {
            this.change = change;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // shared states are one object
        public LocationState apply(LocationState state, long start, long end) {
            LocationState after = change.apply(state, start, end);
            if (state != from) {
                from = state;
                to = after;
            }
            return to;
        }
    }

    private void compareWrites(Occurrence now, Knowledge knowledge, LocationState state, long start, long end) {
        for (LocationState.Written written : state.writes()) {
            Occurrence write = written.write();
            if (!judged(write, now)) {
                if (orderMatters(write, now) && !knowledge.ordered(written)) {
                    boolean racing = write.queue() != now.queue();
                    HazardKind kind = racing ? HazardKind.WRITE_RACING_WRITE : HazardKind.WRITE_AFTER_WRITE;
                    orders.add(kind, write, now, MissingHalf.ATOMIC_ORDER, start, end);
                }
                continue;
            }
            MissingHalf missing = missing(written, now, knowledge);
            if (missing == null && now.access().writes() && state.reads().isEmpty()) {
                missing = knowledge.overwrites(written, now.access());
            }
            if (missing != null) {
                boolean ordered = knowledge.ordered(written);
                Late late = ordered ? null : Late.of(knowledge, now, clock -> written.before(clock, columns));
                boolean racing = late == null && racing(write, now, ordered);
                HazardKind kind;
                if (missing.ownership()) {
                    kind = HazardKind.READ_AFTER_WRITE;
                } else if (now.kind() == Hazard.Agent.DISPLAY) {
                    kind = HazardKind.PRESENT_AFTER_WRITE;
                } else if (now.access().writes()) {
                    kind = racing ? HazardKind.WRITE_RACING_WRITE : HazardKind.WRITE_AFTER_WRITE;
                } else {
                    kind = racing ? HazardKind.READ_RACING_WRITE : HazardKind.READ_AFTER_WRITE;
                }
                HazardLog.Found found = add(
                        kind,
                        write,
                        now,
                        now.access().has(MemoryAccess.ATOM) ? MissingHalf.ATOM : missing,
                        late,
                        start,
                        end);
                if (missing == MissingHalf.AVAILABILITY && found.wait == null) {
                    found.wait = withoutMemory(written, now, knowledge);
                }
            }
        }
    }

    /**
     * The wait by which a write of another queue comes before, though its signal does not name the write's stage. No barrier
     * behind it makes the write available: the first access scope of a barrier is of its own queue.
     */
    private SemaphoreWaits.@Nullable Wait withoutMemory(
            LocationState.Written written, Occurrence now, Knowledge knowledge) {
        Occurrence write = written.write();
        if (write.kind() != Hazard.Agent.DEVICE || write.queue() == now.queue()) {
            return null;
        }
        Predicate<int[]> over = clock -> written.before(clock, columns);
        SemaphoreWaits.Wait wait = knowledge.late(over);
        return wait != null && over.test(wait.signal().execution()) ? wait.withoutMemory(over) : null;
    }

    private @Nullable MissingHalf missing(LocationState.Written written, Occurrence now, Knowledge knowledge) {
        MissingHalf order = knowledge.afterWrite(written, now.access());
        Occurrence write = written.write();
        String family = exclusive.isEmpty() ? null : knowledge.family();
        boolean contents =
                !now.access().writes() || now.transition() || now.access().has(MemoryAccess.ATOMIC);
        if (family == null
                || !contents
                || write.queue() < 0
                || !exclusive.contains(now.access().resource())
                || !exclusive.contains(write.access().resource())
                || (order != null && !knowledge.ordered(written))) {
            return order;
        }
        MissingHalf owner = written.facts().transfers().missing(columns.family(write.queue()), family, knowledge);
        return owner == null ? order : owner;
    }

    private void compareReads(Occurrence now, Knowledge knowledge, LocationState state, long start, long end) {
        for (Occurrence read : state.newest(old -> judged(old, now))) {
            if (knowledge.afterRead(read)) {
                continue;
            }
            boolean atom = read.access().has(MemoryAccess.ATOM);
            Late late = Late.of(knowledge, now, clock -> clock[read.column()] >= read.position());
            boolean racing = late == null && racing(read, now, false);
            HazardKind kind = read.kind() == Hazard.Agent.DISPLAY
                    ? HazardKind.WRITE_AFTER_PRESENT
                    : atom
                            ? HazardKind.WRITE_RACING_WRITE
                            : racing ? HazardKind.WRITE_RACING_READ : HazardKind.WRITE_AFTER_READ;
            add(kind, read, now, atom ? MissingHalf.ATOM : unordered(read, now), late, start, end);
        }
    }

    private HazardLog.Found add(
            HazardKind kind,
            Occurrence prior,
            Occurrence now,
            MissingHalf half,
            @Nullable Late late,
            long start,
            long end) {
        MissingHalf missing = late == null ? half : late.instead(half);
        HazardLog to = prior.presumed() ? orders : log;
        HazardLog.Found found = to.add(kind, prior, now, missing, start, end);
        if (late != null) {
            found.wait = late.by();
            found.through = late.through();
            found.waits.addAll(late.all());
        }
        note(found, now.access().space(), start);
        return found;
    }

    /** Notes the layout that a place of an image is in. */
    private void note(HazardLog.Found found, Space space, long place) {
        ImageSpec image = space.image();
        if (image != null && found.layout == ImageLayout.UNDEFINED) {
            int layer = image.depth() > 1 ? 0 : space.plane(place);
            found.layout = layouts.at(image.name(), space.aspect(), space.level(place), layer);
        }
    }

    /** Whether two accesses are compared at all: those of one command or subpass, and two atomics, are not. */
    @SuppressWarnings("ReferenceEquality") // an action is itself only
    private static boolean judged(Occurrence prior, Occurrence now) {
        MemoryAccess x = prior.access();
        MemoryAccess y = now.access();
        if (prior.action() == now.action() && prior.position() == now.position()) {
            return false;
        }
        if (x.subpass() != MemoryAccess.NO_SUBPASS && x.subpass() == y.subpass()) {
            // load operations come before, store operations after whatever accesses the attachment in the subpass
            boolean input = x.has(MemoryAccess.INPUT) || y.has(MemoryAccess.INPUT);
            return input && !x.has(MemoryAccess.PASS) && !y.has(MemoryAccess.PASS);
        }
        if (x.has(MemoryAccess.ATOMIC) && y.has(MemoryAccess.ATOMIC) && prior.kind() == now.kind()) {
            return false;
        }
        if (x.has(MemoryAccess.ALIAS)
                && y.has(MemoryAccess.ALIAS)
                && x.resource().equals(y.resource())) {
            return false;
        }
        if (x.has(MemoryAccess.ATOM) || y.has(MemoryAccess.ATOM)) {
            return prior.kind() != now.kind() && x.writes() && y.writes();
        }
        return true;
    }

    /** Whether two commands of queues change places by atomics that do not commute. */
    @SuppressWarnings("ReferenceEquality") // an action is itself only
    private static boolean orderMatters(Occurrence prior, Occurrence now) {
        return prior.action() != now.action()
                && prior.kind() == Hazard.Agent.DEVICE
                && now.kind() == Hazard.Agent.DEVICE
                && prior.access().orderMatters(now.access());
    }

    private static boolean racing(Occurrence prior, Occurrence now, boolean ordered) {
        return !ordered
                && (prior.kind() == Hazard.Agent.HOST
                        || now.kind() == Hazard.Agent.HOST
                        || prior.queue() != now.queue());
    }

    /**
     * A wait of a queue for a semaphore that an earlier access comes before, and yet not before this one.
     *
     * @param by the wait that misses this one, or whose signal misses the earlier one
     * @param through where a queue between the two waits for the earlier access, but its signal does not come after that: its wait
     * @param all the waits of the later access's submission that are such
     * @param signalled whether the signal comes after the earlier access, so that it is the wait that misses this one
     */
    private record Late(
            SemaphoreWaits.Wait by,
            SemaphoreWaits.@Nullable Wait through,
            List<DependencyId> all,
            boolean signalled,
            boolean transition) {
        static @Nullable Late of(Knowledge knowledge, Occurrence now, Predicate<int[]> over) {
            SemaphoreWaits.Wait wait = knowledge.late(over);
            if (wait == null) {
                return null;
            }
            List<DependencyId> all = knowledge.late(wait, over);
            if (over.test(wait.signal().execution())) {
                return new Late(wait, null, all, true, now.transition());
            }
            SemaphoreWaits.Gap gap = wait.gap(over);
            return new Late(gap.by(), gap.through(), all, false, now.transition());
        }

        /** On one queue a barrier does, except that a transition has one already, which can follow the wait. */
        MissingHalf instead(MissingHalf half) {
            if (half == MissingHalf.EXECUTION) {
                return transition && signalled ? MissingHalf.CHAIN : half;
            }
            if (half != MissingHalf.SEMAPHORE && half != MissingHalf.HOST_ORDER) {
                return half;
            }
            if (signalled) {
                return transition ? MissingHalf.CHAIN : MissingHalf.WAIT_STAGES;
            }
            return through == null ? MissingHalf.SIGNAL_STAGES : MissingHalf.SIGNAL_CHAIN;
        }
    }

    /** What is missing between two accesses that nothing orders. */
    private static MissingHalf unordered(Occurrence prior, Occurrence now) {
        if (now.kind() == Hazard.Agent.HOST) {
            return prior.kind() == Hazard.Agent.HOST ? MissingHalf.EXECUTION : MissingHalf.FENCE;
        }
        if (prior.kind() == Hazard.Agent.HOST) {
            return MissingHalf.HOST_ORDER;
        }
        return prior.queue() == now.queue() && prior.kind() != Hazard.Agent.DISPLAY
                ? MissingHalf.EXECUTION
                : MissingHalf.SEMAPHORE;
    }
}
