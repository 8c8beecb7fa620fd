// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FarIndicesTest {

    @Test
    void indices_beyond_two_gibibytes_of_a_buffer_are_fetched(@TempDir Path dir) throws IOException {
        Path stream = dir.resolve("far.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: far
                device: seed-discrete-l2
                memory:
                  - {name: big, size: 4GiB, properties: [DEVICE_LOCAL]}
                  - {name: m, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: indices, memory: big, offset: 0, size: 4GiB, usage: [INDEX_BUFFER, TRANSFER_DST]}
                  - {name: args, memory: m, offset: 0, size: 64, usage: [INDIRECT_BUFFER, TRANSFER_DST]}
                  - {name: vertices, memory: m, offset: 4096, size: 4096, usage: [VERTEX_BUFFER, TRANSFER_DST]}
                images:
                  - {name: i, memory: m, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM}
                kernels:
                  paint: {code: "out.color0 = x\\n"}
                program:
                  - queueSubmit:
                      commands:
                        - fillBuffer: {dst: indices, offset: 2684354560, size: 64, data: 1}
                        - fillBuffer: {dst: vertices, data: 0}
                        - updateBuffer: {dst: args, offset: 0, data: {type: u32, values: [6, 1, 671088640, 0, 0]}}
                        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}
                        - beginRendering: {colorAttachments: [{image: i, layout: GENERAL, loadOp: DONT_CARE, storeOp: STORE}]}
                        - drawIndexedIndirect: {fragment: paint, coverage: fullscreen, buffer: args, drawCount: 1, stride: 20, indices: {buffer: indices, type: u32, count: 1}, vertices: {buffer: vertices, stride: 16, count: 6}}
                        - endRendering: {}
                """);
        Cli cli = Cli.run("run", stream.toString());

        assertThat(cli.code()).as(cli.err() + cli.out()).isZero();
    }
}
