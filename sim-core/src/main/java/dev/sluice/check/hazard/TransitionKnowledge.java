// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.SemaphoreWaits;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.MemoryAccess;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a layout transition comes after: the first half of its barrier. */
final class TransitionKnowledge implements Knowledge {
    private final Signal.Half half;
    private final QueueOrder order;
    private final boolean contents;
    private final Columns columns;

    /** @param contents whether the transition keeps what is there */
    TransitionKnowledge(Signal.Half half, QueueOrder order, boolean contents, Columns columns) {
        this.half = half;
        this.order = order;
        this.contents = contents;
        this.columns = columns;
    }

    @Override
    public @Nullable String family() {
        return contents ? columns.family(order.queue()) : null;
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
        return point.before(half.execution(), columns);
    }

    @Override
    public boolean ordered(LocationState.Written written) {
        Occurrence write = written.write();
        if (write.transition()) {
            // transitions of one queue are made in submission order (Vulkan specification, section Image Layout
            // Transitions)
            return write.queue() == order.queue() || written.facts().availableTo(half.execution(), columns);
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
        if (written.availableIn(half, columns) || (ordered && write.transition())) {
            return null;
        }
        if (ordered) {
            return written.facts().flushed() == Integer.MAX_VALUE ? MissingHalf.FLUSH : MissingHalf.AVAILABILITY;
        }
        return Knowledge.unordered(write, order.queue());
    }
}
