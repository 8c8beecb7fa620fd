// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.usage.UsageMark;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.usage.UsageSpan;
import dev.sluice.program.Command;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A submitted command and what became of it. */
final class CommandRecord {

    /** Shares below are not listed: there may be very many commands. */
    private static final double LEAST_SHARE = 0.01;

    private final String id;
    private final int attribution;
    private final Command command;
    private final String queue;
    private final int frame;
    private final long submitCycle;
    private final List<StageTask> tasks = new ArrayList<>(2);
    long startCycle = -1;
    long endCycle = -1;
    long bytesRead;
    long bytesWritten;
    long waves;
    private @Nullable UsageMark from;
    private @Nullable UsageSpan span;
    private boolean atOnce;
    private boolean ranAtOnce;
    private int number;
    /** The run that knows it. */
    private @Nullable RunContext run;

    /**
     * @param attribution index of this command in counters kept by command
     * @param frame the frame in which it was submitted
     */
    CommandRecord(String id, int attribution, Command command, String queue, int frame, long submitCycle) {
        this.id = id;
        this.attribution = attribution;
        this.command = command;
        this.queue = queue;
        this.frame = frame;
        this.submitCycle = submitCycle;
    }

    /** Says whether it is to run without time, if it can. */
    void runAtOnce(boolean wanted) {
        atOnce = wanted;
    }

    /** Whether it was to run without time. */
    boolean atOnce() {
        return atOnce;
    }

    /** How its parts are carried out. */
    GraphicsExecutor.How how() {
        return new GraphicsExecutor.How(id, command.origin(), atOnce);
    }

    /** All or a part of it did run without time. */
    void ranAtOnce(boolean did) {
        ranAtOnce |= did;
    }

    boolean ranAtOnce() {
        return ranAtOnce;
    }

    /** Whether it has something to do and took time for it, though it was to run without. */
    boolean ranInDetail() {
        return atOnce && !ranAtOnce && !tasks.isEmpty() && !(command instanceof Command.Synchronization);
    }

    String id() {
        return id;
    }

    /** It has this number among the commands of a run. */
    void add(int among, RunContext of) {
        number = among;
        run = of;
    }

    /** Its number among the commands of the run. */
    int number() {
        return number;
    }

    String queue() {
        return queue;
    }

    /** It, or one of its stages, may have changed. */
    void changed() {
        RunContext of = run;
        if (of != null) {
            of.changed(this);
        }
    }

    /** Whether somebody looks at it between events. */
    boolean viewed() {
        return run != null && run.viewed();
    }

    int attribution() {
        return attribution;
    }

    /** When its queue reached it. */
    long submitCycle() {
        return submitCycle;
    }

    int frame() {
        return frame;
    }

    Command command() {
        return command;
    }

    void add(StageTask task) {
        tasks.add(task);
        changed();
    }

    List<StageTask> tasks() {
        return tasks;
    }

    void began(long cycle) {
        changed();
        if (startCycle < 0) {
            startCycle = cycle;
        }
    }

    void ended(long cycle) {
        began(cycle);
        endCycle = Math.max(endCycle, cycle);
        changed();
    }

    /** Notes how busy everything is, before the first of its tasks begins. */
    void uses(UsageMeter meter, long now) {
        if (startCycle < 0) {
            from = meter.mark(now);
        }
    }

    /** Says what limited it, if all of its tasks have ended. */
    void used(UsageMeter meter, long now) {
        for (StageTask task : tasks) {
            if (task.endCycle < 0) {
                return;
            }
        }
        limit(meter, now);
    }

    private void limit(UsageMeter meter, long now) {
        UsageMark start = from;
        if (start != null && now > startCycle) {
            span = meter.between(start, meter.mark(now), LEAST_SHARE);
        }
        from = null;
    }

    /** A command may come to a stage several times, as a render pass that loads two attachments does; -1 is an end that never came. */
    private static RunResult.StageTime together(RunResult.StageTime one, RunResult.StageTime other) {
        return new RunResult.StageTime(
                Math.min(one.start(), other.start()),
                one.end() < 0 || other.end() < 0 ? -1 : Math.max(one.end(), other.end()));
    }

    /** The result, once the run is over; a command that a stopped run left open is judged up to then. */
    RunResult.CommandResult result(long overlapCycles, UsageMeter meter, long now) {
        limit(meter, now);
        UsageSpan lasted = span;
        Map<String, RunResult.StageTime> stages = new LinkedHashMap<>();
        for (StageTask task : tasks) {
            if (task.startCycle >= 0) {
                stages.merge(
                        task.stageName,
                        new RunResult.StageTime(task.startCycle, task.endCycle),
                        CommandRecord::together);
            }
        }
        return new RunResult.CommandResult(
                id,
                command.kind(),
                command.origin().label(),
                command.origin().where(),
                queue,
                command.origin().approximate(),
                submitCycle,
                startCycle,
                endCycle,
                overlapCycles,
                stages,
                bytesRead,
                bytesWritten,
                waves,
                lasted == null ? null : lasted.limits());
    }
}
