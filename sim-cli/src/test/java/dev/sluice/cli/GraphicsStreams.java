// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small streams that draw, written to files. */
public final class GraphicsStreams {
    private static final String HEAD = """
            sluice: 1
            name: paint
            device: seed-discrete-vram
            memory:
              - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: indices, memory: local, offset: 2MiB, size: 4KiB, usage: [INDEX_BUFFER, INDIRECT_BUFFER]}
              - {name: vertices, memory: local, offset: 3MiB, size: 4KiB, usage: [VERTEX_BUFFER]}
            images:
              - {name: color, memory: local, offset: 0, extent: [32, 16], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
              - {name: depth, memory: local, offset: 64KiB, extent: [32, 16], format: D32_SFLOAT, usage: [DEPTH_STENCIL_ATTACHMENT]}
              - {name: chain, memory: local, offset: 128KiB, extent: [32, 16], format: R8G8B8A8_UNORM, usage: [SAMPLED], levels: 3, layers: 2}
            kernels:
              paint:
                bindings: {}
                code: |
                  out.color0 = 0xff000000 | (y << 12) | (x << 3)
            program:
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - pipelineBarrier: {images: [{image: color, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}, {image: depth, oldLayout: UNDEFINED, newLayout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [EARLY_FRAGMENT_TESTS], dstAccess: [DEPTH_STENCIL_ATTACHMENT_WRITE]}]}
            """;

    private GraphicsStreams() {}

    /** A stream that fills image {@code color} of 32 x 16 texels: red and green say where a texel lies. */
    public static Path paint(Path directory) throws IOException {
        return with(directory, "DONT_CARE", "draw: {fragment: paint, coverage: fullscreen}");
    }

    /** As {@link #paint}, with another load operation and draw. */
    public static Path with(Path directory, String loadOp, String draw) throws IOException {
        return Files.writeString(
                directory.resolve("paint.yaml"),
                HEAD + """
                        - beginRendering: {renderArea: [0, 0, 32, 16], colorAttachments: [{image: color, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: %s, storeOp: STORE}], depthAttachment: {image: depth, layout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL, loadOp: DONT_CARE, storeOp: STORE}}
                        - %s
                        - endRendering: {}
                """.formatted(loadOp, draw).indent(0));
    }

    /** A stream that sets stencil to 7, clears the depth attachment that it belongs to, and expects what is left of stencil. */
    public static Path stencilKept(Path directory, String between, int expected) throws IOException {
        return Files.writeString(directory.resolve("stencil.yaml"), """
                sluice: 1
                name: stencil
                device: seed-discrete-vram
                memory:
                  - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
                  - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: result, memory: staging, size: 4KiB, usage: [TRANSFER_DST]}
                images:
                  - {name: depth, memory: local, offset: 0, extent: [32, 16], format: D24_UNORM_S8_UINT, usage: [DEPTH_STENCIL_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST]}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - pipelineBarrier: {images: [{image: depth, oldLayout: UNDEFINED, newLayout: TRANSFER_DST_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [CLEAR], dstAccess: [TRANSFER_WRITE]}]}
                        - clearDepthStencilImage: {image: depth, layout: TRANSFER_DST_OPTIMAL, depth: 0.5, stencil: 7}
                        - pipelineBarrier: {images: [{image: depth, oldLayout: TRANSFER_DST_OPTIMAL, newLayout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL, srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [EARLY_FRAGMENT_TESTS], dstAccess: [DEPTH_STENCIL_ATTACHMENT_READ, DEPTH_STENCIL_ATTACHMENT_WRITE]}]}
                        - beginRendering: {renderArea: [0, 0, 32, 16], %s}
                        - endRendering: {}
                        - pipelineBarrier: {images: [{image: depth, oldLayout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL, newLayout: TRANSFER_SRC_OPTIMAL, srcStage: [EARLY_FRAGMENT_TESTS, LATE_FRAGMENT_TESTS], srcAccess: [DEPTH_STENCIL_ATTACHMENT_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: depth, srcLayout: TRANSFER_SRC_OPTIMAL, dst: result, regions: [{imageExtent: [32, 16, 1], imageSubresource: {aspectMask: [STENCIL]}}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                  - hostRead: {buffer: result, size: 1, expect: {type: u8, values: [%d]}}
                  - hostRead: {buffer: result, offset: 511, size: 1, expect: {type: u8, values: [%d]}}
                """.formatted(between, expected, expected));
    }

    /** A stream that presents what it paints without waiting for it, in the middle of the painting. */
    public static Path torn(Path directory) throws IOException {
        return Files.writeString(directory.resolve("torn.yaml"), """
                sluice: 1
                name: torn
                device: seed-discrete-vram
                memory:
                  - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
                images:
                  - {name: screen, memory: local, offset: 0, extent: [256, 128], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
                swapchains:
                  window: {images: [screen]}
                kernels:
                  paint:
                    bindings: {}
                    code: |
                      out.color0 = 0xff000000 | (y << 12) | (x << 3)
                program:
                  - acquireNextImage: {swapchain: window, semaphore: acquired}
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - pipelineBarrier: {images: [{image: screen, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                        - beginRendering: {renderArea: [0, 0, 256, 128], colorAttachments: [{image: screen, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: DONT_CARE, storeOp: STORE}]}
                        - draw: {fragment: paint, coverage: fullscreen}
                        - endRendering: {}
                        - pipelineBarrier: {images: [{image: screen, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: PRESENT_SRC_KHR, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [NONE], dstAccess: []}]}
                      wait: [{semaphore: acquired, stages: [COLOR_ATTACHMENT_OUTPUT]}]
                      fence: done
                  - busy: {time: 4us}
                  - queuePresent: {queue: universal.0, wait: [], swapchain: window}
                  - waitForFences: [done]
                """);
    }

    /** The device seed-discrete-vram as a file, without compression. */
    public static Path plainDevice(Path directory) throws IOException {
        try (var in = GraphicsStreams.class.getResourceAsStream("/configs/devices/seed-discrete-vram.yaml")) {
            if (in == null) {
                throw new IOException("no such device");
            }
            String device = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            return Files.writeString(
                    directory.resolve("plain.yaml"),
                    device.replace("compression: [2, 4, 8]", "compression: []")
                            .replace("name: seed-discrete-vram", "name: plain"));
        }
    }
}
