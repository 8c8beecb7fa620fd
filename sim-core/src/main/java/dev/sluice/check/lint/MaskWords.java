// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;

/** Masks in the messages of rules. */
final class MaskWords {
    private MaskWords() {}

    /** A mask of stages as a list: {@code [COPY, COMPUTE_SHADER]}. */
    static String stages(long mask) {
        return mask == 0 ? "[NONE]" : Stages.list(mask).toString();
    }

    /** The four masks of a barrier, and its queue families if it has any. */
    static String scopes(Barrier barrier) {
        return "srcStage: " + stages(barrier.srcStages()) + ", srcAccess: " + Accesses.list(barrier.srcAccess())
                + ", dstStage: " + stages(barrier.dstStages()) + ", dstAccess: " + Accesses.list(barrier.dstAccess())
                + (barrier.srcQueueFamily() == null
                        ? ""
                        : ", srcQueueFamily: " + barrier.srcQueueFamily() + ", dstQueueFamily: "
                                + barrier.dstQueueFamily());
    }
}
