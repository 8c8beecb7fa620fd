// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice run --explain}: the story of a barrier. */
final class ExplainTest {

    private static final String STREAM = """
            sluice: 1
            name: story
            device: seed-discrete-l2
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: local, offset: 0,      size: 64KiB}
              - {name: y, memory: local, offset: 64KiB,  size: 64KiB}
              - {name: z, memory: local, offset: 128KiB, size: 64KiB}
            kernels:
              add:
                localSize: [64, 1, 1]
                bindings: {a: storage, b: storage}
                code: |
                  v = load.u32 a[gid]
                  store.u32 b[gid] = v + 1
            program:
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - fillBuffer: {dst: x, offset: 0, size: 4KiB, data: 1}
                    - pipelineBarrier:
                        memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}]
                    - dispatch: {kernel: add, groups: [16, 1, 1], bind: {a: x, b: y}}
                    - dispatch: {kernel: add, groups: [16, 1, 1], bind: {a: x, b: z}}
                    - pipelineBarrier:
                        memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_STORAGE_WRITE], dstStage: [COMPUTE_SHADER, COPY], dstAccess: [SHADER_STORAGE_READ, TRANSFER_READ]}]
                    - dispatch: {kernel: add, groups: [16, 1, 1], bind: {a: x, b: z}}
                  fence: f
              - waitForFences: [f]
            """;

    @TempDir
    private Path directory = Path.of("");

    private Path stream = Path.of("");

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(directory.resolve("s.yaml"), STREAM);
    }

    private Cli run(String... options) {
        return Cli.run(List.of("run", stream.toString()), options);
    }

    @Test
    void a_story_goes_from_what_a_barrier_waited_for_to_what_was_fetched_again() {
        Cli cli = run("-q", "--explain", "submit0.4");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out().replace(stream.toString(), "s.yaml")).endsWith("""

                        submit0.4 pipelineBarrier: 9,610 cycles (drain 7,434, actions 2,176), then 128 refill misses (4 KiB)  s.yaml:26:11
                          reached    2,258
                          waited     submit0.begin until 6,828
                                     submit0.1 pipelineBarrier until 9,166
                                     submit0.2 dispatch COMPUTE_SHADER until 9,689
                                     submit0.3 dispatch COMPUTE_SHADER until 9,692  <- the last
                          drained    9,692
                          actions    flush:L2 (l2 x 16) 9,692 to 11,740: 64 dirty lines (8 KiB) of y 32, z 32
                                     invalidate:L1 (l1Meta,l1 x 34) 11,740 to 11,868: 32 lines dropped
                          released   11,868
                          held back  submit0.5 dispatch COMPUTE_SHADER 2,702 cycles (it also waited for submit0.1 pipelineBarrier until 9,166)
                          refilled   x: 128 misses (4 KiB) in l1
                          idle       149,815 cycles of compute units meanwhile
                        """);
    }

    @Test
    void several_barriers_are_told_in_the_order_asked_for_and_each_once() {
        String out = run("-q", "--explain", "submit0.4", "--explain", "submit0.1", "--explain", "submit0.4")
                .out();

        assertThat(out).containsOnlyOnce("\nsubmit0.4 pipelineBarrier").containsOnlyOnce("\nsubmit0.1 pipelineBarrier");
        assertThat(out.indexOf("\nsubmit0.4 ")).isLessThan(out.indexOf("\nsubmit0.1 "));
    }

    @Test
    void all_tells_of_implicit_barriers_too() {
        assertThat(run("-q", "--explain", "all").out())
                .contains("\nsubmit0.begin implicit", "\nsubmit0.1 ", "\nsubmit0.4 ", "\nsubmit0.end implicit");
    }

    @Test
    void a_submission_means_its_own_barriers() {
        assertThat(run("-q", "--explain", "submit0").out())
                .contains("\nsubmit0.begin ", "\nsubmit0.end ")
                .doesNotContain("\nsubmit0.1 ");
    }

    @Test
    void stories_follow_the_report_and_go_into_report_txt() throws IOException {
        Path out = directory.resolve("out");
        String text = run("--explain", "submit0.1", "--out", out.toString()).out();

        assertThat(text).contains("total").contains("\nsubmit0.1 pipelineBarrier");
        assertThat(Files.readString(out.resolve("report.txt"))).contains("\nsubmit0.1 pipelineBarrier");
    }

    @Test
    void an_unknown_id_is_one_line_with_the_nearest_and_nothing_is_written() {
        Path out = directory.resolve("out");
        Cli cli = run("--explain", "submit0.7", "--out", out.toString());

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .startsWith("--explain submit0.7: the run has no such barrier; the nearest id is submit0.1");
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void a_command_that_is_no_barrier_is_named_as_what_it_is() {
        assertThat(run("--explain", "submit0.2").err())
                .startsWith("--explain submit0.2: it is no barrier but a dispatch; the nearest id is submit0.1");
    }

    @Test
    void what_cannot_be_an_id_is_refused_before_the_run() {
        Cli cli = Cli.runGiving(
                () -> {
                    throw new AssertionError("the run began");
                },
                "run",
                stream.toString(),
                "--explain",
                "flush");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err())
                .startsWith("--explain flush: the id of a barrier looks like submit0.3 or submit0.begin; 'all'");
    }

    @Test
    void json_has_the_facts_already() {
        Cli cli = run("--json", "--explain", "all");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err()).startsWith("--explain is for people: --json has the same facts under barriers[]");
        assertThat(cli.errorLines()).isEqualTo(1);
    }

    @Test
    void a_run_that_was_cut_off_says_what_a_barrier_did_not_come_to() {
        Cli cli = run("-q", "--max-cycles", "9500", "--explain", "submit0.4");

        assertThat(cli.code()).isEqualTo(ExitCode.CUT);
        assertThat(cli.out()).contains("""
                          waited     submit0.begin until 6,828
                                     submit0.1 pipelineBarrier until 9,166
                                     2 not done when the run was stopped
                          drained    not before the run was stopped at 9,500
                          released   not before the run was stopped at 9,500
                        """);
    }

    @Test
    void an_interrupted_run_says_which_barriers_it_did_not_reach() {
        Cli cli = Cli.runGiving(
                Results::interrupted,
                "run",
                stream.toString(),
                "-q",
                "--explain",
                "submit9.1",
                "--explain",
                "submit0.1");

        assertThat(cli.code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(cli.out())
                .contains("\nsubmit0.1 pipelineBarrier")
                .endsWith("\nsubmit9.1: not reached before the run was interrupted\n");
    }
}
