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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Regions whose commands take no time. */
final class FunctionalRegionsTest {

    private static final String PROGRAM = """
              - queueSubmit:
                  commands:
                    - beginStatistics: {name: first, mode: functional}
                    - fillBuffer: {dst: y, data: 7}
                    BARRIER
                    - dispatch: {kernel: scale, groups: [128], bind: {src: x, dst: y}, params: {n: 3}}
                    - endStatistics
                    BARRIER
                    - copyBuffer: {src: y, dst: back}
                    - pipelineBarrier: {memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: HOST, dstAccess: HOST_READ}]}
              - deviceWaitIdle
              - hostRead: {buffer: back, expect: {type: u32, pattern: iota, step: 3, count: 8192}}
              - hostRead: {buffer: back, offset: 32KiB, expect: {type: u32, pattern: constant, value: 7, count: 8192}}
            """.replace("BARRIER\n", Streams.BARRIER);

    private static final List<String> TRAFFIC = List.of(
            "writtenSectors",
            "writeThroughBytes",
            "bypasses",
            "bypassedReads",
            "bypassedWrites",
            "aboveReadBytes",
            "aboveWriteBytes",
            "belowReadBytes",
            "belowWriteBytes");

    /** Scans through more than an L1 of 1 KiB holds. */
    private static final String SCAN = """
              - queueSubmit:
                  commands:
                    - beginStatistics: {name: first, mode: functional}
                    - dispatch: {kernel: scale, groups: [128], bind: {src: x, dst: y}, params: {n: 3}}
                    - endStatistics
              - deviceWaitIdle
            """;

    private static final String TRAFFIC_KERNEL = """
              traffic:
                localSize: [64]
                bindings: {src: storage, dst: storage}
                code: |
                  u = load.u32 src[gid]
                  v = load.u32 src[gid + 4096] @coherent
                  w = load.u32 src[gid + 8192] @bypass
                  store.u32 dst[gid] = u + v + w
                  store.u32 dst[gid + 2048] = u @bypass
                  atomic.add.u32 dst[gid + 4096], 1
            program:
            """;

    private static final String TRAFFIC_PROGRAM = """
              - queueSubmit:
                  commands:
                    - beginStatistics: {name: first, mode: functional}
                    - dispatch: {kernel: traffic, groups: [16], bind: {src: x, dst: y}}
                    - endStatistics
              - deviceWaitIdle
            """;

    @TempDir
    Path folder;

