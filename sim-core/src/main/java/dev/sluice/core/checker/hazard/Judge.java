package dev.sluice.core.checker.hazard;

import dev.sluice.core.barrier.Access;
import dev.sluice.core.command.Barrier;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares each access with those before it at the same places (seed 000, location-ordered), and remembers it. */
final class Judge {
    private final Columns columns;
    private final Scopes scopes;
    private final Map<Scopes.Reading, Integer> readings;
    private final SpaceMap[] maps;
    private final HazardLog log;
    private final Layouts layouts;

    Judge(
            Columns columns,
            Scopes scopes,
            Map<Scopes.Reading, Integer> readings,
            List<Space> spaces,
            HazardLog log,
            Layouts layouts) {
        this.columns = columns;
        this.scopes = scopes;
        this.readings = readings;
        this.log = log;
        this.layouts = layouts;
        maps = new SpaceMap[spaces.size()];
        for (int i = 0; i < maps.length; i++) {
            maps[i] = new SpaceMap();
        }
    }

    /** What someone knows who is about to access. */
    private interface Knowledge {
        /** What keeps a write from being seen by this reading or from being overwritten; null if nothing does. */
        @Nullable
        MissingHalf afterWrite(LocationState.Written written, MemoryAccess access);

        /** Whether an earlier reading is over. */
        boolean afterRead(Occurrence read);

        /** Whether the write comes before at all. */
        boolean ordered(LocationState.Written written);
    }

    /** An access of a command. */
    void device(QueueOrder order, AccessTrace.Action action, MemoryAccess access) {
        int row = Columns.row(access.stage().mask());
        Occurrence now = new Occurrence(
                action,
                access,
                order.queue(),
                columns.column(order.queue(), row),
                order.position(),
                Occurrence.Agent.DEVICE);
        Scopes.Reading reading = access.writes() ? null : Scopes.Reading.of(access.stage(), access.access());
        record(now, new OnQueue(order, row, reading), Facts.NONE);
    }

    /** An access of a host thread. */
    void host(Signal known, int thread, int position, AccessTrace.Action action, MemoryAccess access) {
        int from = access.has(MemoryAccess.ATOM) ? Integer.MAX_VALUE : position;
        Occurrence now = new Occurrence(action, access, -1, columns.thread(thread), from, Occurrence.Agent.HOST);
        boolean dirty = access.writes() && !access.space().coherent();
        record(now, new OnHost(known, columns.thread(thread)), dirty ? Facts.UNFLUSHED : Facts.NONE);
    }

    /** The display's reading of an image. */
    void display(Signal known, int position, AccessTrace.Action action, MemoryAccess access) {
        Occurrence now = new Occurrence(
                action, access, -1, columns.display(access.resource()), position, Occurrence.Agent.DISPLAY);
        record(now, new OnDisplay(known), Facts.NONE);
    }

