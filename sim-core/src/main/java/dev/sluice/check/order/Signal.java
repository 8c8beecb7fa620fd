// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.order;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What whoever waits for a semaphore or fence gets to know.
 *
 * @param execution what happened before
 * @param submitted what was submitted before it, whether its scope has it or not
 * @param available writes that are available to the device
 * @param hostVisible writes that were brought to the host, per reading by the host: for reading, for writing
 * @param hostExecution what came before global barriers to the host, per reading by the host
 * @param byHost whether the host signalled it
 * @param waited the latest wait for a semaphore of the queue that signalled it; null if there was none
 */
public record Signal(
        int[] execution,
        int[] submitted,
        int[] available,
        int[][] hostVisible,
        int[][] hostExecution,
        boolean byHost,
        SemaphoreWaits.@Nullable Wait waited) {

    public static Signal nothing(int width) {
        return new Signal(
                new int[width], new int[width], new int[width], new int[2][width], new int[2][width], false, null);
    }

    /** What knows both. */
    public Signal join(Signal other) {
        Signal joined = new Signal(
                execution.clone(),
                submitted.clone(),
                available.clone(),
                new int[][] {hostVisible[0].clone(), hostVisible[1].clone()},
                new int[][] {hostExecution[0].clone(), hostExecution[1].clone()},
                byHost || other.byHost,
                null);
        Columns.join(joined.execution, other.execution);
        Columns.join(joined.submitted, other.submitted);
        Columns.join(joined.available, other.available);
        for (int i = 0; i < 2; i++) {
            Columns.join(joined.hostVisible[i], other.hostVisible[i]);
            Columns.join(joined.hostExecution[i], other.hostExecution[i]);
        }
        return joined;
    }

    /**
     * The first half of a dependency.
     *
     * @param execution what happens before its second scope
     * @param carried writes that were available before it, whatever memory it is limited to
     * @param available these, and the writes of its access scope within that memory
     */
    public record Half(int[] execution, int[] carried, int[] available) {
        /** What comes after both. */
        public Half and(Half other) {
            Half both = new Half(execution.clone(), carried.clone(), available.clone());
            Columns.join(both.execution, other.execution);
            Columns.join(both.carried, other.carried);
            Columns.join(both.available, other.available);
            return both;
        }
    }

    /**
     * What was so at the moment of {@code setEvent}.
     *
     * @param queue the queue's order then; null for the host's set
     * @param host what the host thread knows, if it is its set
     * @param first what the set of a queue is the first half of; of the legacy form stages alone
     * @param legacy whether it is of the legacy form, which does not repeat the dependency of its wait
     */
    public record EventSet(@Nullable QueueOrder queue, Signal host, List<Barrier> first, boolean legacy) {
        /** A set by a queue whose order is this. */
        public static EventSet by(QueueOrder order, Command.SetEvent set) {
            return new EventSet(new QueueOrder(order), nothing(0), set.barriers(), set.legacy());
        }

        /** A set by a host thread that knows this. */
        public static EventSet by(Signal known) {
            return new EventSet(null, known, List.of(), false);
        }

        /** The stages that a set of the legacy form names. */
        public long stages() {
            long stages = 0;
            for (Barrier barrier : first) {
                stages |= barrier.srcStages();
            }
            return stages;
        }

        /** What a host thread gets to know that finds the event set. */
        public Signal told() {
            return queue == null ? host : queue.told(first);
        }
    }
}
