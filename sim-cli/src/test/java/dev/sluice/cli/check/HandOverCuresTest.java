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

/** Cures of hazards between two queue families on an image that no barrier hands over. */
final class HandOverCuresTest {
    private static final String DISCARD = """
                        - pipelineBarrier: {images: [{image: c, baseMipLevel: 0, levelCount: 1, oldLayout: UNDEFINED,
                              newLayout: TRANSFER_DST_OPTIMAL, dstStage: [COPY], dstAccess: [TRANSFER_WRITE]}]}
                """;

    @TempDir
    private Path folder;

    /** A check of a stream that writes level 1 of an image on one queue and reads it on another. */
    private JsonNode check(String first, String release, String acquire) throws IOException {
        Path stream = folder.resolve("families.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: families
                device: seed-discrete-l2
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: y, memory: m, size: 16KiB}]
                images:
                  - {name: c, memory: m, offset: 64KiB, extent: [16, 16], levels: 2, format: R8G8B8A8_UNORM, initialLayout: GENERAL,
                     sharingMode: EXCLUSIVE}
                program:
                  - queueSubmit:
                      queue: universal.0
                      signal: [{semaphore: s}]
                      commands:
                %s        - copyBufferToImage: {src: y, dst: c, dstLayout: GENERAL, regions: [{mipLevel: 1, imageExtent: [8, 8, 1]}]}
                        %s
                  - queueSubmit:
                      queue: transfer.0
                      wait: [{semaphore: s}]
                      commands:
                        %s
                        - copyImageToBuffer: {src: c, dst: y, srcLayout: GENERAL, regions: [{mipLevel: 1, bufferOffset: 8192, imageExtent: [8, 8, 1]}]}
                """.formatted(first, release, acquire));
        Cli run = Cli.run("check", stream.toString(), "--json");
        assertThat(run.err()).isEmpty();
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void what_lies_in_several_layouts_is_handed_over_by_what_is_concerned() throws IOException {
        String[] cure = check(DISCARD, "", "")
                .path("hazards")
                .path(0)
                .path("suggestion")
                .stringValue()
                .lines()
                .toArray(String[]::new);

        assertThat(cure)
                .hasSize(2)
                .allMatch(line -> line.contains("newLayout: GENERAL, baseMipLevel: 1, levelCount: 1"));
        JsonNode cured = check(DISCARD, cure[0], cure[1]);
        assertThat(cured.path("hazards")).isEmpty();
        assertThat(cured.path("lint")).isEmpty();
    }

    @Test
    void what_lies_in_one_layout_is_handed_over_as_a_whole() throws IOException {
        assertThat(check("", "", "").path("hazards").path(0).path("suggestion").stringValue())
                .contains("newLayout: GENERAL}]}")
                .doesNotContain("baseMipLevel");
    }

    @Test
    void what_the_first_family_goes_on_with_is_not_handed_over() throws IOException {
        String first = """
                        - copyBufferToImage: {src: y, dst: c, dstLayout: GENERAL, regions: [{imageExtent: [16, 16, 1]}]}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                """;
        String goesOn = "- copyImageToBuffer: {src: c, dst: y, srcLayout: GENERAL,"
                + " regions: [{bufferOffset: 4096, imageExtent: [16, 16, 1]}]}";

        assertThat(check(first, goesOn, "")
                        .path("hazards")
                        .path(0)
                        .path("suggestion")
                        .stringValue()
                        .lines())
                .hasSize(2)
                .allMatch(line -> line.contains("newLayout: GENERAL, baseMipLevel: 1, levelCount: 1"));
    }

    @Test
    void before_a_transition_the_layout_that_it_leaves_is_handed_over() throws IOException {
        String transition = """
                - pipelineBarrier: {images: [{image: c, srcStage: [COPY], oldLayout: GENERAL, newLayout: TRANSFER_SRC_OPTIMAL, dstStage: [COPY]}]}
                        - pipelineBarrier: {images: [{image: c, srcStage: [COPY], oldLayout: TRANSFER_SRC_OPTIMAL, newLayout: GENERAL,
                                dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}""";

        String[] cure = check("", "", transition)
                .path("hazards")
                .path(0)
                .path("suggestion")
                .stringValue()
                .lines()
                .toArray(String[]::new);

        assertThat(cure).hasSize(2).allMatch(line -> line.contains("oldLayout: GENERAL, newLayout: GENERAL"));
        assertThat(cure[1]).contains("dstStage: [ALL_COMMANDS], dstAccess: []");
        JsonNode cured = check("", cure[0], cure[1] + "\n        " + transition);
        assertThat(cured.path("hazards")).isEmpty();
        assertThat(cured.path("lint").toString()).doesNotContain("error", "warning");
    }

    @Test
    void a_release_that_does_not_come_after_the_write_is_widened() throws IOException {
        String families =
                "oldLayout: GENERAL, newLayout: GENERAL, srcQueueFamily: universal, dstQueueFamily: transfer}]}";

        assertThat(check(
                                "",
                                "- pipelineBarrier: {images: [{image: c, srcStage: [NONE], dstStage: [NONE], "
                                        + families,
                                "- pipelineBarrier: {images: [{image: c, dstStage: [COPY], dstAccess: [TRANSFER_READ], "
                                        + families)
                        .path("hazards")
                        .path(0)
                        .path("suggestion")
                        .stringValue())
                .startsWith("# add srcStage: [COPY], srcAccess: [TRANSFER_WRITE] to the barrier of c")
                .endsWith("in submit0.1");
    }
}
