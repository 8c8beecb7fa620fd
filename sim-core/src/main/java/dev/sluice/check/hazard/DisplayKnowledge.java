// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.MemoryAccess;
import org.jspecify.annotations.Nullable;

/** What the display knows: what its semaphores brought. */
final class DisplayKnowledge implements Knowledge {
    private final Signal known;
    private final Columns columns;

    DisplayKnowledge(Signal known, Columns columns) {
        this.known = known;
        this.columns = columns;
    }

    @Override
    public boolean after(Facts.Available point) {
        return point.before(known.execution(), columns);
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
        return written.reachedBy(known.available()) || written.facts().availableTo(known.execution(), columns)
                ? null
                : MissingHalf.SEMAPHORE;
    }
}
