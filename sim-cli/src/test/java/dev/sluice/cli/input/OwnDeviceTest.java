// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The device that a stream names, where there is no such one. */
final class OwnDeviceTest {

    @TempDir
    private Path folder;

    private Path stream(String device) throws IOException {
        return Files.writeString(folder.resolve("stream.yaml"), """
                sluice: 1
                name: stream
                device: %s
                program: []
                """.formatted(device));
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "advise", "validate", "step", "sweep --vary caches.l2.ways=2,4 -o out"})
    void is_refused_at_its_place_in_the_stream(String command) throws IOException {
        Path stream = stream("tiny-3");
        List<String> words = new ArrayList<>(
                List.of(command.replace("out", folder.resolve("out").toString()).split(" ")));
        words.add(1, stream.toString());

        Cli run = Cli.run(words.toArray(new String[0]));

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith(stream + ":3:9: device: tiny-3: no such device; did you mean");
    }

    @Test
    void of_lines_is_refused_at_its_line() throws IOException {
        Path stream = Files.writeString(folder.resolve("lines.cmds"), "# lines\ndevice tiny-3\n");

        Cli run = Cli.run("run", stream.toString());

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith(stream + ":2:8: device: tiny-3: no such device");
    }

    @Test
    void that_is_a_file_is_refused_likewise() throws IOException {
        Path stream = stream("no/such.yaml");

        Cli run = Cli.run("run", stream.toString());

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith(stream + ":3:9: device: no/such.yaml: no such file");
    }
}
