// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.trace.TraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands and the example of {@code docs/traces.md} do what they say. */
final class TracesDocTest {

    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_page_runs() throws IOException {
        List<String> lines = Documents.lines(Documents.ROOT.resolve("docs/traces.md"));
        prepare(lines);
        List<String> commands = lines.stream()
                .filter(line -> line.startsWith("sluice "))
                .map(line -> line.substring("sluice ".length()))
                .toList();

        assertThat(commands).hasSizeGreaterThan(4);
        for (String command : commands) {
            Cli cli = Cli.run(arguments(command));
            assertThat(cli.code()).as(command + "\n" + cli.err()).isZero();
        }
        assertThat(folder.resolve("results/result.json")).exists();
    }

    private void prepare(List<String> lines) throws IOException {
        int begin = lines.indexOf("```csv") + 1;
        assertThat(begin).isPositive();
        List<String> example =
                lines.subList(begin, begin + lines.subList(begin, lines.size()).indexOf("```"));
        Files.write(folder.resolve("accesses.csv"), example);
        Files.writeString(folder.resolve("kernelslist.g"), "kernel-1.traceg\n");
        Files.writeString(folder.resolve("kernel-1.traceg"), TraceBytes.KERNEL);
        Files.write(
                folder.resolve("trace.champsim.xz"),
                TraceBytes.packed("t.xz", TraceBytes.champSim(0x400, 0x2000, 0x1000)));
    }

    /** With files of the page in a folder of this test. */
    private String[] arguments(String command) {
        List<String> arguments = new ArrayList<>();
        for (String word : command.split(" +", -1)) {
            boolean file =
                    word.contains(".csv") || word.endsWith(".g") || word.endsWith(".xz") || word.equals("results");
            arguments.add(file ? folder.resolve(word).toString() : word);
        }
        return arguments.toArray(String[]::new);
    }
}
