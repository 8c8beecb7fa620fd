// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import picocli.CommandLine.Option;

/** The options of where chance begins and where time ends. */
final class RunExtentOptions {
    @InHelp(value = HelpGroup.RUN, rare = true)
    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement (default: 0).")
    private long seed;

    @InHelp(HelpGroup.RUN)
    @Option(
            names = "--max-cycles",
            paramLabel = "N",
            description = "Stop after core cycle N with what is there, as Ctrl-C does; exit 3.")
    private long maxCycles = Long.MAX_VALUE;

    /** Refuses what cannot be, before anything is read. */
    void check(SessionCommand command) {
        if (maxCycles < 1) {
            throw command.usage("--max-cycles must be at least 1, not " + maxCycles);
        }
    }

    long seed() {
        return seed;
    }

    /** The last cycle that is simulated. */
    long maxCycles() {
        return maxCycles;
    }
}
