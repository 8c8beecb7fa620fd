// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that no command can do anything with: a line that says what is wrong, and exit code 2. */
final class BadFilesTest {
    private static final String STREAM = "upload-scale-readback";
    private static final byte[] BINARY = {'a', (byte) 0x90, 0, 1, (byte) 0xFF, '\n'};

    @TempDir
    private Path dir;

    private void refused(String problem, String... line) {
        Cli cli = Cli.run(line);

        assertThat(cli.err()).as("%s", List.of(line)).contains(problem).doesNotContain("\tat ");
        assertThat(cli.errorLines()).as("%s", List.of(line)).isEqualTo(1);
        assertThat(cli.code()).as("%s", List.of(line)).isEqualTo(2);
        assertThat(cli.out()).as("%s", List.of(line)).isEmpty();
    }

    private String[] line(String command, String file) {
        List<String> line = new ArrayList<>(List.of(command.split(" ")));
        line.add(file);
        if (command.equals("import")) {
            line.addAll(List.of("-o", dir.resolve("out.yaml").toString()));
        }
        return line.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "advise", "compare " + STREAM, "view", "step"})
    void a_trace_in_the_place_of_a_stream_is_told_as_one(String command) throws IOException {
        Path trace = Files.writeString(dir.resolve("t.csv"), "address\n1\n");

        refused(
                trace + ": is a trace (csv), which 'sluice replay' takes, and a stream is needed here",
                line(command, trace.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "check",
                "advise",
                "compare " + STREAM,
                "validate",
                "litmus",
                "describe",
                "import",
                "run " + STREAM + " -d"
            })
    void every_command_refuses_a_file_that_it_cannot_read(String command) throws IOException {
        Path folder = Files.createDirectory(dir.resolve("folder.json"));
        Path empty = Files.createFile(dir.resolve("empty.json"));
        Path binary = Files.write(dir.resolve("binary.json"), BINARY);

        refused("no such file", line(command, dir.resolve("missing.json").toString()));
        refused("is a directory, not a file", line(command, folder.toString()));
        refused(
                command.equals("litmus") ? "the file holds no litmus test" : "the file is empty",
                line(command, empty.toString()));
        refused(
                command.equals("import") ? "not JSON" : "binary.json:1:2: not UTF-8: byte 0x90 at offset 1",
                line(command, binary.toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "run uplod-scale-readback, upload-scale-readback",
        "check uplod-scale-readback, upload-scale-readback",
        "advise uplod-scale-readback, upload-scale-readback",
        "compare upload-scale-readback uplod-scale-readback, upload-scale-readback",
        "validate uplod-scale-readback, upload-scale-readback",
        "litmus mpp, mp",
        "describe nvidia-v10, nvidia-v100",
        "run upload-scale-readback -d rdna2, rdna2-6900xt",
        "check upload-scale-readback -d nvidia-v10, nvidia-v100",
        "advise upload-scale-readback -d nvidia-v10, nvidia-v100",
        "compare upload-scale-readback upload-scale-readback -d nvidia-v10, nvidia-v100",
        "validate upload-scale-readback -d nvidia-v10, nvidia-v100",
        "run upload-scale-readback -p radv-gfx1, radv-gfx10",
        "list device, devices",
        "schema strem, stream"
    })
    void a_near_miss_is_answered_with_the_name(String line, String meant) {
        refused("; did you mean '" + meant + "'?", line.split(" "));
    }

    @Test
    void import_takes_no_stream() throws IOException {
        Path stream = Files.writeString(dir.resolve("a.yaml"), "sluice: 1\n");

        refused(
                "is YAML, and neither a capture (.jsonl) nor a compact stream (.cmds)",
                line("import", stream.toString()));
    }

    @Test
    void validate_knows_litmus_tests() throws IOException {
        Path bad = Files.writeString(dir.resolve("bad.lit"), "litmus x\nnonsense\n");

        assertThat(Cli.run("validate", "mp").out()).contains("mp: ok, litmus test mp, ");
        refused("bad.lit:2:", "validate", bad.toString());
    }
}
