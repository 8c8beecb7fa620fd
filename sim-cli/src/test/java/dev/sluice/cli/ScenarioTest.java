// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The program as a user meets it: a real stream on the real simulator. */
final class ScenarioTest {
    private static final String STREAM = "upload-scale-readback";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path dir;

    /** The shipped stream, smaller, and with a barrier's memory half left out when {@code broken}. */
    private String small(boolean broken) throws IOException {
        String text;
        try (InputStream in = Objects.requireNonNull(
                ScenarioTest.class.getResourceAsStream("/configs/streams/" + STREAM + ".yaml"))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        text = text.replace("1MiB", "64KiB").replace("262144", "16384").replace("4096, 1, 1", "256, 1, 1");
        if (broken) {
            text = text.replace("srcAccess: [SHADER_STORAGE_WRITE], ", "").replace(", dstAccess: [TRANSFER_READ]", "");
        }
        return Files.writeString(dir.resolve(broken ? "broken.yaml" : "cured.yaml"), text)
                .toString();
    }

    private static String withoutWallTime(String json) {
        return json.replaceAll("\"wallSeconds\" : [^,]*,", "").replaceAll("(?s)\"timing\" : \\{.*?\\},", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "seed-discrete-vram", "rdna2-6900xt", "nvidia-v100", "uma-apu"})
    void upload_scale_readback_is_clean_on_every_device(String device) throws IOException {
        Cli cli = Cli.run("run", small(false), "--device", device);

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("✓ clean", "the expect holds", "submit0.2 dispatch 'double'");
        assertThat(cli.out().lines().count()).isLessThanOrEqualTo(50);
    }

    @Test
    void without_the_memory_half_the_copy_reads_stale_bytes_and_the_report_says_what_to_add() throws IOException {
        Cli cli = Cli.run("run", small(true));

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out())
                .contains(
                        "stale read",
                        "submit0.4 reads x",
                        "missing flush:L2",
                        "- pipelineBarrier: {memory: [{srcStage: ")
                .contains("expect", "host.3");
    }

    @Test
    void the_suggestion_cures_the_stream() throws IOException {
        String broken = small(true);
        String suggestion = Cli.run("run", broken)
                .out()
                .lines()
                .filter(line -> line.contains("add      - pipelineBarrier"))
                .map(line -> line.substring(line.indexOf("- pipelineBarrier")))
                .findFirst()
                .orElseThrow();
        String text = Files.readString(Path.of(broken));
        int at = text.indexOf("        - copyBuffer: {src: x, dst: result");
        Path cured = Files.writeString(
                dir.resolve("pasted.yaml"),
                text.substring(0, at) + "        " + suggestion + "\n" + text.substring(at));

        assertThat(Cli.run("run", cured.toString()).code()).isZero();
    }

    @Test
    void the_same_run_gives_the_same_bytes() throws IOException {
        String file = small(false);

        assertThat(withoutWallTime(Cli.run("run", file, "--json").out()))
                .isEqualTo(withoutWallTime(Cli.run("run", file, "--json").out()));
        assertThat(Cli.run("run", file).out()).isEqualTo(Cli.run("run", file).out());
    }

    @Test
    void timing_only_takes_the_same_cycles() throws IOException {
        String file = small(false);
        JsonNode full = JSON.readTree(Cli.run("run", file, "--json").out());
        JsonNode timing =
                JSON.readTree(Cli.run("run", file, "--json", "--timing-only").out());

        assertThat(timing.path("cycles").longValue())
                .isEqualTo(full.path("cycles").longValue());
        assertThat(timing.path("timingOnly").booleanValue()).isTrue();
    }

