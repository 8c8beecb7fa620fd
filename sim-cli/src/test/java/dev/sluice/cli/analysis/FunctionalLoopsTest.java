// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loops of dispatches without time: those that nothing can end any more, and those that take long. */
@Timeout(120)
final class FunctionalLoopsTest {

    @TempDir
    Path folder;

    private Cli run(String code) throws IOException {
        Path file = folder.resolve("loops.yaml");
        Files.writeString(file, """
                sluice: 1
                name: loops
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: local, size: 4KiB, data: {type: u32, pattern: constant, value: 3, count: 1024}}
                kernels:
                  k:
                    localSize: [64]
                    shared: 256
                    bindings: {a: storage}
                    code: |
                CODE
                program:
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: all, mode: functional}
                        - dispatch: {kernel: k, groups: [4], bind: {a: x}}
                        - endStatistics
                  - deviceWaitIdle
                """.replace("CODE\n", code.indent(6)));
        return Cli.run("run", file.toString(), "--device", "tiny-2", "-q");
    }

    @Test
    void waiting_for_what_nobody_writes_ends_the_run_with_its_place() throws IOException {
        Cli run = run("""
                v = 3
                while v == 3 {
                  v = load.u32 a[0] @coherent
                }
                """);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("kernel k, line 2: 8 waves go round this loop for ever", "'a' (line 3)");
    }

    @Test
    void computing_without_end_ends_the_run_with_its_place() throws IOException {
        Cli run = run("""
                while 1 {
                  v = 1
                }
                """);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("kernel k, line 1: 8 waves go round", "the loop reads no memory");
    }

    @Test
    void waiting_on_workgroup_memory_lets_others_of_the_workgroup_on() throws IOException {
        Cli run = run("""
                shared.store.u32 [lid] = 0
                controlBarrier workgroup
                v = lid < 32
                while v {
                  w = shared.load.u32 [63]
                  v = w == 0
                }
                if lid == 63 {
                  shared.store.u32 [63] = 1
                }
                """);

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void waiting_for_a_count_that_others_bring_there_is_no_loop_for_ever() throws IOException {
        Cli run = run("""
                i = 0
                while i < 3000 {
                  atomic.add.u32 a[512], 1
                  i = i + 1
                }
                k = 0
                n = 4
                while n < 700000 {
                  k = (k + 1) % 3
                  if k == 0 {
                    n = load.u32 a[512] @coherent
                  }
                }
                """);

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
    }
}
