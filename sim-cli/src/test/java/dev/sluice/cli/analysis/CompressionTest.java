// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code compression} of a shared cache of 32 KiB, under a kernel that reads and writes 20 KiB each, twice. */
final class CompressionTest {

    private static final String READ =
            "dispatch: {kernel: scale, groups: [80], bind: {src: x, dst: y}, params: {n: 2}}\n";
    private static final String BARRIER =
            "pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], srcAccess: [SHADER_WRITE],"
                    + " dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_READ, SHADER_WRITE]}]}\n";
    private static final String TWICE =
            """
            - queueSubmit:
                commands:
                  - beginStatistics: FIRST
                  - READ
                  - endStatistics
                  - BARRIER
                  - READ
            """.replace("READ\n", READ).replace("BARRIER\n", BARRIER).indent(2);

    @TempDir
    Path folder;

    private JsonNode result(String program, String... options) throws IOException {
        return Streams.result(folder, program, with(options));
    }

    private static String[] with(String... options) {
        List<String> words = new ArrayList<>(
                List.of("--set", "caches.l2.size=32KiB", "--set", "caches.l2.slices=2", "--set", "caches.l2.ways=8"));
        words.addAll(List.of(options));
        return words.toArray(String[]::new);
    }

    private static String twice(String first) {
        return TWICE.replace("FIRST", first);
    }

    private JsonNode plain(String... options) throws IOException {
        return result(twice("first"), options);
    }

