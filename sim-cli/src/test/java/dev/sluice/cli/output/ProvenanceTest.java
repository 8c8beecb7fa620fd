// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code result.json} says of the files that a run was made of. */
final class ProvenanceTest {
    private static final Path CONFIGS = Path.of("../configs");

    private static final String STREAM = """
            sluice: 1
            name: s
            device: seed-discrete-l2
            memory: [{name: m, size: 64KiB, properties: [HOST_VISIBLE]}]
            buffers: [{name: b, memory: m, offset: 0, size: 4KiB, usage: [TRANSFER_DST]}]
            program:
              - mapMemory: m
              - hostWrite: {buffer: b, offset: 0, data: {file: DATA}}
            """;

    @TempDir
    private Path dir;

    private static String json(String... args) {
        Cli cli = Cli.run(List.of("run", "--json"), args);
        assertThat(cli.err()).isEmpty();
        return cli.out();
    }

    private static Map<String, String> inputs(String json) {
        Map<String, String> inputs = new LinkedHashMap<>();
        for (JsonNode input : JsonMapper.builder().build().readTree(json).path("inputs")) {
            inputs.put(
                    input.path("kind").stringValue() + " " + input.path("name").stringValue(),
                    input.path("sha256").stringValue());
        }
        return inputs;
    }

    private static String hash(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private Path stream(String folder, String data) throws IOException {
        Path at = Files.createDirectories(dir.resolve(folder));
        Files.createDirectories(at.resolve("data"));
        Files.write(at.resolve("data/x.bin"), new byte[] {1, 2, 3, 4});
        return Files.writeString(at.resolve("s.yaml"), STREAM.replace("DATA", data));
    }

    @Test
    void presets_are_inputs_with_their_hashes() throws Exception {
        Map<String, String> inputs = inputs(json("upload-scale-readback"));

        assertThat(inputs)
                .containsEntry(
                        "stream upload-scale-readback.yaml",
                        hash(CONFIGS.resolve("streams/upload-scale-readback.yaml")))
                .containsEntry("device seed-discrete-l2.yaml", hash(CONFIGS.resolve("devices/seed-discrete-l2.yaml")))
                .containsEntry("dram gddr6-14.yaml", hash(CONFIGS.resolve("devices/dram/gddr6-14.yaml")))
                .containsEntry("energy published.yaml", hash(CONFIGS.resolve("devices/energy/published.yaml")))
                .containsEntry("profile l2.json", hash(CONFIGS.resolve("profiles/l2.json")));
    }

    @Test
    void data_are_named_from_the_folder_of_their_stream() throws Exception {
        Path stream = stream("a", "data/x.bin");

        assertThat(inputs(json(stream.toString())))
                .containsEntry("stream s.yaml", hash(stream))
                .containsEntry("data data/x.bin", hash(dir.resolve("a/data/x.bin")));
    }

    @Test
    void data_elsewhere_are_named_without_their_folders() throws Exception {
        Path stream = stream(
                "a", stream("b", "data/x.bin").resolveSibling("data/x.bin").toString());

        assertThat(inputs(json(stream.toString()))).containsKey("data x.bin");
    }

    @Test
    void capture_is_hashed_with_its_binary_half() throws Exception {
        Path capture = CONFIGS.resolve("streams/captures/fillcopy-good.jsonl");

        assertThat(inputs(json(capture.toString())))
                .containsEntry("capture fillcopy-good.jsonl", hash(capture))
                .containsEntry("capture fillcopy-good.gfxr", hash(capture.resolveSibling("fillcopy-good.gfxr")));
    }

    @Test
    void profile_of_ones_own_is_an_input() throws Exception {
        Path profile = Files.copy(CONFIGS.resolve("profiles/turnip.json"), dir.resolve("mine.json"));

        assertThat(inputs(json("upload-scale-readback", "-p", profile.toString(), "--variant", "a6xx")))
                .containsEntry("profile mine.json", hash(profile));
    }

    @Test
    void folders_do_not_matter() throws Exception {
        String one = json(stream("a", "data/x.bin").toString());
        String other = json(stream("deep/er", "data/x.bin").toString());

        assertThat(one).doesNotContain(dir.toString());
        assertThat(withoutTiming(one)).isEqualTo(withoutTiming(other));
    }

    private static String withoutTiming(String json) {
        return json.replaceAll("\"(wallSeconds|setupSeconds|cpuSeconds)\" : [0-9.eE-]+", "");
    }

    @Test
    void result_of_a_run_satisfies_its_schema() {
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(ResultSchema.text())
                        .validate(json("upload-scale-readback", "--set", "caches.l2.size=2MiB"), InputFormat.JSON))
                .isEmpty();
    }
}
