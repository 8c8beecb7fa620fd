// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.analysis.Dispatched;
import dev.sluice.program.Command;
import dev.sluice.result.FrameResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of a run's result that commands and barriers make. */
public final class RunReport {

    private RunReport() {}

    /** Every command, in the order in which queues reached them; a stopped run's open commands end at {@code now}. */
    public static List<RunResult.CommandResult> commands(RunContext run, long now) {
        List<CommandRecord> records = run.commands();
        long[] overlaps = overlaps(records, now);
        List<RunResult.CommandResult> results = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            results.add(records.get(i).result(overlaps[i], run.usage, now));
        }
        return results;
    }

    /** Every dispatch of some workgroup that ran in simulated time, in the order in which queues reached them. */
    public static List<Dispatched> dispatches(RunContext run) {
        List<Dispatched> dispatches = new ArrayList<>();
        for (CommandRecord record : run.commands()) {
            if (record.command() instanceof Command.Compute compute
                    && record.waves > 0
                    && !record.ranAtOnce()
                    && record.endCycle >= 0) {
                dispatches.add(new Dispatched(
                        record.id(),
                        record.attribution(),
                        compute.kernel(),
                        record.startCycle,
                        record.endCycle - record.startCycle));
            }
        }
        return dispatches;
    }

    /** Every barrier, implicit ones included, in the order in which they were reached. */
    public static List<RunResult.BarrierResult> barriers(RunContext run, long now) {
        return run.barriers().stream()
                .map(barrier -> barrier.result(now, run.caches))
                .toList();
    }

    /** Set-up, frames and rest, in order. */
    public static List<FrameResult> frames(RunContext run, long now) {
        return run.frames().results(run.commands(), run.barriers(), now);
    }

    public static Map<String, Long> timestamps(RunContext run) {
        return run.timestamps();
    }

    /** Per command the cycles during which another action command ran too. */
    private static long[] overlaps(List<CommandRecord> records, long now) {
        List<long[]> edges = new ArrayList<>();
        for (CommandRecord record : records) {
            if (works(record)) {
                edges.add(new long[] {record.startCycle, 1});
                edges.add(new long[] {end(record, now), -1});
            }
        }
        edges.sort((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
        long[] at = new long[edges.size()];
        long[] shared = new long[edges.size()];
        long active = 0;
        for (int i = 0; i < edges.size(); i++) {
            at[i] = edges.get(i)[0];
            if (i > 0) {
                shared[i] = shared[i - 1] + (active >= 2 ? at[i] - at[i - 1] : 0);
            }
            active += edges.get(i)[1];
        }
        long[] overlaps = new long[records.size()];
        for (int i = 0; i < overlaps.length; i++) {
            CommandRecord record = records.get(i);
            if (works(record)) {
                overlaps[i] = sharedUpTo(at, shared, end(record, now)) - sharedUpTo(at, shared, record.startCycle);
            }
        }
        return overlaps;
    }

    private static long sharedUpTo(long[] at, long[] shared, long cycle) {
        int i = java.util.Arrays.binarySearch(at, cycle);
        return shared[i >= 0 ? i : Math.max(0, -i - 2)];
    }

    private static boolean works(CommandRecord record) {
        return record.startCycle >= 0
                && !(record.command() instanceof Command.PipelineBarrier)
                && !(record.command() instanceof Command.Marker);
    }

    private static long end(CommandRecord record, long now) {
        return record.endCycle < 0 ? now : record.endCycle;
    }
}
