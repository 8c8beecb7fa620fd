// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/report-page.md. */
final class ReportPageDocTest {
    private static final String PROGRAM = "sluice ";

    @Test
    void every_command_writes_a_page(@TempDir Path folder) {
        List<String> commands = Documents.lines(Documents.ROOT.resolve("docs/report-page.md")).stream()
                .filter(line -> line.startsWith(PROGRAM))
                .toList();

        assertThat(commands).hasSizeGreaterThan(2);
        for (int i = 0; i < commands.size(); i++) {
            Path page = folder.resolve(i + ".html");
            String[] words = Arrays.stream(
                            commands.get(i).substring(PROGRAM.length()).split(" ", -1))
                    .map(word -> word.endsWith(".html")
                            ? page.toString()
                            : word.startsWith("configs/")
                                    ? Documents.ROOT.resolve(word).toString()
                                    : word)
                    .toArray(String[]::new);
            Cli cli = Cli.run(words);
            assertThat(cli.err()).as(commands.get(i)).isEmpty();
            assertThat(page)
                    .as(commands.get(i))
                    .satisfies(file -> assertThat(Files.size(file)).isPositive());
        }
    }
}
