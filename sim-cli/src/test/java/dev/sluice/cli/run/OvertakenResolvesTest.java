// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A resolve that comes about after the clear of a later pass, for nothing orders the two: its bytes are not those that are meant. */
final class OvertakenResolvesTest {

    @TempDir
    private Path folder;

    /** Of one device the resolve goes over the clear by a write-back, of the others already in the unit's own cache. */
    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "nvidia-h200"})
    void are_found_by_the_run(String device) throws IOException {
        Path stream = Files.writeString(folder.resolve("s.yaml"), """
                sluice: 1
                name: s
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                  - {name: shared, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: out, memory: shared, size: 16KiB}
                images:
                  - {name: many, memory: local, extent: [64, 64], samples: 4, format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT], initialLayout: GENERAL}
                  - {name: one, memory: local, offset: 256KiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC], initialLayout: GENERAL}
                kernels:
                  paint: {code: "out.color0 = x * 1000 + y"}
                program:
                  - queueSubmit:
                      commands:
                        - beginRendering: {colorAttachments: [{image: many, layout: GENERAL, loadOp: CLEAR, clear: [1, 0, 0, 1], resolve: {image: one, layout: GENERAL}}]}
                        - draw: {fragment: paint, coverage: fullscreen}
                        - endRendering
                        - beginRendering: {colorAttachments: [{image: one, layout: GENERAL, loadOp: CLEAR, clear: [0, 0.5, 0, 1]}]}
                        - endRendering
                        - pipelineBarrier: {memory: [{srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: one, dst: out, srcLayout: GENERAL}
                  - deviceWaitIdle
                """);

        JsonNode run = JsonMapper.builder()
                .build()
                .readTree(Cli.run("run", stream.toString(), "-d", device, "--json")
                        .out());

        assertThat(run.get("staleReads").size() + run.get("lostWrites").size()).isPositive();
        assertThat(Cli.run("check", stream.toString(), "-d", device).out()).contains("write after write");
    }
}
