// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.ImageSlice;
import dev.sluice.program.sync.Access;
import org.jspecify.annotations.Nullable;

/** A load operation under way that writes, or gives contents up. */
final class PassLoad {

    final StageTask task;
    final ImageSlice slice;
    final @Nullable Access writes;
    /** What makes it visible to the draws that read the attachment; begun by the first of them. */
    @Nullable
    BarrierRun visible;

    /** @param writes with which access it writes; null if contents only become undefined */
    PassLoad(StageTask task, ImageSlice slice, @Nullable Access writes) {
        this.task = task;
        this.slice = slice;
        this.writes = writes;
    }
}
