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

/** Barriers that cure hazards between draws of one render pass are such as may stand there. */
final class CuresWithinPassesTest {
    private static final String BARRIER =
            "- pipelineBarrier: {memory: [{srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE],"
                    + " dstStage: [FRAGMENT_SHADER], dstAccess: [INPUT_ATTACHMENT_READ]}], dependencyFlags: [BY_REGION]}";

    @TempDir
    private Path folder;

    private Path stream(String... steps) throws IOException {
        Path file = folder.resolve("local-read.yaml");
        Files.writeString(file, """
                sluice: 1
                name: local-read
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: result, memory: staging, size: 64KiB}
                  - {name: data, memory: local, offset: 2MiB, size: 64KiB}
                images:
                  - {name: a, memory: local, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, INPUT_ATTACHMENT], initialLayout: RENDERING_LOCAL_READ}
                  - {name: b, memory: local, offset: 1MiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, TRANSFER_SRC], initialLayout: GENERAL}
                kernels:
                  paint: {code: out.color0 = y * 64 + x + 1}
                  input:
                    bindings: {src: inputAttachment}
                    code: |
                      v = load.u32 src[x, y]
                      out.color1 = v + 1
                  keep: {bindings: {to: storage}, code: "store.u32 to[y * 64 + x] = 1"}
                  place: {localSize: [64, 1, 1], bindings: {from: storage}, code: "v = load.u32 from[gid]"}
                program:
                  - queueSubmit:
                      commands:
                        - beginRendering: {colorAttachments: [{image: a, layout: RENDERING_LOCAL_READ, loadOp: DONT_CARE}, {image: b, layout: GENERAL, loadOp: DONT_CARE}]}
                        STEPS
                        - endRendering: {}
                        - pipelineBarrier: {memory: [{srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: b, dst: result, srcLayout: GENERAL}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                  - hostRead: {buffer: result, size: 16KiB}
                """.replace("STEPS", String.join("\n        ", steps)));
        return file;
    }

    private Path localRead(String... between) throws IOException {
        return stream(
                "- draw: {fragment: paint, coverage: fullscreen}",
                String.join("\n        ", between),
                "- draw: {fragment: input, coverage: fullscreen, bind: {src: {image: a, layout: RENDERING_LOCAL_READ}}}");
    }

    private static String flat(Cli cli) {
        return cli.out().replaceAll("\\s+#?\\s*", " ");
    }

    @Test
    void a_local_read_is_cured_by_region_and_without_an_image() throws IOException {
        Cli cli = Cli.run("check", localRead().toString());
        assertThat(cli.code()).isEqualTo(1);
        assertThat(flat(cli)).contains(BARRIER + " before submit0.2, if dynamicRenderingLocalRead is enabled");
    }

    @Test
    void what_is_pasted_makes_the_stream_clean() throws IOException {
        Cli cli = Cli.run("check", localRead(BARRIER).toString());
        assertThat(cli.out()).contains("✓ clean").doesNotContain("lint");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "rdna2-6900xt", "adreno-6xx"})
    void the_local_read_reads_what_was_drawn(String device) throws IOException {
        Path file = localRead(BARRIER);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "size: 16KiB}",
                                "size: 16KiB, expect: {type: u32, pattern: iota, start: 2, count: 4096}}"));
        assertThat(Cli.run("run", "-q", file.toString(), "-d", device).out()).contains("clean");
    }

    @Test
    void what_no_barrier_within_can_order_ends_the_pass() throws IOException {
        Cli cli = Cli.run(
                "check",
                stream(
                                "- draw: {fragment: keep, coverage: fullscreen, bind: {to: data}}",
                                "- draw: {vertex: place, vertices: 64, coverage: fullscreen, bind: {from: data}}")
                        .toString());
        assertThat(flat(cli))
                .contains("end the render pass between submit0.1 and submit0.2: no barrier within it has VERTEX_SHADER"
                        + " wait for FRAGMENT_SHADER");
    }
}
