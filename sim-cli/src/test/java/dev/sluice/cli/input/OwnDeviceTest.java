// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import dev.sluice.config.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    /** What lies in the current folder, of the same name, does not matter. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "advise", "validate", "sweep --vary caches.l2.ways=16 -o out"})
    void that_is_a_path_is_found_from_the_folder_of_the_stream(String command) throws IOException {
        device();
        Path stream = stream("devices/my.yaml");
        List<String> words = new ArrayList<>(
                List.of(command.replace("out", folder.resolve("out").toString()).split(" ")));
        words.add(1, stream.toString());

        Cli run = Cli.run(words.toArray(new String[0]));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @Test
    void that_is_no_file_there_is_found_from_the_current_folder() throws IOException {
        Path own = device();
        Path current = Path.of("").toAbsolutePath();
        Path stream = stream(current.relativize(own).toString());
        Path deeper = Files.createDirectories(folder.resolve("a/b/c/d"));
        Path moved = Files.move(stream, deeper.resolve("stream.yaml"));

        assertThat(Cli.run("run", moved.toString()).out()).contains(" on my-gpu");
    }

    @Test
    void in_the_folder_of_lines_is_found_from_the_stream_made_of_them() throws IOException {
        device();
        Path lines = Files.writeString(folder.resolve("lines.cmds"), "device devices/my.yaml\nbuffer a 16\nfill a 1\n");
        Path beside = folder.resolve("beside.yaml");
        Path elsewhere = Files.createDirectories(folder.resolve("else")).resolve("where.yaml");

        for (Path to : List.of(beside, elsewhere)) {
            assertThat(Cli.run("import", lines.toString(), "-o", to.toString()).err())
                    .isEmpty();
            assertThat(Cli.run("run", to.toString(), "-q").out()).contains(" on my-gpu: clean");
        }
        assertThat(Files.readString(beside)).contains("device: devices/my.yaml\n");
        assertThat(Cli.run("run", lines.toString(), "-q").out()).contains(" on my-gpu: clean");
    }

    private Path device() throws IOException {
        return Files.writeString(
                Files.createDirectories(folder.resolve("devices")).resolve("my.yaml"),
                new String(Presets.onClasspath().read(Presets.Kind.DEVICES, "seed-discrete-l2"), StandardCharsets.UTF_8)
                        .replace("name: seed-discrete-l2", "name: my-gpu"));
    }

    @Test
    void that_is_a_file_is_refused_likewise() throws IOException {
        Path stream = stream("no/such.yaml");

        Cli run = Cli.run("run", stream.toString());

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).startsWith(stream + ":3:9: device: no/such.yaml: no such file");
    }
}
