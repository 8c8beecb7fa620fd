// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of where a result goes, beside the page for a browser. */
final class ResultFileOptions {
    @InHelp(HelpGroup.FILES)
    @Option(names = "--json", description = "Print result.json, and nothing else.")
    private boolean json;

    @InHelp(HelpGroup.FILES)
    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Write result.json and report.txt into a directory.")
    private @Nullable String out;

    @InHelp(HelpGroup.FILES)
    @Option(names = "--csv", paramLabel = "DIR", description = "Write the same facts as CSV files into a directory.")
    private @Nullable String csv;

    /** Whether the result file is printed in the place of a report. */
    boolean json() {
        return json;
    }

    /**
     * The files to write, each checked to be one that can be written.
     *
     * @param page the page for a browser, checked; null for none
     */
    ResultFiles files(@Nullable Path page) {
        return new ResultFiles(SessionCommand.directory(out), SessionCommand.directory(csv), page);
    }
}
