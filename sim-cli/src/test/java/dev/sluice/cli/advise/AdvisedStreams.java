// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Streams to be advised on through the real command line, put together of commands. */
abstract class AdvisedStreams {

    static final String HEAD = """
            sluice: 1
            name: t
            device: seed-discrete-l2
            memory:
              - {name: local, size: 2MiB, properties: [DEVICE_LOCAL]}
              - {name: staging, size: 128KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: up, memory: staging, size: 16KiB}
              - {name: back, memory: staging, offset: 64KiB, size: 16KiB}
              - {name: a, memory: local, size: 16KiB}
              - {name: b, memory: local, offset: 64KiB, size: 16KiB}
              - {name: c, memory: local, offset: 1MiB, size: 256KiB}
            kernels:
              twice:
                localSize: [64, 1, 1]
                bindings: {src: storage, dst: storage}
                code: |
                  v = load.u32 src[gid]
                  store.u32 dst[gid] = v * 2
              other:
                localSize: [64, 1, 1]
                bindings: {dst: storage}
                code: |
                  alu 400
                  store.u32 dst[gid] = gid
            program:
              - hostWrite: {buffer: up, data: {type: u32, pattern: iota, count: 4096}}
              - queueSubmit:
                  queue: universal.0
                  commands:
            """;

    static final String UPLOAD = "        - copyBuffer: {src: up, dst: a}\n";
    static final String TWICE = "        - dispatch: {kernel: twice, groups: [64, 1, 1], bind: {src: a, dst: b}}\n";
    static final String NEEDED =
            "        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}]}\n";
    static final String TO_HOST =
            "        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}\n";
    static final String READBACK =
            "        - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}\n"
                    + "        - copyBuffer: {src: b, dst: back}\n" + TO_HOST;
    static final String INDEPENDENT = "        - dispatch: {kernel: other, groups: [1024, 1, 1], bind: {dst: c}}\n";
    /** What the kernel overwrites is cleared by somebody else, who is waited for apart. */
    static final String CLEARED =
            "        - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_WRITE]}]}\n";

    static final String CLEAR_FIRST =
            "        - copyBuffer: {src: up, dst: c, regions: [{size: 16KiB}]}\n        - fillBuffer: {dst: b, data: 0}\n";
    static final String TAIL = """
                  fence: f
              - waitForFences: [f]
              - hostRead: {buffer: back, size: 16KiB, expect: {type: u32, pattern: iota, step: 2, count: 4096}}
            """;

    @TempDir
    Path folder;

    String stream(String commands) {
        return write("t.yaml", HEAD + commands + TAIL).toString();
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode advise(String file, String... more) {
        Cli cli = Cli.run(List.of("advise", file, "--json", "-o", rewritten().toString()), more);
        assertThat(cli.err()).isEmpty();
        return JsonMapper.builder().build().readTree(cli.out());
    }

    Path rewritten() {
        return folder.resolve("better.yaml");
    }

    String text() {
        try {
            return Files.readString(rewritten());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode row(JsonNode advice, int index) {
        return advice.get("barriers").get(index);
    }
}
