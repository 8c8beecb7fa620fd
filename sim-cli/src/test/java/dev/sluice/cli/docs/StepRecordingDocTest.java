// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/step-recording.md} do what they say. */
final class StepRecordingDocTest {

    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_page_writes_its_page() {
        List<String> commands = Documents.lines(Documents.ROOT.resolve("docs/step-recording.md")).stream()
                .filter(line -> line.startsWith("sluice "))
                .map(line -> line.substring("sluice ".length()))
                .toList();

        assertThat(commands).hasSizeGreaterThan(2);
        List<String> others = Documents.lines(Documents.ROOT.resolve("docs/stepping.md"));
        for (String command : commands) {
            if (others.contains("sluice " + command)) {
                continue; // SteppingDocTest does the same
            }
            List<String> arguments = new ArrayList<>();
            for (String word : command.split(" +", -1)) {
                arguments.add(word.endsWith(".html") ? folder.resolve(word).toString() : word);
            }
            Cli cli = Cli.run(arguments.toArray(String[]::new));
            assertThat(cli.code()).as(command + "\n" + cli.err()).isZero();
            assertThat(Files.exists(Path.of(arguments.get(arguments.size() - 1))))
                    .as(command)
                    .isTrue();
        }
    }
}
