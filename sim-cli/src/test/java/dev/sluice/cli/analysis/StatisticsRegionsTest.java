// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code beginStatistics}, {@code endStatistics} and {@code run --warm-up}. */
final class StatisticsRegionsTest {

    private static final String PROGRAM = """
              - beginStatistics: all
              - queueSubmit:
                  commands:
                    - beginStatistics: fill
                    - fillBuffer: {dst: y, data: 1}
                    - endStatistics: fill
                    - label: here
                    BARRIER
                    - beginStatistics: work
                    - dispatch: {kernel: scale, groups: [256], bind: {src: x, dst: y}, params: {n: 3}}
                    - endStatistics
                    BARRIER
                    - dispatch: {kernel: scale, groups: [256], bind: {src: x, dst: y}, params: {n: 5}}
              - deviceWaitIdle
              - endStatistics
            """.replace("BARRIER\n", Streams.BARRIER);

    @TempDir
    Path folder;

    private JsonNode region(JsonNode result, String name) {
        for (JsonNode region : result.path("regions")) {
            if (region.path("name").asString().equals(name)) {
                return region;
            }
        }
        throw new AssertionError("no region " + name + " in " + result.path("regions"));
    }

    private void refused(String program, String... words) throws IOException {
        Cli run = Streams.run(folder, program);
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("small.yaml:").contains(words);
        assertThat(run.errorLines()).isEqualTo(1);
    }

    @Test
    void lines_of_compact_streams_begin_and_end_regions() throws IOException {
        Path stream = Files.writeString(folder.resolve("small.cmds"), """
                buffer a 4096
                buffer b 4096
                hostbeginstats all
                beginstats warm functional
                fill a 7
                endstats
                barrier CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ
                beginstats work
                copy a b
                endstats work
                idle
                hostendstats
                """);
        Cli run = Cli.run("run", stream.toString(), "--json");
        assertThat(run.code()).isEqualTo(ExitCode.CLEAN);
        JsonNode result = JsonMapper.shared().readTree(run.out());

        assertThat(region(result, "all").path("commands").size()).isEqualTo(3);
        assertThat(region(result, "warm").path("mode").asString()).isEqualTo("functional");
        assertThat(region(result, "work").path("where").asString()).endsWith("small.cmds:8:1");
        assertThat(region(result, "work").path("transfer").path("writeBytes").asLong())
                .isEqualTo(4096);
    }

    @Test
    void statistics_commands_take_no_time_and_change_nothing() throws IOException {
        String without = PROGRAM.lines()
                .filter(line -> !line.contains("Statistics"))
                .reduce("", (text, line) -> text + line + "\n");
        JsonNode with = Streams.result(folder, PROGRAM);
        JsonNode plain = Streams.result(folder, without);

        assertThat(with.path("cycles")).isEqualTo(plain.path("cycles"));
        assertThat(with.path("vram")).isEqualTo(plain.path("vram"));
        assertThat(with.path("barriers").size())
                .isEqualTo(plain.path("barriers").size());
    }

    @Test
    void a_region_has_the_counters_of_its_commands_alone() throws IOException {
        JsonNode result = Streams.result(folder, PROGRAM);
        JsonNode fill = region(result, "fill");
        JsonNode work = region(result, "work");

        assertThat(fill.path("transfer").path("writeBytes").asLong()).isEqualTo(64 << 10);
        assertThat(fill.path("caches").path("l1").path("reads").asLong()).isZero();
        assertThat(work.path("transfer").path("writeBytes").asLong()).isZero();
        assertThat(work.path("caches").path("l1").path("reads").asLong()).isEqualTo(2048);
        assertThat(work.path("caches")
                        .path("l1")
                        .path("byClient")
                        .path("storage")
                        .path("reads")
                        .asLong())
                .isEqualTo(2048);
        assertThat(work.path("vram").path("latencyHistogram").path("count").asLong())
                .isPositive();
        assertThat(work.path("commands")).hasSize(1);
        assertThat(work.path("mode").asString()).isEqualTo("detailed");
        assertThat(work.path("where").asString()).startsWith("small.yaml:");
    }

    @Test
    void a_region_around_everything_has_all_counters() throws IOException {
        JsonNode result = Streams.result(folder, PROGRAM);
        JsonNode all = region(result, "all");

        assertThat(all.path("requests")).isEqualTo(result.path("requests"));
        assertThat(all.path("cycles")).isEqualTo(result.path("cycles"));
        assertThat(all.path("commands")).hasSize(5);
        assertThat(all.path("network")).isEqualTo(result.path("network"));
        for (String key : new String[] {"reads", "writes", "rowHits", "readBytes", "busyCycles"}) {
            assertThat(all.path("vram").path(key)).isEqualTo(result.path("vram").path(key));
        }
        assertThat(all.path("caches").path("l2").path("reads"))
                .isEqualTo(result.path("caches").path("l2").path("reads"));
    }

