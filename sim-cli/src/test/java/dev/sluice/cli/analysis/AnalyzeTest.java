// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code run --analyze}. */
final class AnalyzeTest {

    private static final String PROGRAM = """
              - queueSubmit:
                  commands:
                    - dispatch: {kernel: scale, groups: [256], bind: {src: x, dst: y}, params: {n: 3}}
                    BARRIER
                    - dispatch: {kernel: scale, groups: [256], bind: {src: y, dst: x}, params: {n: 5}}
              - deviceWaitIdle
            """.replace("BARRIER\n", Streams.BARRIER);

    @TempDir
    Path folder;

    private JsonNode result;
    private JsonNode analysis;

    @BeforeEach
    void run() throws IOException {
        result = Streams.result(folder, PROGRAM, "--analyze");
        analysis = result.path("analysis");
    }

    @Test
    void kinds_of_misses_sum_to_the_misses_of_each_cache() {
        assertThat(analysis.path("caches").propertyNames()).contains("l1", "l2");
        analysis.path("caches").forEachEntry((name, cache) -> {
            long sum = 0;
            for (JsonNode kind : cache.path("misses")) {
                sum += kind.asLong();
            }
            JsonNode counters = result.path("caches").path(name);
            assertThat(sum)
                    .as(name)
                    .isEqualTo(counters.path("readMisses").asLong()
                            + counters.path("writeMisses").asLong());
            assertThat(cache.path("lookups")).isEqualTo(counters.path("lookups"));
        });
    }

    @Test
    void dispatches_of_no_workgroup_have_no_place_beside_the_limits() throws IOException {
        String none = "        - dispatch: {kernel: scale, groups: [1], bind: {src: x, dst: y}, params: {n: 3}}\n";
        String program = """
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: scale, groups: [1], bind: {src: x, dst: y}, params: {n: 3}}
                        - fillBuffer: {dst: y, offset: 4096, size: 4, data: 0}
                """ + "        " + Streams.BARRIER
                + "        - beginConditionalRendering: {buffer: y, offset: 4096}\n" + none.repeat(30)
                + "        - endConditionalRendering\n  - deviceWaitIdle\n";

        JsonNode points =
                Streams.result(folder, program, "--analyze").path("analysis").path("roofline");

        assertThat(points).hasSize(1);
        assertThat(points.get(0).path("command").asString()).isEqualTo("submit0.0");
    }

    @Test
    void what_a_barrier_dropped_is_missed_for_coherence() {
        JsonNode l2 = analysis.path("caches").path("l2").path("misses");

        assertThat(l2.path("coherence").asLong()).isEqualTo(4096);
        assertThat(l2.path("capacity").asLong()).isZero();
    }

    @Test
    void an_atomic_that_goes_past_a_cache_takes_nothing_that_was_not_there() throws IOException {
        Path trace = Files.writeString(
                folder.resolve("past.csv"), "kind,address\nread,0\natomic,0x20\nread,0x20\natomic,0x20\nread,0x20\n");

        Cli replay = Cli.run("replay", trace.toString(), "-d", "tiny-1", "--outstanding", "1", "--analyze", "--json");

        JsonNode l1 = JsonMapper.builder().build().readTree(replay.out()).at("/analysis/caches/l1/misses");
        assertThat(l1.path("compulsory").asInt()).isEqualTo(2);
        assertThat(l1.path("coherence").asInt()).isEqualTo(1);
    }

    @Test
    void the_reference_fetches_along_what_the_cache_had_no_need_to() throws IOException {
        // four lines of the other set drive the first one out of the reference alone, two of its own out of the cache
        // alone
        Path trace = Files.writeString(
                folder.resolve("along.csv"),
                "time,address\n0,0\n2000,0x40\n4000,0xc0\n6000,0x140\n8000,0x1c0\n10000,0\n12000,0x80\n14000,0x100\n16000,0x20\n");

        Cli replay = Cli.run(
                "replay", trace.toString(), "-d", "tiny-1", "--set", "caches.l1.fetch=64", "--analyze", "--json");

        JsonNode l1 = JsonMapper.builder().build().readTree(replay.out()).at("/analysis/caches/l1/misses");
        assertThat(l1.path("compulsory").asInt()).isEqualTo(7);
        assertThat(l1.path("conflict").asInt()).isEqualTo(1);
        assertThat(l1.path("capacity").asInt()).isZero();
    }