    private static JsonNode traffic(Path file, String key) {
        Cli run = Cli.run("run", file.toString(), "--device", "seed-discrete-l2", "--set", key, "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
        return JsonMapper.shared().readTree(run.out());
    }

    private static String detailed(String program) {
        return program.replace("mode: functional", "mode: detailed");
    }

    @Test
    void bytes_are_those_of_the_detailed_run_and_no_time_passes() throws IOException {
        JsonNode result = Streams.result(folder, PROGRAM);
        JsonNode region = result.path("regions").path(0);

        assertThat(region.path("functional").asInt()).isEqualTo(2);
        assertThat(region.path("detailed")).isEmpty();
        assertThat(region.path("mode").asString()).isEqualTo("functional");
        JsonNode dispatch = result.path("commands").path(3);
        assertThat(dispatch.path("kind").asString()).isEqualTo("dispatch");
        assertThat(dispatch.path("endCycle")).isEqualTo(dispatch.path("startCycle"));
        assertThat(result.path("cycles").asLong())
                .isLessThan(
                        Streams.result(folder, detailed(PROGRAM)).path("cycles").asLong());
    }

    @Test
    void caches_are_as_warm_as_after_the_detailed_run() throws IOException {
        JsonNode functional = Streams.result(folder, PROGRAM).path("caches");
        JsonNode detailed = Streams.result(folder, detailed(PROGRAM)).path("caches");

        for (String cache : new String[] {"l1", "l2"}) {
            for (String counter :
                    new String[] {"reads", "writes", "readMisses", "fills", "writebackBytes", "evictions"}) {
                assertThat(functional.path(cache).path(counter))
                        .as(cache + " " + counter)
                        .isEqualTo(detailed.path(cache).path(counter));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "caches.l1.bypass=[loads]",
                "caches.l1.bypass=[stores]",
                "caches.l2.bypass=[loads]",
                "caches.l2.bypass=[stores]",
                "caches.l1.replacement=sdbp",
                "caches.l1.replacement=ship"
            })
    void what_goes_past_a_cache_in_time_does_so_without_it(String key) throws IOException {
        String[] device = {"--set", key, "--set", "caches.l1.size=1KiB", "--set", "caches.l1.ways=4"};
        JsonNode functional = Streams.result(folder, SCAN, device).path("caches");
        JsonNode detailed = Streams.result(folder, detailed(SCAN), device).path("caches");

        for (String cache : new String[] {"l1", "l2"}) {
            for (String counter : new String[] {"reads", "writes", "readMisses", "fills", "evictions", "bypasses"}) {
                assertThat(functional.path(cache).path(counter))
                        .as(cache + " " + counter)
                        .isEqualTo(detailed.path(cache).path(counter));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "caches.l1.bypass=[]",
                "caches.l1.bypass=[stores]",
                "caches.l1.bypass=[loads]",
                "caches.l2.bypass=[loads, stores]"
            })
    void traffic_above_and_below_is_counted_as_in_detail(String key) throws IOException {
        Path file = folder.resolve("traffic.yaml");
        Files.writeString(file, Streams.HEAD.replace("program:\n", TRAFFIC_KERNEL) + TRAFFIC_PROGRAM);
        JsonNode functional = traffic(file, key);
        Files.writeString(file, detailed(Files.readString(file)));
        JsonNode detailed = traffic(file, key);

        for (String cache : List.of("l1", "l2")) {
            for (String counter : TRAFFIC) {
                for (String at : List.of("/caches/", "/regions/0/caches/")) {
                    assertThat(functional.at(at + cache + "/" + counter))
                            .as(at + cache + " " + counter)
                            .isEqualTo(detailed.at(at + cache + "/" + counter));
                }
            }
        }
    }

    @Test
    void stale_bytes_stay_stale() throws IOException {
        String twice = """
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: first, mode: functional}
                        - dispatch: {kernel: scale, groups: [4], bind: {src: x, dst: y}, params: {n: 3}}
                        - endStatistics
                        - pipelineBarrier: {memory: [{srcStage: ALL_COMMANDS, dstStage: ALL_COMMANDS}]}
                        - fillBuffer: {dst: x, size: 1KiB, data: 9}
                        - pipelineBarrier: {memory: [{srcStage: CLEAR, srcAccess: TRANSFER_WRITE, dstStage: CLEAR, dstAccess: TRANSFER_WRITE}]}
                        - dispatch: {kernel: scale, groups: [4], bind: {src: x, dst: y}, params: {n: 5}}
                  - deviceWaitIdle
                """.replace("dstStage: CLEAR, dstAccess: TRANSFER_WRITE", "dstStage: COMPUTE_SHADER");
        Cli functional = Streams.run(folder, twice, "-q");
        Cli detailed = Streams.run(folder, detailed(twice), "-q");

        assertThat(functional.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(functional.out()).contains("stale");
        assertThat(functional.out().replaceAll("[\\d,.]+ (cycles|µs|ns)", ""))
                .isEqualTo(detailed.out().replaceAll("[\\d,.]+ (cycles|µs|ns)", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"atomic.add.u32 x[lane], 1", "memoryBarrier device acquire makeVisible"})
    void the_bound_knows_which_copies_are_dropped(String drops) throws IOException {
        String program = """
                  again:
                    localSize: [8]
                    bindings: {x: storage}
                    code: |
                      for i in 0..8 {
                        v = load.u32 x[lane]
                        DROPS
                      }
                program:
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: first, mode: functional}
                        - dispatch: {kernel: again, groups: [1], bind: {x: y}}
                        - endStatistics
                  - deviceWaitIdle
                """.replace("DROPS", drops);
        String head = Streams.HEAD.replace("program:\n", "");
        JsonNode functional = optimal(Files.writeString(folder.resolve("functional.yaml"), head + program));
        JsonNode detailed = optimal(Files.writeString(folder.resolve("detailed.yaml"), head + detailed(program)));

        assertThat(functional.path("sectors").asInt()).isEqualTo(8);
        assertThat(functional.path("hits").asInt()).isZero();
        assertThat(functional).isEqualTo(detailed);
    }

    private static JsonNode optimal(Path file) {
        Cli run = Cli.run("run", file.toString(), "--device", "seed-discrete-l2", "--optimal", "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
        return JsonMapper.shared().readTree(run.out()).at("/caches/l1/optimal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"caches.l2.victim.lines=0", "caches.l2.victim.lines=3"})
    void bytes_survive_an_inclusive_cache_of_shorter_lines(String victims) throws IOException {
        Path file = folder.resolve("small.yaml");
        String inPlace = PROGRAM.replace("{src: x, dst: y}", "{src: x, dst: x}")
                .replace("src: y, dst: back", "src: x, dst: back")
                .replace("pattern: constant, value: 7", "pattern: iota, start: 8192");
        Files.writeString(file, Streams.HEAD + inPlace);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--device", "gcn-vega", "--json"));
        for (String key : List.of(
                "caches.l1.write=back",
                "caches.l1.allocate=validateOnWrite",
                "caches.l1.dirty=byte",
                "caches.l1.line=256",
                "caches.l2.inclusive=true",
                "caches.l2.slices=1",
                "caches.l2.ways=1",
                "caches.l2.size=256",
                victims)) {
            words.addAll(List.of("--set", key));
        }

        Cli run = Cli.run(words);

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
        JsonNode region =
                JsonMapper.shared().readTree(run.out()).path("regions").path(0);
        assertThat(region.path("functional").asInt()).isEqualTo(2);
    }

    @Test
    void the_innermost_region_decides() throws IOException {
        JsonNode result = Streams.result(folder, """
                  - beginStatistics: {name: outer, mode: functional}
                  - queueSubmit:
                      commands:
                        - fillBuffer: {dst: y, data: 7}
                        - beginStatistics: inner
                        - fillBuffer: {dst: x, data: 7}
                        - endStatistics
                  - deviceWaitIdle
                  - endStatistics
                """);

        assertThat(result.path("regions").path(0).path("functional").asInt()).isEqualTo(1);
        assertThat(result.path("regions").path(0).path("commands")).hasSize(2);
        assertThat(result.path("commands").path(2).path("endCycle").asLong())
                .isGreaterThan(
                        result.path("commands").path(2).path("startCycle").asLong());
    }

    @Test
    void shared_memory_barriers_and_atomics_work_without_time() throws IOException {
        String program = """
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: first, mode: functional}
                        - fillBuffer: {dst: y, data: 0}
                        BARRIER
                        - dispatch: {kernel: total, groups: [16], bind: {src: x, sum: y}}
                        - endStatistics
                        BARRIER
                        - copyBuffer: {src: y, dst: back}
                        - pipelineBarrier: {memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: HOST, dstAccess: HOST_READ}]}
                  - deviceWaitIdle
                  - hostRead: {buffer: back, expect: {type: u32, values: [523776]}}
                """.replace("BARRIER\n", Streams.BARRIER);
        Path file = folder.resolve("total.yaml");
        Files.writeString(file, Streams.HEAD.replace("program:\n", """
                  total:
                    localSize: [64]
                    bindings: {src: storage, sum: storage}
                    shared: 256
                    code: |
                      v = load.u32 src[gid]
                      shared.store.u32 [lid] = v
                      controlBarrier workgroup
                      w = shared.load.u32 [63 - lid]
                      atomic.add.u32 sum[0], w
                program:
                """) + program);
        Cli run = Cli.run("run", file.toString(), "--device", "seed-discrete-l2");

        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.CLEAN);
    }
}
