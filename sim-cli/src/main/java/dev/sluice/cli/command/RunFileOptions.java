// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.dump.ImageDumps;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the files that are written once a run is over. */
final class RunFileOptions {
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

    @Mixin
    private RunPageOptions page = new RunPageOptions();

    @Mixin
    private DumpOptions dump = new DumpOptions();

    /** Whether the result file is printed in the place of a report. */
    boolean json() {
        return json;
    }

    /** Whether pictures of images were asked for. */
    boolean dumps() {
        return !dump.dumps().isEmpty();
    }

    /** What makes the page. */
    RunPageOptions page() {
        return page;
    }

    /** The files to write, each checked to be one that can be written. */
    RunFiles files(SessionCommand command) {
        ImageDumps dumps = new ImageDumps(dump.dumps());
        return new RunFiles(SessionCommand.directory(out), SessionCommand.directory(csv), page.file(command), dumps);
    }
}
