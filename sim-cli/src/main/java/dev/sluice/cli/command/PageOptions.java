// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that writes a report as a page for a browser. */
final class PageOptions {
    @InHelp(HelpGroup.FILES)
    @Option(names = "--html", paramLabel = "FILE", description = "Write a report for a browser, one page in one file.")
    private @Nullable String html;

    /** The page's file, checked; null for none. */
    @Nullable
    Path file() {
        if (html == null) {
            return null;
        }
        Path path = OutputPath.of(html);
        WholeFile.checkFile(path);
        return path;
    }
}
