// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sweeps over traces, which each point replays. */
final class SweepOfTracesTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SIZES = "caches.l2.size=256,512,1KiB";

    @TempDir
    private Path dir;

    private Path trace = Path.of("");

    /** Twelve lines of 64 bytes, three times, which a small cache does not hold. */
    @BeforeEach
    void write_a_trace() throws IOException {
        StringBuilder text = new StringBuilder("kind,address,size\n");
        for (int i = 0; i < 36; i++) {
            text.append("read,").append(i % 12 * 64).append(",4\n");
        }
        trace = Files.writeString(dir.resolve("t.csv"), text);
    }

    private Path out() {
        return dir.resolve("out");
    }

    private Cli sweep(String... more) {
        return sweepOf(List.of(trace.toString()), more);
    }

    private Cli sweepOf(List<String> inputs, String... more) {
        List<String> arguments = new ArrayList<>(List.of("sweep"));
        arguments.addAll(inputs);
        arguments.addAll(List.of("-o", out().toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private List<JsonNode> rows() throws IOException {
        return Files.readAllLines(out().resolve("results.jsonl")).stream()
                .map(JSON::readTree)
                .toList();
    }

    @Test
    void a_point_is_the_replay_with_its_values() throws IOException {
        Cli cli = sweep("-d", "tiny-1", "--vary", SIZES, "--vary", "caches.l2.replacement=lru,fifo", "--optimal");

        assertThat(cli.code()).as(cli.err() + cli.out()).isZero();
        assertThat(rows()).hasSize(6);
        for (JsonNode row : rows()) {
            JsonNode values = row.get("values");
            JsonNode metrics = row.get("metrics");
            Cli replay = Cli.run(Stream.of(
                            "replay",
                            trace.toString(),
                            "-d",
                            "tiny-1",
                            "--optimal",
                            "--json",
                            "--set",
                            "caches.l2.size=" + values.get("caches.l2.size").asString(),
                            "--set",
                            "caches.l2.replacement="
                                    + values.get("caches.l2.replacement").asString())
                    .toArray(String[]::new));
            JsonNode result = JSON.readTree(replay.out());
            JsonNode l2 = result.at("/caches/l2");
            assertThat(metrics.get("cycles")).isEqualTo(result.get("cycles"));
            assertThat(metrics.get("vram.readBytes")).isEqualTo(result.at("/vram/readBytes"));
            double hits = l2.get("readHits").asDouble() + l2.get("writeHits").asDouble();
            double all = l2.get("reads").asDouble() + l2.get("writes").asDouble();
            assertThat(metrics.get("caches.l2.hitRate").asDouble()).isCloseTo(hits / all, within(1e-9));
            assertThat(metrics.get("caches.l2.optimalHitRate").isNumber()).isTrue();
        }
    }

    @Test
    void any_number_of_jobs_and_of_parts_gives_the_same_bytes() throws IOException {
        sweep("-d", "tiny-1", "--vary", SIZES, "--jobs", "1");
        byte[] one = Files.readAllBytes(out().resolve("results.csv"));
        Path parts = dir.resolve("parts");
        for (String part : List.of("1/2", "2/2")) {
            Cli.run(
                    "sweep",
                    trace.toString(),
                    "-o",
                    parts.toString(),
                    "-d",
                    "tiny-1",
                    "--vary",
                    SIZES,
                    "--shard",
                    part);
        }
        Path merged = dir.resolve("merged");

        assertThat(Cli.run("merge", parts.toString(), "-o", merged.toString()).code())
                .isZero();
        assertThat(merged.resolve("results.csv")).hasBinaryContent(one);
    }

    @Test
    void traces_and_streams_go_together() throws IOException {
        Cli cli = sweepOf(
                List.of(trace.toString(), "upload-scale-readback"),
                "-d",
                "tiny-1",
                "--max-cycles",
                "2000",
                "--vary",
                "caches.l2.latency=10,20");

        assertThat(cli.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(rows())
                .extracting(row ->
                        row.get("stream").asString() + " " + row.get("status").asString())
                .containsExactly("t.csv ok", "t.csv ok", "upload-scale-readback cut", "upload-scale-readback cut");
    }

    @Test
    void a_format_that_neither_name_nor_contents_tell_is_said() throws IOException {
        Path plain = Files.writeString(dir.resolve("accesses"), " L 1000,4\n L 2000,4\n");

        Cli told = sweepOf(List.of(plain.toString()), "-d", "tiny-1", "--vary", "seed=1,2");
        Cli said = sweepOf(List.of(plain.toString()), "-d", "tiny-1", "--vary", "seed=1,2", "--format", "csv");

        assertThat(told.code()).as(told.err()).isZero();
        assertThat(said.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(said.err()).contains("accesses:1:1: no column is called 'address'");
    }

    private long cycles(String... more) throws IOException {
        assertThat(sweep(more).code()).isZero();
        long cycles = rows().get(0).at("/metrics/cycles").asLong();
        Files.move(out(), Files.createTempDirectory(dir, "was").resolve("out"));
        return cycles;
    }

    @Test
    void accesses_under_way_are_bounded_for_all_points() throws IOException {
        String[] plain = {"-d", "tiny-1", "--vary", "caches.l2.latency=10,20"};
        String[] one =
                Stream.concat(Stream.of(plain), Stream.of("--outstanding", "1")).toArray(String[]::new);

        assertThat(cycles(one)).isGreaterThan(2 * cycles(plain));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--vary seed=1,2 | t.csv: is a trace, which names no device: --device NAME says on which to replay it",
                "-d tiny-1 --vary stream.name=a,b | t.csv: is a trace, which has no keys to vary or to set",
                "-d tiny-1 --set stream.name=a --vary seed=1,2 | t.csv: is a trace, which has no keys to vary or to set",
                "-d tiny-1 --vary profile=l2,nvk | t.csv: is a trace, which has no barriers: a barrier profile would",
                "-d tiny-1 --profile nvk --vary seed=1,2 | t.csv: is a trace, which has no barriers: a barrier profile",
                "-d tiny-1 --bytes --vary seed=1,2 | t.csv: is a trace, which has no barriers: 'bytes' would change",
                "-d tiny-1 --format cvs --vary seed=1,2 | --format cvs: no format is called 'cvs'; there are csv, lackey",
                "-d tiny-1 --outstanding -1 --vary seed=1,2 | --outstanding -1: cannot be negative"
            })
    void what_only_streams_have_is_refused(String options, String problem) {
        Cli cli = sweep(options.split(" "));

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).contains(problem);
        assertThat(out()).doesNotExist();
    }

    @Test
    void a_file_says_the_format_and_how_many_are_under_way() throws IOException {
        Files.writeString(dir.resolve("plain"), Files.readString(trace));
        Path file = Files.writeString(dir.resolve("f.yaml"), """
                sluice: 1
                name: of a file
                streams: plain
                format: csv
                outstanding: 1
                device: tiny-1
                vary: {caches.l2.size: [256, 1KiB]}
                """);

        Cli cli = sweepOf(List.of(file.toString()));
        Cli bad = sweepOf(List.of(
                Files.writeString(dir.resolve("b.yaml"), Files.readString(file).replace("csv", "cvs"))
                        .toString()));

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(bad.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(bad.err())
                .contains("b.yaml:4:9: format: no format is called 'cvs'; there are csv, lackey, champsim");
    }

    @Test
    void a_sweep_does_not_go_on_with_another_trace() throws IOException {
        sweep("-d", "tiny-1", "--vary", SIZES);
        Files.writeString(trace, Files.readString(trace) + "read,0x4000,4\n");

        Cli resumed = sweep("-d", "tiny-1", "--vary", SIZES, "--resume");

        assertThat(resumed.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(resumed.err()).contains("t.csv");
    }

    @Test
    void a_bad_line_is_a_point_without_results() throws IOException {
        Files.writeString(trace, Files.readString(trace) + "read,x,4\n");

        Cli cli = sweep("-d", "tiny-1", "--vary", "caches.l2.latency=10,20");

        assertThat(cli.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(rows().get(0).get("message").asString()).contains("t.csv:38:6: 'x' is no number");
    }
}
