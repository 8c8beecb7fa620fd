// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layout transitions and releases that hold nothing back themselves, before a barrier whose first scope is all commands. */
final class AllCommandsBarrierTest {

    @TempDir
    private Path folder;

    private void clean(String device, String text) throws IOException {
        Path stream = folder.resolve("stream.yaml");
        Files.writeString(stream, text);
        Cli check = Cli.run("check", stream.toString(), "-d", device, "--lint", "none");
        assertThat(check.out()).contains("✓ clean");
        Cli run = Cli.run("run", stream.toString(), "-d", device, "-q");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(": clean,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcn-vega", "intel-arc", "seed-discrete-l2", "seed-discrete-vram"})
    void it_waits_for_the_transitions_before_it(String device) throws IOException {
        clean(device, """
                sluice: 1
                name: transition
                memory:
                  - {name: local, size: 2MiB, properties: [DEVICE_LOCAL]}
                  - {name: staging, size: 256KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: out, memory: staging, size: 256KiB}
                images:
                  - {name: i, memory: local, extent: [256, 256], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC]}
                kernels:
                  green: {code: "out.color0 = 4278255360"}
                program:
                  - queueSubmit:
                      commands:
                        - pipelineBarrier: {images: [{image: i, dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE], oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL}]}
                        - beginRendering: {colorAttachments: [{image: i, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: CLEAR, clear: [1, 0, 1, 0]}]}
                        - draw: {coverage: [[0, 0, 256, 100]], fragment: green}
                        - endRendering
                        - pipelineBarrier: {images: [{image: i, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [NONE], oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: TRANSFER_SRC_OPTIMAL}]}
                        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: i, dst: out}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: f
                  - waitForFences: [f]
                  - hostRead: {buffer: out, expect: {type: u32, values: [4278255360, 4278255360]}}
                  - hostRead: {buffer: out, offset: 255KiB, expect: {type: u32, values: [16711935, 16711935]}}
                """);
    }

    @Test
    void what_comes_after_it_comes_after_the_releases_before_it() throws IOException {
        clean("seed-discrete-l2", """
                sluice: 1
                name: release
                memory:
                  - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: b, memory: local, size: 4KiB, sharingMode: EXCLUSIVE}
                  - {name: c, memory: local, offset: 4KiB, size: 4KiB}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - fillBuffer: {dst: b, data: 7}
                        - pipelineBarrier: {buffers: [{buffer: b, srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [NONE], srcQueueFamily: universal, dstQueueFamily: transfer}]}
                        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], dstStage: [COPY]}]}
                      signal: [{semaphore: s, stages: [COPY]}]
                  - queueSubmit:
                      queue: transfer.0
                      wait: [{semaphore: s}]
                      commands:
                        - pipelineBarrier: {buffers: [{buffer: b, dstStage: [COPY], dstAccess: [TRANSFER_READ], srcQueueFamily: universal, dstQueueFamily: transfer}]}
                        - copyBuffer: {src: b, dst: c}
                """);
    }
}
