// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that spin end a run with what they wait for; what only takes long does not. */
@Timeout(120)
final class EndlessRunsTest {
    /** Waits for a flag that somebody else sets. */
    private static final String WAIT = """
            v = load.u32 f[0]
            while v == 0 {
              v = load.u32 f[0]
            }""";

    @TempDir
    private Path folder;

    private Cli run(String code, String... options) throws IOException {
        return runGroups(2, code, options);
    }

    private Cli runGroups(int groups, String code, String... options) throws IOException {
        return runIn("detailed", groups, code, options);
    }

    private Cli runIn(String mode, int groups, String code, String... options) throws IOException {
        Path stream = folder.resolve("spin.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: spin
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: flag, memory: local, offset: 0, size: 4KiB}
                kernels:
                  wait:
                    localSize: [32]
                    bindings: {f: storage}
                    code: |
                %s
                program:
                  - beginStatistics: {name: all, mode: %s}
                  - queueSubmit:
                      commands:
                        - fillBuffer: {dst: flag, data: 0}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_READ, SHADER_WRITE]}]}
                        - dispatch: {kernel: wait, groups: [%d], bind: {f: flag}}
                  - endStatistics: all
                """.formatted(code.indent(6).stripTrailing(), mode, groups));
        return Cli.run(List.of("run", stream.toString(), "-q"), options);
    }

    @Test
    void a_flag_that_nobody_sets_is_named() throws IOException {
        Cli run = run(WAIT);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err())
                .contains("kernel wait, line 2: 2 waves go round this loop for ever")
                .contains("the same values in 'f' (line 3), and nobody is left who could write there");
    }

    @Test
    void a_flag_that_may_be_set_after_a_functional_region_is_named_as_such() throws IOException {
        Cli run = runIn("functional", 2, WAIT);

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err())
                .contains("kernel wait, line 2: 2 waves go round this loop for ever")
                .contains(
                        "the same values in 'f' (line 3), and nobody writes there before it is over, because it is carried"
                                + " out at once in a functional region");
    }

    @Test
    void a_lock_that_nobody_gives_back_is_named() throws IOException {
        Cli run = run("""
                v = atomic.max.u32 f[0], 1
                w = 1
                while w != 0 {
                  w = atomic.max.u32 f[0], 1
                }""");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("line 3: 2 waves go round this loop for ever", "'f' (line 4)");
    }

    @Test
    void a_loop_without_memory_says_so() throws IOException {
        Cli run = run("""
                i = 0
                while i < 4 {
                  i = (i + 1) % 4
                }""");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("line 2: 2 waves go round this loop for ever", "the loop reads no memory");
    }

    @Test
    void a_loop_that_leaves_younger_waves_no_issue_slot_is_found() throws IOException {
        Cli run = runGroups(32, """
                while 1 {
                  v = 1
                }""", "-d", "tiny-2");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("line 1: ", " round this loop for ever", "the loop reads no memory");
    }

    @Test
    void a_wait_that_leaves_younger_waves_no_issue_slot_is_found() throws IOException {
        Cli run = runGroups(32, """
                v = load.u32 f[0]
                while v == 0 {
                  alu 40
                  v = load.u32 f[0]
                }""", "-d", "tiny-2");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err())
                .contains(
                        "line 2: ",
                        " round this loop for ever",
                        "'f' (line 4), and whoever could write there gets no issue slot");
    }

    @Test
    void a_long_count_is_not_endless() throws IOException {
        Cli run = run("""
                i = 0
                while i < 1500000 {
                  i = i + 1
                }""");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void a_flag_that_another_wave_sets_after_long_arithmetic_ends_the_wait() throws IOException {
        Cli run = run("""
                if wg == 1 {
                  alu 6000000
                  store.u32 f[0] = 1 @coherent
                }
                if wg == 0 {
                  v = load.u32 f[0] @coherent
                  while v == 0 {
                    v = load.u32 f[0] @coherent
                  }
                }""");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void a_counter_that_others_read_is_left_to_max_cycles() throws IOException {
        String counting = """
                v = atomic.add.u32 f[0], 1
                while v < 1000000000 {
                  v = atomic.add.u32 f[0], 1
                }""";

        Cli cut = run(counting, "--max-cycles", "6000000", "--json");

        assertThat(cut.err()).isEmpty();
        assertThat(cut.code()).isEqualTo(ExitCode.CUT);
        assertThat(cut.out()).contains("\"interrupted\" : true", "\"cut\" : \"maxCycles\"", "\"cycles\" : 6000000");
    }

    @Test
    void a_run_that_ends_before_is_not_cut() throws IOException {
        Cli run = run("v = load.u32 f[0]", "--max-cycles", "100000000", "--json");

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out()).contains("\"interrupted\" : false").doesNotContain("\"cut\"");
    }

    @Test
    void no_cycles_at_all_is_refused() throws IOException {
        assertThat(run("v = load.u32 f[0]", "--max-cycles", "0").err())
                .contains("--max-cycles must be at least 1, not 0");
    }
}
