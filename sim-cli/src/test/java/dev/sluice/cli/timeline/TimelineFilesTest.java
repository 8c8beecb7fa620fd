// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.LongChain;
import dev.sluice.cli.timeline.DecodedTimeline.Event;
import dev.sluice.cli.timeline.DecodedTimeline.Point;
import dev.sluice.cli.timeline.DecodedTimeline.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Files of timelines: their forms, their limit, and what goes wrong with them. */
class TimelineFilesTest {

    private static final String STREAM = "stale-l1-broken";

    @TempDir
    private Path directory;

    private byte[] traced(String name, String... options) throws IOException {
        Path file = directory.resolve(name);
        Cli.run(List.of("run", STREAM, "-q", "--trace", file.toString()), options);
        return Files.readAllBytes(file);
    }

    @Test
    void bothFormatsSayTheSame() throws IOException {
        DecodedTimeline binary = Timelines.perfetto(traced("a.pftrace"));
        DecodedTimeline json = Timelines.chrome(traced("a.json"));

        assertThat(json.events()).hasSizeGreaterThan(500).isEqualTo(binary.events());
        assertThat(json.points()).isNotEmpty().isEqualTo(binary.points());
    }

    @ParameterizedTest
    @ValueSource(strings = {".pftrace", ".json"})
    void packedIsTheSamePacked(String ending) throws IOException {
        byte[] packed = traced("a" + ending + ".gz");

        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            assertThat(in.readAllBytes()).isEqualTo(traced("a" + ending));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pftrace", "a.json", "a.pftrace.gz"})
    void equalRunsGiveEqualBytes(String name) throws IOException {
        assertThat(traced(name)).isEqualTo(traced("again-" + name));
    }

    @Test
    void noCycleAndNoResultChanges() throws IOException {
        Path with = directory.resolve("with");
        Path without = directory.resolve("without");
        Cli.run(
                "run",
                STREAM,
                "-o",
                with.toString(),
                "--trace",
                directory.resolve("a.json").toString());
        Cli.run("run", STREAM, "-o", without.toString());

        assertThat(withoutTimes(with)).isEqualTo(withoutTimes(without));
        assertThat(with.resolve("report.txt")).hasSameTextualContentAs(without.resolve("report.txt"));
    }

    private static JsonNode withoutTimes(Path out) throws IOException {
        ObjectNode result = (ObjectNode) JsonMapper.shared().readTree(Files.readAllBytes(out.resolve("result.json")));
        return result.without(List.of("wallSeconds", "timing"));
    }

    @Test
    void findingsStandWhereTheyWereFound() throws IOException {
        DecodedTimeline timeline = Timelines.perfetto(traced("a.pftrace"));

        assertThat(timeline.instants("finding"))
                .anySatisfy(event -> {
                    assertThat(event.name()).isEqualTo("stale read of x");
                    assertThat(event.text("command")).isEqualTo("submit0.6");
                    assertThat(event.text("missing")).isEqualTo("invalidate:L1");
                    assertThat(event.text("where")).endsWith("stale-l1-broken.yaml:45:11");
                })
                .anySatisfy(event -> assertThat(event.name()).isEqualTo("failed expectation"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pftrace", "a.json"})
    void aLimitLeavesAWholeFileThatSaysWhatItLacks(String name) throws IOException {
        Path file = directory.resolve(name);
        Cli cli = Cli.run("run", "over-synchronized", "-q", "--trace", file.toString(), "--trace-limit", "200KiB");
        byte[] bytes = Files.readAllBytes(file);
        DecodedTimeline timeline = name.endsWith("json") ? Timelines.chrome(bytes) : Timelines.perfetto(bytes);

        assertThat(bytes.length).isBetween(100 << 10, 200 << 10);
        assertThat(timeline.slices("command")).hasSize(5);
        assertThat(timeline.instants("trace"))
                .extracting(Event::name)
                .contains("details end here, at three quarters of --trace-limit");
        assertThat(timeline.flows().values())
                .allSatisfy(points -> assertThat(points.get(points.size() - 1))
                        .extracting(Point::phase)
                        .isEqualTo("f"));
        assertThat(cli.err())
                .startsWith(
                        "--trace-limit 200 KiB of " + file + " is reached: units, caches, channels and misses end at")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pftrace", "a.json"})
    void noFlowIsOpenWhereverALimitCuts(String name) throws IOException {
        Path file = directory.resolve(name);
        for (int limit = 64 << 10; limit < 120 << 10; limit += 1777) {
            Cli.run(
                    "run",
                    "over-synchronized",
                    "-q",
                    "--trace",
                    file.toString(),
                    "--trace-limit",
                    Integer.toString(limit));
            byte[] bytes = Files.readAllBytes(file);
            DecodedTimeline timeline = name.endsWith("json") ? Timelines.chrome(bytes) : Timelines.perfetto(bytes);

            assertThat(bytes.length).isLessThanOrEqualTo(limit);
            assertThat(timeline.flows().values()).isNotEmpty().allSatisfy(points -> {
                assertThat(points.get(0).phase()).isEqualTo("s");
                assertThat(points.get(points.size() - 1).phase()).isEqualTo("f");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pftrace", "a.json"})
    void evenTheSmallestLimitHolds(String name) throws IOException {
        Path file = directory.resolve(name);
        Cli.run(
                "run",
                "over-synchronized",
                "-q",
                "--trace",
                file.toString(),
                "--trace-limit",
                "64KiB",
                "--trace-interval",
                "1");
        byte[] bytes = Files.readAllBytes(file);
        DecodedTimeline timeline = name.endsWith("json") ? Timelines.chrome(bytes) : Timelines.perfetto(bytes);

        assertThat(bytes.length).isBetween(32 << 10, 64 << 10);
        assertThat(timeline.slices()).isNotEmpty();
    }

    @Test
    void everySliceEndsWhereverTheLimitIsReached() throws IOException {
        Path file = directory.resolve("a.json");
        for (int limit = 64 << 10; limit < 67 << 10; limit += 256) {
            String bytes = Integer.toString(limit);
            Cli.run("run", "over-synchronized", "-q", "--trace", file.toString(), "--trace-limit", bytes);
            DecodedTimeline timeline = Timelines.chrome(Files.readAllBytes(file));

            assertThat(timeline.slices("command")).as(bytes).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.pftrace", "a.json"})
    void aRunThatIsCutOffLeavesAWholeFile(String name) throws IOException {
        byte[] bytes = traced(name, "--max-cycles", "15000");
        DecodedTimeline timeline = name.endsWith("json") ? Timelines.chrome(bytes) : Timelines.perfetto(bytes);

        assertThat(timeline.slices("barrier")).isNotEmpty();
        assertThat(timeline.instants("trace")).extracting(Event::name).contains("cut off by --max-cycles");
        assertThat(timeline.flows().values())
                .allSatisfy(points -> assertThat(points.get(points.size() - 1))
                        .extracting(Point::phase)
                        .isEqualTo("f"));
    }

    @Test
    void aRunThatEndsInAFaultLeavesAWholeFile() throws IOException {
        Path stream = directory.resolve("fault.yaml");
        Path file = directory.resolve("fault.json");
        Files.writeString(stream, """
            sluice: 1
            name: fault
            device: seed-discrete-l2
            memory:
              - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: local, offset: 0, size: 4KiB}
            kernels:
              beyond:
                localSize: [32]
                bindings: {x: storage}
                code: |
                  v = load.u32 x[gid + 4096]
                  store.u32 x[gid] = v
            program:
              - queueSubmit:
                  commands:
                    - dispatch: {kernel: beyond, groups: [1], bind: {x: x}}
            """);
        Cli cli = Cli.run("run", stream.toString(), "-q", "--trace", file.toString());

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        DecodedTimeline timeline = Timelines.chrome(Files.readAllBytes(file));
        assertThat(timeline.instants("trace")).anyMatch(event -> event.name().startsWith("ended by a fault: "));
        assertThat(timeline.slices("command")).hasSize(1);
    }

    @Test
    void aStreamThatCannotBeReadLeavesNoFile() {
        Path file = directory.resolve("none.json");

        Cli.run("run", directory.resolve("none.yaml").toString(), "--trace", file.toString());

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aSignalLeadsToTheWaitOfAnotherQueue() throws IOException {
        Path file = directory.resolve("a.pftrace");
        Cli.run("run", "two-queues-cured", "-q", "--trace", file.toString());
        DecodedTimeline timeline = Timelines.perfetto(Files.readAllBytes(file));
        Event signal = timeline.slices("signal").get(0).begin();
        List<Point> flow = timeline.flows().values().stream()
                .filter(points -> points.get(0).track() == signal.track())
                .findFirst()
                .orElseThrow();

        assertThat(timeline.slices("barrier"))
                .anyMatch(slice -> slice.begin().track() == flow.get(1).track()
                        && !slice.begin().group().equals(signal.group())
                        && slice.end().nanos() == flow.get(1).nanos()
                        && slice.begin().name().equals("drain"));
    }

    @Test
    void theEndOfALongChainOfBarriersIsLedToFromWhatIsJustBefore() throws IOException {
        Path stream = LongChain.in(directory);
        Path file = directory.resolve("a.json");
        Cli.run("run", stream.toString(), "-q", "--trace", file.toString());
        DecodedTimeline timeline = Timelines.chrome(Files.readAllBytes(file));
        List<Slice> dispatches = timeline.slices("command").stream()
                .filter(slice -> slice.begin().name().startsWith("dispatch"))
                .toList();

        assertThat(dispatches).hasSize(100);
        Slice before = dispatches.get(98);
        Slice last = dispatches.get(99);
        assertThat(timeline.flows().values())
                .filteredOn(flow ->
                        flow.get(flow.size() - 1).nanos() == last.begin().nanos())
                .isNotEmpty()
                .allSatisfy(flow -> assertThat(flow.get(0).nanos())
                        .isBetween(before.begin().nanos(), last.begin().nanos()));
    }

    @Test
    void aPresentedImageIsOnTheDisplay() throws IOException {
        Path stream = directory.resolve("present.yaml");
        Path file = directory.resolve("a.json");
        Files.writeString(stream, """
            sluice: 1
            name: present
            device: seed-discrete-l2
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            images:
              - {name: screen, memory: local, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
            swapchains:
              window: {images: [screen]}
            kernels:
              paint: {bindings: {}, code: "out.color0 = 0xff000000"}
            program:
              - acquireNextImage: {swapchain: window, semaphore: acquired}
              - queueSubmit:
                  wait: [{semaphore: acquired, stages: [COLOR_ATTACHMENT_OUTPUT]}]
                  commands:
                    - pipelineBarrier: {images: [{image: screen, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                    - beginRendering: {renderArea: [0, 0, 64, 64], colorAttachments: [{image: screen, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: DONT_CARE, storeOp: STORE}]}
                    - draw: {fragment: paint, coverage: fullscreen}
                    - endRendering: {}
                    - pipelineBarrier: {images: [{image: screen, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: PRESENT_SRC_KHR, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [NONE], dstAccess: []}]}
                  signal: [{semaphore: drawn, stages: [ALL_COMMANDS]}]
              - queuePresent: {wait: [drawn], swapchain: window}
              - deviceWaitIdle
            """);
        Cli.run("run", stream.toString(), "-q", "--trace", file.toString());

        assertThat(Timelines.chrome(Files.readAllBytes(file)).slices("display"))
                .singleElement()
                .satisfies(slice -> assertThat(slice.cycles()).isPositive());
    }

    @Test
    void functionalRegionsAreDrawn() throws IOException {
        Path stream = directory.resolve("functional.yaml");
        Path file = directory.resolve("a.pftrace");
        Files.writeString(stream, """
            sluice: 1
            name: functional
            device: seed-discrete-l2
            memory:
              - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: local, offset: 0, size: 4KiB}
            kernels:
              fill:
                localSize: [32]
                bindings: {x: storage}
                code: |
                  store.u32 x[gid] = gid
            program:
              - beginStatistics: {name: warm, mode: functional}
              - queueSubmit:
                  commands:
                    - dispatch: {kernel: fill, groups: [4], bind: {x: x}}
              - deviceWaitIdle
              - endStatistics
              - queueSubmit:
                  commands:
                    - dispatch: {kernel: fill, groups: [4], bind: {x: x}}
              - deviceWaitIdle
            """);
        Cli cli = Cli.run("run", stream.toString(), "-q", "--trace", file.toString());

        assertThat(cli.err()).isEmpty();
        assertThat(Timelines.perfetto(Files.readAllBytes(file)).slices("command"))
                .hasSize(2)
                .anyMatch(slice -> slice.cycles() == 0)
                .anyMatch(slice -> slice.cycles() > 0);
    }

    @Test
    void aReplayHasATimelineToo() throws IOException {
        Path trace = directory.resolve("in.csv");
        Path file = directory.resolve("out.pftrace");
        Cli.run("run", STREAM, "-q", "--record", trace.toString());
        Cli cli = Cli.run("replay", trace.toString(), "-d", "tiny-1", "-q", "--trace", file.toString());

        assertThat(cli.err()).isEmpty();
        DecodedTimeline timeline = Timelines.perfetto(Files.readAllBytes(file));
        assertThat(timeline.counters("", " misses")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.txt", "run", "-", "run.pftrace.zst"})
    void anEndingThatSaysNoFormatIsOneLine(String name) {
        Cli cli = Cli.run("run", STREAM, "--trace", name);

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err())
                .isEqualTo("--trace: the ending of '" + name
                        + "' says no format: .pftrace is Perfetto's, .json Chrome's; .gz behind either packs it\n");
    }

    @Test
    void aLimitWithoutRoomIsRefused() {
        Cli cli = Cli.run("run", STREAM, "--trace", "a.json", "--trace-limit", "1KiB");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err()).contains("--trace-limit must be at least 64KiB, not 1KiB");
    }

    @Test
    void optionsOfNoTimelineAreRefused() {
        Cli cli = Cli.run("run", STREAM, "--trace-interval", "10");

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.err()).contains("there is none without --trace FILE");
    }
}