    @Test
    void a_fill_that_a_store_overtakes_is_lost_to_coherence() throws IOException {
        Path trace = Files.writeString(folder.resolve("overtaken.csv"), """
                time,kind,address
                0,read,0
                1,write,0
                3000,read,0
                6000,read,0
                """);

        Cli replay = Cli.run("replay", trace.toString(), "-d", "tiny-1", "--analyze", "--json");

        JsonNode l1 = JsonMapper.builder().build().readTree(replay.out()).at("/analysis/caches/l1/misses");
        assertThat(l1.path("compulsory").asInt())
                .as("the read, and the store that meets its fill")
                .isEqualTo(2);
        assertThat(l1.path("coherence").asInt()).as("the read after it").isEqualTo(1);
        assertThat(l1.path("conflict").asInt()).isZero();
    }

    @Test
    void what_a_store_that_goes_past_left_in_memory_was_never_held() throws IOException {
        Path trace = Files.writeString(folder.resolve("past.csv"), """
                time,kind,address,size,flags
                0,write,0,32,bypass
                3000,read,0,32,
                """);

        Cli replay = Cli.run(
                "replay",
                trace.toString(),
                "-d",
                "tiny-1",
                "--set",
                "caches.l1.allocate=fetchOnWrite",
                "--analyze",
                "--json");

        JsonNode l1 = JsonMapper.builder().build().readTree(replay.out()).at("/analysis/caches/l1/misses");
        assertThat(l1.path("compulsory").asInt()).isEqualTo(2);
        assertThat(l1.path("conflict").asInt()).isZero();
    }

    /** Of a write-back L1 whose fills bring two sectors. */
    private JsonNode missesOfPairs(String rows) throws IOException {
        Path trace = Files.writeString(folder.resolve("pairs.csv"), "time,kind,address,size\n" + rows);
        List<String> line = new ArrayList<>(List.of("replay", trace.toString(), "-d", "tiny-1", "--analyze", "--json"));
        for (String set :
                List.of("fetch=64", "write=back", "allocate=fetchOnWrite", "dirty=byte", "flushInvalidates=true")) {
            line.addAll(List.of("--set", "caches.l1." + set));
        }
        Cli replay = Cli.run(line.toArray(String[]::new));
        assertThat(replay.code()).as(replay.err()).isZero();
        return JsonMapper.builder().build().readTree(replay.out()).at("/analysis/caches/l1/misses");
    }

    @Test
    void a_store_of_a_sector_that_is_fetched_along_misses_like_what_fetches_it() throws IOException {
        JsonNode l1 = missesOfPairs("""
                0,read,32,4
                0,write,0,32
                """);

        assertThat(l1.path("compulsory").asInt()).isEqualTo(2);
        assertThat(l1.path("conflict").asInt()).isZero();
    }

    @Test
    void a_miss_on_a_sector_under_way_fetches_nothing_along() throws IOException {
        JsonNode l1 = missesOfPairs("""
                0,read,128,8
                0,atomic,160,4
                0,read,160,32
                0,atomic,128,4
                0,write,164,8
                0,write,128,32
                """);

        assertThat(l1.path("coherence").asInt())
                .as("atomics take sectors away, one after the other")
                .isEqualTo(3);
        assertThat(l1.path("conflict").asInt()).isZero();
    }

    @Test
    void what_a_store_of_whole_sectors_left_in_memory_was_never_held() throws IOException {
        String program = """
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: half, groups: [4], bind: {dst: y}}
                        BARRIER
                        - dispatch: {kernel: other, groups: [4], bind: {src: y, dst: x}}
                  - deviceWaitIdle
                """.replace("BARRIER\n", Streams.BARRIER);
        String kernels = """
                  half:
                    localSize: [64]
                    bindings: {dst: storage}
                    code: "store.u32 dst[gid / 8 * 16 + gid % 8] = gid"
                  other:
                    localSize: [64]
                    bindings: {src: storage, dst: storage}
                    code: |
                      v = load.u32 src[gid / 8 * 16 + 8 + gid % 8]
                      store.u32 dst[gid] = v
                program:
                """;
        Path file =
                Files.writeString(folder.resolve("halves.yaml"), Streams.HEAD.replace("program:\n", kernels) + program);
        Cli run = Cli.run(
                "run", file.toString(), "-d", "seed-discrete-l2", "--set", "caches.l2.fetch=64", "--analyze", "--json");
        JsonNode misses = JsonMapper.builder().build().readTree(run.out()).at("/analysis/caches/l2/misses");
        assertThat(misses.path("conflict").asInt()).isZero();
        assertThat(misses.path("compulsory").asInt()).isEqualTo(32 + 32 + 32);
    }

