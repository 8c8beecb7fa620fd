// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.report.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sluice run --barriers}: what each barrier cost, by frame. */
final class BarrierTableTest {

    private static final String FRAME = """
              - acquireNextImage: {swapchain: window, semaphore: acquired%1$d}
              - queueSubmit:
                  queue: universal.0
                  wait: [{semaphore: acquired%1$d, stages: [COLOR_ATTACHMENT_OUTPUT]}]
                  commands:
                    - pipelineBarrier: {images: [{image: screen%1$d, oldLayout: UNDEFINED, newLayout: COLOR_ATTACHMENT_OPTIMAL, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [], dstStage: [COLOR_ATTACHMENT_OUTPUT], dstAccess: [COLOR_ATTACHMENT_WRITE]}]}
                      label: into the attachment of frame %1$d
                    - beginRendering: {renderArea: [0, 0, 64, 64], colorAttachments: [{image: screen%1$d, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: DONT_CARE, storeOp: STORE}]}
                    - draw: {fragment: paint, coverage: fullscreen}
                    - endRendering: {}
                    - pipelineBarrier: {images: [{image: screen%1$d, oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: PRESENT_SRC_KHR, srcStage: [COLOR_ATTACHMENT_OUTPUT], srcAccess: [COLOR_ATTACHMENT_WRITE], dstStage: [NONE], dstAccess: []}]}
                  signal: [{semaphore: drawn%1$d, stages: [ALL_COMMANDS]}]
              - queuePresent: {queue: universal.0, wait: [drawn%1$d], swapchain: window}
            """;

    private static final String STREAM = """
            sluice: 1
            name: frames
            device: seed-discrete-l2
            memory:
              - {name: local, size: 4MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: local, offset: 0, size: 64KiB}
              - {name: y, memory: local, offset: 64KiB, size: 64KiB}
            images:
              - {name: screen0, memory: local, offset: 1MiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
              - {name: screen1, memory: local, offset: 2MiB, extent: [64, 64], format: R8G8B8A8_UNORM, usage: [COLOR_ATTACHMENT]}
            swapchains:
              window: {images: [screen0, screen1]}
            kernels:
              paint:
                bindings: {}
                code: |
                  out.color0 = 0xff000000 | (y << 12) | (x << 3)
            program:
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - fillBuffer: {dst: x, offset: 0, size: 64KiB, data: 1}
                    - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                    - copyBuffer: {src: x, dst: y, regions: [{srcOffset: 0, dstOffset: 0, size: 64KiB}]}
            """ + FRAME.formatted(0) + FRAME.formatted(1) + """
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [CLEAR], dstAccess: [TRANSFER_WRITE]}]}
                    - fillBuffer: {dst: y, offset: 0, size: 4KiB, data: 2}
                  fence: f
              - waitForFences: [f]
            """;

    private static final List<String> SUMMED = List.of(
            "barriers",
            "stallCycles",
            "drainCycles",
            "actionCycles",
            "actions",
            "heldBack",
            "heldBackCycles",
            "writtenBackBytes",
            "invalidatedLines",
            "invalidatedBytes",
            "refillMisses",
            "refillBytes");

    @TempDir
    private Path directory = Path.of("");

