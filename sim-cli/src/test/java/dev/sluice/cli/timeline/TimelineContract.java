// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.timeline.DecodedTimeline.Event;
import dev.sluice.cli.timeline.DecodedTimeline.Point;
import dev.sluice.cli.timeline.DecodedTimeline.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A timeline that the program writes, against the result of the same run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TimelineContract {

    static final long INTERVAL = 1000;

    private final String stream;

    TimelineContract(String stream) {
        this.stream = stream;
    }

    DecodedTimeline timeline = new DecodedTimeline(List.of(), List.of());
    JsonNode result = JsonMapper.shared().nullNode();
    double clockHz;

    @BeforeAll
    void run(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("run.pftrace");
        Cli cli = Cli.run(
                "run",
                stream,
                "--trace",
                file.toString(),
                "-q",
                "-o",
                directory.resolve("out").toString());
        assertThat(cli.err()).isEmpty();
        timeline = Timelines.perfetto(Files.readAllBytes(file));
        result = JsonMapper.shared().readTree(Files.readAllBytes(directory.resolve("out/result.json")));
        clockHz = result.get("cycles").asLong() / result.get("timeNs").asDouble() * 1e9;
    }

    List<Slice> named(String category, String argument, String value) {
        return timeline.slices(category).stream()
                .filter(slice -> slice.begin().text(argument).equals(value))
                .toList();
    }

    @Test
    void everySliceLiesWithinTheSliceAroundIt() {
        List<Slice> slices = timeline.slices();

        assertThat(slices).hasSizeGreaterThan(20);
        for (Slice slice : slices) {
            Event above = slice.above() == null ? slice.begin() : slice.above();
            assertThat(above.nanos()).isLessThanOrEqualTo(slice.begin().nanos());
            assertThat(slice.begin().number("cycle")).isNotNegative();
            assertThat(slice.cycles()).isNotNegative();
            assertThat(slice.end().nanos()).isEqualTo((long) (slice.until() * 1e9 / clockHz + 1e-6));
        }
    }

    @Test
    void drainAndActionsOfABarrierTakeWhatTheResultSays() {
        Map<String, Map<String, Long>> parts = new TreeMap<>();
        for (Slice slice : timeline.slices("barrier")) {
            if (slice.above() != null) {
                parts.computeIfAbsent(slice.above().text("barrier"), id -> new TreeMap<>())
                        .merge(slice.begin().name().equals("drain") ? "drain" : "actions", slice.cycles(), Long::sum);
            }
        }

        assertThat(result.get("barriers")).isNotEmpty();
        for (JsonNode barrier : result.get("barriers")) {
            String id = barrier.get("id").asString();
            List<Slice> whole = named("barrier", "barrier", id).stream()
                    .filter(slice -> !slice.begin().name().startsWith("refill"))
                    .toList();
            assertThat(whole).as(id).hasSize(1);
            assertThat(whole.get(0).from())
                    .isEqualTo(barrier.get("reachedCycle").asLong());
            assertThat(whole.get(0).cycles())
                    .isEqualTo(barrier.get("stallCycles").asLong());
            assertThat(whole.get(0).begin().text("where"))
                    .isEqualTo(barrier.get("where").asString());
            assertThat(parts.get(id).get("drain"))
                    .isEqualTo(barrier.get("drainCycles").asLong());
            assertThat(parts.get(id).getOrDefault("actions", 0L))
                    .isEqualTo(barrier.get("actionCycles").asLong());
        }
    }

    @Test
    void actionsOfABarrierComeInTheirOrderWithTheirCaches() {
        for (JsonNode barrier : result.get("barriers")) {
            List<String> drawn = timeline.slices("barrier").stream()
                    .filter(slice -> slice.above() != null
                            && slice.above()
                                    .text("barrier")
                                    .equals(barrier.get("id").asString())
                            && !slice.begin().name().equals("drain")
                            && !slice.begin().name().equals("transition"))
                    .map(slice -> slice.begin().name() + " " + slice.begin().text("caches") + " " + slice.from() + " "
                            + slice.until())
                    .toList();
            List<String> told = new ArrayList<>();
            for (JsonNode action : barrier.get("actions")) {
                if (action.get("kind").asString().startsWith("transition:")) {
                    continue; // those of a barrier are one slice
                }
                told.add(action.get("kind").asString() + " "
                        + action.get("cache").asString() + " "
                        + action.get("startCycle").asLong() + " "
                        + action.get("endCycle").asLong());
            }
            assertThat(drawn).as(barrier.get("id").asString()).isEqualTo(told);
        }
    }

    @Test
    void refillsHaveTheirMissesAndBytes() {
        for (JsonNode barrier : result.get("barriers")) {
            List<Slice> refills = named("barrier", "barrier", barrier.get("id").asString()).stream()
                    .filter(slice -> slice.begin().name().startsWith("refill"))
                    .toList();
            long misses = refills.stream()
                    .mapToLong(slice -> slice.begin().number("misses"))
                    .sum();
            long bytes = refills.stream()
                    .mapToLong(slice -> slice.begin().number("bytes"))
                    .sum();
            assertThat(misses).isEqualTo(barrier.get("refillMisses").asLong());
            assertThat(bytes).isEqualTo(barrier.get("refillBytes").asLong());
        }
    }

    @Test
    void commandsAndStagesTakeWhatTheResultSays() {
        for (JsonNode command : result.get("commands")) {
            String id = command.get("id").asString();
            List<Slice> slices = named("command", "command", id);
            List<Slice> stages = named("stage", "command", id);
            assertThat(stages.stream().map(slice -> slice.begin().text("stage")).collect(Collectors.toSet()))
                    .isEqualTo(command.get("stages").propertyNames().stream().collect(Collectors.toSet()));
            for (Slice stage : stages) {
                JsonNode told = command.get("stages").get(stage.begin().text("stage"));
                assertThat(stage.from()).isEqualTo(told.get("start").asLong());
                assertThat(stage.until()).isEqualTo(told.get("end").asLong());
            }
            if (!stages.isEmpty()) {
                assertThat(slices.get(0).from())
                        .isEqualTo(command.get("startCycle").asLong());
                assertThat(slices.get(slices.size() - 1).until())
                        .isEqualTo(command.get("endCycle").asLong());
                assertThat(slices.get(0).begin().text("where"))
                        .isEqualTo(command.get("where").asString());
                assertThat(slices.stream()
                                .mapToLong(slice -> slice.end().number("bytesRead"))
                                .sum())
                        .isEqualTo(command.get("bytesRead").asLong());
                assertThat(slices.stream()
                                .mapToLong(slice -> slice.end().number("bytesWritten"))
                                .sum())
                        .isEqualTo(command.get("bytesWritten").asLong());
            }
        }
    }

    @Test
    void countersOfAllInstancesAddUpToTheResult() {
        for (Map.Entry<String, JsonNode> cache : result.get("caches").properties()) {
            JsonNode told = cache.getValue();
            assertThat(sum(cache.getKey() + "[", " hits"))
                    .as(cache.getKey())
                    .isEqualTo(told.get("readHits").asLong()
                            + told.get("writeHits").asLong());
            assertThat(sum(cache.getKey() + "[", " misses"))
                    .isEqualTo(told.get("readMisses").asLong()
                            + told.get("writeMisses").asLong());
        }
        for (String memory : List.of("vram", "ram")) {
            JsonNode told = memory.equals("vram")
                    ? result.get("vram")
                    : result.get("host").get("ram");
            assertThat(sum(memory + "[", " read"))
                    .isEqualTo(told.get("readBytes").asLong());
            assertThat(sum(memory + "[", " written"))
                    .isEqualTo(told.get("writeBytes").asLong());
            assertThat(sum(memory + "[", " row hits"))
                    .isEqualTo(told.get("rowHits").asLong());
            assertThat(sum(memory + "[", " row misses"))
                    .isEqualTo(told.get("rowMisses").asLong());
            assertThat(sum(memory + "[", " row conflicts"))
                    .isEqualTo(told.get("rowConflicts").asLong());
        }
        assertThat(sum("link to device", ""))
                .isEqualTo(result.get("link").get("toDeviceBytes").asLong());
        assertThat(sum("link to host", ""))
                .isEqualTo(result.get("link").get("toHostBytes").asLong());
        assertThat(result.get("vram").get("readBytes").asLong()).isPositive();
    }

    long sum(String prefix, String suffix) {
        return timeline.counters(prefix, suffix).stream()
                .mapToLong(name -> timeline.sum(name, INTERVAL, clockHz))
                .sum();
    }

    @Test
    void everyFlowBeginsOnceAndEnds() {
        Map<Long, List<Point>> flows = timeline.flows();

        assertThat(flows).isNotEmpty();
        flows.forEach((id, points) -> {
            assertThat(points.get(0).phase()).isEqualTo("s");
            assertThat(points.get(points.size() - 1).phase()).isEqualTo("f");
            assertThat(points.subList(1, points.size() - 1))
                    .allMatch(point -> point.phase().equals("t"));
            assertThat(points).isSortedAccordingTo((a, b) -> Long.compare(a.nanos(), b.nanos()));
        });
    }

    @Test
    void whatABarrierWaitedForLeadsToItsDrain() {
        Map<Long, List<Point>> flows = timeline.flows();
        for (JsonNode barrier : result.get("barriers")) {
            String id = barrier.get("id").asString();
            for (JsonNode milestone : barrier.get("waitedFor")) {
                if (milestone.get("stage").isNull()) {
                    continue;
                }
                Slice stage = named("stage", "command", milestone.get("command").asString()).stream()
                        .filter(slice -> slice.begin()
                                .text("stage")
                                .equals(milestone.get("stage").asString()))
                        .findFirst()
                        .orElseThrow();
                Slice drain = timeline.slices("barrier").stream()
                        .filter(slice -> slice.begin().name().equals("drain")
                                && slice.above() != null
                                && slice.above().text("barrier").equals(id))
                        .findFirst()
                        .orElseThrow();
                assertThat(flows.values())
                        .as(id + " waits for " + milestone)
                        .anyMatch(
                                points -> points.get(0).track() == stage.begin().track()
                                        && points.get(0).nanos() == stage.end().nanos()
                                        && points.get(points.size() - 1).track()
                                                == drain.begin().track()
                                        && points.get(points.size() - 1).nanos()
                                                == drain.end().nanos());
            }
        }
    }
}