    /** A barrier that is limited to some places: what it makes available and visible there, and its transition. */
    void ranged(
            QueueOrder order,
            AccessTrace.Action action,
            List<Region> regions,
            Barrier barrier,
            Signal.Half half,
            boolean transition) {
        Facts.Available available = new Facts.Available(order.queue(), order.position(), order.secondScope(barrier));
        Facts.Available made =
                new Facts.Available(order.queue(), order.position(), order.secondScope(barrier) | Columns.ALL_DONE);
        Facts.Visible visible =
                new Facts.Visible(order.queue(), order.position(), order.secondNamed(barrier), barrier.dstAccess());
        for (Region region : regions) {
            if (transition && region.space().image() != null) {
                transition(order, action, region, half, made, visible);
            } else {
                maps[region.space().id()].change(
                        region.where(), false, (state, start, end) -> covered(state, half, available, visible));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // unchanged facts are the same object
    private LocationState covered(
            LocationState state, Signal.Half half, Facts.Available available, Facts.Visible visible) {
        boolean changed = false;
        LocationState.Written[] writes = state.writes().toArray(new LocationState.Written[0]);
        for (int i = 0; i < writes.length; i++) {
            if (availableIn(writes[i], half)) {
                Facts facts = writes[i].facts().with(available, visible);
                if (facts != writes[i].facts()) {
                    writes[i] = new LocationState.Written(writes[i].write(), facts);
                    changed = true;
                }
            }
        }
        return changed ? new LocationState(List.of(writes), state.reads()) : state;
    }

    private boolean availableIn(LocationState.Written written, Signal.Half half) {
        Occurrence write = written.write();
        if (!write.transition()
                && half.available()[write.column()]
                        >= Math.max(write.position(), written.facts().flushed())) {
            return true;
        }
        return written.facts().availableTo(half.execution(), columns);
    }

    private void transition(
            QueueOrder order,
            AccessTrace.Action action,
            Region region,
            Signal.Half half,
            Facts.Available available,
            Facts.Visible visible) {
        MemoryAccess access = new MemoryAccess(
                region.space(),
                region.where(),
                region.space().name(),
                dev.sluice.core.barrier.Stage.NONE,
                Access.MEMORY_WRITE,
                0,
                MemoryAccess.NO_SUBPASS);
        Occurrence now =
                new Occurrence(action, access, order.queue(), -1, order.position(), Occurrence.Agent.TRANSITION);
        record(
                now,
                new InBarrier(half, order.queue()),
                new Facts(new Facts.Available[] {available}, new Facts.Visible[] {visible}, 0, false));
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
        @SuppressWarnings("ReferenceEquality") // shared states are one object, and comparing them would be slow
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
                continue;
            }
            MissingHalf missing = knowledge.afterWrite(written, now.access());
            if (missing != null) {
                boolean racing = racing(write, now, knowledge.ordered(written));
                HazardKind kind;
                if (now.kind() == Occurrence.Agent.DISPLAY) {
                    kind = HazardKind.PRESENT_AFTER_WRITE;
                } else if (now.access().writes()) {
                    kind = racing ? HazardKind.WRITE_RACING_WRITE : HazardKind.WRITE_AFTER_WRITE;
                } else {
                    kind = racing ? HazardKind.READ_RACING_WRITE : HazardKind.READ_AFTER_WRITE;
                }
                add(kind, write, now, now.access().has(MemoryAccess.ATOM) ? MissingHalf.ATOM : missing, start, end);
            }
        }
    }

    private void compareReads(Occurrence now, Knowledge knowledge, LocationState state, long start, long end) {
        for (Occurrence read : state.reads()) {
            if (!judged(read, now) || knowledge.afterRead(read)) {
                continue;
            }
            boolean atom = read.access().has(MemoryAccess.ATOM);
            boolean racing = racing(read, now, false);
            HazardKind kind = read.kind() == Occurrence.Agent.DISPLAY
                    ? HazardKind.WRITE_AFTER_PRESENT
                    : atom
                            ? HazardKind.WRITE_RACING_WRITE
                            : racing ? HazardKind.WRITE_RACING_READ : HazardKind.WRITE_AFTER_READ;
            add(kind, read, now, atom ? MissingHalf.ATOM : unordered(read, now), start, end);
        }
    }

    private void add(HazardKind kind, Occurrence prior, Occurrence now, MissingHalf missing, long start, long end) {
        HazardLog.Found found = log.add(kind, prior, now, missing, start, end);
        if (found.layout.isEmpty()) {
            found.layout = layouts.text(now.access().space(), start);
        }
    }

    /** Whether two accesses are compared at all: those of one command or subpass, and two atomics, are not. */
    @SuppressWarnings("ReferenceEquality") // one action, not an equal one
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

    private static boolean racing(Occurrence prior, Occurrence now, boolean ordered) {
        return !ordered
                && (prior.kind() == Occurrence.Agent.HOST
                        || now.kind() == Occurrence.Agent.HOST
                        || prior.queue() != now.queue());
    }

    /** What is missing between two accesses that nothing orders. */
    private static MissingHalf unordered(Occurrence prior, Occurrence now) {
        if (now.kind() == Occurrence.Agent.HOST) {
            return prior.kind() == Occurrence.Agent.HOST ? MissingHalf.EXECUTION : MissingHalf.FENCE;
        }
        if (prior.kind() == Occurrence.Agent.HOST) {
            return MissingHalf.HOST_ORDER;
        }
        return prior.queue() == now.queue() && prior.kind() != Occurrence.Agent.DISPLAY
                ? MissingHalf.EXECUTION
                : MissingHalf.SEMAPHORE;
    }

    /** What a stage of a queue knows. */
    private final class OnQueue implements Knowledge {
        private final QueueOrder order;
        private final int row;
        private final Scopes.@Nullable Reading reading;
        private final int place;

        OnQueue(QueueOrder order, int row, Scopes.@Nullable Reading reading) {
            this.order = order;
            this.row = row;
            this.reading = reading;
            this.place = reading == null ? -1 : readings.getOrDefault(reading, -1);
        }

        @Override
        public boolean ordered(LocationState.Written written) {
            Occurrence write = written.write();
            int[] clock = order.execution(row);
            return write.transition()
                    ? written.facts().availableTo(order.queue(), row, clock, columns)
                    : clock[write.column()] >= write.position();
        }

        @Override
        public boolean afterRead(Occurrence read) {
            return order.execution(row)[read.column()] >= read.position();
        }

        @Override
        public @Nullable MissingHalf afterWrite(LocationState.Written written, MemoryAccess access) {
            Occurrence write = written.write();
            boolean ordered = ordered(written);
            if (ordered
                    && write.kind() == Occurrence.Agent.DEVICE
                    && write.access().has(MemoryAccess.COHERENT)
                    && access.has(MemoryAccess.COHERENT)
                    && write.access().resource().equals(access.resource())) {
                return null;
            }
            if (access.writes() ? available(written) : visible(written)) {
                return null;
            }
            if (!ordered) {
                return unordered(write);
            }
            if (written.facts().flushed() == Integer.MAX_VALUE) {
                return MissingHalf.FLUSH;
            }
            return available(written) ? MissingHalf.VISIBILITY : MissingHalf.AVAILABILITY;
        }

        private MissingHalf unordered(Occurrence write) {
            if (write.kind() == Occurrence.Agent.HOST) {
                return MissingHalf.HOST_ORDER;
            }
            return write.queue() == order.queue() ? MissingHalf.EXECUTION : MissingHalf.SEMAPHORE;
        }

        private boolean available(LocationState.Written written) {
            Occurrence write = written.write();
            return reached(order.available(row), written)
                    || (write.kind() != Occurrence.Agent.HOST
                            && written.facts().availableTo(order.queue(), row, order.execution(row), columns));
        }

        private boolean visible(LocationState.Written written) {
            if (reading == null || place < 0) {
                return false;
            }
            Facts facts = written.facts();
            return reached(order.visible(place), written)
                    || facts.visibleTo(order.queue(), reading, scopes)
                    || facts.availableTo(order.visibleAfter(place), columns);
        }
    }

    /** Whether a clock has reached a write, and its flush. */
    private static boolean reached(int[] clock, LocationState.Written written) {
        Occurrence write = written.write();
        return !write.transition()
                && clock[write.column()]
                        >= Math.max(write.position(), written.facts().flushed());
    }

    /** What a host thread knows. */
    private final class OnHost implements Knowledge {
        private final Signal known;
        private final int column;

        OnHost(Signal known, int column) {
            this.known = known;
            this.column = column;
        }

        @Override
        public boolean ordered(LocationState.Written written) {
            Occurrence write = written.write();
            return write.transition()
                    ? written.facts().availableTo(known.execution(), columns)
                    : write.column() == column || known.execution()[write.column()] >= write.position();
        }

        @Override
        public boolean afterRead(Occurrence read) {
            return read.column() == column || known.execution()[read.column()] >= read.position();
        }

        @Override
        public @Nullable MissingHalf afterWrite(LocationState.Written written, MemoryAccess access) {
            boolean ordered = ordered(written);
            Occurrence write = written.write();
            if (write.kind() == Occurrence.Agent.HOST) {
                return ordered ? null : MissingHalf.EXECUTION;
            }
            if (!ordered) {
                return MissingHalf.FENCE;
            }
            boolean reads = !access.writes() || access.has(MemoryAccess.ATOM);
            int host = reads ? 0 : 1;
            Scopes.Reading reading = reads ? Scopes.Reading.HOST_READ : Scopes.Reading.HOST_WRITE;
            Facts facts = written.facts();
            boolean brought = reached(known.hostVisible()[host], written)
                    || facts.visibleToHost(reading, scopes, known.execution(), columns)
                    || facts.availableTo(known.hostExecution()[host], columns);
            if (!brought) {
                return MissingHalf.HOST_DOMAIN;
            }
            boolean fresh = access.space().coherent() || facts.invalidated();
            return reads && !fresh ? MissingHalf.INVALIDATE : null;
        }
    }

    /** What the display knows: what its semaphores brought. */
    private final class OnDisplay implements Knowledge {
        private final Signal known;

        OnDisplay(Signal known) {
            this.known = known;
        }

        @Override
        public boolean ordered(LocationState.Written written) {
            Occurrence write = written.write();
            return write.transition()
                    ? written.facts().availableTo(known.execution(), columns)
                    : known.execution()[write.column()] >= write.position();
        }

        @Override
        public boolean afterRead(Occurrence read) {
            return true;
        }

        @Override
        public @Nullable MissingHalf afterWrite(LocationState.Written written, MemoryAccess access) {
            return reached(known.available(), written) || written.facts().availableTo(known.execution(), columns)
                    ? null
                    : MissingHalf.SEMAPHORE;
        }
    }

    /** What a layout transition comes after: the first half of its barrier. */
    private final class InBarrier implements Knowledge {
        private final Signal.Half half;
        private final int queue;

        InBarrier(Signal.Half half, int queue) {
            this.half = half;
            this.queue = queue;
        }

        @Override
        public boolean ordered(LocationState.Written written) {
            Occurrence write = written.write();
            if (write.transition()) {
                // transitions of one queue are made in submission order (seed 003)
                return write.queue() == queue || written.facts().availableTo(half.execution(), columns);
            }
            return half.execution()[write.column()] >= write.position();
        }

        @Override
        public boolean afterRead(Occurrence read) {
            return half.execution()[read.column()] >= read.position();
        }

        @Override
        public @Nullable MissingHalf afterWrite(LocationState.Written written, MemoryAccess access) {
            Occurrence write = written.write();
            boolean ordered = ordered(written);
            if (availableIn(written, half) || (ordered && write.transition())) {
                return null;
            }
            if (ordered) {
                return written.facts().flushed() == Integer.MAX_VALUE ? MissingHalf.FLUSH : MissingHalf.AVAILABILITY;
            }
            if (write.kind() == Occurrence.Agent.HOST) {
                return MissingHalf.HOST_ORDER;
            }
            return write.queue() == queue ? MissingHalf.EXECUTION : MissingHalf.SEMAPHORE;
        }
    }

    /** The host flushes: its writes there are in the host domain, and its neighbours no longer in danger. */
    void flush(Region region, Signal known, int column, int position) {
        maps[region.space().id()].change(
                region.where(), false, (state, start, end) -> flushed(state, known, column, position));
    }

    private static LocationState flushed(LocationState state, Signal known, int column, int position) {
        LocationState.Written[] writes = state.writes().toArray(new LocationState.Written[0]);
        Occurrence[] reads = state.reads().toArray(new Occurrence[0]);
        for (int i = 0; i < writes.length; i++) {
            Occurrence write = writes[i].write();
            if (write.kind() == Occurrence.Agent.HOST) {
                boolean own = write.column() == column;
                if (own || known.execution()[write.column()] >= write.position()) {
                    writes[i] = new LocationState.Written(
                            write, writes[i].facts().flushedAt(own ? position : write.position()));
                }
            }
        }
        for (int i = 0; i < reads.length; i++) {
            Occurrence read = reads[i];
            if (read.access().has(MemoryAccess.ATOM)
                    && read.column() == column
                    && read.position() == Integer.MAX_VALUE) {
                reads[i] = new Occurrence(read.action(), read.access(), read.queue(), column, position, read.kind());
            }
        }
        return new LocationState(List.of(writes), List.of(reads));
    }

    /** The host drops its lines: what was brought to it until now will be read. */
    void invalidate(Region region, Signal known) {
        maps[region.space().id()].change(region.where(), false, (state, start, end) -> {
            LocationState.Written[] writes = state.writes().toArray(new LocationState.Written[0]);
            for (int i = 0; i < writes.length; i++) {
                Facts facts = writes[i].facts();
                boolean brought = reached(known.hostVisible()[0], writes[i])
                        || facts.visibleToHost(Scopes.Reading.HOST_READ, scopes, known.execution(), columns)
                        || facts.availableTo(known.hostExecution()[0], columns);
                if (brought && writes[i].write().kind() != Occurrence.Agent.HOST) {
                    writes[i] = new LocationState.Written(writes[i].write(), facts.dropped());
                }
            }
            return new LocationState(List.of(writes), state.reads());
        });
    }

    /** An ownership acquisition: what the matching release made available is so on this queue, too. */
    void acquire(QueueOrder order, List<Region> regions, Barrier barrier) {
        Facts.Available available = new Facts.Available(order.queue(), order.position(), order.secondScope(barrier));
        Facts.Visible visible =
                new Facts.Visible(order.queue(), order.position(), order.secondNamed(barrier), barrier.dstAccess());
        int[] known = order.everything();
        Signal.Half half = new Signal.Half(known, new int[columns.width()], new int[columns.width()]);
        for (Region region : regions) {
            maps[region.space().id()].change(
                    region.where(), false, (state, start, end) -> covered(state, half, available, visible));
        }
    }
}
