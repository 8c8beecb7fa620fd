// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.SemaphoreWaits;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.MemoryAccess;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What someone knows who is about to access. */
interface Knowledge {
    /** What keeps a write from being seen by this reading or from being overwritten; null if nothing does. */
    @Nullable
    MissingHalf afterWrite(LocationState.Written written, MemoryAccess access);

    /**
     * What is missing between a write and the one that overwrites it, although the first is available and over; null if
     * nothing is. Asked where nobody has read in between.
     */
    default @Nullable MissingHalf overwrites(LocationState.Written written, MemoryAccess access) {
        return null;
    }

    /** Whether an earlier reading is over. */
    boolean afterRead(Occurrence read);

    /** Whether the write comes before at all. */
    boolean ordered(LocationState.Written written);

    /** The queue's wait for a semaphore that an access comes before, although it holds this one not back; null for none. */
    default SemaphoreWaits.@Nullable Wait late(Predicate<int[]> over) {
        return null;
    }

    /** All waits of the submission of such a wait of which the same is true. */
    default List<DependencyId> late(SemaphoreWaits.Wait latest, Predicate<int[]> over) {
        return List.of();
    }

    /** Whether a barrier comes before. */
    boolean after(Facts.Available point);

    /** The queue family whose contents it needs; null for who is of none, or needs none. */
    default @Nullable String family() {
        return null;
    }

    /** What is missing after a write that nothing orders before this queue. */
    static MissingHalf unordered(Occurrence write, int queue) {
        if (write.kind() == Hazard.Agent.HOST) {
            return MissingHalf.HOST_ORDER;
        }
        return write.queue() == queue ? MissingHalf.EXECUTION : MissingHalf.SEMAPHORE;
    }
}
