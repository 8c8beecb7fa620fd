// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Depth and stencil of a rendering, which are resolved each for itself. */
final class AspectResolvesTest {
    private static final String RESOLVE = ", resolve: {image: d, layout: GENERAL}";

    @TempDir
    private Path folder;

    private Cli run(String device, String depthResolve, String stencilResolve, double depth, int stencil)
            throws IOException {
        Path file = folder.resolve("resolves.yaml");
        Files.writeString(file, """
                sluice: 1
                name: resolves
                device: MACHINE
                memory:
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 8MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: depths, memory: staging, size: 256}
                  - {name: stencils, memory: staging, offset: 4096, size: 64}
                images:
                  - {name: m, memory: local, extent: [8, 8], format: D32_SFLOAT_S8_UINT, samples: 4, initialLayout: GENERAL}
                  - {name: d, memory: local, offset: 1MiB, extent: [8, 8], format: D32_SFLOAT_S8_UINT, initialLayout: GENERAL}
                  - {name: e, memory: local, offset: 2MiB, extent: [8, 8], format: D32_SFLOAT_S8_UINT, initialLayout: GENERAL}
                program:
                  - queueSubmit:
                      commands:
                        - clearDepthStencilImage: {image: d, layout: GENERAL, depth: 0.25, stencil: 9}
                        - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                        - beginRendering:
                            depthAttachment: {image: m, layout: GENERAL, loadOp: CLEAR, clear: {depth: 1, stencil: 3}DEPTH}
                            stencilAttachment: {image: m, layout: GENERAL, loadOp: CLEAR, clear: {depth: 1, stencil: 3}STENCIL}
                        - endRendering: {}
                        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: d, srcLayout: GENERAL, dst: depths, regions: [{imageSubresource: {aspectMask: [DEPTH]}}]}
                        - copyImageToBuffer: {src: d, srcLayout: GENERAL, dst: stencils, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle: {}
                  - hostRead: {buffer: depths, size: 256, expect: {type: f32, pattern: constant, value: D, count: 64}}
                  - hostRead: {buffer: stencils, size: 64, expect: {type: u8, pattern: constant, value: S, count: 64}}
                """.replace("MACHINE", device)
                .replace("stencil: 3}DEPTH", "stencil: 3}" + depthResolve)
                .replace("stencil: 3}STENCIL", "stencil: 3}" + stencilResolve)
                .replace("value: D", "value: " + depth)
                .replace("value: S", "value: " + stencil));
        return Cli.run("run", file.toString(), "--strict", "--quiet");
    }

    @ParameterizedTest
    @CsvSource({"seed-discrete-l2", "nvidia-v100", "gcn-vega", "adreno-6xx"})
    void an_aspect_that_is_not_resolved_stays_as_it_is(String device) throws IOException {
        passed(run(device, "", RESOLVE, 0.25, 3));
        passed(run(device, RESOLVE, "", 1, 9));
        passed(run(device, RESOLVE, RESOLVE, 1, 3));
    }

    private static void passed(Cli run) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @Test
    void both_are_resolved_to_one_image() throws IOException {
        Cli run = run("seed-discrete-l2", RESOLVE, RESOLVE.replace("image: d", "image: e"), 1, 3);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("stencilAttachment: it must be resolved to the image that depth is resolved to, 'd'");
    }
}
