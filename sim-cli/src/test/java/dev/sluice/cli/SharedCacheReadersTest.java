// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that enter one cache, of which not all understand the same of compressed tiles. */
final class SharedCacheReadersTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"gcn-vega", "rdna2-6900xt", "adreno-6xx"})
    void a_storage_image_is_not_decoded_because_samplers_share_its_cache(String device) throws IOException {
        String stream = stream(
                "storageImage",
                "        - draw: {fragment: paint, coverage: fullscreen}\n",
                "memory",
                "",
                "SHADER_STORAGE_READ",
                "iota");

        Cli cli = Cli.run("run", stream, "--device", device, "-q");

        assertThat(cli.code()).as(cli.out() + cli.err()).isEqualTo(1);
        assertThat(cli.out()).contains("missing decompress");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcn-vega", "rdna2-6900xt", "intel-arc"})
    void a_sampler_understands_cleared_tiles_although_input_attachments_beside_it_do_not(String device)
            throws IOException {
        String stream = stream(
                "sampled",
                "",
                "images",
                "image: color, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: SHADER_READ_ONLY_OPTIMAL, ",
                "SHADER_SAMPLED_READ",
                "constant, value: 0xffffffff");

        Cli cli = Cli.run("run", stream, "--device", device, "-q", "--set", "rop.clearReaders=[sampled]");

        assertThat(cli.code()).as(cli.out() + cli.err()).isZero();
    }

    private String stream(String kind, String draw, String barriers, String image, String access, String expected)
            throws IOException {
        String text = """
                sluice: 1
                name: shared-cache
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: result, memory: staging, size: 64KiB}
                images:
                  - {name: color, memory: local, offset: 0, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT, STORAGE, SAMPLED]}
                kernels:
                  paint: {bindings: {}, code: "out.color0 = x + y\\n"}
                  read:
                    localSize: [64, 1, 1]
                    bindings: {img: %s, out: storage}
                    code: |
                      v = load.u32 img[gid]
                      store.u32 out[gid] = v
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - pipelineBarrier: {images: [{image: color, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [NONE], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                        - beginRendering: {renderArea: [0, 0, 64, 64], colorAttachments: [{image: color, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: CLEAR, storeOp: STORE, clear: [1, 1, 1, 1]}]}
                %s        - endRendering: {}
                        - pipelineBarrier: {%s: [{%ssrcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [%s]}]}
                        - dispatch: {kernel: read, groups: [64, 1, 1], bind: {img: color, out: result}}
                        - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                  - hostRead: {buffer: result, size: 16KiB, expect: {type: u32, pattern: %s, count: 4096}}
                """.formatted(kind, draw, barriers, image, access, expected);
        return Files.writeString(dir.resolve("shared-cache.yaml"), text).toString();
    }
}
