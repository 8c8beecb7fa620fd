// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands of functional regions that take time all the same: a note a reason says which. */
final class FunctionalNotesTest {

    private static final Path GRAPHICS =
            Path.of(System.getProperty("sluice.root", "."), "configs", "streams", "graphics");

    @TempDir
    Path folder;

    private JsonNode result(String text, String device) throws IOException {
        Path file = folder.resolve("notes.yaml");
        Files.writeString(file, text);
        Cli run = Cli.run("run", file.toString(), "--device", device, "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void passes_take_no_time_and_are_not_named() throws IOException {
        String text = Files.readString(GRAPHICS.resolve("color-write-transfer-read-cured.yaml"))
                .replace("\nprogram:\n", "\nprogram:\n  - beginStatistics: {name: all, mode: functional}\n")
                .stripTrailing();
        JsonNode result = result(text + "\n  - endStatistics: all\n", "seed-discrete-l2");

        assertThat(result.at("/regions/0/detailed")).isEmpty();
        assertThat(result.path("notes").toString()).doesNotContain("ran in detail");
    }

    @Test
    void memory_that_the_hosts_caches_hold_coherently_makes_nothing_take_time() throws IOException {
        JsonNode result = result("""
                sluice: 1
                name: coherent
                memory:
                  - {name: m, size: 1MiB, properties: [DEVICE_LOCAL]}
                  - {name: h, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT, HOST_CACHED]}
                buffers:
                  - {name: x, memory: m, size: 4KiB}
                  - {name: y, memory: h, size: 4KiB}
                kernels:
                  k: {localSize: [64], bindings: {a: storage}, code: "store.u32 a[gid] = 1"}
                program:
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: all, mode: functional}
                        - fillBuffer: {dst: x, data: 7}
                        - fillBuffer: {dst: y, data: 7}
                        BARRIER- dispatch: {kernel: k, groups: [1], bind: {a: x}}
                        - endStatistics
                  - deviceWaitIdle
                """.replace("BARRIER", Streams.BARRIER + " ".repeat(8)), "nvidia-v100");

        assertThat(result.at("/regions/0/detailed")).isEmpty();
        assertThat(result.path("notes").toString()).doesNotContain("ran in detail");
    }
}
