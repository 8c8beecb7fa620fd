// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What resolves make of samples that differ: those of a pixel that a triangle covers in part. */
final class ResolveModesTest {

    @TempDir
    private Path folder;

    /** Clears depth to 0.25 and stencil to 8, and covers the half of each pixel of the diagonal. */
    private Cli run(String device, String depthMode, String stencilMode, String depth, String stencil)
            throws IOException {
        Path file = folder.resolve("modes.yaml");
        Files.writeString(file, """
                sluice: 1
                name: modes
                device: MACHINE
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 8MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: depths, memory: staging, size: 256}
                  - {name: stencils, memory: staging, offset: 4KiB, size: 64}
                images:
                  - {name: ms, memory: local, extent: [8, 8], format: D32_SFLOAT_S8_UINT, samples: 4, initialLayout: GENERAL}
                  - {name: d, memory: local, offset: 1MiB, extent: [8, 8], format: D32_SFLOAT_S8_UINT, initialLayout: GENERAL}
                program:
                  - queueSubmit:
                      commands:
                        - beginRendering: {depthAttachment: {image: ms, layout: GENERAL, loadOp: CLEAR, clear: {depth: 0.25}, resolve: {image: d, layout: GENERAL, mode: DEPTH_MODE}}, stencilAttachment: {image: ms, layout: GENERAL, loadOp: CLEAR, clear: {stencil: 8}, resolve: {image: d, layout: GENERAL, mode: STENCIL_MODE}}}
                        - draw: {coverage: {triangles: [[0, 0, 8, 0, 8, 8]]}, depth: 0.75, depthTest: always, depthWrite: true, stencilWrite: 3}
                        - endRendering: {}
                        - pipelineBarrier: {memory: [{srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: d, srcLayout: GENERAL, dst: depths, regions: [{imageSubresource: {aspectMask: [DEPTH]}}]}
                        - copyImageToBuffer: {src: d, srcLayout: GENERAL, dst: stencils, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle: {}
                  # a pixel of the diagonal, one that is covered and one that is not
                  - hostRead: {buffer: depths, offset: 108, size: 4, expect: {type: f32, values: [DEPTH]}}
                  - hostRead: {buffer: stencils, offset: 27, size: 1, expect: {type: u8, values: [STENCIL]}}
                  - hostRead: {buffer: depths, offset: 28, size: 4, expect: {type: f32, values: [0.75]}}
                  - hostRead: {buffer: depths, offset: 224, size: 4, expect: {type: f32, values: [0.25]}}
                """.replace("MACHINE", device)
                .replace("DEPTH_MODE", depthMode)
                .replace("STENCIL_MODE", stencilMode)
                .replace("[DEPTH]}}", "[" + depth + "]}}")
                .replaceFirst("values: \\[STENCIL]", "values: [" + stencil + "]")
                .replaceFirst("aspectMask: \\[" + depth + "]", "aspectMask: [DEPTH]"));
        return Cli.run("run", file.toString(), "--quiet");
    }

    @ParameterizedTest
    @CsvSource({
        "seed-discrete-l2, MIN, MIN, 0.25, 3",
        "gcn-vega, MAX, MAX, 0.75, 8",
        "adreno-6xx, AVERAGE, VK_RESOLVE_MODE_MAX_BIT, 0.5, 8",
        "nvidia-v100, AVERAGE, MIN, 0.5, 3",
    })
    void depth_and_stencil(String device, String depthMode, String stencilMode, String depth, String stencil)
            throws IOException {
        Cli run = run(device, depthMode, stencilMode, depth, stencil);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }
}
