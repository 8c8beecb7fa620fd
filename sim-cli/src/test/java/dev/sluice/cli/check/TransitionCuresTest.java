// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Cures of reads on another queue after a layout transition, which is of no stage. */
final class TransitionCuresTest {

    @TempDir
    private Path folder;

    private JsonNode hazard(String sharing, String signalled) throws IOException {
        return hazard(sharing, signalled, "ALL_COMMANDS");
    }

    private JsonNode hazard(String sharing, String signalled, String waiting) throws IOException {
        Path stream = folder.resolve("transition.yaml");
        Files.writeString(
                stream,
                """
                sluice: 1
                name: transition
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: b, memory: local, size: 4KiB}
                images:
                  - {name: i, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM, initialLayout: GENERAL, SHARING}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - clearColorImage: {image: i, layout: GENERAL, color: [0, 0, 0, 0]}
                        - pipelineBarrier: {images: [{image: i, srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ], oldLayout: GENERAL, newLayout: TRANSFER_SRC_OPTIMAL}]}
                      signal: [{semaphore: s, stages: [SIGNALLED]}]
                  - queueSubmit:
                      queue: transfer.0
                      wait: [{semaphore: s, stages: [WAITING]}]
                      commands:
                        - pipelineBarrier: {buffers: [{buffer: b, srcStage: [CLEAR], dstStage: [COPY]}]}
                        - copyImageToBuffer: {src: i, dst: b}
                """.replace("SHARING", sharing).replace("SIGNALLED", signalled).replace("WAITING", waiting));
        Cli run = Cli.run("check", stream.toString(), "--lint", "none", "--json");
        assertThat(run.err()).isEmpty();
        return JsonMapper.builder().build().readTree(run.out()).path("hazards").path(0);
    }

    @Test
    void a_signal_is_to_come_after_all_commands() throws IOException {
        JsonNode hazard = hazard("sharingMode: CONCURRENT, queueFamilies: [universal, transfer]", "FRAGMENT_SHADER");

        assertThat(hazard.path("half").stringValue()).isEqualTo("SIGNAL_STAGES");
        assertThat(hazard.path("suggestion").stringValue())
                .isEqualTo("# add [ALL_COMMANDS] to the stages of the signal of s that submit1 waits for");
    }

    @Test
    void a_release_waits_for_all_commands() throws IOException {
        assertThat(hazard("sharingMode: EXCLUSIVE", "ALL_COMMANDS")
                        .path("suggestion")
                        .stringValue())
                .contains("srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [NONE]")
                .doesNotContain("unchecked");
    }

    @Test
    void what_the_wait_shows_to_other_stages_is_shown_by_a_barrier_of_the_queue_that_reads() throws IOException {
        JsonNode hazard =
                hazard("sharingMode: CONCURRENT, queueFamilies: [universal, transfer]", "ALL_COMMANDS", "CLEAR");

        assertThat(hazard.path("half").stringValue()).isEqualTo("VISIBILITY");
        assertThat(hazard.path("suggestion").stringValue())
                .startsWith("- pipelineBarrier: {images: [{image: i, srcStage: [ALL_COMMANDS]")
                .endsWith("# before submit1.1");
    }

    /** A shader on the universal queue samples an image, which the transfer queue then writes anew. */
    private JsonNode rewritten(String before) throws IOException {
        Path stream = folder.resolve("rewritten.cmds");
        Files.writeString(stream, """
                        buffer b 16384
                        image i 64 64 SHADER_READ_ONLY_OPTIMAL
                        queue 0
                        dispatch tex=i
                        signal s
                        queue 1
                        wait s
                        barrier %s>COPY/TRANSFER_WRITE@i:UNDEFINED:TRANSFER_DST_OPTIMAL
                        copyb2i b i TRANSFER_DST_OPTIMAL
                        """.formatted(before));
        Cli run = Cli.run("check", stream.toString(), "--json");
        assertThat(run.err()).isEmpty();
        return JsonMapper.builder().build().readTree(run.out());
    }

    @Test
    void a_barrier_is_cured_by_stages_that_its_queue_has() throws IOException {
        assertThat(rewritten("NONE").path("hazards").path(0).path("suggestion").stringValue())
                .isEqualTo("# add srcStage: [ALL_COMMANDS] to the barrier of i in submit1.0");
    }

    @Test
    void a_barrier_is_not_narrowed_to_stages_that_its_queue_lacks() throws IOException {
        JsonNode check = rewritten("ALL_COMMANDS");

        assertThat(check.path("hazards")).isEmpty();
        assertThat(check.path("verdicts"))
                .extracting(verdict -> verdict.path("verdict").stringValue())
                .containsOnly("needed and present");
    }
}