    @Test
    void caches_of_a_region_have_the_keys_of_the_run_but_for_those_of_commands_and_the_bound() throws IOException {
        String[] mechanisms = {
            "--set", "caches.l2.prefetch=nextLine",
            "--set", "caches.l2.writeBuffer={entries: 4}",
            "--set", "caches.l2.compression={algorithm: bdi}"
        };
        JsonNode result = Streams.result(folder, PROGRAM, mechanisms);

        result.path("caches").propertyNames().forEach(name -> {
            ObjectNode ofRun = (ObjectNode) result.path("caches").path(name).deepCopy();
            ofRun.remove(List.of("byCommand", "optimal"));
            assertThat(region(result, "all").path("caches").path(name)).as(name).isEqualTo(ofRun);
        });
        JsonNode l2 = region(result, "work").path("caches").path("l2");
        assertThat(l2.path("aboveReadBytes").asLong())
                .isEqualTo(32
                        * (l2.path("reads").asLong() + l2.path("bypassedReads").asLong()));
        assertThat(l2.path("structure").isObject()).isTrue();
        JsonNode prefetch = l2.path("prefetch");
        assertThat(prefetch.path("issued").asLong()).isPositive();
        assertThat(prefetch.path("accuracy").asDouble())
                .isCloseTo(
                        (prefetch.path("useful").asDouble()
                                        + prefetch.path("late").asDouble())
                                / prefetch.path("issued").asDouble(),
                        within(1e-9));
        JsonNode compression = l2.path("compression");
        assertThat(compression.path("encodedSectors").asLong()).isPositive();
        assertThat(compression.path("compressionRatio").asDouble())
                .isCloseTo(
                        compression.path("rawBytes").asDouble()
                                / compression.path("storedBytes").asDouble(),
                        within(1e-9));
    }

    @Test
    void a_region_goes_on_where_counters_restart() throws IOException {
        JsonNode result = Streams.result(folder, PROGRAM.replace("label: here", "resetStatistics"));

        assertThat(result.path("transfer").path("writeBytes").asLong()).isZero();
        assertThat(region(result, "all").path("transfer").path("writeBytes").asLong())
                .isEqualTo(64 << 10);
    }

    @Test
    void each_time_a_region_is_come_through_is_one_of_its_own() throws IOException {
        JsonNode result = Streams.result(folder, """
                  - repeat:
                      times: 3
                      steps:
                        - beginStatistics: round
                        - queueSubmit:
                            commands:
                              - fillBuffer: {dst: y, size: 1KiB, data: 7}
                        - deviceWaitIdle
                        - endStatistics
                """);

        assertThat(result.path("regions")).hasSize(3);
        assertThat(result.path("regions").path(2).path("occurrence").asInt()).isEqualTo(3);
        assertThat(result.path("regions")
                        .path(2)
                        .path("transfer")
                        .path("writeBytes")
                        .asLong())
                .isEqualTo(1024);
    }

    @Test
    void a_region_that_the_run_does_not_end_is_partial() throws IOException {
        Cli run = Streams.run(folder, PROGRAM, "--max-cycles", "8000");

        assertThat(run.code()).isEqualTo(ExitCode.CUT);
        assertThat(run.out()).contains("open at the end");
    }

    @Test
    void counters_begin_behind_the_region_that_warms_up() throws IOException {
        JsonNode result = Streams.result(folder, PROGRAM, "--warm-up", "work");

        assertThat(result.path("transfer").path("writeBytes").asLong()).isZero();
        assertThat(result.path("caches").path("l1").path("reads").asLong()).isEqualTo(2048);
        assertThat(result.path("cycles"))
                .isEqualTo(Streams.result(folder, PROGRAM).path("cycles"));
        assertThat(result.path("notes").toString()).contains("behind region 'work'");
        JsonNode warmUp = result.path("warmUp");
        assertThat(warmUp.path("region").asString()).isEqualTo("work");
        assertThat(warmUp.path("commands").asLong()).isZero();
        assertThat(warmUp.path("over").asBoolean()).isTrue();
        assertThat(warmUp.path("countedFromCycle").asLong())
                .isPositive()
                .isEqualTo(result.path("cycles").asLong()
                        - result.path("limits").path("cycles").asLong());
        assertThat(Streams.result(folder, PROGRAM).has("warmUp")).isFalse();
    }

