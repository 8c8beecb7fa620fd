// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.cli.Terminal;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.Style;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.StreamEdits;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs of streams with changed barriers that show nothing, until somebody interrupts one. */
public final class QuietRuns {
    private final Session session;
    private final Terminal silent = new Terminal(
            new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), false, Style.PLAIN);
    private int count;
    private boolean interrupted;

    /** None yet. */
    public QuietRuns(Session session) {
        this.session = session;
    }

    /** How many runs were made. */
    public int count() {
        return count;
    }

    /** Whether a run was stopped; no other is begun then. */
    public boolean interrupted() {
        return interrupted;
    }

    /** The stream with edits made; null when interrupted. */
    public @Nullable StreamRun run(LoadedRun stream, List<? extends BarrierEdit> edits, boolean timingOnly) {
        return run(stream, StreamEdits.apply(stream.stream(), edits), timingOnly);
    }

    /** Another program in the place of a stream's own; null when interrupted. */
    public @Nullable StreamRun run(LoadedRun stream, StreamProgram program, boolean timingOnly) {
        return run(stream, program, new RunOptions(timingOnly, 0, SimObserver.NONE));
    }

    /** Another program in the place of a stream's own, with options of its own; null when interrupted. */
    public @Nullable StreamRun run(LoadedRun stream, StreamProgram program, RunOptions options) {
        if (interrupted) {
            return null;
        }
        LoadedRun edited = new LoadedRun(stream.file(), stream.device(), stream.profile(), program, stream.leftOut());
        StreamRun run = StreamRun.of(edited, options, session.machines(), silent, session.interrupt(), machine -> {});
        count++;
        interrupted = run.result().interrupted();
        return interrupted ? null : run;
    }
}
