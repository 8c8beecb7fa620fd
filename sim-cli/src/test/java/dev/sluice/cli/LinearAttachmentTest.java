// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of linear images, which several render output units write to one line. */
final class LinearAttachmentTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({
        "seed-discrete-l2, 64, false, line",
        "seed-discrete-l2, 129, true, line",
        "seed-discrete-vram, 129, false, line",
        "seed-discrete-l2, 100, true, sector",
        "gcn-vega, 129, true, line",
        "gcn-vega, 129, true, byte"
    })
    void units_that_write_neighbouring_bytes_of_a_line_both_land(String device, int width, boolean blend, String dirty)
            throws IOException {
        String cache = device.startsWith("seed") ? "ropColor" : "cb";

        Cli cli = Cli.run(
                "run",
                stream(width, blend).toString(),
                "--device",
                device,
                "-q",
                "--set",
                "caches." + cache + ".dirty=" + dirty);

        assertThat(cli.code()).as(cli.out() + cli.err()).isZero();
    }

    private Path stream(int width, boolean blend) throws IOException {
        return Files.writeString(dir.resolve("linear.yaml"), """
                sluice: 1
                name: linear
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: result, memory: staging, size: 64KiB}
                images:
                  - {name: color, memory: local, extent: [%1$d, 64], format: R8G8B8A8_UNORM, tiling: LINEAR, usage: [COLOR_ATTACHMENT, TRANSFER_SRC]}
                kernels:
                  paint: {code: "out.color0 = 0xff000000 + y * %1$d + x"}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - pipelineBarrier: {images: [{image: color, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE, COLOR_ATTACHMENT_READ]}]}
                        - beginRendering: {colorAttachments: [{image: color, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: CLEAR, clear: [1, 1, 1, 1]}]}
                        - draw: {fragment: paint, coverage: fullscreen, blend: %2$s}
                        - endRendering: {}
                        - pipelineBarrier: {images: [{image: color, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: TRANSFER_SRC_OPTIMAL, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [TRANSFER], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: color, srcLayout: TRANSFER_SRC_OPTIMAL, dst: result}
                        - pipelineBarrier: {memory: [{srcStage: [TRANSFER], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                  - hostRead: {buffer: result, expect: {type: u32, pattern: iota, start: 0xff000000, count: %3$d}}
                """.formatted(width, blend, width * 64));
    }
}
