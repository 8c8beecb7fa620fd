// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Barriers before what the host may read, in streams that do not say what it reads, through the real command line. */
final class HostMayReadTest {
    private static final String KEPT = "kept: the host may read it";
    private static final String TO_HOST =
            "- pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}";

    @TempDir
    private Path folder;

    /** A fill of mapped memory, {@link #TO_HOST}, and what the host does then. */
    private String stream(String memory, String barrier, String after) throws IOException {
        String text = """
                sluice: 1
                name: t
                device: seed-discrete-l2
                memory:
                  - {name: m, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]%s}
                  - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: a, memory: m, size: 4KiB}
                  - {name: b, memory: local, size: 4KiB}
                semaphores:
                  - {name: t, type: timeline}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - fillBuffer: {dst: a, data: 7}
                        %s
                      signal: [{semaphore: t, value: 1}]
                      fence: f
                %s
                """.formatted(memory, barrier, after);
        return Files.writeString(folder.resolve("t.yaml"), text).toString();
    }

    private static JsonNode json(Cli cli) {
        return JsonMapper.builder().build().readTree(cli.out());
    }

    private static JsonNode verdict(String file) {
        return json(Cli.run("check", file, "--json")).get("verdicts").get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  - waitForFences: [f]",
                "  - deviceWaitIdle: {}",
                "  - queueWaitIdle: {queue: universal.0}",
                "  - waitSemaphores: [{semaphore: t, value: 1}]"
            })
    void a_barrier_to_the_host_is_kept_whatever_the_host_waits_by(String wait) throws IOException {
        JsonNode verdict = verdict(stream("", TO_HOST, wait));

        assertThat(verdict.get("verdict").stringValue()).isEqualTo(KEPT);
        assertThat(verdict.get("detail").stringValue()).startsWith(KEPT + ": submit0.0 writes a");
    }

    @Test
    void advice_keeps_it_too_and_says_why() throws IOException {
        String file = stream("", TO_HOST, "  - waitForFences: [f]");
        JsonNode row = json(Cli.run("advise", file, "--json")).get("barriers").get(0);

        assertThat(row.get("advice").stringValue()).isEqualTo("keep");
        assertThat(row.get("why").stringValue()).startsWith(KEPT);
        assertThat(Cli.run("advise", file).out()).contains(KEPT);
        assertThat(Cli.run("check", file).out()).contains("1 " + KEPT, "submit0.1[0]  " + KEPT);
    }

    @Test
    void the_lint_does_not_call_it_redundant() throws IOException {
        Cli cli = Cli.run("check", stream("", TO_HOST, "  - waitForFences: [f]"), "--json");

        assertThat(json(cli).get("lint")).isEmpty();
    }

    @Test
    void of_a_wider_barrier_the_half_to_the_host_is_kept() throws IOException {
        String wide = TO_HOST.replace("[CLEAR]", "[ALL_COMMANDS]");
        JsonNode verdict = verdict(stream("", wide, "  - waitForFences: [f]"));

        assertThat(verdict.get("verdict").stringValue()).isEqualTo("wider than needed");
        assertThat(verdict.get("narrowest").get("dstStage").get(0).stringValue())
                .isEqualTo("HOST");
        assertThat(verdict.get("detail").stringValue()).contains(KEPT);
    }

    @Test
    void a_link_of_the_chain_to_the_host_is_kept_as_it_is() throws IOException {
        String link =
                "- pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}";
        String last =
                "- pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}";
        JsonNode verdicts = json(Cli.run(
                        "check", stream("", link + "\n        " + last, "  - waitForFences: [f]"), "--json"))
                .get("verdicts");

        assertThat(verdicts).hasSize(2);
        verdicts.forEach(
                verdict -> assertThat(verdict.get("detail").stringValue()).contains(KEPT));
        assertThat(verdicts.get(0).get("narrowest").get("dstStage").get(0).stringValue())
                .isEqualTo("COPY");
    }

    @Test
    void without_a_wait_the_host_reads_nothing() throws IOException {
        assertThat(verdict(stream("", TO_HOST, "")).get("verdict").stringValue())
                .isEqualTo("present and not needed");
    }

    @Test
    void what_is_not_mapped_while_or_after_the_host_waits_is_not_read() throws IOException {
        String before = verdict(stream(
                        "",
                        TO_HOST,
                        "  - mapMemory: {memory: m}\n  - unmapMemory: {memory: m}\n  - waitForFences: [f]"))
                .get("verdict")
                .stringValue();
        String after = verdict(stream("", TO_HOST, "  - waitForFences: [f]\n  - mapMemory: {memory: m}"))
                .get("verdict")
                .stringValue();

        assertThat(before).isEqualTo("present and not needed");
        assertThat(after).isEqualTo(KEPT);
    }

    @Test
    void a_stream_says_that_the_host_reads_nothing_more_than_it_says() throws IOException {
        JsonNode verdict = verdict(stream(", hostReads: stated", TO_HOST, "  - waitForFences: [f]"));

        assertThat(verdict.get("verdict").stringValue()).isEqualTo("present and not needed");
    }

    @Test
    void a_stream_with_readings_says_what_the_host_reads_unless_its_memory_is_marked() throws IOException {
        String reading = "  - waitForFences: [f]\n  - hostWrite: {buffer: a, data: {type: u32, values: [1]}}\n"
                + "  - hostRead: {buffer: a, size: 4}";

        assertThat(verdict(stream("", TO_HOST, reading)).get("verdict").stringValue())
                .isNotEqualTo(KEPT);
        assertThat(verdict(stream(", hostReads: possible", TO_HOST, reading))
                        .get("detail")
                        .stringValue())
                .contains(KEPT);
    }

    @Test
    void a_capture_keeps_the_barrier_before_what_the_program_reads_back() {
        String capture = Path.of(System.getProperty("sluice.root", "."), "configs/streams/captures/fillcopy-good.jsonl")
                .toString();
        Cli check = Cli.run("check", capture, "--device", "seed-discrete-l2");
        Cli advise = Cli.run("advise", capture, "--device", "seed-discrete-l2");

        assertThat(check.out()).contains(KEPT);
        assertThat(advise.out()).contains(KEPT).doesNotContain("removed");
    }
}
