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

    @InHelp(value = HelpGroup.RUN, rare = true)
    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement; 0 without this.")
    private long seed;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--max-cycles",
            paramLabel = "N",
            description = "Stop after core cycle N with what is there, as Ctrl-C does; exit 3.")
    private long maxCycles = Long.MAX_VALUE;

    @Mixin
    private CountingOptions counting = new CountingOptions();

    boolean timingOnly() {
        return timingOnly;
    }

    long seed() {
        return seed;
    }

    /** Refuses what cannot be, before anything is read. */
    void check(SessionCommand command) {
        if (maxCycles < 1) {
            throw command.usage("--max-cycles must be at least 1, not " + maxCycles);
        }
    }

    /** Refuses what a program does not have. */
    void check(SessionCommand command, StreamProgram program) {
        counting.warmUp(command, program);
    }

    /** What they say to the machine about a program. */
    RunOptions of(SessionCommand command, StreamProgram program, SimObserver observer, @Nullable TraceSink trace) {
        return new RunOptions(
                timingOnly,
                seed,
                maxCycles,
                analysis.optimal(),
                observer,
                counting.warmUp(command, program),
                analysis.analyze(),
                trace);
    }
}
