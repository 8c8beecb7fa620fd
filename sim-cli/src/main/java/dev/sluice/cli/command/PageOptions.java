// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.config.ConfigException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        Path path = Inputs.path(html);
        WholeFile.checkFile(path);
        return path;
    }

    /** The files that go into a directory; none for no directory. */
    static Stream<Path> in(@Nullable Path directory, Collection<String> names) {
        return directory == null ? Stream.empty() : names.stream().map(directory::resolve);
    }

    /** The page itself if it would be one of the tables in a directory. */
    static List<Path> tables(@Nullable Path directory, @Nullable Path page) {
        return directory != null
                        && page != null
                        && page.toString().endsWith(".csv")
                        && directory
                                .toAbsolutePath()
                                .normalize()
                                .equals(page.toAbsolutePath().normalize().getParent())
                ? List.of(page)
                : List.of();
    }

    /**
     * Refuses a page that would replace an input or another output.
     *
     * @param others outputs by the option that writes them
     */
    static void refuse(@Nullable Path page, Collection<Path> inputs, Map<String, List<Path>> others) {
        if (page == null) {
            return;
        }
        WholeFile.refuseInputs(page, inputs);
        Path at = page.toAbsolutePath().normalize();
        others.forEach((option, files) -> files.forEach(file -> {
            if (file.toAbsolutePath().normalize().equals(at)) {
                throw new ConfigException(
                        page.toString(), "is written by --html and by " + option + "; name two files");
            }
        }));
    }
}
