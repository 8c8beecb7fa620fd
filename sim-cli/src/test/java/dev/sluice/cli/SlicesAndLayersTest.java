// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies between slices of a three-dimensional image and layers of an array. */
final class SlicesAndLayersTest {

    private static final String LAYERS = "Subresource: {aspectMask: [COLOR], baseArrayLayer: 1, layerCount: 2}";

    @TempDir
    private Path folder;

    /** Runs a copy of 4 x 2 texels from slice 1 of {@code volume} on to layer 1 of {@code array} on, or back. */
    private Cli run(String filled, String copied, String region) throws IOException {
        Path file = folder.resolve("slices.yaml");
        Files.writeString(
                file, """
                sluice: 1
                name: slices
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: up, memory: staging, size: 64KiB}
                  - {name: result, memory: staging, offset: 64KiB, size: 64KiB}
                images:
                  - {name: volume, memory: local, extent: [4, 2, 3], format: R8_UINT, initialLayout: GENERAL}
                  - {name: array, memory: local, offset: 64KiB, extent: [4, 2], layers: 3, format: R8_UINT, initialLayout: GENERAL}
                program:
                  - hostWrite: {buffer: up, data: {type: u8, pattern: iota, count: 24}}
                  - queueSubmit:
                      commands:
                        - copyBufferToImage: {src: up, dst: FROM, dstLayout: GENERAL}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImage: {src: FROM, srcLayout: GENERAL, dst: TO, dstLayout: GENERAL, regions: [{REGION}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: TO, srcLayout: GENERAL, dst: result}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                  - deviceWaitIdle
                  - hostRead: {buffer: result, offset: 8, expect: {type: u8, pattern: iota, start: 8, count: 16}}
                """.replace("FROM", filled).replace("TO", copied).replace("REGION", region));
        return Cli.run("run", file.toString(), "--strict", "--quiet");
    }

    @Test
    void slices_are_copied_to_layers() throws IOException {
        Cli run = run("volume", "array", "srcOffset: [0, 0, 1], extent: [4, 2, 2], dst" + LAYERS);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @Test
    void layers_are_copied_to_slices() throws IOException {
        Cli run = run("array", "volume", "dstOffset: [0, 0, 1], extent: [4, 2, 2], src" + LAYERS);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @Test
    void without_an_extent_as_many_slices_follow_as_there_are_layers() throws IOException {
        Cli run = run("array", "volume", "dstOffset: [0, 0, 1], src" + LAYERS);
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @Test
    void as_many_slices_as_layers_are_asked_for() throws IOException {
        Cli run = run("volume", "array", "extent: [4, 2, 3], dst" + LAYERS);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("3 slices of a three-dimensional image do not pair with 2 layers of the destination")
                .hasLineCount(1);
    }
}