    @Test
    void operations_of_a_dispatch_are_counted_lane_by_lane() {
        JsonNode point = analysis.path("roofline").path(0);

        // a multiplication for each of 16,384 invocations, and one more for the place where it is stored
        assertThat(point.path("integerOperations").asLong()).isBetween(16_384L, 3 * 16_384L);
        assertThat(point.path("integerOperations").asLong() % 16_384).isZero();
        assertThat(point.path("levels").path(0).path("name").asString()).isEqualTo("l1");
        assertThat(point.path("levels").path(0).path("bytes").asLong()).isEqualTo(128 << 10);
        assertThat(point.path("opsPerCycle").asDouble())
                .isLessThan(point.path("peakOpsPerCycle").asDouble());
    }

    @Test
    void peaks_follow_clocks_of_caches_and_of_the_network() throws IOException {
        assertThat(peak(0, "caches.l1.clock=750MHz")).isEqualTo(2 * peak(0, "caches.l1.clock=375MHz"));
        assertThat(peak(1, "network.clock=1.5GHz")).isCloseTo(2 * peak(1, "network.clock=750MHz"), within(1e-6));
        assertThat(peak(1, "caches.l2.clock=150MHz")).isEqualTo(2 * peak(1, "caches.l2.clock=75MHz"));
    }

    @Test
    void stores_lie_under_the_roof_of_the_way_there_and_not_of_the_way_back() throws IOException {
        String fill = """
                  fill:
                    localSize: [64]
                    bindings: {dst: storage}
                    code: |
                      for i in 0..4 {
                        store.u32 dst[gid] = i
                      }
                program:
                  - queueSubmit: {commands: [dispatch: {kernel: fill, groups: [256], bind: {dst: y}}]}
                  - deviceWaitIdle
                """;
        Path stream = Files.writeString(folder.resolve("fill.yaml"), Streams.HEAD.replace("program:\n", fill));
        List<String> words = new ArrayList<>(
                List.of("run", stream.toString(), "--device", "seed-discrete-l2", "--analyze", "--json"));
        for (String set : List.of("computeUnits.count=1", "network.clientReply=1", "caches.l2.readBytesPerCycle=1")) {
            words.addAll(List.of("--set", set));
        }

        Cli run = Cli.run(words.toArray(String[]::new));

        assertThat(run.err()).isEmpty();
        JsonNode l2 = level(JsonMapper.shared().readTree(run.out()), 1);
        assertThat(l2.path("bytesPerCycle").asDouble())
                .isGreaterThan(2)
                .isLessThanOrEqualTo(l2.path("peakBytesPerCycle").asDouble());
    }

    @Test
    void a_write_port_is_a_roof_of_stores_alone() throws IOException {
        // half of what the kernel asks of L2 is written, so the port of 1 byte a cycle lets 2 through
        assertThat(peak(1, "caches.l2.writeBytesPerCycle=1") / peak(1, "caches.l2.writeBytesPerCycle=2"))
                .isEqualTo(0.5);
    }

    @Test
    void packets_of_whole_lines_with_their_headers_are_the_roof_of_a_port() throws IOException {
        // of two lines one is read, 4 flits and a header back, and one written, a flit back: 16 ports of 1 byte a cycle
        assertThat(peak(1, "network.clientReply=1")).isCloseTo(256 * 16 / (6 * 32.0), within(1e-6));
        assertThat(peak(1, "network.clusters={count: 2, replyBytes: 1}")).isCloseTo(256 * 2 / (6 * 32.0), within(1e-6));
        assertThat(peak(1, "network.clusters={count: 2, requestBytes: 1}"))
                .isCloseTo(256 * 2 / (6 * 32.0), within(1e-6));
        assertThat(peak(1, "network={clientReply: 1, replyHeader: false}"))
                .isCloseTo(256 * 16 / (5 * 32.0), within(1e-6));
    }

