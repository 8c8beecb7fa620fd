// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code compare} of two result files. */
final class CompareResultsTest {
    @TempDir
    private Path dir;

    private String stream = "";

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = Files.writeString(dir.resolve("s.cmds"), """
                        buffer x 65536
                        fill x 1
                        barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ
                        dispatch sr=x
                        """).toString();
        run("a");
        run("b", "--set", "caches.l1.size=4KiB", "--set", "caches.l2.latency=400");
    }

    private void run(String out, String... more) {
        List<String> args = new java.util.ArrayList<>(
                List.of("run", stream, "-q", "-o", dir.resolve(out).toString()));
        args.addAll(List.of(more));
        assertThat(Cli.run(args.toArray(String[]::new)).err()).isEmpty();
    }

    private String result(String out) {
        return dir.resolve(out).resolve("result.json").toString();
    }

    private static void refused(Cli cli, String message) {
        assertThat(cli.err()).isEqualTo(message + "\n");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void names_the_keys_that_differ_and_what_moved_most_first() {
        Cli cli = Cli.run("compare", result("a"), result("b"));

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("What was run differs in")
                .containsPattern("caches\\.l1\\.size +16384 +4096")
                .containsPattern("caches\\.l2\\.latency +120 +400")
                .contains("Commands, by the change of their time")
                .containsPattern("submit0\\.2 dispatch");
        List<String> lines = cli.out().lines().toList();
        int from = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("Commands,"))
                .findFirst()
                .orElseThrow());
        assertThat(lines.get(from + 1)).contains("submit0.2 dispatch");
    }

    @Test
    void a_run_for_time_alone_has_no_number_of_findings() {
        run("timed", "--timing-only");

        assertThat(Cli.run("compare", result("a"), result("timed")).out())
                .containsPattern("findings +0 +-  +'-': timing only");
        assertThat(Cli.run("compare", result("a"), result("b")).out()).containsPattern("findings +0 +0 *\n");
    }

    @Test
    void json_has_the_same() {
        JsonNode json = JsonMapper.shared()
                .readTree(Cli.run("compare", result("a"), result("b"), "--json").out());

        assertThat(json.path("unit").stringValue()).isEqualTo("cycles");
        assertThat(json.path("settings")
                        .valueStream()
                        .map(one -> one.path("key").stringValue()))
                .contains("caches.l1.size", "caches.l2.latency");
        assertThat(json.path("commands").path(0).path("name").stringValue()).startsWith("submit0.2 dispatch");
        assertThat(json.path("commands").path(0).path("difference").longValue()).isPositive();
    }

    private String withRegions(String out, String name, String... more) throws IOException {
        stream = Files.writeString(dir.resolve("r.cmds"), """
                        buffer x 65536
                        beginstats %s
                        fill x 1
                        endstats
                        barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ
                        beginstats look
                        dispatch sr=x
                        endstats
                        barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ
                        beginstats look
                        dispatch sr=x
                        endstats
                        """.formatted(name)).toString();
        run(out, more);
        return result(out);
    }

    @Test
    void regions_are_compared_pass_by_pass() throws IOException {
        String before = withRegions("ra", "first");
        String after = withRegions("rb", "first", "--set", "caches.l1.size=4KiB", "--set", "caches.l2.latency=400");
        JsonNode json = JsonMapper.shared()
                .readTree(Cli.run("compare", before, after, "--json").out());

        JsonNode regions = json.path("regions");
        assertThat(regions.valueStream().map(one -> one.path("name").stringValue()))
                .contains("look", "look (2)");
        JsonNode first = JsonMapper.shared().readTree(Path.of(before)).path("regions");
        JsonNode second = JsonMapper.shared().readTree(Path.of(after)).path("regions");
        for (JsonNode region : regions) {
            int at = List.of("first", "look", "look (2)")
                    .indexOf(region.path("name").stringValue());
            JsonNode was = first.path(at);
            JsonNode is = second.path(at);
            assertThat(region.path("a").longValue())
                    .isEqualTo(was.path("cycles").longValue());
            assertThat(region.path("b").longValue()).isEqualTo(is.path("cycles").longValue());
            for (JsonNode counter : region.path("counters")) {
                String way = "/" + counter.path("name").stringValue().replace('.', '/');
                assertThat(counter.path("a").longValue()).isEqualTo(was.at(way).longValue());
                assertThat(counter.path("b").longValue()).isEqualTo(is.at(way).longValue());
            }
        }
        assertThat(regions.path(0).path("counters").size()).isPositive();
        assertThat(Cli.run("compare", before, after).out())
                .containsPattern("region look: [0-9,]+ cycles in A, [0-9,]+ cycles in B")
                .contains("region look (2): ");
    }

    @Test
    void a_region_that_only_one_has_is_told_as_such() throws IOException {
        String before = withRegions("ra", "first");
        String after = withRegions("rb", "other");

        assertThat(Cli.run("compare", before, after).out())
                .containsPattern("region first: [0-9,]+ cycles in A, not there in B")
                .containsPattern("region other: not there in A, [0-9,]+ cycles in B")
                .doesNotContain("region look");
    }

    @Test
    void json_has_the_findings_that_the_text_has() {
        run("timed", "--timing-only");
        JsonNode json = JsonMapper.shared()
                .readTree(Cli.run("compare", result("a"), result("timed"), "--json")
                        .out());

        assertThat(json.path("a").path("findings").intValue()).isZero();
        assertThat(json.path("a").path("findings").isNumber()).isTrue();
        assertThat(json.path("b").path("findings").isNull()).isTrue();
    }

    @Test
    void what_was_asked_of_the_machine_is_among_the_counters() throws IOException {
        ObjectNode more = (ObjectNode) JsonMapper.shared().readTree(Path.of(result("a")));
        more.put("requests", more.path("requests").longValue() + 7);
        Files.createDirectories(dir.resolve("more"));
        Files.writeString(Path.of(result("more")), more.toString());

        assertThat(Cli.run("compare", result("a"), result("more")).out())
                .containsPattern("requests +[0-9,]+ +[0-9,]+ +\\+7");
    }

    @Test
    void folders_of_runs_will_do() {
        Cli files = Cli.run("compare", result("a"), result("b"));
        Cli folders =
                Cli.run("compare", dir.resolve("a").toString(), dir.resolve("b").toString());

        assertThat(folders.out().lines().skip(2))
                .containsExactlyElementsOf(files.out().lines().skip(2).toList());
    }

    @Test
    void a_result_and_itself_do_not_differ() {
        assertThat(Cli.run("compare", result("a"), result("a")).out())
                .contains("Both ran the same on the same device.")
                .doesNotContain("Commands,");
    }

    @Test
    void a_command_that_was_cut_off_counts_until_then() {
        String limit = "700";
        Cli.run("run", stream, "-q", "-o", dir.resolve("cut").toString(), "--max-cycles", limit);

        Cli cut = Cli.run("compare", result("a"), result("cut"), "--json");

        assertThat(JsonMapper.shared().readTree(cut.out()).path("commands").valueStream())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.path("b").longValue()).isBetween(0L, Long.parseLong(limit)));
        assertThat(Cli.run("compare", result("a"), result("cut")).out())
                .containsPattern("interrupted +false +true")
                .doesNotContain("Both ran the same");
    }

    @Test
    void another_file_is_told_by_its_name() throws IOException {
        stream = Files.writeString(dir.resolve("other.cmds"), Files.readString(Path.of(stream)) + "fill x 2\n")
                .toString();
        run("c");

        assertThat(Cli.run("compare", result("a"), result("c")).out())
                .containsPattern("stream file +s\\.cmds +other\\.cmds")
                .doesNotContain("Both ran the same");
    }

    @Test
    void a_file_that_was_edited_is_told() throws IOException {
        Files.writeString(Path.of(stream), "# the same\n" + Files.readString(Path.of(stream)));
        run("c");

        assertThat(Cli.run("compare", result("a"), result("c")).out())
                .contains("stream s.cmds has other contents")
                .doesNotContain("Both ran the same");
    }

    @Test
    void what_is_no_result_is_told_in_a_line() throws IOException {
        Path other = Files.writeString(dir.resolve("other.json"), "{\"hello\": 1}");
        String neither =
                ": is neither a result nor a stream: it has none of their keys; 'compare' takes two streams, or"
                        + " two results that 'run --out' wrote";

        refused(Cli.run("compare", result("a"), other.toString()), other + neither);
        refused(Cli.run("compare", other.toString(), other.toString()), other + neither);
        refused(
                Cli.run("compare", result("a"), stream),
                stream + ": is no result of a run; " + result("a")
                        + " is a result, and 'compare' takes two streams, or two results that 'run --out' wrote");
    }

    @Test
    void a_file_that_is_cut_off_is_told_with_the_place_where_it_ends() throws IOException {
        String whole = Files.readString(Path.of(result("b")));
        Path half = Files.writeString(dir.resolve("half.json"), whole.substring(0, whole.indexOf("\"cycles\"")));

        assertThat(Cli.run("compare", result("a"), half.toString()).err())
                .matches("\\Q" + half + "\\E:\\d+:\\d+: is no JSON, or not the whole of it; .*\n");
    }

    @Test
    void a_result_that_is_not_there_is_told() {
        Path nothing = dir.resolve("c.json");

        refused(Cli.run("compare", result("a"), nothing.toString()), nothing + ": no such file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sluice | 2 | sluice: expected 1, the format of results that this version knows, not 2",
                "cycles | \"many\" | cycles: expected a whole number, not \"many\"",
                "cycles | -5 | cycles: expected a whole number, not -5",
                "cycles | 1e30 | cycles: expected a whole number, not 1E+30",
                "timeNs | -1.5 | timeNs: expected a number, 0 or more, not -1.5",
                "commands | [null] | commands[0]: expected an object, not null",
                "barriers | 3 | barriers: expected a list, not 3",
                "caches | null | caches: expected an object, not null",
                "vram | 1 | vram: expected an object, not 1",
                "warmUp | \"1\" | warmUp: expected an object, not \"1\"",
                "warmUp | {\"over\": true} | warmUp.commands: expected a whole number, and it is not there",
                "warmUp | {\"commands\": 1, \"over\": 1} | warmUp.over: expected true or false, not 1",
                "network | {\"flits\": [99999999999999999999]} | "
                        + "network.flits[0]: expected a whole number of 64 bits, not 99999999999999999999"
            })
    void a_result_with_something_else_in_its_place_is_refused(String key, String value, String problem)
            throws IOException {
        JsonMapper mapper = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        ObjectNode tree = (ObjectNode) mapper.readTree(Files.readString(Path.of(result("b"))));
        tree.set(key, mapper.readTree(value));
        Path other = Files.writeString(dir.resolve("other.json"), tree.toString());

        refused(Cli.run("compare", result("a"), other.toString()), other + ": " + problem);
    }

    @Test
    void a_warm_up_of_one_is_a_difference_of_what_was_run() {
        run("warm", "--warm-up", "1");

        assertThat(Cli.run("compare", result("a"), result("warm")).out())
                .containsPattern("--warm-up +none +behind the first 1 command")
                .doesNotContain("Both ran the same");
    }

    @Test
    void a_warm_up_that_a_run_did_not_come_to_is_a_difference_too() {
        run("warm", "--warm-up", "2");
        run("short", "--warm-up", "2", "--max-cycles", "2500");

        String text = Cli.run("compare", result("warm"), result("short")).out();

        assertThat(text).containsPattern("--warm-up +behind the first 2 commands +ended before the first 2 com");
        assertThat(Cli.run("compare", result("a"), result("short")).out())
                .containsPattern("--warm-up +none +ended before the first 2 com");
    }

    @Test
    void what_notes_say_of_a_warm_up_is_not_read() throws IOException {
        JsonMapper mapper = JsonMapper.builder().build();
        ObjectNode tree = (ObjectNode) mapper.readTree(Files.readString(Path.of(result("a"))));
        tree.putArray("notes").add("counters count from cycle 5 on, behind region 'x' (--warm-up)");
        Path other = Files.writeString(dir.resolve("other.json"), tree.toString());

        assertThat(Cli.run("compare", result("a"), other.toString()).out()).doesNotContain("--warm-up");
    }

    @Test
    void a_command_that_only_one_has_is_told_as_such() throws IOException {
        Files.writeString(dir.resolve("s.cmds"), "buffer x 65536\nfill x 1\n");
        run("less");

        assertThat(Cli.run("compare", result("a"), result("less")).out())
                .containsPattern("submit0.2 dispatch +[\\d,]+ +only in A\n");
    }

    @Test
    void a_run_that_was_cut_off_is_told() {
        run("cut", "--max-cycles", "2500");

        assertThat(Cli.run("compare", result("a"), result("cut")).out())
                .contains("2,500 cycles, 1.67 µs (cut off)")
                .containsPattern("cut +none +maxCycles");
    }

    @Test
    void strictness_counts_the_findings_of_results_too() {
        Path broken = dir.resolve("broken");
        Path cured = dir.resolve("cured");
        Cli.run("run", "scenarios/stale-l1-broken", "-q", "-o", broken.toString());
        Cli.run("run", "scenarios/stale-l1-cured-barrier", "-q", "-o", cured.toString());

        assertThat(Cli.run("compare", cured.toString(), broken.toString()).code())
                .isZero();
        assertThat(Cli.run("compare", cured.toString(), broken.toString(), "--strict")
                        .code())
                .isEqualTo(1);
        assertThat(Cli.run("compare", cured.toString(), cured.toString(), "--strict")
                        .code())
                .isZero();
    }

    @Test
    void runs_that_are_over_take_no_options() {
        assertThat(Cli.run("compare", result("a"), result("b"), "--set", "caches.l1.size=1KiB")
                        .err())
                .startsWith(
                        "these are results of runs that are over: no device, profile, seed or --set can change them");
    }

    @Test
    void text_and_json_of_streams_name_what_was_set() {
        String[] args = {
            "compare",
            stream,
            "--device",
            "seed-discrete-l2",
            "--device",
            "rdna2-6900xt",
            "--set",
            "caches.l2.latency=99"
        };
        String[] json = java.util.Arrays.copyOf(args, args.length + 1);
        json[args.length] = "--json";

        assertThat(Cli.run(args).out()).contains("both with --set caches.l2.latency=99\n");
        assertThat(JsonMapper.shared()
                        .readTree(Cli.run(json).out())
                        .path("set")
                        .path(0)
                        .stringValue())
                .isEqualTo("caches.l2.latency=99");
    }
}
