// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.TraceSink;
import dev.sluice.program.StreamProgram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of how a run is simulated: with which seed, how far, what of it counts. */
final class SimulationOptions {
    @InHelp(value = HelpGroup.RUN, rare = true)
    @Option(
            names = "--timing-only",
            description = "The same cycles without findings: faster where no time needs bytes.")
    private boolean timingOnly;

    @Mixin
    private AnalysisOptions analysis = new AnalysisOptions();

    @Mixin
    private RunExtentOptions extent = new RunExtentOptions();

    @Mixin
    private CountingOptions counting = new CountingOptions();

    boolean timingOnly() {
        return timingOnly;
    }

    long seed() {
        return extent.seed();
    }

    /** Refuses what cannot be, before anything is read. */
    void check(SessionCommand command) {
        extent.check(command);
    }

    /** Refuses what a program does not have. */
    void check(SessionCommand command, StreamProgram program) {
        counting.warmUp(command, program);
    }

    /** What they say to the machine about a program. */
    RunOptions of(SessionCommand command, StreamProgram program, SimObserver observer, @Nullable TraceSink trace) {
        return new RunOptions(
                timingOnly,
                extent.seed(),
                extent.maxCycles(),
                analysis.optimal(),
                observer,
                counting.warmUp(command, program),
                analysis.analyze(),
                trace);
    }
}
