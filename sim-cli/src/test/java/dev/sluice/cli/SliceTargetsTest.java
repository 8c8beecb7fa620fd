// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws to slices of a three-dimensional image, on the simulated machine and in the checker. */
final class SliceTargetsTest {
    private static final String BETWEEN =
            "- pipelineBarrier: {memory: [{srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE],"
                    + " dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_READ, COLOR_ATTACHMENT_WRITE]}]}";

    @TempDir
    private Path folder;

    /** Clears all eight slices, then draws to slices 2 to 4, and to two slices that {@code second} says. */
    private Cli of(String command, String device, String between, String second, String values) throws IOException {
        Path file = folder.resolve("slices.yaml");
        Files.writeString(file, """
                sluice: 1
                name: slices
                device: GPU
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: result, memory: staging, size: 64KiB}
                images:
                  - {name: volume, memory: local, extent: [16, 16, 8], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC]}
                imageViews:
                  middle: {image: volume, viewType: 2D_ARRAY, subresourceRange: {levelCount: 1, baseArrayLayer: 2, layerCount: 3}}
                kernels:
                  paint: {params: [v], code: "out.color0 = v"}
                program:
                  - queueSubmit:
                      commands:
                        - pipelineBarrier: {images: [{image: volume, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                        - beginRendering: {layerCount: 8, colorAttachments: [{image: volume, loadOp: CLEAR, storeOp: STORE, clear: [0, 0, 0, 0]}]}
                        - endRendering
                        - pipelineBarrier: {memory: [{srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_READ, COLOR_ATTACHMENT_WRITE]}]}
                        - beginRendering: {layerCount: 3, colorAttachments: [{view: middle, loadOp: LOAD, storeOp: STORE}]}
                        - draw: {fragment: paint, coverage: fullscreen, params: {v: 7}, layerCount: 3}
                        - endRendering
                        BETWEEN
                        - beginRendering: {layerCount: 2, colorAttachments: [{SECOND, loadOp: LOAD, storeOp: STORE}]}
                        - draw: {fragment: paint, coverage: fullscreen, params: {v: 9}, layerCount: 2}
                        - endRendering
                        - pipelineBarrier: {images: [{image: volume, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: TRANSFER_SRC_OPTIMAL, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: volume, dst: result, regions: [{imageOffset: [5, 5, 0], imageExtent: [1, 1, 8]}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle
                  - hostRead: {buffer: result, size: 32, expect: {type: u32, values: [VALUES]}}
                """.replace("GPU", device)
                .replace("BETWEEN", between)
                .replace("SECOND", second)
                .replace("VALUES", values));
        return Cli.run(command, file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "gcn-vega", "adreno-6xx", "nvidia-h200"})
    void slices_hold_what_was_drawn_to_them(String device) throws IOException {
        Cli run = of("run", device, BETWEEN, "image: volume, layer: 4", "0, 0, 7, 7, 9, 9, 0, 0");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @Test
    void other_slices_need_no_barrier() throws IOException {
        Cli check = of("check", "gcn-vega", "- label: nothing", "image: volume, layer: 5", "0, 0, 7, 7, 7, 9, 9, 0");

        assertThat(check.code()).as(check.out() + check.err()).isEqualTo(0);
    }

    @Test
    void the_same_slice_without_a_barrier_is_a_hazard_of_that_slice() throws IOException {
        Cli check = of("check", "gcn-vega", "- label: nothing", "image: volume, layer: 4", "0, 0, 7, 7, 9, 9, 0, 0");

        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("volume color level 0 slice 4, texels 16 x 16");
    }
}
