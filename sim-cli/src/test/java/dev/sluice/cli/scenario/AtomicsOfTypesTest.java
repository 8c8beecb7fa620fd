// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Atomics keep their type wherever they are executed. */
final class AtomicsOfTypesTest {

    private static final String STREAM = """
            sluice: 1
            name: types
            memory:
              - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: a, memory: staging, size: 256}
            kernels:
              add:
                localSize: [64, 1, 1]
                bindings: {a: storage}
                code: |
                  old = atomic.add.f32 a[0], 1.5f
                  other = atomic.add.u32 a[1], 3
            program:
              - hostWrite: {buffer: a, data: {type: u32, values: [0, 0]}}
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - dispatch: {kernel: add, groups: [2, 1, 1], bind: {a: a}}
                    - pipelineBarrier:
                        memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]
                  fence: done
              - waitForFences: [done]
              - hostRead: {buffer: a, offset: 0, expect: {type: f32, values: [192.0]}}
              - hostRead: {buffer: a, offset: 4, expect: {type: u32, values: [384]}}
            """;

    @Test
    void floats_are_added_as_floats_by_host_memory(@TempDir Path folder) throws IOException {
        Path stream = Files.writeString(folder.resolve("types.yaml"), STREAM);
        Path device = Files.writeString(
                folder.resolve("device.yaml"),
                Runs.device("seed-discrete-l2").replace("atomics: true, ", "")); // no cache executes them
        Cli run = Cli.run("run", stream.toString(), "--device", device.toString());
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.CLEAN);
    }
}
