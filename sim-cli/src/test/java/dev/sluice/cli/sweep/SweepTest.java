// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static dev.sluice.cli.sweep.SweepFixture.TWELVE;
import static dev.sluice.cli.sweep.SweepFixture.refused;
import static dev.sluice.cli.sweep.SweepFixture.results;
import static dev.sluice.cli.sweep.SweepFixture.sweep;
import static dev.sluice.cli.sweep.SweepFixture.text;
import static dev.sluice.cli.sweep.SweepFixture.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.sluice.cli.Cli;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sluice sweep}, on the real simulator. */
final class SweepTest {
    @TempDir
    private Path dir;

    private Path stream = Path.of("");

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = SweepFixture.stream(dir);
    }

    @Test
    void any_number_of_jobs_gives_the_same_bytes() throws IOException {
        sweep(stream, dir.resolve("one"), with(TWELVE, "--jobs", "1"));
        Map<String, String> one = results(dir.resolve("one"));

        for (String jobs : List.of("2", "3")) {
            sweep(stream, dir.resolve(jobs), with(TWELVE, "--jobs", jobs));
            assertThat(results(dir.resolve(jobs))).isEqualTo(one);
        }
    }

    @Test
    void a_point_is_the_run_with_the_same_settings() throws IOException {
        sweep(stream, dir.resolve("out"), "--vary", "caches.l1.latency=20,300", "--metrics", "all");
        JsonNode run = JsonMapper.shared()
                .readTree(Cli.run("run", stream.toString(), "--json", "--set", "caches.l1.latency=300")
                        .out());

        JsonNode point = JsonMapper.shared()
                .readTree(
                        text(dir.resolve("out/results.jsonl")).lines().toList().get(1));

        assertThat(point.path("values").path("caches.l1.latency").stringValue()).isEqualTo("300");
        assertThat(point.path("metrics").path("cycles")).isEqualTo(run.path("cycles"));
        assertThat(point.path("metrics").path("vram.readBytes"))
                .isEqualTo(run.path("vram").path("readBytes"));
        assertThat(point.path("metrics").path("caches.l2.readMisses"))
                .isEqualTo(run.path("caches").path("l2").path("readMisses"));
    }

    @Test
    void the_bound_of_replacement_is_that_of_the_run() throws IOException {
        Path file = Files.writeString(dir.resolve("sweep.yaml"), """
                sluice: 1
                name: s
                streams: s.cmds
                vary: {caches.l2.size: 512KiB}
                optimal: true
                metrics: caches.l2.*Rate
                """);
        Cli cli = sweep(file, dir.resolve("file"));
        sweep(
                stream,
                dir.resolve("option"),
                "--optimal",
                "--vary",
                "caches.l2.size=512KiB",
                "--metrics",
                "caches.l2.*Rate");
        JsonNode bound = JsonMapper.shared()
                .readTree(Cli.run("run", stream.toString(), "--optimal", "--json", "--set", "caches.l2.size=512KiB")
                        .out())
                .path("caches")
                .path("l2")
                .path("optimal");

        JsonNode metrics = JsonMapper.shared()
                .readTree(text(dir.resolve("file/results.jsonl")))
                .path("metrics");

        assertThat(cli.err()).isEmpty();
        assertThat(metrics.propertyNames())
                .containsExactly(
                        "caches.l2.hitRate",
                        "caches.l2.joinedRate",
                        "caches.l2.readHitRate",
                        "caches.l2.optimalHitRate",
                        "caches.l2.optimalBypassHitRate",
                        "caches.l2.mostHitRate");
        assertThat(bound.path("sectors").asLong()).isPositive();
        assertThat(metrics.path("caches.l2.optimalHitRate").asDouble())
                .isEqualTo(bound.path("hits").asDouble() / bound.path("sectors").asDouble());
        assertThat(text(dir.resolve("option/results.jsonl"))).isEqualTo(text(dir.resolve("file/results.jsonl")));
    }

    @Test
    void a_point_with_a_cache_without_a_bound_leaves_its_cells_empty() throws IOException {
        Cli cli = sweep(
                stream,
                dir.resolve("out"),
                "--optimal",
                "--vary",
                "caches.l2.victim.lines=0,4",
                "--set",
                "caches.l2.victim.latency=3",
                "--metrics",
                "caches.l2.optimal*Rate");
        List<String> rows = text(dir.resolve("out/results.csv")).lines().toList();

        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(rows.get(1)).matches("1,s\\.cmds,0,ok,[0-9.]+,[0-9.]+,?");
        assertThat(rows.get(2)).matches("2,s\\.cmds,4,ok,,,?");
    }

    @Test
    void objectives_are_columns_where_no_metrics_are_chosen() throws IOException {
        String[] objectives = {"--vary", "seed=1..2", "--objective", "vram.bytes,network.requestFlits"};

        sweep(stream, dir.resolve("usual"), objectives);
        sweep(stream, dir.resolve("chosen"), with(List.of(objectives), "--metrics", "cycles"));

        assertThat(text(dir.resolve("usual/results.csv")).lines())
                .first(STRING)
                .endsWith(",barriers.stallCycles,vram.bytes,network.requestFlits,message");
        assertThat(text(dir.resolve("chosen/results.csv")).lines())
                .first(STRING)
                .isEqualTo("point,stream,seed,status,cycles,message");
    }

    @Test
    void a_point_that_cannot_be_is_a_row_with_its_message() throws IOException {
        Cli cli = sweep(stream, dir.resolve("out"), with(TWELVE));
        List<String> rows = text(dir.resolve("out/results.csv")).lines().toList();

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).startsWith("sweep s: 12 points, 4 failed\n  point 3 and 1 more: --set ");
        assertThat(rows).hasSize(13);
        assertThat(rows.get(0))
                .startsWith("point,stream,caches.l1.size,caches.l1.ways,caches.l1.latency,status,cycles,");
        assertThat(rows.get(1)).startsWith("1,s.cmds,16KiB,2,20,ok,");
        assertThat(rows.get(3)).startsWith("3,s.cmds,16KiB,3,20,failed,,").contains("--set caches.l1.size=16KiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "--set caches.l1.size=banana --vary vram.channels=1,2 ~ --set caches.l1.size=banana: caches.l1.size: 'banana' is not a size",
                "--vary caches.l1.replacement=lruu --vary vram.channels=1,2 ~ --vary caches.l1.replacement=lruu: caches.l1.replacement: unknown policy",
                "--set caches.l1.ways=7 --vary caches.l1.latency=20,30 ~ --set caches.l1.ways=7: caches.l1: size 16384 is not a multiple of",
                "--vary vram.channels=2 --vary caches.l1.ways=7 --vary seed=1,2 ~ --set vram.channels=2 --set caches.l1.ways=7: caches.l1: size",
                "--set memoryTypes=[] --vary vram.channels=1,2 ~ --set memoryTypes=[]: "
            })
    void what_keeps_every_point_from_beginning_is_refused_before_any_runs(String options, String fault) {
        Cli cli = sweep(stream, dir.resolve("out"), options.split(" "));

        assertThat(cli.err()).startsWith(fault).hasLineCount(1);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(dir.resolve("out")).doesNotExist();
    }

    @Test
    void points_that_failed_alike_are_told_together() {
        Cli cli = sweep(
                stream, dir.resolve("out"), "--vary", "caches.l1.size=16000,17000", "--vary", "vram.channels=1,2,4");

        assertThat(cli.out()).contains("6 failed\n  point 1 and 2 more: ").contains("\n  point 4 and 2 more: ");
    }

    @Test
    void quiet_tells_points_without_results_and_a_line() throws IOException {
        List<String> points = List.of("--vary", "caches.l1.size=16000,16KiB", "--vary", "vram.channels=1,2");
        String summary = "sweep s: 4 points, 2 failed; best by cycles: ";

        Cli cli = sweep(stream, dir.resolve("out"), with(points, "--quiet"));
        Cli again = sweep(stream, dir.resolve("out"), with(points, "-q", "--resume"));

        assertThat(cli.out().lines().filter(line -> !line.startsWith("    ")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("  point 1 and 1 more: "),
                        line -> assertThat(line).startsWith(summary));
        assertThat(again.out()).isEqualTo(cli.out());
        assertThat(text(dir.resolve("out/report.txt"))).contains("Best by cycles");
    }

    @Test
    void a_point_at_its_limit_is_cut_off_and_the_rest_goes_on() throws IOException {
        Cli cli = sweep(stream, dir.resolve("out"), "--vary", "caches.l1.latency=20,100000", "--max-cycles", "60000");

        assertThat(text(dir.resolve("out/results.csv")).lines().toList().get(2))
                .startsWith("2,s.cmds,100000,cut,")
                .endsWith(",cut off after cycle 60000");
        assertThat(cli.code()).isEqualTo(1);
    }

    @Test
    void streams_devices_profiles_seeds_and_keys_of_streams_vary_too() throws IOException {
        Path yaml = Files.writeString(dir.resolve("t.yaml"), """
                sluice: 1
                name: t
                device: seed-discrete-l2
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 64KiB}]
                program:
                  - queueSubmit: {queue: universal.0, commands: [{fillBuffer: {dst: x, size: 4KiB, data: 1}}], fence: f}
                  - waitForFences: [f]
                """);

        Cli cli = sweep(
                List.of(yaml.toString()),
                dir.resolve("out"),
                List.of(
                        "--vary",
                        "stream.program[0].queueSubmit.commands[0].fillBuffer.size=4KiB,8KiB",
                        "--vary",
                        "device=seed-discrete-l2,rdna2-6900xt",
                        "--vary",
                        "profile=l2,vram",
                        "--vary",
                        "seed=1..2"));

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(text(dir.resolve("out/results.csv")).lines()).hasSize(17);
    }

    @Test
    void findings_are_counted_where_bytes_are_followed() throws IOException {
        sweep(List.of("transfer-write-shader-read-missing"), dir.resolve("none"), List.of("--vary", "seed=1"));
        Path racy = Files.writeString(dir.resolve("racy.yaml"), """
                sluice: 1
                name: racy
                device: seed-discrete-l2
                memory: [{name: m, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}]
                buffers: [{name: x, memory: m, size: 64KiB}]
                program:
                  - hostWrite: {buffer: x, offset: 0, data: {type: u32, values: [1]}}
                  - hostRead: {buffer: x, offset: 0, size: 4, expect: {type: u32, values: [2]}}
                """);

        sweep(racy, dir.resolve("out"), "--bytes", "--vary", "seed=1,2", "--metrics", "findings,cycles");

        assertThat(text(dir.resolve("out/results.csv")).lines().toList().get(1)).startsWith("1,racy.yaml,1,ok,1,");
    }

    @Test
    void an_axis_with_a_long_name_is_told_by_its_end() throws IOException {
        sweep(
                List.of("upload-scale-readback"),
                dir.resolve("out"),
                List.of(
                        "--vary",
                        "stream.program[1].queueSubmit.commands[2].dispatch.groups=[16,1,1],[8,1,1]",
                        "--vary",
                        "caches.l2.latency=100,200"));

        assertThat(text(dir.resolve("out/report.txt")))
                .contains("point  …dispatch.groups  caches.l2.latency", "\n…dispatch.groups  ");
        assertThat(text(dir.resolve("out/results.csv")).lines().findFirst().orElseThrow())
                .contains("stream.program[1].queueSubmit.commands[2].dispatch.groups");
    }

    @Test
    void zipped_axes_are_told_by_the_ends_of_both() throws IOException {
        sweep(
                stream,
                dir.resolve("out"),
                "--zip",
                "--vary",
                "caches.l1.ways=2,4",
                "--vary",
                "caches.l2.latency=100,200");

        assertThat(text(dir.resolve("out/sweep.html"))).contains("cycles over l1.ways / l2.latency");
    }

    @Test
    void the_page_is_well_formed_and_needs_nothing_beside_it() throws Exception {
        sweep(stream, dir.resolve("out"), with(TWELVE));
        String page = text(dir.resolve("out/sweep.html"));

        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        Document document =
                factory.newDocumentBuilder().parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));

        assertThat(document.getElementsByTagName("svg").getLength()).isGreaterThan(2);
        assertThat(document.getElementsByTagName("polyline").getLength()).isPositive();
        assertThat(document.getElementsByTagName("tr").getLength()).isGreaterThan(13);
        assertThat(page).doesNotContain("http://").doesNotContain("https://").doesNotContain("src=");
        assertThat(page).contains("prefers-color-scheme: dark").contains("<title>caches.l1.");
    }

    @Test
    void the_page_says_why_points_failed() throws Exception {
        sweep(stream, dir.resolve("out"), "--vary", "caches.l2.ways=16,7,11");
        List<String> notes = text(dir.resolve("out/sweep.html"))
                .lines()
                .filter(line -> line.startsWith("<p class=\"note\">Point"))
                .toList();

        assertThat(notes).hasSize(2);
        assertThat(notes.get(0)).startsWith("<p class=\"note\">Point 2: ").contains("7");
    }

    @Test
    void many_values_are_marked_where_there_is_room_for_their_names() throws Exception {
        sweep(stream, dir.resolve("out"), "--vary", "caches.l2.latency=101..180");
        String page = text(dir.resolve("out/sweep.html"));

        assertThat(page)
                .contains("class=\"speck c0\"")
                .contains("101, 102, 103")
                .contains("(80 in all)");
        assertThat(page.split("<line class=\"frame\"", -1)).hasSizeLessThan(40);
    }

    @Test
    void a_sweep_file_says_the_same_as_options() throws IOException {
        Path file = Files.writeString(dir.resolve("sweep.yaml"), """
                sluice: 1
                name: s
                streams: s.cmds
                vary:
                  caches.l1.size: 16KiB..32KiB*2
                  caches.l1.latency: [20, 40]
                where: caches.l1.size < 32KiB || caches.l1.latency == 20
                """);

        sweep(file, dir.resolve("a"));
        sweep(
                stream,
                dir.resolve("b"),
                "--vary",
                "caches.l1.size=16KiB,32KiB",
                "--vary",
                "caches.l1.latency=20,40",
                "--where",
                "caches.l1.size < 32KiB || caches.l1.latency == 20");

        assertThat(text(dir.resolve("a/results.jsonl"))).isEqualTo(text(dir.resolve("b/results.jsonl")));
        assertThat(Cli.run("validate", file.toString()).out()).contains("sweep s, 3 points");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--vary caches.l2.sise=1MiB | --vary caches.l2.sise=1MiB: no key 'sise' in caches.l2",
                "--vary caches.l3.size=1MiB | --vary caches.l3.size=1MiB: device 'seed-discrete-l2' has no key 'l3' in caches",
                "--vary caches.l2.size | --vary caches.l2.size: expected KEY=VALUES, such as caches.l2.size=1MiB,2MiB",
                "--vary caches.l2.size=1MiB..8MiB | --vary caches.l2.size=1MiB..8MiB: column 16: the range",
                "--vary seed=x | --vary seed=x: expected a whole number",
                "--vary seed=1 --where seed>1 | s: no combination fulfils the conditions: nothing to run",
                "--vary seed=1 --where sed>1 | --where \"sed>1\": column 4: 'sed' is no number",
                "--vary caches.l2.latency=1,2 --set caches.l2.latency=3 | --set caches.l2.latency=3: 'caches.l2.latency' is varied",
                "--vary device=tiny-1,tiny-2 -d tiny-1 | --device tiny-1: 'device' is varied",
                "--vary seed=1,2 --seed 4 | --seed 4: 'seed' is varied",
                "--vary seed=1 --metrics cycle | --metrics cycle: no such metric; did you mean 'cycles'?",
                "--vary seed=1 --metrics findings | --metrics findings: no such metric",
                "--vary seed=1 --metrics caches.l2.optimalHitRate | --metrics caches.l2.optimalHitRate: no such metric",
                "--vary seed=1 --objective cycles | --objective cycles: expected two metrics, such as cycles,cacheBytes",
                "--vary seed=1 --shard 4/3 | --shard 4/3: expected a part of at most 999999 parts, from 1/8 to 8/8 for example",
                "--vary seed=1 --shard 1/1000000 | --shard 1/1000000: expected a part of at most 999999 parts, from 1/8 to 8/8 for example",
                "--vary seed=1 --vary seed=2 | --vary seed=2: 'seed' is varied twice",
                "--vary stream.x=1 | S: a compact stream has no keys to vary",
                "--vary device=no-such | no-such: no such device",
            })
    void says_what_is_wrong_in_a_line(String options, String message) {
        Cli cli = sweep(stream, dir.resolve("out"), options.split(" ", -1));

        assertThat(cli.err()).startsWith(message.replaceFirst("^S:", stream + ":"));
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(dir.resolve("out")).doesNotExist();
    }

    @Test
    void no_output_replaces_an_input() throws IOException {
        Path out = Files.createDirectory(dir.resolve("out"));
        Path device = Files.copy(Path.of("../configs/devices/seed-discrete-l2.yaml"), out.resolve("report.txt"));
        Path link = Files.createSymbolicLink(dir.resolve("d.yaml"), device);

        Cli cli = sweep(stream, out, "--vary", "seed=1", "--device", link.toString());

        assertThat(cli.err()).contains("is also an input");
        assertThat(cli.code()).isEqualTo(2);
    }

    @Test
    void what_is_there_is_not_begun_anew_unasked() {
        sweep(stream, dir.resolve("out"), "--vary", "seed=1..2");

        refused(
                sweep(stream, dir.resolve("out"), "--vary", "seed=1..2"),
                dir.resolve("out/journal.jsonl")
                        + ": a sweep was begun here, and 2 of its 2 points are done; --resume goes on with it, or name"
                        + " another -o");
    }

    @Test
    void the_exit_code_is_0_when_every_point_ran() {
        assertThat(sweep(stream, dir.resolve("out"), "--vary", "seed=1..2").code())
                .isZero();
    }
}
