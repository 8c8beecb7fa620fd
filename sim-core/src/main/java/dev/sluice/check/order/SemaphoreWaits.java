// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The semaphores that a queue has waited for. A wait orders only the stages that it names, after only those that the signal
 * names: where it is there, but misses one of two accesses, it is to be widened, and no further semaphore is needed.
 */
public final class SemaphoreWaits {

    /**
     * A wait.
     *
     * @param id which of its submission
     * @param operation the semaphore, and the stages that wait
     * @param signal what it has waited for
     */
    public record Wait(DependencyId id, SemaphoreOperation operation, Signal signal) {

        /**
         * The stages by which a barrier comes after the wait, if its first scope names them.
         *
         * @param prior the stages of what comes before the signal: the least of all, where all stages wait
         */
        public long chained(long prior) {
            long stages = Stages.normaliseDst(operation.stages());
            long least = prior & Stages.ALL_COMMANDS;
            boolean all = (stages & Stage.ALL_COMMANDS.mask()) != 0;
            return all && least != 0 ? least : stages == 0 ? Stage.ALL_COMMANDS.mask() : stages;
        }
    }

    private final List<Wait> waits = new ArrayList<>();
    /** All that was submitted before one of the signals, or one that these have waited for, whatever stages they name. */
    private final int[] heard;

    public SemaphoreWaits(int width) {
        heard = new int[width];
    }

    public void add(Wait wait) {
        waits.add(wait);
        Columns.join(heard, wait.signal().submitted());
    }

    /** What was submitted before the signals waited for; a view. */
    public int[] heard() {
        return heard;
    }

    /**
     * The latest wait whose signal comes after an access; else the latest whose signal was at least submitted after it; null
     * if there is none.
     *
     * @param over whether a clock comes after the access
     */
    @Nullable
    public Wait latest(Predicate<int[]> over) {
        if (!over.test(heard)) {
            return null;
        }
        Wait narrow = null;
        for (int i = waits.size() - 1; i >= 0; i--) {
            Wait wait = waits.get(i);
            if (over.test(wait.signal().execution())) {
                return wait;
            }
            narrow = narrow == null && over.test(wait.signal().submitted()) ? wait : narrow;
        }
        return narrow;
    }

    /** All waits of one submission whose signals come after an access, or were submitted after it. */
    public List<DependencyId> like(Wait latest, Predicate<int[]> over) {
        List<DependencyId> like = new ArrayList<>();
        for (Wait wait : waits) {
            if (wait.id().command().equals(latest.id().command())
                    && over.test(wait.signal().submitted())) {
                like.add(wait.id());
            }
        }
        return like;
    }
}