    @Test
    void the_real_result_satisfies_the_schema() throws IOException {
        String json = Cli.run("run", small(true), "--json").out();

        assertThat(com.networknt.schema.SchemaRegistry.withDefaultDialect(
                                com.networknt.schema.SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Cli.run("schema", "result").out())
                        .validate(json, com.networknt.schema.InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void the_log_follows_a_byte_from_the_store_to_vram_and_back() throws IOException {
        Path log = dir.resolve("log.jsonl");
        Cli cli = Cli.run("run", small(false), "--log", log.toString(), "--log-address", "x:128");
        List<JsonNode> events =
                Files.readAllLines(log).stream().map(JSON::readTree).toList();
        List<String> way = events.stream()
                .filter(e -> e.has("address"))
                .map(e -> e.path("event").stringValue() + " "
                        + e.path("component").stringValue().replaceAll("\\[.*", ""))
                .toList();

        assertThat(cli.code()).isZero();
        assertThat(way)
                .containsSubsequence(
                        "issue transfer",
                        "dram vram",
                        "issue cu",
                        "lookup l1",
                        "lookup l2",
                        "fill l2",
                        "fill l1",
                        "lookup l2",
                        "writeBack l2",
                        "dram vram",
                        "issue transfer",
                        "dram vram",
                        "complete transfer");
        assertThat(events)
                .isSortedAccordingTo((a, b) -> Long.compare(
                        a.path("cycle").longValue(), b.path("cycle").longValue()));
    }

    @Test
    void a_log_on_stdout_is_json_lines_and_nothing_else() throws IOException {
        Cli cli = Cli.run("run", small(false), "--log", "-", "--log-command", "submit0.2", "--log-cache", "l2");

        assertThat(cli.out().lines())
                .isNotEmpty()
                .allMatch(line ->
                        JSON.readTree(line).path("command").stringValue().equals("submit0.2"));
    }

    @Test
    void a_component_and_a_command_that_no_logged_event_is_of_are_named() throws IOException {
        Cli cli = Cli.run(
                "run",
                small(false),
                "--log",
                "-",
                "--log-cache",
                "l2",
                "--log-cache",
                "l3",
                "--log-command",
                "submit0.2",
                "--log-command",
                "submit9.9");

        assertThat(cli.out()).isNotEmpty();
        assertThat(cli.err()).contains("no event passed --log-cache l3, --log-command submit9.9\n");
    }

    @Test
    void compare_shows_what_the_cure_costs() throws IOException {
        Cli cli = Cli.run("compare", small(true), small(false));

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("✗ 1 stale read", "✓ clean", "total cycles", "barrier before copyBuffer 'readback'");
    }

    @Test
    void csv_and_json_tell_the_same_facts() throws IOException {
        Cli cli = Cli.run(
                "run", small(true), "--json", "--csv", dir.resolve("csv").toString());
        JsonNode json = JSON.readTree(cli.out());

        assertThat(Files.readAllLines(dir.resolve("csv/commands.csv")))
                .hasSize(json.path("commands").size() + 1);
        assertThat(Files.readAllLines(dir.resolve("csv/barriers.csv")))
                .hasSize(json.path("barriers").size() + 1);
        assertThat(dir.resolve("csv/caches.csv")).content().contains("\r\nl2,L2,");
    }

    @Test
    void a_stream_that_waits_for_what_nobody_signals_is_bad_input_and_names_the_wait() throws IOException {
        Path stream = Files.writeString(dir.resolve("endless.yaml"), """
                sluice: 1
                name: endless
                device: seed-discrete-l2
                memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: b, memory: m, size: 4KiB}]
                semaphores: [{name: s, type: timeline, value: 0}]
                program:
                  - queueSubmit:
                      queue: universal.0
                      wait: [{semaphore: s, value: 5, stages: [ALL_COMMANDS]}]
                      commands:
                        - fillBuffer: {dst: b, data: 1}
                      fence: f
                  - waitForFences: [f]
                """);

        Cli cli = Cli.run("run", stream.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).contains("can never end", "submit0.wait0 waits for semaphore s: value 5");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void a_deeper_hierarchy_names_only_the_caches_in_the_readers_way() throws IOException {
        String device;
        try (InputStream in = Objects.requireNonNull(
                ScenarioTest.class.getResourceAsStream("/configs/devices/seed-discrete-l2.yaml"))) {
            device = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Path deep = Files.writeString(
                dir.resolve("deep.yaml"),
                device.replace("name: seed-discrete-l2", "name: deep")
                        .replace("parent: vram, size: 4MiB", "parent: l3, size: 4MiB")
                        .replace(
                                "  ropColor:",
                                "  l3: {role: L2, scope: device, parent: vram, size: 16MiB, line: 64, ways: 16, latency: 200,"
                                        + " write: back, dirty: byte}\n  ropColor:"));

        Cli cli = Cli.run("run", "scenarios/stale-l1-broken", "--device", deep.toString(), "--json");

        JsonNode stale = JSON.readTree(cli.out()).get("staleReads").get(0);
        assertThat(stale.get("missing").asString()).isEqualTo("invalidate:L1");
        assertThat(stale.get("heldIn").asString()).isEqualTo("l1[0]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"upload-scale-readback", "scenarios/clean-atomics", "scenarios/clean-neighbouring-bytes"})
    void a_device_without_caches_still_gives_the_right_bytes(String stream) throws IOException {
        String device;
        try (InputStream in = Objects.requireNonNull(
                ScenarioTest.class.getResourceAsStream("/configs/devices/seed-discrete-l2.yaml"))) {
            device = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String bare = device.replaceAll(
                        "(?s)caches:\n  l1:.*?clients: \\{.*?\\}",
                        "caches: {}\nclients: {storage: vram, sampled: vram,"
                                + " uniform: vram, inputAttachment: vram, index: vram, vertexAttribute: vram, indirect: vram,"
                                + " colorAttachment: vram, depthStencilAttachment: vram, transfer: vram, display: vram}")
                .replace("name: seed-discrete-l2", "name: bare");
        Path file = Files.writeString(dir.resolve("bare.yaml"), bare);

        Cli cli = Cli.run("run", stream, "--device", file.toString(), "--quiet");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
    }

    @Test
    void the_log_shows_the_values_of_the_bytes_it_follows_and_so_the_stale_one() throws IOException {
        Path log = dir.resolve("bytes.jsonl");

        Cli.run("run", "scenarios/stale-l1-broken", "-q", "--log", log.toString(), "--log-address", "x:128:4");

        List<String> lines = Files.readAllLines(log);
        assertThat(lines)
                .anyMatch(line -> line.contains("\"issue\"")
                        && line.contains("submit0.4")
                        && line.contains("\"data\":\"21 00 00 00\""));
        assertThat(lines)
                .anyMatch(line -> line.contains("\"complete\"")
                        && line.contains("submit0.6")
                        && line.contains("\"data\":\"03 00 00 00\""));
    }
}
