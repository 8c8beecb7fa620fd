// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Compact streams as a user meets them. */
final class CompactStreamsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    static Stream<String> shipped() throws IOException {
        try (Stream<Path> files = Files.list(Runs.configs().resolve("streams/compact"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void a_shipped_one_runs_clean_by_its_name(String file) {
        Cli run = Cli.run("run", "compact/" + file.replace(".cmds", ""), "--quiet");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).as(run.out()).isZero();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void what_import_writes_runs_to_the_same_result(String file) throws IOException {
        String compact = Runs.configs().resolve("streams/compact/" + file).toString();
        Path yaml = folder.resolve("imported.yaml");
        for (String device : new String[] {"seed-discrete-l2", "rdna2-6900xt", "uma-apu"}) {
            Cli imported = Cli.run("import", compact, "-o", yaml.toString(), "-d", device);
            assertThat(imported.code()).as(imported.err()).isZero();

            assertThat(result(yaml.toString(), device)).as(device).isEqualTo(result(compact, device));
        }
    }

    /** A result without time of the host, hashes of files and the places of things, which differ. */
    private static JsonNode result(String file, String device) {
        JsonNode result =
                JSON.readTree(Cli.run("run", file, "-d", device, "--json").out());
        withoutPlaces(result);
        ((ObjectNode) result).remove("wallSeconds");
        ((ObjectNode) result).remove("timing");
        ((ObjectNode) result).remove("inputs");
        return result;
    }

    private static void withoutPlaces(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove("where");
        }
        node.forEach(CompactStreamsTest::withoutPlaces);
    }

    @Test
    void findings_name_the_line_of_the_compact_stream() throws IOException {
        String file = file("x.cmds", "buffer x 64\nhostwrite x u32 1 2\nfill x 7\nidle\nhostread x = u32 7 8\n");

        Cli run = Cli.run("run", file);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("x.cmds:5:1");
    }

    /** A capture and a compact stream each name the device that they were imported for, as it was named. */
    @ParameterizedTest
    @ValueSource(strings = {"x.cmds", "captures/fillcopy-good.jsonl"})
    void what_was_imported_for_a_device_runs_on_it(String source) throws IOException {
        String from = source.endsWith(".cmds")
                ? file(source, "buffer x 64\nfill x 7\n")
                : Runs.configs().resolve("streams").resolve(source).toString();
        String yaml = folder.resolve("imported.yaml").toString();
        Path own = folder.resolve("own.yaml");
        Files.writeString(
                own,
                Files.readString(Runs.configs().resolve("devices/seed-discrete-l2.yaml"))
                        .replace("name: seed-discrete-l2", "name: my-gpu"));

        Cli.run("import", from, "-o", yaml, "-d", "uma-apu");
        assertThat(Cli.run("run", yaml, "-q").out()).contains(" on uma-apu: clean");
        Cli.run("import", from, "-o", yaml, "-d", own.toString());
        assertThat(Cli.run("run", yaml, "-q").out()).contains(" on my-gpu: clean");
    }

    @Test
    void a_preset_is_imported_by_its_name() {
        Cli byName = Cli.run("import", "compact/split-barrier", "-o", "-");

        assertThat(byName.err()).isEmpty();
        assertThat(byName.out()).startsWith("sluice: 1\nname: split-barrier\n");
    }

    @Test
    void import_writes_to_stdout() throws IOException {
        Cli imported = Cli.run("import", file("fill.cmds", "buffer x 64\nfill x 7\n"), "-o", "-");

        assertThat(imported.code()).isZero();
        assertThat(imported.out()).isEqualTo("""
                        sluice: 1
                        name: fill
                        device: seed-discrete-l2
                        memory:
                          - {name: buffers, size: 65536, properties: [DEVICE_LOCAL]}
                        buffers:
                          - {name: x, memory: buffers, offset: 0, size: 64}
                        program:
                          - {queueSubmit: {queue: universal.0, commands: [{fillBuffer: {dst: x, data: 7}}]}}
                        """);
    }

    @ParameterizedTest
    @CsvSource({"run", "validate"})
    void a_bad_line_is_one_line_of_error_and_exit_code_2(String command) throws IOException {
        String file = file("bad.cmds", "buffer x 64\nfil x 7\n");

        Cli run = Cli.run(command, file);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(file + ":2:1: no line begins with 'fil'; did you mean 'fill'?\n");
    }

    @Test
    void a_bad_line_of_an_import_leaves_the_output_file_alone() throws IOException {
        Path yaml = folder.resolve("out.yaml");

        Cli run = Cli.run("import", file("bad.cmds", "buffer x 64\nfill y\n"), "-o", yaml.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).endsWith("bad.cmds:2:6: unknown buffer 'y'; did you mean 'x'?\n");
        assertThat(yaml).doesNotExist();
    }

    @Test
    void a_device_with_one_queue_says_so() throws IOException {
        String file = file("two.cmds", "buffer x 64\nqueue 1\nfill x\n");

        Cli run = Cli.run("run", file, "-d", "adreno-6xx");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .endsWith("two.cmds:2:7: queue: device 'adreno-6xx' has one queue only, which is queue 0\n");
    }

    @Test
    void validate_names_stream_and_device() throws IOException {
        Cli run = Cli.run("validate", file("ok.cmds", "device uma-apu\nbuffer x 64\nfill x\n"));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("ok, stream ok on uma-apu");
    }

    @Test
    void list_shows_the_first_sentence_of_the_comment() {
        assertThat(Cli.run("list", "streams").out())
                .contains("An event is a barrier in two halves")
                .doesNotContain("yaml-language-server");
    }

    @Test
    void the_only_layout_that_a_use_allows_is_told_once() throws IOException {
        Path stream = Files.writeString(folder.resolve("layout.cmds"), """
                image i 8 8 UNDEFINED
                barrier NONE>COPY@i:UNDEFINED:SHADER_READ_ONLY_OPTIMAL
                dispatch iw=i
                """);

        assertThat(Cli.run("validate", stream.toString()).err())
                .isEqualTo(stream
                        + ":3:13: layout: an image cannot be used so in SHADER_READ_ONLY_OPTIMAL; GENERAL allows it\n");
    }
}
