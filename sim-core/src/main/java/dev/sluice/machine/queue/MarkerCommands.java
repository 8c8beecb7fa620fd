// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Command;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.Stages;

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

    void reach(CommandRecord record, Command.Marker command) {
        if (command instanceof Command.WriteTimestamp timestamp) {
            after(
                    record,
                    Stages.syncScopeSrc(timestamp.stage(), queue.capabilities()),
                    () -> run.timestamp(timestamp.name(), queue.now()));
        } else if (command instanceof Command.ResetStatistics) {
            // later commands do not wait: what they did before the earlier ones completed is not counted
            after(record, Stages.supportedBy(queue.capabilities()), () -> run.resetStatistics.run());
        } else if (command instanceof Command.Label || command instanceof Command.ExecuteCommands) {
            record.began(queue.now());
            record.ended(queue.now());
        } else {
            throw new UnknownKindException(command);
        }
    }

    private void after(CommandRecord record, long stages, Runnable then) {
        record.began(queue.now());
        barriers.start(BarrierOrder.waiting(record), queue.dependencies(stages), b -> {
            then.run();
            record.ended(queue.now());
        });
    }
}
