// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/timeline.md} do what they say. */
final class TimelineDocTest {

    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_page_writes_its_file() {
        List<String> commands = Documents.lines(Documents.ROOT.resolve("docs/timeline.md")).stream()
                .filter(line -> line.startsWith("sluice "))
                .map(line -> line.substring("sluice ".length()))
                .toList();

        assertThat(commands).hasSize(3);
        for (String command : commands) {
            List<String> arguments = new ArrayList<>();
            for (String word : command.split(" +", -1)) {
                arguments.add(word.startsWith("frame.") ? folder.resolve(word).toString() : word);
            }
            Cli cli = Cli.run(arguments.toArray(String[]::new));
            assertThat(cli.code()).as(command + "\n" + cli.err()).isZero();
            assertThat(Path.of(arguments.get(3))).isNotEmptyFile();
        }
    }
}
