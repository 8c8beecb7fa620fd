// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The shipped devices whose drivers treat caches in a way of their own: what each needs of the machine. */
final class DevicesTest {

    private static final String TILER = "adreno-6xx";
    private static final int IMAGE_BYTES = 64 * 64 * 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {TILER, "intel-arc", "gcn-vega", "nvidia-v100", "rdna2-6900xt", "uma-apu"})
    void a_device_is_valid_and_described(String device) {
        Cli valid = Cli.run(
                "validate",
                Runs.configs().resolve("devices/" + device + ".yaml").toString());
        Cli described = Cli.run("describe", device);

        assertThat(valid.code()).as(valid.err()).isZero();
        assertThat(described.code()).isZero();
        assertThat(described.out()).startsWith(device).contains("VRAM", "Transfer", "ROP x", "barriers");
    }

    @ParameterizedTest
    @ValueSource(strings = {TILER, "intel-arc", "gcn-vega"})
    void the_main_job_is_clean(String device) {
        JsonNode result = Runs.json("upload-scale-readback.yaml", device);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(result.get("lostWrites")).isEmpty();
        assertThat(result.get("checks"))
                .isNotEmpty()
                .allMatch(check -> check.get("ok").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(strings = {TILER, "intel-arc", "gcn-vega"})
    void timing_does_not_depend_on_bytes(String device) {
        JsonNode withBytes = Runs.json("upload-scale-readback.yaml", device);
        JsonNode timingOnly = Runs.json("upload-scale-readback.yaml", device, "--timing-only");

        assertThat(timingOnly.get("cycles").asLong())
                .isEqualTo(withBytes.get("cycles").asLong());
        assertThat(timingOnly.get("caches")).isEqualTo(withBytes.get("caches"));
    }

    @Test
    void the_tiler_stores_an_attachment_once_however_often_it_is_drawn() throws IOException {
        String draws = "        - draw: {fragment: paint, coverage: fullscreen}\n".repeat(3);
        String text = stream("color-write-sampled-read-cured");
        String more = text.replaceFirst("(?m)^ *- draw: .*\n", draws);
        assertThat(more).isNotEqualTo(text);

        JsonNode result = run(more);

        assertThat(writtenBack(result, "color")).isEqualTo(IMAGE_BYTES);
        assertThat(result.get("checks")).allMatch(check -> check.get("ok").asBoolean());
    }

    @Test
    void the_tiler_keeps_what_is_not_stored_on_the_chip() {
        JsonNode kept = Runs.json("graphics/transient-attachment-never-committed.yaml", TILER);
        JsonNode stored = Runs.json("graphics/transient-attachment-stored.yaml", TILER);

        assertThat(writtenBack(kept, "depth")).isZero();
        assertThat(writtenBack(stored, "depth")).isEqualTo(IMAGE_BYTES);
        assertThat(writtenBack(kept, "color")).isEqualTo(IMAGE_BYTES);
    }

    @Test
    void the_tiler_stores_before_a_barrier_could_ask_for_it() {
        JsonNode result = Runs.json("graphics/color-write-sampled-read-cured.yaml", TILER);

        int flushes = 0;
        for (JsonNode barrier : result.get("barriers")) {
            for (JsonNode action : barrier.get("actions")) {
                if (action.get("cache").asString().equals("color")) {
                    assertThat(action.get("dirtyLines").asLong()).isZero();
                    flushes++;
                }
            }
        }
        assertThat(flushes).isPositive();
    }

    @Test
    void a_transition_takes_what_it_rewrote_out_of_the_caches_beside_the_units() throws IOException {
        String text = stream("color-write-sampled-read-cured")
                .replace("TRANSFER_SRC]", "TRANSFER_SRC, STORAGE]")
                .replace("kernels:\n", "kernels:\n" + NUMBER)
                .replaceFirst("(?m)^( *- dispatch: .*\n)", "$1" + REWRITE + "$1");

        JsonNode result = run(text.replace("device: seed-discrete-l2", "device: " + TILER));

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(result.get("checks")).allMatch(check -> check.get("ok").asBoolean());
    }

    private static final String NUMBER =
            "  number:\n    localSize: [64, 1, 1]\n    bindings: {img: storageImage}\n    code: |\n"
                    + "      store.u32 img[gid] = gid + 1\n";

    /** Reads the compressed image, brings it to a layout in which a shader writes it, and back. */
    private static final String REWRITE = """
                    - pipelineBarrier: {images: [{image: color, oldLayout: SHADER_READ_ONLY_OPTIMAL, newLayout: GENERAL, srcStage: [COMPUTE_SHADER], srcAccess: [], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_WRITE]}]}
                    - dispatch: {kernel: number, groups: [64, 1, 1], bind: {img: color}}
                    - pipelineBarrier: {images: [{image: color, oldLayout: GENERAL, newLayout: SHADER_READ_ONLY_OPTIMAL, srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_SAMPLED_READ]}]}
            """;

    private static String stream(String name) throws IOException {
        Path file = Runs.configs().resolve("streams/graphics/" + name + ".yaml");
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private JsonNode run(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("changed.yaml"), text, StandardCharsets.UTF_8);
        return Runs.json(file.toAbsolutePath().toString(), TILER);
    }

    private static long writtenBack(JsonNode result, String cache) {
        return result.get("caches").get(cache).get("writebackBytes").asLong();
    }
}
