// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No output replaces a file that the stream names: its data and its device. */
final class OutputsOverInputsTest {
    private static final Path CONFIGS = Path.of(System.getProperty("sluice.root", "."), "configs");

    @TempDir
    private Path dir;

    private Path stream = Path.of("");

    @BeforeEach
    void files() throws IOException {
        Path device = dir.resolve("own-device.yaml");
        Files.copy(CONFIGS.resolve("devices/seed-discrete-l2.yaml"), device);
        Files.write(dir.resolve("in.bin"), new byte[64]);
        Files.write(dir.resolve("expected.bin"), new byte[64]);
        stream = dir.resolve("s.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: s
                device: %s
                memory:
                  - {name: shared, size: 4KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: h, memory: shared, offset: 0, size: 64}
                program:
                  - mapMemory: {memory: shared}
                  - hostWrite: {buffer: h, data: {file: in.bin}}
                  - hostRead: {buffer: h, expect: {file: expected.bin}}
                """.formatted(device));
    }

    @ParameterizedTest
    @ValueSource(strings = {"in.bin", "expected.bin", "own-device.yaml", "s.yaml"})
    void a_log_is_not_written_over_what_the_stream_names(String input) throws IOException {
        untouched(input, "run", stream.toString(), "--log", dir.resolve(input).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"in.bin", "own-device.yaml", "s.yaml"})
    void sarif_is_not_written_over_what_the_stream_names(String input) throws IOException {
        untouched(
                input, "check", stream.toString(), "--sarif", dir.resolve(input).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"in.bin", "own-device.yaml", "s.yaml"})
    void a_better_stream_is_not_written_over_what_the_stream_names(String input) throws IOException {
        untouched(input, "advise", stream.toString(), "-o", dir.resolve(input).toString());
    }

    @Test
    void an_import_is_not_written_over_its_device() throws IOException {
        untouched(
                "own-device.yaml",
                "import",
                CONFIGS.resolve("streams/captures/fillcopy-good.jsonl").toString(),
                "--device",
                dir.resolve("own-device.yaml").toString(),
                "-o",
                dir.resolve("own-device.yaml").toString());
    }

    @Test
    void a_priced_barrier_is_not_written_over_its_device() throws IOException {
        String device = dir.resolve("own-device.yaml").toString();

        untouched(
                "own-device.yaml",
                "barrier",
                "COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_READ",
                "--device",
                device,
                "-o",
                device);
    }

    @Test
    void a_result_is_not_written_over_data_of_its_name() throws IOException {
        Files.move(dir.resolve("in.bin"), dir.resolve("result.json"));
        Files.writeString(stream, Files.readString(stream).replace("in.bin", "result.json"));

        untouched("result.json", "run", stream.toString(), "-o", dir.toString());
    }

    @Test
    void a_link_to_an_input_is_one() throws IOException {
        Files.createSymbolicLink(dir.resolve("link"), dir.resolve("in.bin"));

        untouched(
                "in.bin", "run", stream.toString(), "--log", dir.resolve("link").toString());
    }

    private void untouched(String input, String... command) throws IOException {
        byte[] before = Files.readAllBytes(dir.resolve(input));
        Cli cli = Cli.run(command);

        assertThat(cli.code()).as(List.of(command) + cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains("is also an input");
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(Files.readAllBytes(dir.resolve(input))).isEqualTo(before);
    }
}
