// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.sweep.MetricNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/sweeps.md}: its commands run, and it names every metric. */
final class SweepsDocTest {
    private static final Path PAGE = Documents.ROOT.resolve("docs/sweeps.md");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Set<String> WRITTEN =
            Set.of("out", "fewer", "l2", "parts", "merged", "before", "after", "traced", "accesses.csv.zst");

    @TempDir
    private Path folder;

    /** In the order of the page, because some read what earlier ones wrote. */
    @Test
    void every_command_of_the_page_runs() {
        List<String> commands = Documents.lines(PAGE).stream()
                .filter(line -> line.startsWith("sluice "))
                .toList();

        assertThat(commands).hasSizeGreaterThan(7).allSatisfy(command -> {
            Cli cli = Cli.run(words(command));
            assertThat(cli.err()).as(command).isEmpty();
            assertThat(cli.code()).as(command).isZero();
        });
    }

    /** The words of a command line behind the program's name, with files and folders in the test's own. */
    private String[] words(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            String word = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            words.add(WRITTEN.contains(word) ? folder.resolve(word).toString() : word);
        }
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    @Test
    void the_page_names_every_metric() {
        String page = Documents.text(PAGE);

        assertThat(new MetricNames(List.of("NAME"), true, true).chosen(List.of("all")))
                .allSatisfy(metric -> {
                    int dot = metric.lastIndexOf('.');
                    assertThat(page)
                            .as(metric)
                            .containsPattern("`" + "(" + Pattern.quote(metric) + "|"
                                    + Pattern.quote(metric.substring(dot + 1)) + ")`");
                });
    }
}
