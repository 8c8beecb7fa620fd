// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What {@code run --html} and {@code replay --html} write. */
final class RunPageTest {
    private static final String STALE = "scenarios/stale-l1-broken";
    private static final String IMAGES = "graphics/fast-clear-sample-broken";

    /** Pages of whole runs, by stream, that several tests look at. */
    private static final Map<String, Path> PAGES = new HashMap<>();

    @TempDir
    private static Path shared;

    @TempDir
    private Path dir;

    private static Path page(String stream) throws IOException {
        Path page = PAGES.get(stream);
        if (page == null) {
            page = Pages.write(Files.createDirectory(shared.resolve("page" + PAGES.size())), "run", stream, "-q");
            PAGES.put(stream, page);
        }
        return page;
    }

    @ParameterizedTest
    @ValueSource(strings = {STALE, IMAGES})
    void the_page_has_the_result_without_what_it_cost_the_host(String stream) throws IOException {
        Path page = Pages.write(dir, "run", stream, "-q", "-o", dir.toString());

        assertThat(Pages.data(page).path("run").path("result")).isEqualTo(Pages.result(dir.resolve("result.json")));
    }

    @Test
    void equal_runs_write_equal_pages() throws IOException {
        byte[] first = Files.readAllBytes(page(IMAGES));

        assertThat(Files.readAllBytes(Pages.write(dir, "run", IMAGES, "-q"))).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {STALE, IMAGES, "upload-scale-readback"})
    void a_run_is_the_same_with_a_page_and_without(String stream) throws IOException {
        JsonNode watched = Pages.data(page(stream)).path("run").path("result");

        Cli.run("run", stream, "-q", "-o", dir.toString());

        assertThat(watched).isEqualTo(Pages.result(dir.resolve("result.json")));
    }

    @Test
    void banks_add_up_to_the_counters_of_memory() throws IOException {
        JsonNode run = Pages.data(page("upload-scale-readback")).path("run");
        JsonNode vram = run.path("result").path("vram");
        JsonNode channels = run.path("details").path("channels");

        for (String key : List.of("reads", "writes", "rowHits", "rowMisses", "rowConflicts")) {
            assertThat(channels.valueStream()
                            .mapToLong(channel -> Pages.sum(channel.path("banks"), key))
                            .sum())
                    .as(key)
                    .isEqualTo(vram.path(key).asLong())
                    .isPositive();
        }
        assertThat(Pages.sum(channels, "busyCycles"))
                .isCloseTo(vram.path("busyCycles").asLong(), Offset.offset((long) channels.size()));
    }

    @Test
    void who_sent_what_to_memory_adds_up() throws IOException {
        JsonNode run = Pages.data(page("upload-scale-readback")).path("run");
        JsonNode result = run.path("result");
        JsonNode ways = run.path("details").path("ways");

        assertThat(ways.valueStream().map(way -> way.path("from").stringValue()))
                .contains("l2", "transfer");
        assertThat(Pages.sum(ways, "deviceReadBytes"))
                .isEqualTo(result.path("vram").path("readBytes").asLong());
        assertThat(Pages.sum(ways, "deviceWriteBytes"))
                .isEqualTo(result.path("vram").path("writeBytes").asLong());
        assertThat(Pages.sum(ways, "hostReadBytes"))
                .isEqualTo(result.path("link").path("toDeviceBytes").asLong());
        assertThat(Pages.sum(ways, "hostWriteBytes"))
                .isEqualTo(result.path("link").path("toHostBytes").asLong());
    }

    @Test
    void windows_add_up_to_the_counters_of_caches() throws IOException {
        JsonNode run = Pages.data(page("upload-scale-readback")).path("run");
        JsonNode l2 = run.path("result").path("caches").path("l2");
        JsonNode counters = run.path("details").path("series").path("counters");

        assertThat(sum(counters.path("l2.sectors")))
                .isEqualTo(l2.path("reads").asLong() + l2.path("writes").asLong())
                .isPositive();
        assertThat(sum(counters.path("l2.hits")))
                .isEqualTo(l2.path("readHits").asLong() + l2.path("writeHits").asLong())
                .isPositive();
        assertThat(counters.path("l2.sectors").size()).isLessThanOrEqualTo(256);
    }

    @Test
    void what_is_warmed_up_is_neither_in_windows_nor_in_banks() throws IOException {
        JsonNode run = Pages.data(Pages.write(dir, "run", "upload-scale-readback", "-q", "--warm-up", "1"))
                .path("run");
        JsonNode vram = run.path("result").path("vram");
        JsonNode details = run.path("details");

        assertThat(details.path("series").path("start").asLong()).isPositive();
        assertThat(sum(details.path("series").path("counters").path("vram.readBytes")))
                .isEqualTo(vram.path("readBytes").asLong())
                .isPositive();
        assertThat(details.path("channels")
                        .valueStream()
                        .mapToLong(channel -> Pages.sum(channel.path("banks"), "writes"))
                        .sum())
                .isEqualTo(vram.path("writes").asLong());
    }