    @Test
    void a_warm_up_before_a_restart_of_the_counters_says_from_where_they_count() throws IOException {
        String last = "- dispatch: {kernel: scale, groups: [256], bind: {src: x, dst: y}, params: {n: 5}}";
        JsonNode result = Streams.result(
                folder, PROGRAM.replace(last, "- resetStatistics\n        " + last), "--warm-up", "fill");
        long counted = result.path("cycles").asLong()
                - result.path("limits").path("cycles").asLong();

        assertThat(result.path("notes").toString())
                .contains("counters count from cycle " + counted
                        + " on, behind resetStatistics, which comes after region 'fill' (--warm-up)");
        assertThat(result.path("warmUp").path("countedFromCycle").asLong()).isEqualTo(counted);
    }

    @Test
    void a_warm_up_that_the_run_did_not_come_to_is_told() throws IOException {
        Cli run = Streams.run(folder, PROGRAM, "--warm-up", "2", "--max-cycles", "100", "--json");
        JsonNode warmUp = JsonMapper.shared().readTree(run.out()).path("warmUp");

        assertThat(warmUp.path("region").isNull()).isTrue();
        assertThat(warmUp.path("commands").asLong()).isEqualTo(2);
        assertThat(warmUp.path("over").asBoolean(true)).isFalse();
        assertThat(warmUp.path("countedFromCycle").asLong(-1)).isZero();
    }

    @Test
    void counters_begin_behind_the_first_commands() throws IOException {
        JsonNode result = Streams.result(folder, PROGRAM, "--warm-up", "1");

        assertThat(result.path("transfer").path("writeBytes").asLong()).isZero();
        assertThat(result.path("caches").path("l1").path("reads").asLong()).isEqualTo(4096);
    }

    @Test
    void requests_and_their_sectors_restart_with_all_other_counters() throws IOException {
        String restarted = """
                  - queueSubmit:
                      commands:
                        - FIRST
                        - BARRIER
                        - resetStatistics
                        - beginStatistics: rest
                        - dispatch: {kernel: scale, groups: [10], bind: {src: x, dst: y}, params: {n: 5}}
                        - endStatistics
                  - deviceWaitIdle
                """.replace("- BARRIER\n", Streams.BARRIER);
        String first = "dispatch: {kernel: scale, groups: [256], bind: {src: x, dst: y}, params: {n: 3}}";
        String functional = """
                beginStatistics: {name: fast, mode: functional}
                        - FIRST
                        - endStatistics""";
        String warm = restarted.replace("- resetStatistics", "- label: here");

        for (JsonNode result : List.of(
                Streams.result(folder, restarted.replace("FIRST", first)),
                Streams.result(folder, restarted.replace("FIRST", functional).replace("FIRST", first)),
                Streams.result(folder, warm.replace("FIRST", first), "--warm-up", "2"))) {
            assertThat(result.path("sectors").asLong()).isEqualTo(10 * 64 * 4 * 2 / 32);
            assertThat(result.path("requests"))
                    .isEqualTo(region(result, "rest").path("requests"))
                    .isEqualTo(result.path("caches").path("l1").path("lookups"));
        }
    }

    @Test
    void a_warm_up_that_the_stream_lacks_is_refused() throws IOException {
        assertThat(Streams.run(folder, PROGRAM, "--warm-up", "wrok").err())
                .contains("has no statistics region 'wrok'; did you mean 'work'?");
        assertThat(Streams.run(folder, PROGRAM, "--warm-up", "9").err())
                .contains("9 is not one of the 1 to 5 commands");
    }

    @Test
    void tables_have_the_regions() throws IOException {
        Streams.run(folder, PROGRAM, "--csv", folder.resolve("csv").toString());

        assertThat(folder.resolve("csv/regions.csv"))
                .content()
                .contains(",sectors,commands,functional,detailed,")
                .contains("fill,1,detailed,small.yaml:");
        assertThat(Files.readString(folder.resolve("csv/region_caches.csv")))
                .contains(",aboveReadBytes,aboveWriteBytes,belowReadBytes,belowWriteBytes")
                .contains("work,1,l1,L1,")
                .contains("," + 2048 * 32 + ",");
    }

    @Test
    void misuse_is_refused_where_it_is() throws IOException {
        refused("  - endStatistics\n", "no region is open here in this thread");
        refused("  - beginStatistics: a\n", "region 'a' has no endStatistics in this thread");
        refused(
                "  - beginStatistics: a\n  - beginStatistics: a\n",
                "region 'a' is open already, since",
                "small.yaml:20");
        refused(
                "  - beginStatistics: a\n  - beginStatistics: b\n  - endStatistics: a\n  - endStatistics\n",
                "region 'b' has to end first");
        refused("  - beginStatistics: a\n  - endStatistics: b\n", "region 'b' is not open; 'a' is");
        refused(
                "  - queueSubmit: {commands: [beginStatistics: a]}\n",
                "region 'a' has no endStatistics in this submission");
    }
}
