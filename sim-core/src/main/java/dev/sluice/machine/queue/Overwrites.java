// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets a command that writes past a cache first flush the bytes that it overwrites, if a queue still owes that
 * ({@link OwedFlushes}).
 *
 * <p>Line by line and no further, in any cache: what else is dirty there stays as a missing barrier leaves it.
 */
final class Overwrites {

    private final OwedFlushes owed;
    private final WrittenBytes written;
    private final BarrierUnit barriers;
    private final List<Settlement> settlements = new ArrayList<>();
    /** How many flushes each command has begun. */
    private final Map<String, Integer> begun = new HashMap<>();

    private int generation;

    Overwrites(OwedFlushes owed, WrittenBytes written, BarrierUnit barriers) {
        this.owed = owed;
        this.written = written;
        this.barriers = barriers;
    }

    /** Notes that a kernel of a stage, from here on, writes through the caches of its unit. */
    void shaderWrites(long stage) {
        owed.written(stage);
    }

    /** The starter of a task, which first settles what is owed to the task's write; the same starter where nothing is. */
    StageTask.Starter settling(CommandRecord record, long stage, Access write, StageTask.Starter starter) {
        List<CacheAction> flushes = owed.owedTo(stage, write);
        if (flushes.isEmpty()) {
            return starter;
        }
        List<AddressRange> bytes = written.by(record.command(), write);
        if (bytes.isEmpty()) {
            return starter;
        }
        Settlement settlement = settlement(stage, flushes, bytes);
        return started -> settlement.before(started, starter);
    }

    /** One for all tasks of a stage that overwrite the same bytes, such as the draws of a render pass. */
    private Settlement settlement(long stage, List<CacheAction> flushes, List<AddressRange> bytes) {
        if (generation != owed.generation()) {
            generation = owed.generation();
            settlements.clear();
        }
        for (Settlement known : settlements) {
            if (known.stage == stage && known.flushes.equals(flushes) && known.bytes.equals(bytes)) {
                return known;
            }
        }
        Settlement settlement = new Settlement(stage, flushes, bytes);
        settlements.add(settlement);
        return settlement;
    }

    /** What the next flush of a task's command is called: a command that overwrites in several stages has several. */
    private String part(StageTask task) {
        int number = begun.merge(task.command.id(), 1, Integer::sum) - 1;
        return number == 0 ? ".write" : ".write" + number;
    }

    /** A flush that the first of its tasks begins, and all of them wait for. */
    private final class Settlement {
        private final long stage;
        private final List<CacheAction> flushes;
        private final List<AddressRange> bytes;
        private @Nullable BarrierRun flush;

        Settlement(long stage, List<CacheAction> flushes, List<AddressRange> bytes) {
            this.stage = stage;
            this.flushes = flushes;
            this.bytes = bytes;
        }

        void before(StageTask task, StageTask.Starter starter) {
            BarrierRun known = flush;
            if (known == null) {
                BarrierOrder order =
                        BarrierOrder.before(task.command, part(task), BarrierKind.OVERWRITE_BEGIN, flushes, bytes);
                known = barriers.start(order, List.of(), b -> {});
                flush = known;
            }
            BarrierRun run = known;
            if (run.released()) {
                starter.start(task);
                return;
            }
            long since = barriers.now();
            run.completion.addWaiter(() -> {
                long cycles = barriers.now() - since;
                run.holdsBack(new RunResult.HeldBack(task.command.id(), task.stageName, cycles, since, null));
                starter.start(task);
            });
        }
    }
}