    @Test
    void tiles_add_up_to_those_of_their_image() throws IOException {
        JsonNode run = Pages.data(page(IMAGES)).path("run");
        List<String> states = List.of("raw", "half", "quarter", "eighth", "cleared");
        long[] counted = new long[states.size()];
        for (JsonNode map : run.path("details").path("tiles")) {
            for (String runs : map.path("states").stringValue().split(" ", -1)) {
                String[] parts = runs.split("\\*", -1);
                counted[Integer.parseInt(parts[0])] += Long.parseLong(parts[1]);
            }
        }

        for (int i = 0; i < counted.length; i++) {
            String state = states.get(i);
            assertThat(counted[i])
                    .as(state)
                    .isEqualTo(run.path("result")
                            .path("images")
                            .valueStream()
                            .mapToLong(image -> image.path("tiles").path(state).asLong())
                            .sum());
        }
        assertThat(Arrays.stream(counted).sum()).isPositive();
    }

    @Test
    void a_finding_has_its_line_of_the_stream() throws IOException {
        Path stream = Files.writeString(dir.resolve("stale.yaml"), stale());
        JsonNode run =
                Pages.data(Pages.write(dir, "run", stream.toString(), "-q")).path("run");
        String where =
                run.path("result").path("staleReads").path(0).path("where").stringValue();

        assertThat(where).startsWith("stale.yaml:");
        assertThat(run.path("source").path(where).stringValue()).contains("dispatch: {kernel: look");
    }

    private static String stale() throws IOException {
        try (var in = RunPageTest.class.getResourceAsStream("/configs/streams/" + STALE + ".yaml")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void hazards_and_advice_are_there_when_asked_for() throws IOException {
        JsonNode without = Pages.data(page(STALE)).path("run");
        JsonNode with = Pages.data(Pages.write(dir, "run", STALE, "-q", "--html-with", "check,advise"))
                .path("run");

        assertThat(without.has("check") || without.has("advice")).isFalse();
        assertThat(with.path("check").path("hazards").size()).isPositive();
        assertThat(with.path("advice").path("barriers").size()).isPositive();
    }

    @Test
    void a_strict_run_has_its_hazards_on_the_page() throws IOException {
        JsonNode run =
                Pages.data(Pages.write(dir, "run", STALE, "-q", "--strict")).path("run");

        assertThat(run.path("check").path("hazards"))
                .hasSameSizeAs(run.path("result").path("hazards"));
    }

    @Test
    void a_replay_has_a_page() throws IOException {
        Path trace =
                Files.writeString(dir.resolve("t.csv"), "address,size,kind\n0,128,R\n128,128,R\n0,128,R\n4096,64,W\n");
        JsonNode run = Pages.data(Pages.write(dir, "replay", trace.toString(), "-d", "tiny-1", "-q"))
                .path("run");

        assertThat(run.path("result").path("requests").asLong()).isPositive();
        assertThat(run.path("details").path("channels").size()).isPositive();
    }

    @Test
    void no_page_replaces_another_output_or_an_input() throws IOException {
        String json = dir.resolve("result.json").toString();
        refused(
                Cli.run("run", STALE, "-o", dir.toString(), "--html", json),
                json + ": is written by --html and by --out; name two files");
        String log = dir.resolve("log.html").toString();
        refused(
                Cli.run("run", STALE, "--log", log, "--html", log),
                log + ": is written by --html and by --log; name two files");
        String table = dir.resolve("caches.csv").toString();
        refused(
                Cli.run("run", STALE, "--csv", dir.toString(), "--html", table),
                table + ": is written by --html and by --csv; name two files");
        String stream = Files.writeString(dir.resolve("stale.yaml"), stale()).toString();
        refused(
                Cli.run("run", stream, "--html", stream),
                stream + ": is also an input (" + stream + "), which would be lost; name another file to write");
        assertThat(dir).isDirectoryNotContaining(file -> !file.endsWith("stale.yaml"));
    }

    @Test
    void where_nothing_can_be_written_nothing_is_run() {
        String lost = dir.resolve("no/such/page.html").toString();

        refused(
                Cli.run("run", STALE, "--html", lost),
                lost + ": cannot be written: there is no directory " + dir.resolve("no/such"));
        refused(
                Cli.run("run", STALE, "--html", dir.toString()),
                dir + ": is a directory, and a file was to be written");
    }

    @Test
    void what_is_added_to_no_page_is_a_fault_of_usage() {
        Cli cli = Cli.run("run", STALE, "--html-with", "check");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).startsWith("--html-with adds to the page that --html FILE writes");
        assertThat(Cli.run("run", STALE, "--html", "x.html", "--html-with", "magic")
                        .code())
                .isEqualTo(2);
    }

    private static void refused(Cli cli, String message) {
        assertThat(cli.err()).isEqualTo(message + "\n");
        assertThat(cli.code()).isEqualTo(2);
    }

    private static long sum(JsonNode list) {
        return list.valueStream().mapToLong(JsonNode::asLong).sum();
    }
}