    private Path stream = Path.of("");

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(directory.resolve("frames.yaml"), STREAM);
    }

    private Cli run(String... options) {
        return run(Cli.WIDE, options);
    }

    private Cli run(Style style, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(options));
        arguments.add(stream.toString());
        return Cli.run(style, arguments.toArray(String[]::new));
    }

    private JsonNode json(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        Cli cli = run(all.toArray(String[]::new));
        assertThat(cli.err()).isEmpty();
        return JsonMapper.builder().build().readTree(cli.out());
    }

    private static List<String> ids(JsonNode rows) {
        List<String> ids = new ArrayList<>();
        rows.forEach(row -> ids.add(row.path("id").stringValue()));
        return ids;
    }

    private static Map<String, Long> add(Map<String, Long> sums, JsonNode cost) {
        SUMMED.forEach(key -> sums.merge(key, cost.path(key).longValue(), Long::sum));
        return sums;
    }

    private static Map<String, Long> sums(JsonNode... costs) {
        Map<String, Long> sums = new HashMap<>();
        for (JsonNode cost : costs) {
            add(sums, cost);
        }
        return sums;
    }

    @Test
    void barriers_stand_in_their_frame_and_set_up_and_rest_apart() {
        JsonNode table = json("--barriers=order").path("barrierTable");

        assertThat(ids(table.path("setUp"))).containsExactly("submit0.1");
        assertThat(ids(table.path("rest"))).containsExactly("submit3.0");
        assertThat(ids(table.path("rows")))
                .containsExactlyInAnyOrder(
                        "submit1.wait0",
                        "submit1.0",
                        "submit1.4",
                        "host.3.wait",
                        "submit2.wait0",
                        "submit2.0",
                        "submit2.4",
                        "host.6.wait");
        table.path("rows")
                .forEach(row -> assertThat(row.path("frame").intValue())
                        .as(row.path("id").stringValue())
                        .isEqualTo(row.path("id").stringValue().matches("submit1.*|host\\.3.*") ? 1 : 2));
    }

    @Test
    void sums_of_frames_are_those_of_rows_and_of_all_barriers() {
        JsonNode result = json("--barriers");
        JsonNode table = result.path("barrierTable");

        Map<String, Long> rows = new HashMap<>();
        for (String part : List.of("rows", "setUp", "rest")) {
            table.path(part).forEach(row -> add(rows, row));
        }
        Map<String, Long> declared = new HashMap<>();
        Map<String, Long> implicit = new HashMap<>();
        table.path("perFrame").forEach(frame -> {
            add(declared, frame.path("declared"));
            add(implicit, frame.path("implicit"));
        });
        assertThat(declared).isEqualTo(rows).isEqualTo(sums(table.path("run").path("declared")));
        assertThat(implicit).isEqualTo(sums(table.path("run").path("implicit")));
        Map<String, Long> all = new HashMap<>();
        for (JsonNode barrier : result.path("barriers")) {
            all.merge("barriers", 1L, Long::sum);
            for (String key : List.of("stallCycles", "drainCycles", "actionCycles", "refillMisses", "refillBytes")) {
                all.merge(key, barrier.path(key).longValue(), Long::sum);
            }
            all.merge("actions", (long) barrier.path("actions").size(), Long::sum);
            all.merge("heldBack", (long) barrier.path("heldBack").size(), Long::sum);
            barrier.path("heldBack")
                    .forEach(held ->
                            all.merge("heldBackCycles", held.path("cycles").longValue(), Long::sum));
            for (JsonNode action : barrier.path("actions")) {
                for (String key : List.of("writtenBackBytes", "invalidatedLines", "invalidatedBytes")) {
                    all.merge(key, action.path(key).longValue(), Long::sum);
                }
            }
        }
        assertThat(sums(table.path("run").path("declared"), table.path("run").path("implicit")))
                .isEqualTo(all);
    }

    @Test
    void a_frame_lasts_as_long_as_there_is_work_of_it() {
        JsonNode result = json("--barriers");

        Map<Integer, JsonNode> frames = new HashMap<>();
        List<String> parts = new ArrayList<>();
        for (JsonNode frame : result.path("frames")) {
            frames.put(frame.path("frame").intValue(), frame);
            parts.add(frame.path("part").stringValue() + frame.path("frame").intValue() + ":"
                    + frame.path("submissions").intValue());
        }
        assertThat(parts).containsExactly("setUp0:1", "frame1:1", "frame2:1", "rest3:1");
        for (JsonNode barrier : result.path("barriers")) {
            JsonNode frame = frames.get(barrier.path("frame").intValue());
            assertThat(barrier.path("reachedCycle").longValue())
                    .isGreaterThanOrEqualTo(frame.path("startCycle").longValue());
            assertThat(barrier.path("releasedCycle").longValue())
                    .isLessThanOrEqualTo(frame.path("endCycle").longValue());
        }
        for (JsonNode command : result.path("commands")) {
            if (command.path("id").stringValue().equals("host.3")) {
                assertThat(frames.get(1).path("endCycle").longValue())
                        .isGreaterThanOrEqualTo(command.path("endCycle").longValue());
            }
        }
    }

    @Test
    void shares_are_of_the_time_of_the_frame_and_time_that_several_stall_counts_once() {
        JsonNode table = json("--barriers").path("barrierTable");

        Map<Integer, JsonNode> frames = new HashMap<>();
        for (JsonNode frame : table.path("perFrame")) {
            frames.put(frame.path("frame").intValue(), frame);
            assertThat(frame.path("stalledCycles").longValue())
                    .isBetween(
                            0L,
                            Math.min(
                                    frame.path("cycles").longValue(),
                                    frame.path("declared").path("stallCycles").longValue()));
        }
        for (JsonNode row : table.path("rows")) {
            JsonNode frame = frames.get(row.path("frame").intValue());
            assertThat(row.path("shareOfFrame").doubleValue())
                    .isEqualTo(
                            (double) row.path("stallCycles").longValue()
                                    / frame.path("cycles").longValue(),
                            within(1e-9));
            assertThat(frame.path("stalledCycles").longValue())
                    .isGreaterThanOrEqualTo(row.path("stallCycles").longValue());
        }
        assertThat(table.path("run").path("stalledCycles").longValue())
                .isLessThanOrEqualTo(table.path("run").path("cycles").longValue());
    }

    @ParameterizedTest
    @CsvSource({
        "stall, stallCycles",
        "actions, actionCycles",
        "drain, drainCycles",
        "refill, refillBytes",
        "held-back, heldBackCycles"
    })
    void rows_are_sorted_by_what_is_asked_for(String sort, String key) {
        JsonNode table = json("--barriers=" + sort).path("barrierTable");

        List<Long> values = new ArrayList<>();
        table.path("rows").forEach(row -> values.add(-row.path(key).longValue()));
        assertThat(values).hasSize(8).isSorted();
        assertThat(table.path("sort").stringValue()).isEqualTo(sort);
    }

    @Test
    void rows_are_sorted_by_all_bytes_moved() {
        List<Long> values = new ArrayList<>();
        json("--barriers=bytes")
                .path("barrierTable")
                .path("rows")
                .forEach(row -> values.add(-row.path("writtenBackBytes").longValue()
                        - row.path("invalidatedBytes").longValue()
                        - row.path("refillBytes").longValue()));

        assertThat(values).isSorted();
        assertThat(values.get(0)).isNegative();
    }

    @Test
    void rows_are_sorted_by_the_order_in_which_they_were_reached() {
        List<Integer> values = new ArrayList<>();
        json("--barriers=order")
                .path("barrierTable")
                .path("rows")
                .forEach(row -> values.add(row.path("order").intValue()));

        assertThat(values).hasSize(8).isSorted();
    }

    @Test
    void some_frames_alone_leave_out_the_others_with_set_up_and_rest() {
        JsonNode table = json("--barriers", "--frames", "2").path("barrierTable");

        assertThat(ids(table.path("rows")))
                .containsExactlyInAnyOrder("submit2.wait0", "submit2.0", "submit2.4", "host.6.wait");
        assertThat(table.path("setUp")).isEmpty();
        assertThat(table.path("rest")).isEmpty();
        assertThat(table.path("perFrame")).hasSize(1);
        assertThat(sums(table.path("total").path("declared")))
                .isEqualTo(sums(table.path("perFrame").path(0).path("declared")));
    }

    @Test
    void times_are_given_by_the_clock_of_the_device() {
        JsonNode row = json("--barriers").path("barrierTable").path("setUp").path(0);

        assertThat(row.path("stallNs").doubleValue())
                .isEqualTo(row.path("stallCycles").longValue() / 1.5, within(1e-6));
    }

    @Test
    void a_presentation_is_held_back_by_its_semaphore() {
        List<Long> cycles = new ArrayList<>();
        List<Long> stalls = new ArrayList<>();
        for (JsonNode barrier : json().path("barriers")) {
            if (barrier.path("id").stringValue().equals("host.3.wait")) {
                assertThat(barrier.path("says").path(0).stringValue()).isEqualTo("semaphore drawn0 > presentation");
                stalls.add(barrier.path("stallCycles").longValue());
                barrier.path("heldBack").forEach(held -> {
                    if (held.path("command").stringValue().equals("host.3")) {
                        cycles.add(held.path("cycles").longValue());
                    }
                });
            }
        }

        assertThat(cycles).hasSize(1).isEqualTo(stalls);
    }

    @Test
    void a_person_reads_what_each_barrier_says_and_where_within_80_columns() {
        Cli cli = run(Style.PLAIN, "--barriers");

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("declared barriers by stall")
                .contains("set-up, before the first frame")
                .contains("rest, after the last frame")
                .contains("frames.yaml:31:11 'into the attachment of frame 0'")
                .contains("frames.yaml:24:11: CLEAR/TRANSFER_WRITE > COPY/TRANSFER_READ")
                .contains("frames together (8)")
                .contains("whole run (10)");
        assertThat(cli.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void long_names_are_shortened_in_the_middle() throws IOException {
        String label = "first" + "-".repeat(300) + "last";
        Files.writeString(stream, STREAM.replace("into the attachment of frame 0", label));

        Cli cli = run(Style.PLAIN, "--barriers");

        assertThat(cli.out()).containsPattern("'first-+…-+last'");
        assertThat(cli.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void csv_has_the_rows_and_the_sums() throws IOException {
        Path csv = directory.resolve("csv");

        run("--barriers=order", "--csv", csv.toString());

        List<String> rows = Files.readAllLines(csv.resolve("barrier_table.csv"));
        assertThat(rows.get(0))
                .startsWith("part,frame,order,id,kind,label,says,where,captureIndex,barriers,stallCycles,drainCycles");
        assertThat(rows).hasSize(11);
        assertThat(rows.get(1)).startsWith("setUp,0,").contains(",submit0.1,pipelineBarrier,,CLEAR/TRANSFER_WRITE > ");
        assertThat(rows.get(10)).startsWith("rest,3,");
        List<String> frames = Files.readAllLines(csv.resolve("barrier_frames.csv"));
        assertThat(frames.stream().map(line -> line.substring(0, line.indexOf(','))))
                .containsExactly(
                        "part", "setUp", "setUp", "frame", "frame", "frame", "frame", "rest", "rest", "frames",
                        "frames", "run", "run");
    }

    @Test
    void the_report_that_is_written_is_the_one_that_is_printed() throws IOException {
        Path out = directory.resolve("out");

        Cli cli = run(Style.PLAIN, "--barriers", "-o", out.toString());

        assertThat(Files.readString(out.resolve("report.txt"))).isEqualTo(cli.out());
    }

    @Test
    void without_the_option_there_is_no_table() {
        assertThat(json().path("barrierTable").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--frames 1",
                "--barriers=cost",
                "--barriers --frames 3",
                "--barriers --frames 2-1",
                "--barriers --frames all",
                "--barriers --frames 0-1"
            })
    void what_cannot_be_shown_is_refused_in_one_line(String options) {
        Cli cli = run(options.split(" ", -1));

        assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).startsWith("--");
    }

    @Test
    void a_stream_without_presentations_is_one_frame() {
        Cli cli = Cli.run("run", "upload-scale-readback", "--barriers");

        assertThat(cli.out()).contains("frame 1 (3)").doesNotContain("set-up").doesNotContain("frames together");
    }

    @Test
    void compact_streams_have_a_table() throws IOException {
        Path compact = Files.writeString(directory.resolve("c.cmds"), """
                buffer a 64KiB
                buffer b 64KiB
                fill a 7
                barrier CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ@a
                copy a b
                """);

        Cli cli = Cli.run("run", compact.toString(), "--barriers");

        assertThat(cli.out())
                .contains("CLEAR/TRANSFER_WRITE > COPY/TRANSFER_READ of a")
                .contains("c.cmds:4");
    }

    @Test
    void captures_name_the_index_of_each_barrier() {
        JsonNode table = JsonMapper.builder()
                .build()
                .readTree(Cli.run(
                                "run",
                                Path.of(System.getProperty("sluice.root", "."))
                                        .resolve("configs/streams/captures/fillcopy-good.jsonl")
                                        .toString(),
                                "--barriers",
                                "--json")
                        .out())
                .path("barrierTable");

        assertThat(table.path("rows")).isNotEmpty();
        table.path("rows")
                .forEach(row -> assertThat(row.path("captureIndex").longValue()).isPositive());
    }
}
