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

/** A render pass that draws to nothing, in a stream without an image: its shaders run all the same. */
final class AttachmentlessPassTest {
    private static final String STREAM = """
            sluice: 1
            name: nothing
            device: seed-discrete-l2
            memory:
              - {name: m, size: 4KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: seen, memory: m, size: 256}
            renderPasses: {p: {subpasses: [{}]}}
            framebuffers: {f: {renderPass: p, width: 8, height: 8}}
            kernels:
              v: {localSize: [64, 1, 1], code: alu 1}
              k: {bindings: {seen: storage}, code: "store.u32 seen[x + y * 8] = 7"}
            program:
              - queueSubmit:
                  commands:
                    - beginRenderPass: {renderPass: p, framebuffer: f, renderArea: [0, 0, 8, 8]}
                    - draw: {vertex: v, fragment: k, coverage: fullscreen, vertices: [3], bind: {seen: seen}}
                    - endRenderPass: {}
                    - pipelineBarrier: {memory: [{srcStage: [FRAGMENT_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
              - deviceWaitIdle: {}
              - hostRead: {buffer: seen, size: 256, expect: {type: u32, pattern: constant, value: 7, count: 64}}
            """;

    @TempDir
    private Path folder;

    private Path stream() throws IOException {
        return Files.writeString(folder.resolve("nothing.yaml"), STREAM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "adreno-6xx"})
    void its_fragment_shader_writes_a_buffer(String device) throws IOException {
        Cli run = Cli.run("run", "--device", device, stream().toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }

    @Test
    void what_it_asked_of_the_caches_can_be_replayed() throws IOException {
        String trace = folder.resolve("nothing.trace").toString();

        Cli recorded = Cli.run("run", "--record", trace, stream().toString());
        Cli replayed = Cli.run("replay", "--device", "seed-discrete-l2", trace);

        assertThat(recorded.code()).as(recorded.out() + recorded.err()).isZero();
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
    }
}
