// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.Collections;
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
     * @param everyStage what the queue has
     * @param before the wait of the queue before it; null for its first
     */
    public record Wait(
            DependencyId id,
            SemaphoreOperation operation,
            Signal signal,
            long everyStage,
            @Nullable Wait before) {

        /**
         * The stages by which what follows comes after the wait, if its first scope names them: a barrier, or a signal.
         *
         * @param prior the stages of what comes before the signal: the least of all, where all stages wait and the queue has them
         */
        public long chained(long prior) {
            long stages = Stages.normaliseDst(operation.stages());
            long least = prior & everyStage;
            boolean all = (stages & Stage.ALL_COMMANDS.mask()) != 0;
            return all && least != 0 ? least : stages == 0 ? Stage.ALL_COMMANDS.mask() : stages;
        }

        /** Whether it holds back no stage at which anything is done. */
        public boolean holdsNothing() {
            return Stages.normaliseDst(operation.stages()) == 0;
        }

        /**
         * Where an access is lost whose end was before the signal, and which the signal does not come after.
         *
         * @param over whether a clock comes after the access
         */
        public Gap gap(Predicate<int[]> over) {
            Wait by = this;
            Wait through = latest(signal.waited(), over);
            while (through != null && !over.test(through.signal.execution())) {
                by = through;
                through = latest(by.signal.waited(), over);
            }
            return new Gap(by, through);
        }

        /**
         * The wait whose signal comes after a write, but does not name its stage, so that what follows is in order and the write
         * is not available: of a chain through several queues the first.
         *
         * @param over whether a clock comes after the write; that of this wait's signal does
         */
        public Wait withoutMemory(Predicate<int[]> over) {
            Wait first = this;
            Wait earlier = latest(first.signal.waited(), over);
            while (earlier != null && over.test(earlier.signal.execution())) {
                first = earlier;
                earlier = latest(first.signal.waited(), over);
            }
            return first;
        }
    }

    /**
     * A signal that does not come after what it could.
     *
     * @param by which waited for it
     * @param through the wait of the queue that signalled which comes after the access, at stages that the signal does not come after; null
     *     where the queue made the access itself
     */
    public record Gap(Wait by, @Nullable Wait through) {}

    private @Nullable Wait last;
    /** All that was submitted before one of the signals, or one that these have waited for, whatever stages they name. */
    private final int[] heard;

    private final long everyStage;

    /**
     * Of a queue.
     *
     * @param everyStage the stages that the queue has
     */
    public SemaphoreWaits(int width, long everyStage) {
        heard = new int[width];
        this.everyStage = everyStage;
    }

    /** The queue waits, by a semaphore operation of a submission. */
    public void add(DependencyId id, SemaphoreOperation operation, Signal signal) {
        last = new Wait(id, operation, signal, everyStage, last);
        Columns.join(heard, signal.submitted());
    }

    /** The latest of all; null if there is none. */
    public @Nullable Wait last() {
        return last;
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
        return over.test(heard) ? latest(last, over) : null;
    }

    private static @Nullable Wait latest(@Nullable Wait from, Predicate<int[]> over) {
        Wait narrow = null;
        for (Wait wait = from; wait != null; wait = wait.before) {
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
        for (Wait wait = last; wait != null; wait = wait.before) {
            if (wait.id().command().equals(latest.id().command())
                    && over.test(wait.signal().submitted())) {
                like.add(wait.id());
            }
        }
        Collections.reverse(like);
        return like;
    }
}
