// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A stream whose queue is far ahead: a hundred dispatches, each with a barrier behind it. */
public final class LongChain {
    private static final String TEXT = """
        sluice: 1
        name: chain
        device: tiny-2
        memory:
          - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
        buffers:
          - {name: x, memory: local, size: 64KiB}
        kernels:
          set:
            localSize: [32, 1, 1]
            bindings: {x: storage}
            code: store.u32 x[gid] = 1
        program:
          - queueSubmit:
              commands:
                - repeat:
                    times: 100
                    steps:
                      - dispatch: {kernel: set, groups: [1], bind: {x: x}}
                      - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE],
                          dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_WRITE]}]}
        """;

    private LongChain() {}

    /** Writes it into a folder. */
    public static Path in(Path folder) throws IOException {
        return Files.writeString(folder.resolve("chain.yaml"), TEXT);
    }
}
