// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
import dev.sluice.program.StatisticsMode;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Stages;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Commands that do no work on memory: time stamps, regions of interest, statistics regions, labels, where secondaries begin, and
 * what goes under a condition.
 */
final class MarkerCommands {

    private final DeviceQueue queue;
    private final RunContext run;
    private final BarrierUnit barriers;
    /** Statistics regions that the queue has come to the begin of, and not to the end. */
    private final Deque<StatisticsRegion> regions = new ArrayDeque<>();

    MarkerCommands(DeviceQueue queue, RunContext run, BarrierUnit barriers) {
        this.queue = queue;
        this.run = run;
        this.barriers = barriers;
    }

    void reach(CommandRecord record, Command.Marker command) {
        if (command instanceof Command.WriteTimestamp timestamp) {
            after(
                    record,
                    Stages.syncScopeSrc(timestamp.stage(), queue.capabilities()),
                    () -> run.timestamp(timestamp.name(), queue.now()));
        } else if (command instanceof Command.ResetStatistics) {
            // later commands do not wait: what they did before the earlier ones completed is not counted
            after(
                    record,
                    Stages.supportedBy(queue.capabilities()),
                    () -> run.statistics().restart());
        } else if (command instanceof Command.BeginStatistics begin) {
            queue.takesNoTime();
            StatisticsRegion region = run.statistics().reach(begin.name(), begin.mode(), begin.origin());
            regions.push(region);
            afterEarlier(record, () -> run.statistics().begin(region));
        } else if (command instanceof Command.EndStatistics) {
            queue.takesNoTime();
            StatisticsRegion region = regions.pop();
            afterEarlier(record, () -> run.statistics().end(region));
        } else if (command instanceof Command.Label
                || command instanceof Command.ExecuteCommands
                || command instanceof Command.BeginConditionalRendering
                || command instanceof Command.EndConditionalRendering) {
            run.passed(record, queue.now());
        } else {
            throw new UnknownKindException(command);
        }
    }

    /** Counts a command among those of the regions that it stands in, and among those that warm the machine up. */
    void count(CommandRecord record, List<StatisticsRegion> around) {
        for (StatisticsRegion region : around) {
            region.commands.add(record);
            record.runAtOnce(region.mode == StatisticsMode.FUNCTIONAL);
        }
        for (Iterator<StatisticsRegion> outwards = regions.descendingIterator(); outwards.hasNext(); ) {
            StatisticsRegion region = outwards.next();
            region.commands.add(record);
            record.runAtOnce(region.mode == StatisticsMode.FUNCTIONAL);
        }
    }

    /** The last command that warms the machine up has been reached. */
    void warmUp() {
        whenEarlierAreDone(run.statistics()::warmedUp);
    }

    /** Waits as a barrier would, and is none: what only counts must leave no trace in what is simulated. */
    private void afterEarlier(CommandRecord record, Runnable then) {
        whenEarlierAreDone(() -> {
            then.run();
            run.passed(record, queue.now());
        });
    }

    private void whenEarlierAreDone(Runnable then) {
        Predecessors earlier = queue.predecessors(Stages.supportedBy(queue.capabilities()));
        earlier.await(earlier.takeTurn(), then::run);
    }

    private void after(CommandRecord record, long stages, Runnable then) {
        record.began(queue.now());
        barriers.start(BarrierOrder.waiting(record), queue.predecessors(stages), List.of(), b -> {
            then.run();
            record.ended(queue.now());
        });
    }
}
