// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What missing dependencies do on devices, shown by runs with them and without, through the real command line. */
final class BitesTest {
    private static final String DEVICE = "seed-discrete-l2";

    private static final String HEAD = """
            sluice: 1
            name: t
            device: seed-discrete-l2
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
              - {name: staging, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: a, memory: local, size: 64KiB, sharingMode: EXCLUSIVE}
              - {name: b, memory: local, offset: 128KiB, size: 64KiB}
              - {name: c, memory: local, offset: 256KiB, size: 64KiB}
              - {name: d, memory: local, offset: 512KiB, size: 64KiB}
              - {name: s, memory: staging, size: 64KiB}
            program:
            """;

    @TempDir
    private Path folder;

    private JsonNode missing(String program) throws IOException {
        String file =
                Files.writeString(folder.resolve("t.yaml"), HEAD + program).toString();
        return check(file);
    }

    private static JsonNode check(String file) {
        return JsonMapper.builder()
                .build()
                .readTree(Cli.run("check", file, "--simulate", "--device", DEVICE, "--json")
                        .out())
                .get("verdicts")
                .get(0);
    }

    private static String scenario(String name) {
        return Path.of(System.getProperty("sluice.root", "."), "configs", "streams", name + ".yaml")
                .toString();
    }

    private static String word(JsonNode verdict) {
        return verdict.get("devices").get(DEVICE).stringValue();
    }

    @Test
    void a_hazard_that_changes_bytes_names_the_resources_with_other_ones() {
        JsonNode verdict = check(scenario("scenarios/write-after-write-broken"));

        assertThat(word(verdict)).isEqualTo("stale");
        assertThat(verdict.get("differences").get(DEVICE).get(0).stringValue()).isEqualTo("x has other bytes");
    }

    @Test
    void a_hazard_between_subpasses_is_compared_with_a_stream_whose_subpasses_wait() {
        JsonNode verdict = check(scenario("graphics/input-attachment-broken"));

        assertThat(word(verdict)).isEqualTo("stale");
        assertThat(verdict.get("differences").get(DEVICE).get(0).stringValue()).endsWith("has other bytes");
    }

    @Test
    void a_hazard_between_queues_is_compared_with_a_stream_whose_queues_wait() throws IOException {
        JsonNode verdict = missing("""
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - copyBuffer: {src: s, dst: d}
                    - pipelineBarrier: {memory: [{srcStage: [COPY], dstStage: [CLEAR]}]}
                    - fillBuffer: {dst: b, data: 1}
              - queueSubmit: {queue: transfer.0, commands: [{copyBuffer: {src: b, dst: c}}]}
            """);

        assertThat(verdict.get("detail").stringValue()).contains("semaphore");
        assertThat(word(verdict)).isEqualTo("stale");
        assertThat(verdict.get("differences").get(DEVICE).get(0).stringValue()).isEqualTo("c has other bytes");
    }

    @Test
    void a_hazard_of_equal_bytes_is_lucky() throws IOException {
        JsonNode verdict = missing("""
              - queueSubmit:
                  queue: universal.0
                  commands: [{fillBuffer: {dst: b, data: 1}}, {fillBuffer: {dst: b, data: 1}}]
            """);

        assertThat(word(verdict)).isEqualTo("lucky");
        assertThat(verdict.has("differences")).isFalse();
    }

    @Test
    void what_no_order_mends_bites_where_a_finding_is_about_it() throws IOException {
        JsonNode verdict = missing("""
              - queueSubmit:
                  queue: transfer.0
                  commands: [{fillBuffer: {dst: a, data: 1}}]
                  fence: done
              - waitForFences: [done]
              - queueSubmit:
                  queue: universal.0
                  commands: [{copyBuffer: {src: a, dst: b}}]
            """);

        assertThat(verdict.get("detail").stringValue()).contains("ownership");
        assertThat(word(verdict)).isEqualTo("stale");
        assertThat(verdict.get("differences").get(DEVICE).get(0).stringValue())
                .isEqualTo("a finding of the run names its commands");
    }

    @Test
    void what_cannot_be_told_from_another_hazard_is_not_shown() throws IOException {
        JsonNode verdict = missing("""
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - copyBuffer: {src: s, dst: d}
                    - pipelineBarrier: {memory: [{srcStage: [COPY], dstStage: [CLEAR]}]}
                    - fillBuffer: {dst: b, size: 32KiB, data: 1}
                    - fillBuffer: {dst: b, offset: 32KiB, size: 32KiB, data: 1}
              - queueSubmit:
                  queue: transfer.0
                  commands:
                    - copyBuffer: {src: b, dst: c, regions: [{size: 32KiB}]}
                    - copyBuffer: {src: b, dst: c, regions: [{srcOffset: 32KiB, dstOffset: 32KiB, size: 32KiB}]}
            """);

        assertThat(word(verdict)).isEqualTo("not shown");
        assertThat(verdict.get("notShown").get(DEVICE).get(0).stringValue())
                .isEqualTo("what mends other hazards mends it, too; together they leave other bytes");
    }

    @Test
    void of_several_hazards_that_change_bytes_each_is_run_alone() throws IOException {
        String file = Files.writeString(folder.resolve("t.yaml"), HEAD + """
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - copyBuffer: {src: s, dst: d}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], dstStage: [CLEAR]}]}
                        - fillBuffer: {dst: b, data: 1}
                  - queueSubmit:
                      queue: transfer.0
                      commands: [{copyBuffer: {src: b, dst: c}}, {fillBuffer: {dst: a, data: 1}}, {fillBuffer: {dst: a, data: 1}}]
                """).toString();
        Cli cli = Cli.run("check", file, "--simulate", "--json");
        JsonNode verdicts = JsonMapper.builder().build().readTree(cli.out()).get("verdicts");

        assertThat(word(verdicts.get(0))).isEqualTo("stale");
        assertThat(word(verdicts.get(1))).isEqualTo("lucky");
    }

    @Test
    void advice_says_that_a_race_was_real() {
        Cli cli = Cli.run("advise", scenario("scenarios/write-after-write-broken"), "--device", DEVICE);

        assertThat(cli.out())
                .contains("the race was real: with its hazards cured the stream leaves other bytes: x has other bytes")
                .contains("leaves the same bytes as the original with its hazards cured");
        assertThat(cli.code()).isZero();
    }
}
