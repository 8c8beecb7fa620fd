package dev.sluice.core.command.run;

import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Command;

/** Commands that do no work on memory: time stamps, regions of interest, labels, and where secondaries begin. */
final class MarkerCommands {

    private final DeviceQueue queue;
    private final RunContext run;
    private final BarrierUnit barriers;

    MarkerCommands(DeviceQueue queue, RunContext run, BarrierUnit barriers) {
        this.queue = queue;
        this.run = run;
        this.barriers = barriers;
    }

    /** Carries a command out if it is a marker, and says whether it is one. */
    boolean reach(CommandRecord record) {
        Command command = record.command();
        if (command instanceof Command.WriteTimestamp timestamp) {
            after(
                    record,
                    Stages.syncScopeSrc(timestamp.stage(), queue.capabilities()),
                    () -> run.timestamp(timestamp.name(), queue.now()));
            return true;
        }
        if (command instanceof Command.ResetStatistics) {
            // later commands do not wait: what they did before the earlier ones completed is not counted
            after(record, Stages.supportedBy(queue.capabilities()), () -> run.resetStatistics.run());
            return true;
        }
        if (command instanceof Command.Label || command instanceof Command.ExecuteCommands) {
            record.began(queue.now());
            record.ended(queue.now());
            return true;
        }
        return false;
    }

    private void after(CommandRecord record, long stages, Runnable then) {
        record.began(queue.now());
        barriers.start(BarrierOrder.waiting(record), queue.dependencies(stages), b -> {
            then.run();
            record.ended(queue.now());
        });
    }
}