    private JsonNode compressed(String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("--set", "caches.l2.compression.algorithm=bdi"));
        words.addAll(List.of(options));
        return plain(words.toArray(String[]::new));
    }

    private static JsonNode l2(JsonNode result) {
        return result.path("caches").path("l2");
    }

    private static JsonNode counted(JsonNode result) {
        ObjectNode counted = ((ObjectNode) result).deepCopy();
        return counted.retain("cycles", "caches", "dram", "commands", "barriers", "regions", "energy");
    }

    @Test
    void a_shared_cache_holds_what_is_larger_than_it_and_less_is_fetched() throws IOException {
        JsonNode plain = plain();
        JsonNode compressed = compressed();

        assertThat(l2(compressed).path("readHits").asLong())
                .isGreaterThan(l2(plain).path("readHits").asLong());
        assertThat(l2(compressed).path("belowReadBytes").asLong())
                .isLessThan(l2(plain).path("belowReadBytes").asLong());
        JsonNode what = l2(compressed).path("compression");
        assertThat(what.path("algorithm").asString()).isEqualTo("bdi");
        assertThat(what.path("compressionRatio").asDouble()).isBetween(1.8, 4.0);
        assertThat(what.path("rawBytes").asLong())
                .isEqualTo(32 * what.path("encodedSectors").asLong());
        assertThat(what.path("linesBeyondWays").asLong()).isPositive();
        assertThat(what.path("decompressions").asLong()).isPositive();
        assertThat(l2(plain).has("compression")).isFalse();
    }

    @Test
    void it_holds_no_more_with_one_tag_for_each_way() throws IOException {
        JsonNode one = compressed("--set", "caches.l2.compression.tagFactor=1");

        assertThat(l2(one).path("readHits")).isEqualTo(l2(plain()).path("readHits"));
        assertThat(l2(one).path("compression").path("segmentEvictions").asLong())
                .isZero();
        assertThat(l2(one).path("compression").path("linesBeyondWays").asLong()).isZero();
    }

    @Test
    void hits_take_longer_the_longer_decompression_takes() throws IOException {
        assertThat(compressed("--set", "caches.l2.compression.decompressionLatency=500")
                        .path("cycles")
                        .asLong())
                .isGreaterThan(compressed().path("cycles").asLong() + 400);
    }

    @Test
    void a_run_for_time_alone_follows_the_bytes_and_says_so() throws IOException {
        JsonNode timing = compressed("--timing-only");

        assertThat(counted(timing)).isEqualTo(counted(compressed()));
        assertThat(timing.path("assumptions").toString())
                .contains(
                        "bytes are followed, but not judged, because time depends on them (caches.l2.compression): how many"
                                + " lines cache 'l2' of seed-discrete-l2 holds depends on how far they compress");
    }

    @Test
    void a_region_without_time_leaves_the_lines_compressed() throws IOException {
        JsonNode functional =
                result(twice("{name: first, mode: functional}"), "--set", "caches.l2.compression.algorithm=bdi");

        assertThat(functional.path("regions").path(0).path("functional").asLong())
                .isOne();
        assertThat(l2(functional).path("readHits")).isEqualTo(l2(compressed()).path("readHits"));
    }

    @Test
    void a_region_without_time_encodes_and_decompresses_as_in_detail() throws IOException {
        // accesses after one another: misses, hits, stores to parts of what is here and of what is not, atomics to both
        String head = Streams.HEAD.replace("program:\n", """
                  walk:
                    localSize: [1]
                    bindings: {x: storage}
                    code: |
                      v = load.u32 x[0] @ coherent
                      alu 3000
                      v = load.u32 x[8] @ coherent
                      alu 3000
                      store.u32 x[1] = v
                      alu 3000
                      store.u32 x[17] = v
                      alu 3000
                      store.u32 x[64] = v
                      alu 3000
                      store.u32 x[256] = v
                      alu 3000
                      atomic.add.u32 x[65], 1
                      alu 3000
                      atomic.add.u32 x[128], 1
                      alu 3000
                      v = load.u32 x[129] @ coherent
                """ + "program:\n");
        String program = """
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: first, mode: MODE}
                        - dispatch: {kernel: walk, groups: [1], bind: {x: x}}
                        - endStatistics
                  - deviceWaitIdle
                """;
        List<JsonNode> counters = new ArrayList<>();
        for (String mode : List.of("detailed", "functional")) {
            Path file = Files.writeString(folder.resolve(mode + ".yaml"), head + program.replace("MODE", mode));
            Cli run = Cli.run(
                    "run",
                    file.toString(),
                    "--device",
                    "seed-discrete-l2",
                    "--set",
                    "caches.l2.compression=bdi",
                    "--json");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
            counters.add(l2(JsonMapper.shared().readTree(run.out())).path("compression"));
        }
        assertThat(counters.get(0).path("decompressions").asInt()).isPositive();
        assertThat(counters.get(1)).isEqualTo(counters.get(0));
    }

    @Test
    void the_best_replacement_is_that_of_a_cache_with_a_line_for_each_tag() throws IOException {
        JsonNode bound = l2(compressed("--optimal")).path("optimal");

        assertThat(bound.path("hits").asLong())
                .isGreaterThanOrEqualTo(bound.path("actualHits").asLong())
                .isGreaterThan(
                        l2(plain("--optimal")).path("optimal").path("hits").asLong());
    }

    @Test
    void the_kinds_of_misses_add_up() throws IOException {
        JsonNode run = compressed("--analyze");
        JsonNode kinds = run.path("analysis").path("caches").path("l2").path("misses");

        long sum = 0;
        for (JsonNode kind : kinds) {
            sum += kind.asLong();
        }
        assertThat(sum)
                .isEqualTo(l2(run).path("readMisses").asLong()
                        + l2(run).path("writeMisses").asLong());
    }

    @Test
    void the_report_has_a_row_for_it() throws IOException {
        Cli run = Streams.run(folder, twice("first"), with("--set", "caches.l2.compression.algorithm=bdi"));

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out())
                .containsPattern("compression +by +ratio +zeros")
                .containsPattern("l2 +bdi +[1-4]\\.?\\d* ");
    }

    @Test
    void a_description_of_the_device_says_it() {
        Cli text = Cli.run("describe", "seed-discrete-l2", "--set", "caches.l2.compression.algorithm=bdi");

        assertThat(text.out().replaceAll("\\s+", " "))
                .contains("compresses lines by bdi (2 tags a way, segments of 8 bytes, 1 cycle more for a hit)");
    }

    @Test
    void a_replay_says_that_its_accesses_have_no_bytes() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.csv"), "address,size,kind\n0x1000,4,read\n");

        Cli replay =
                Cli.run("replay", trace.toString(), "-d", "tiny-1", "--set", "caches.l2.compression.algorithm=bdi");

        assertThat(replay.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(replay.errorLines()).isEqualTo(1);
        assertThat(replay.err())
                .contains(
                        "caches.l2.compression: how far lines compress depends on their bytes, and this trace has none;"
                                + " a recording made with 'run --record' on a device that compresses has them");
    }

    @Test
    void a_look_into_the_cache_says_what_each_line_takes() throws IOException {
        Cli run = Streams.run(
                folder,
                twice("first"),
                with("-q", "--set", "caches.l2.compression.algorithm=bdi", "--show", "l2[0]:lines@4000"));

        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        assertThat(run.out())
                .containsPattern("x\\+\\d+ +vvvv 64 B ")
                .contains("B the bytes that they take, compressed");
    }
}
