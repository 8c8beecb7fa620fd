// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import picocli.CommandLine.Option;

/** What a run or a replay finds out about caches beside counting. */
final class AnalysisOptions {

    @InHelp(value = HelpGroup.REPORT, rare = true)
    @Option(names = "--optimal", description = "Also tell what Belady's replacement would have hit in each cache.")
    private boolean optimal;

    @InHelp(HelpGroup.REPORT)
    @Option(names = "--analyze", description = "Tell kinds of misses, reuse, hot sets, times and rooflines.")
    private boolean analyze;

    /** Whether look-ups are recorded for the best replacement. */
    boolean optimal() {
        return optimal;
    }

    /** Whether the run is looked into. */
    boolean analyze() {
        return analyze;
    }
}