    private static JsonNode level(JsonNode result, int level) {
        return result.path("analysis").path("roofline").path(0).path("levels").path(level);
    }

    private double peak(int level, String setting) throws IOException {
        return level(Streams.result(folder, PROGRAM, "--analyze", "--set", setting), level)
                .path("peakBytesPerCycle")
                .asDouble();
    }

    @Test
    void windows_hold_all_that_was_counted() {
        long sectors = 0;
        long read = 0;
        for (JsonNode window : analysis.path("windows")) {
            sectors += window.path("caches").path("l1").path("sectors").asLong();
            read += window.path("vramReadBytes").asLong();
        }
        JsonNode l1 = result.path("caches").path("l1");

        assertThat(analysis.path("windows").size()).isLessThanOrEqualTo(256);
        assertThat(sectors)
                .isEqualTo(l1.path("reads").asLong() + l1.path("writes").asLong());
        assertThat(read).isEqualTo(result.path("vram").path("readBytes").asLong());
    }

    @Test
    void what_memory_moves_past_the_caches_is_in_the_windows_in_which_it_moves_it() throws IOException {
        JsonNode filled = Streams.result(folder, """
                  - queueSubmit:
                      commands:
                        - repeat: {times: 16, variable: i, steps: [{fillBuffer: {dst: y, data: 1}}]}
                        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], dstStage: [ALL_COMMANDS]}]}
                        - dispatch: {kernel: scale, groups: [4], bind: {src: x, dst: x}, params: {n: 2}}
                  - deviceWaitIdle
                """, "--analyze");
        double peak = filled.path("vram").path("peakBytesPerCycle").asDouble();
        long written = 0;
        for (JsonNode window : filled.path("analysis").path("windows")) {
            written += window.path("vramWriteBytes").asLong();
            assertThat(window.path("vramWriteBytes").asDouble())
                    .isLessThanOrEqualTo(1.1 * peak * window.path("cycles").asLong());
        }
        assertThat(written)
                .isEqualTo(filled.path("vram").path("writeBytes").asLong())
                .isGreaterThanOrEqualTo(64 << 10);
    }

    @Test
    void a_curve_falls_with_the_size() {
        double before = 1;
        for (JsonNode point : analysis.path("caches").path("l1").path("missRatioCurve")) {
            assertThat(point.path("missRatio").asDouble()).isLessThanOrEqualTo(before);
            before = point.path("missRatio").asDouble();
        }
    }

    @Test
    void it_changes_nothing() throws IOException {
        JsonNode plain = Streams.result(folder, PROGRAM);

        assertThat(plain.path("cycles")).isEqualTo(result.path("cycles"));
        assertThat(plain.path("caches")).isEqualTo(result.path("caches"));
        assertThat(plain.path("analysis").isNull()).isTrue();
    }

    @Test
    void the_report_has_short_tables() throws IOException {
        assertThat(Streams.run(folder, PROGRAM, "--analyze").out())
                .contains("misses of", "uses missed", "sets of", "roofline", "busiest windows", "bound by");
    }

    @Test
    void a_level_that_moved_no_bytes_has_no_operations_by_byte() {
        Cli run = Cli.run(Cli.WIDE, "run", "upload-scale-readback", "--device", "nvidia-v100", "--analyze");
        assertThat(run.out()).contains("l2 0.63, vram - ");
    }

    @Test
    void counters_that_restart_restart_the_analysis() throws IOException {
        JsonNode later = Streams.result(folder, PROGRAM, "--analyze", "--warm-up", "2");
        JsonNode l1 = later.path("analysis").path("caches").path("l1").path("misses");
        long sum = 0;
        for (JsonNode kind : l1) {
            sum += kind.asLong();
        }

        assertThat(sum)
                .isEqualTo(later.path("caches").path("l1").path("readMisses").asLong()
                        + later.path("caches").path("l1").path("writeMisses").asLong());
        assertThat(later.path("analysis").path("roofline")).hasSize(1);
    }
}
