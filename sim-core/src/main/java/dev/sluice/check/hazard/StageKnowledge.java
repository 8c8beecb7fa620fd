// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.SemaphoreWaits;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.MemoryAccess;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a stage of a queue knows. */
final class StageKnowledge implements Knowledge {
    private final QueueOrder order;
    private final int row;
    private final Scopes.Reading reading;
    private final int place;
    private final Columns columns;
    private final Scopes scopes;

    /** @param place of the reading among those that visibility is told apart for; -1 for one that is not */
    StageKnowledge(QueueOrder order, int row, Scopes.Reading reading, int place, Columns columns, Scopes scopes) {
        this.order = order;
        this.row = row;
        this.reading = reading;
        this.place = place;
        this.columns = columns;
        this.scopes = scopes;
    }

    @Override
    public String family() {
        return columns.family(order.queue());
    }

    @Override
    public SemaphoreWaits.@Nullable Wait late(Predicate<int[]> over) {
        return order.waits().latest(over);
    }

    @Override
    public List<DependencyId> late(SemaphoreWaits.Wait latest, Predicate<int[]> over) {
        return order.waits().like(latest, over);
    }

    @Override
    public boolean after(Facts.Available point) {
        return point.before(order, row, columns);
    }

    @Override
    public boolean ordered(LocationState.Written written) {
        Occurrence write = written.write();
        return write.transition()
                ? written.facts().availableTo(order, row, columns)
                : order.execution(row)[write.column()] >= write.position();
    }

    @Override
    public boolean afterRead(Occurrence read) {
        return order.execution(row)[read.column()] >= read.position();
    }

    /** Hazards between writes need a memory dependency, both halves: {@code docs/decisions/0017-hazards-between-writes.md}. */
    @Override
    public @Nullable MissingHalf overwrites(LocationState.Written written, MemoryAccess access) {
        return visible(written) || coherent(written.write(), access) ? null : MissingHalf.VISIBILITY_TO_WRITE;
    }

    /** Whether no half is needed, because both accesses go to where all of them meet. */
    private static boolean coherent(Occurrence write, MemoryAccess access) {
        return write.kind() == Hazard.Agent.DEVICE
                && write.access().has(MemoryAccess.COHERENT)
                && access.has(MemoryAccess.COHERENT)
                && write.access().resource().equals(access.resource());
    }

    @Override
    public @Nullable MissingHalf afterWrite(LocationState.Written written, MemoryAccess access) {
        Occurrence write = written.write();
        boolean ordered = ordered(written);
        if (ordered && coherent(write, access)) {
            return null;
        }
        if (access.writes() ? available(written) : visible(written)) {
            return null;
        }
        if (!ordered) {
            return Knowledge.unordered(write, order.queue());
        }
        if (written.facts().flushed() == Integer.MAX_VALUE) {
            return MissingHalf.FLUSH;
        }
        return available(written) ? MissingHalf.VISIBILITY : MissingHalf.AVAILABILITY;
    }

    private boolean available(LocationState.Written written) {
        Occurrence write = written.write();
        return written.reachedBy(order.available(row))
                || (write.kind() != Hazard.Agent.HOST && written.facts().availableTo(order, row, columns));
    }

    private boolean visible(LocationState.Written written) {
        if (place < 0) {
            return false;
        }
        Facts facts = written.facts();
        return written.reachedBy(order.visible(place))
                || facts.visibleTo(order, reading, scopes)
                || facts.availableTo(order.visibleAfter(place), columns);
    }
}
