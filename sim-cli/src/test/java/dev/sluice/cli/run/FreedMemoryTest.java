// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory in the place of memory that was freed, more of it in sum than the device has. */
final class FreedMemoryTest {

    @TempDir
    private Path folder;

    @Test
    void what_is_allocated_last_is_written_and_read_like_the_rest() throws IOException {
        StringBuilder memories = new StringBuilder();
        StringBuilder buffers = new StringBuilder();
        StringBuilder program = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            memories.append("  - {name: m" + i + ", size: 5GiB, properties: [DEVICE_LOCAL]}\n");
            buffers.append("  - {name: b" + i + ", memory: m" + i + ", offset: 4GiB, size: 64KiB}\n");
            program.append(i == 0 ? "" : "  - freeMemory: m" + (i - 1) + "\n  - allocateMemory: m" + i + "\n");
            program.append("""
                      - queueSubmit:
                          commands:
                            - fillBuffer: {dst: bI, data: DATA}
                            - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ, TRANSFER_WRITE]}]}
                            - copyBuffer: {src: bI, dst: back}
                            - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST, COPY], dstAccess: [HOST_READ, TRANSFER_WRITE]}]}
                      - deviceWaitIdle: {}
                      - hostRead: {buffer: back, expect: {type: u32, values: [DATA, DATA]}}
                    """.replace("bI", "b" + i).replace("DATA", Integer.toString(i + 1)));
        }
        Path stream = folder.resolve("freed.yaml");
        Files.writeString(
                stream,
                """
                sluice: 1
                name: freed
                device: seed-discrete-l2
                memory:
                  - {name: host, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                """ + memories + "buffers:\n  - {name: back, memory: host, size: 64KiB}\n" + buffers + "program:\n"
                        + program);

        Cli run = Cli.run("run", stream.toString());
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("all 5 expects hold");
        assertThat(Cli.run("check", stream.toString()).code()).isZero();
    }
}
