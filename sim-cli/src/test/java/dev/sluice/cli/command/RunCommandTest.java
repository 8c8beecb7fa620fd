// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

final class RunCommandTest {
    private static final String STREAM = "upload-scale-readback";

    @TempDir
    private Path dir;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path stream(String text) throws IOException {
        return Files.writeString(dir.resolve("s.yaml"), text);
    }

    @Test
    void a_clean_run_exits_with_0() {
        Cli cli = Cli.runGiving(Results::clean, "run", STREAM);

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("✓ clean");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void findings_exit_with_1() {
        assertThat(Cli.runGiving(Results::broken, "run", STREAM).code()).isEqualTo(1);
    }

    @Test
    void an_interrupted_run_exits_with_130_and_still_reports() {
        Cli cli = Cli.runGiving(
                Results::interrupted, "run", STREAM, "--out", dir.resolve("o").toString());

        assertThat(cli.code()).isEqualTo(130);
        assertThat(cli.out()).contains("interrupted");
        assertThat(dir.resolve("o/result.json")).content().contains("\"interrupted\" : true");
    }

    @Test
    void an_interrupted_run_is_not_checked_and_says_so() {
        Cli cli = Cli.runGiving(Results::interrupted, "run", STREAM, "--strict");

        assertThat(cli.code()).isEqualTo(130);
        assertThat(cli.err()).isEqualTo("the stream was not checked: the run was interrupted\n");
    }

    @Test
    void an_output_that_is_an_input_is_refused_before_the_run() throws IOException {
        Path stream = Files.writeString(
                dir.resolve("result.json"), Files.readString(Path.of("../configs/streams/upload-scale-readback.yaml")));

        Cli cli = Cli.run("run", stream.toString(), "--out", dir.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("is also an input");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void json_is_all_that_is_printed() {
        Cli cli = Cli.runGiving(Results::broken, "run", STREAM, "--json");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(cli.out())
                        .path("stream")
                        .stringValue())
                .isEqualTo("example");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void out_gets_the_result_and_the_report_and_nothing_else() throws IOException {
        Cli cli = Cli.runGiving(
                Results::clean, "run", STREAM, "--out", dir.resolve("a/b").toString());

        assertThat(dir.resolve("a/b/report.txt"))
                .content()
                .startsWith("example on seed-discrete-l2, barriers l2\n✓ clean: ")
                .contains("\ntotal  1,234,567");
        assertThat(cli.out()).contains("total  1,234,567");
        assertThat(dir.resolve("a/b/result.json")).content().startsWith("{\n  \"sluice\" : 1,");
        try (Stream<Path> files = Files.list(dir.resolve("a/b"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void csv_gets_its_files() {
        Cli.runGiving(Results::clean, "run", STREAM, "--csv", dir.toString());

        assertThat(dir.resolve("commands.csv"))
                .content()
                .startsWith("id,kind,label")
                .contains("\r\nsubmit0.0,copyBuffer,upload");
    }

    @Test
    void quiet_prints_a_line() {
        assertThat(Cli.runGiving(Results::clean, "run", STREAM, "--quiet").out().lines())
                .hasSize(1);
    }

    @Test
    void an_output_directory_that_is_a_file_is_refused_before_the_run() throws IOException {
        Path file = Files.writeString(dir.resolve("f"), "x");
        Cli cli = Cli.runGiving(
                () -> {
                    throw new AssertionError("ran");
                },
                "run",
                STREAM,
                "--out",
                file.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).startsWith(file + ": cannot be written to");
    }

    @Test
    void a_missing_file_is_one_line() {
        Cli cli = Cli.run("run", dir.resolve("none.yaml").toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).isEqualTo(dir.resolve("none.yaml") + ": no such file\n");
    }

    @Test
    void a_misspelled_preset_is_corrected() {
        assertThat(Cli.run("run", "upload-scale-readbak").err()).contains("did you mean 'upload-scale-readback'?");
        assertThat(Cli.run("run", STREAM, "--device", "seed-discrete-l3").err())
                .contains("did you mean 'seed-discrete-l2'?");
        assertThat(Cli.run("run", STREAM, "--profile", "l3").err()).contains("did you mean 'l2'?");
    }

    @Test
    void a_fault_in_a_stream_is_said_with_its_place_and_writes_nothing() throws IOException {
        Path file = stream("sluice: 1\nname: s\ndevice: seed-discrete-l2\nprogramm: []\n");
        Cli cli = Cli.run("run", file.toString(), "--out", dir.resolve("o").toString(), "--json");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).startsWith(file + ":4:1: ").contains("program");
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(names()).containsExactly("s.yaml");
    }

    @Test
    void an_internal_error_is_one_line_that_names_a_log_with_the_trace() throws IOException {
        Cli cli = Cli.runGiving(
                () -> {
                    throw new IllegalStateException("the sky fell");
                },
                "run",
                STREAM);

        assertThat(cli.code()).isEqualTo(70);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).startsWith("internal error: IllegalStateException: the sky fell; the trace is in ");
        Path log = Path.of(cli.err().strip().substring(cli.err().indexOf("is in ") + 6));
        assertThat(log).content().contains("\tat dev.sluice");
        Files.delete(log);
    }

    @Test
    void debug_prints_the_trace_of_an_internal_error() {
        Cli cli = Cli.runGiving(
                () -> {
                    throw new IllegalStateException("the sky fell");
                },
                "run",
                STREAM,
                "--debug");

        assertThat(cli.code()).isEqualTo(70);
        assertThat(cli.err()).contains("\tat dev.sluice", "internal error: IllegalStateException: the sky fell");
    }

    @Test
    void log_filters_without_a_log_are_bad_usage() {
        assertThat(Cli.run("run", STREAM, "--log-cache", "l1").code()).isEqualTo(2);
        assertThat(Cli.run("run", STREAM, "--json", "--log", "-").code()).isEqualTo(2);
    }

    @Test
    void a_bad_log_filter_is_bad_usage_and_leaves_no_log() throws IOException {
        String log = dir.resolve("log").toString();
        Cli cli = Cli.runGiving(Results::clean, "run", STREAM, "--log", log, "--log-address", "y");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("no buffer or image 'y'", "did you mean 'x'?");
        assertThat(names()).isEmpty();
    }

    @Test
    void timing_that_depends_on_data_follows_it_and_names_the_kernels_line() throws IOException {
        Path file = stream("""
                sluice: 1
                name: chase
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: local, size: 4KiB}
                kernels:
                  chase:
                    localSize: [32, 1, 1]
                    bindings: {x: storage}
                    code: |
                      i = gid
                      i = load.u32 x[i]
                      i = load.u32 x[i & 1023]
                      store.u32 x[gid] = i
                program:
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: chase, groups: [1, 1, 1], bind: {x: x}}
                """);
        Cli cli = Cli.run("run", file.toString(), "--timing-only");

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("bytes are followed", ":20:", "kernel 'chase', line 3");
    }

    @Test
    void an_access_out_of_range_is_bad_input_at_its_line_of_the_file() throws IOException {
        Path file = stream("""
                sluice: 1
                name: far
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: local, size: 64}
                kernels:
                  far:
                    localSize: [32, 1, 1]
                    bindings: {x: storage}
                    code: |
                      store.u32 x[gid] = 1
                program:
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: far, groups: [1, 1, 1], bind: {x: x}}
                """);
        Cli cli = Cli.run("run", file.toString(), "--out", dir.resolve("o").toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("s.yaml:13:7: submit0.0: kernel far, line 1: lane 16", "'x'");
        assertThat(names()).containsExactly("s.yaml");
    }
}
