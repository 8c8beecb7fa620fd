// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Cures of hazards on images that what comes second needs in another layout: one barrier does both. */
final class NeededLayoutCuresTest {
    private static final String COLOR = "R8G8B8A8_UNORM, initialLayout: ";
    private static final String READ =
            "dispatch: {kernel: read, groups: [64, 1, 1], bind: {img: {image: i, aspectMask: [ASPECT]}, out: out}}";
    private static final String RENDER =
            "beginRendering: {colorAttachments: [{image: i, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: DONT_CARE, storeOp: STORE}]}";

    @TempDir
    private Path folder;

    private JsonNode check(String format, String... commands) throws IOException {
        Path stream = folder.resolve("layouts.yaml");
        StringBuilder text = new StringBuilder("""
                sluice: 1
                name: layouts
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: b, memory: local, size: 16KiB}
                  - {name: out, memory: local, offset: 32KiB, size: 16KiB}
                images:
                  - {name: i, memory: local, offset: 64KiB, extent: [64, 64], format: %s}
                kernels:
                  read:
                    localSize: [64, 1, 1]
                    bindings: {img: sampled, out: storage}
                    code: |
                      v = load.u32 img[gid]
                      store.u32 out[gid] = v
                  paint:
                    code: |
                      out.color0 = 5
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                """.formatted(format));
        Arrays.stream(commands).forEach(command -> text.append("        - " + command + "\n"));
        Files.writeString(stream, text.toString());
        Cli run = Cli.run("check", stream.toString(), "--json");
        assertThat(run.err()).isEmpty();
        return JsonMapper.shared().readTree(run.out());
    }

    private static String cure(JsonNode check) {
        assertThat(check.path("hazards")).hasSize(1);
        return check.path("hazards").path(0).path("suggestion").stringValue();
    }

    /** The check again, with what the first one suggests before the last command. */
    private JsonNode cured(String format, String... commands) throws IOException {
        List<String> more = new ArrayList<>(List.of(commands));
        more.add(commands.length - 1, cure(check(format, commands)).substring("- ".length()));
        return check(format, more.toArray(String[]::new));
    }

    private static String sampled(String aspect) {
        return READ.replace("ASPECT", aspect);
    }

    @Test
    void what_was_written_is_brought_into_the_layout_of_its_reader() throws IOException {
        String copy = "copyBufferToImage: {src: b, dst: i, dstLayout: TRANSFER_DST_OPTIMAL}";
        String format = COLOR + "TRANSFER_DST_OPTIMAL";

        assertThat(cure(check(format, copy, sampled("COLOR"))))
                .contains("srcAccess: [TRANSFER_WRITE]", "dstAccess: [SHADER_SAMPLED_READ]")
                .contains("oldLayout: TRANSFER_DST_OPTIMAL, newLayout: SHADER_READ_ONLY_OPTIMAL");
        JsonNode cured = cured(format, copy, sampled("COLOR"));
        assertThat(cured.path("hazards")).isEmpty();
        assertThat(cured.path("lint")).isEmpty();
    }

    @Test
    void what_is_overwritten_in_another_layout_is_shown_to_its_writer() throws IOException {
        String format = COLOR + "SHADER_READ_ONLY_OPTIMAL";

        assertThat(cure(check(format, sampled("COLOR"), RENDER, "endRendering: {}")))
                .contains("srcStage: [COMPUTE_SHADER], dstStage: [COLOR_ATTACHMENT_OUTPUT]")
                .contains("dstAccess: [COLOR_ATTACHMENT_WRITE]")
                .contains("oldLayout: SHADER_READ_ONLY_OPTIMAL, newLayout: COLOR_ATTACHMENT_OPTIMAL")
                .endsWith("# before submit0.1");
    }

    @Test
    void a_layout_that_suits_both_stays() throws IOException {
        assertThat(cure(check(
                        COLOR + "GENERAL",
                        "copyBufferToImage: {src: b, dst: i, dstLayout: GENERAL}",
                        sampled("COLOR"))))
                .contains("oldLayout: GENERAL, newLayout: GENERAL");
    }

    @Test
    void a_transition_to_another_layout_is_followed_by_one_more() throws IOException {
        String back = "pipelineBarrier: {images: [{image: i, srcStage: [COMPUTE_SHADER], dstStage: [COMPUTE_SHADER],"
                + " dstAccess: [SHADER_SAMPLED_READ], oldLayout: GENERAL, newLayout: SHADER_READ_ONLY_OPTIMAL}]}";
        String copy = "copyImageToBuffer: {src: i, srcLayout: TRANSFER_SRC_OPTIMAL, dst: b}";
        String format = COLOR + "GENERAL";

        assertThat(cure(check(format, back, sampled("COLOR"), copy)))
                .contains("srcStage: [ALL_COMMANDS]")
                .contains("oldLayout: SHADER_READ_ONLY_OPTIMAL, newLayout: TRANSFER_SRC_OPTIMAL");
        assertThat(cured(format, back, sampled("COLOR"), copy).path("hazards")).isEmpty();
    }

    @Test
    void of_two_readers_the_first_changes_the_layout() throws IOException {
        String copy = "copyBufferToImage: {src: b, dst: i, dstLayout: TRANSFER_DST_OPTIMAL}";
        String render = "beginRendering: {colorAttachments: [{image: i, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: LOAD,"
                + " storeOp: NONE}]}";

        JsonNode hazards = check(COLOR + "TRANSFER_DST_OPTIMAL", copy, sampled("COLOR"), render, "endRendering: {}")
                .path("hazards");

        assertThat(hazards)
                .extracting(hazard -> hazard.path("suggestion").stringValue())
                .satisfiesExactly(
                        first -> assertThat(first).contains("newLayout: SHADER_READ_ONLY_OPTIMAL"),
                        second -> assertThat(second).startsWith("- pipelineBarrier: {memory: ["));
    }

    @Test
    void what_a_cure_changes_stays_so_as_far_as_the_next_transition() throws IOException {
        String copy = "copyBufferToImage: {src: b, dst: i, dstLayout: TRANSFER_DST_OPTIMAL}";
        String paint = "draw: {fragment: paint, coverage: fullscreen}";
        String back = "pipelineBarrier: {images: [{image: i, srcStage: [COLOR_ATTACHMENT_OUTPUT], dstStage: [COPY],"
                + " dstAccess: [TRANSFER_WRITE], oldLayout: COLOR_ATTACHMENT_OPTIMAL, newLayout: TRANSFER_DST_OPTIMAL}]}";

        JsonNode hazards = check(
                        COLOR + "TRANSFER_DST_OPTIMAL",
                        copy,
                        RENDER,
                        paint,
                        "endRendering: {}",
                        RENDER,
                        paint,
                        "endRendering: {}",
                        back,
                        copy,
                        RENDER,
                        paint,
                        "endRendering: {}")
                .path("hazards");

        assertThat(hazards)
                .extracting(hazard -> hazard.path("suggestion").stringValue())
                .filteredOn(cure -> cure.contains("newLayout: COLOR_ATTACHMENT_OPTIMAL"))
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("# before submit0.1"),
                        second -> assertThat(second).endsWith("# before submit0.9"));
    }

    @Test
    void depth_and_stencil_change_together() throws IOException {
        String clear = "clearDepthStencilImage: {image: i, layout: TRANSFER_DST_OPTIMAL, depth: 0.5}";

        assertThat(cure(check("D24_UNORM_S8_UINT, initialLayout: TRANSFER_DST_OPTIMAL", clear, sampled("DEPTH"))))
                .contains("oldLayout: TRANSFER_DST_OPTIMAL, newLayout: SHADER_READ_ONLY_OPTIMAL")
                .doesNotContain("aspectMask");
    }

    private static final String COPY = "copyBufferToImage: {src: b, dst: i, dstLayout: TRANSFER_DST_OPTIMAL}";

    private static final String STAYS = "oldLayout: TRANSFER_DST_OPTIMAL, newLayout: TRANSFER_DST_OPTIMAL";

    private JsonNode all(JsonNode before, String format, String... commands) throws IOException {
        List<String> more = new ArrayList<>(List.of(commands));
        for (int i = commands.length - 1; i >= 0; i--) {
            String place = "   # before submit0." + i;
            for (JsonNode hazard : before.path("hazards")) {
                for (String line :
                        hazard.path("suggestion").stringValue().lines().toList()) {
                    if (line.endsWith(place)) {
                        more.add(i, line.substring("- ".length()));
                    }
                }
            }
        }
        return check(format, more.toArray(String[]::new));
    }

    private static List<String> layoutErrors(JsonNode check) {
        List<String> errors = new ArrayList<>();
        check.path("lint").forEach(one -> {
            if (one.path("rule").stringValue().startsWith("layout")) {
                errors.add(one.path("rule").stringValue());
            }
        });
        return errors;
    }

    @Test
    void a_layout_that_the_next_barrier_goes_on_from_stays() throws IOException {
        String next =
                "pipelineBarrier: {images: [{image: i, srcStage: [COPY, COMPUTE_SHADER], srcAccess: [TRANSFER_WRITE],"
                        + " dstStage: [COMPUTE_SHADER], oldLayout: TRANSFER_DST_OPTIMAL, newLayout: GENERAL}]}";
        String format = COLOR + "TRANSFER_DST_OPTIMAL";
        JsonNode check = check(format, COPY, sampled("COLOR"), next);

        assertThat(cure(check)).contains(STAYS);
        JsonNode cured = all(check, format, COPY, sampled("COLOR"), next);
        assertThat(cured.path("hazards")).isEmpty();
        assertThat(layoutErrors(cured)).isEqualTo(layoutErrors(check)).containsExactly("layout-use-mismatch");
    }

    @Test
    void a_layout_that_a_later_command_needs_stays() throws IOException {
        String order = "pipelineBarrier: {memory: [{srcStage: [COPY, COMPUTE_SHADER], srcAccess: [TRANSFER_WRITE],"
                + " dstStage: [COPY], dstAccess: [TRANSFER_WRITE]}]}";
        String format = COLOR + "TRANSFER_DST_OPTIMAL";
        JsonNode check = check(format, COPY, sampled("COLOR"), order, COPY);

        assertThat(cure(check)).contains(STAYS);
        assertThat(layoutErrors(all(check, format, COPY, sampled("COLOR"), order, COPY)))
                .isEqualTo(layoutErrors(check))
                .hasSize(1);
    }

    @Test
    void cures_of_commands_in_different_wrong_layouts_bring_no_layout_error_together() throws IOException {
        String back = "copyImageToBuffer: {src: i, srcLayout: TRANSFER_SRC_OPTIMAL, dst: b}";
        String format = COLOR + "TRANSFER_DST_OPTIMAL";
        String[] commands = {COPY, sampled("COLOR"), back, sampled("COLOR"), RENDER, "endRendering: {}"};
        JsonNode check = check(format, commands);
        JsonNode cured = all(check, format, commands);

        assertThat(cured.path("hazards")).isEmpty();
        assertThat(layoutErrors(cured))
                .hasSizeLessThanOrEqualTo(layoutErrors(check).size());
    }

    @Test
    void what_a_cure_adds_is_widened_in_its_own_line_and_called_by_its_place() throws IOException {
        String clear = "clearDepthStencilImage: {image: i, layout: TRANSFER_DST_OPTIMAL, depth: 0.5}";
        String both =
                "beginRendering: {depthAttachment: {image: i, layout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL, loadOp: LOAD},"
                        + " stencilAttachment: {image: i, layout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL, loadOp: CLEAR}}";
        String source = "pipelineBarrier: {images: [{image: i, srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [COPY], dstAccess: [TRANSFER_READ],"
                + " oldLayout: TRANSFER_DST_OPTIMAL, newLayout: TRANSFER_SRC_OPTIMAL}]}";
        JsonNode check = check(
                "D32_SFLOAT_S8_UINT, initialLayout: TRANSFER_DST_OPTIMAL",
                clear,
                source,
                both,
                "draw: {coverage: fullscreen, depthTest: less, depthWrite: true}",
                "endRendering: {}");

        assertThat(check.path("hazards"))
                .extracting(hazard -> hazard.path("suggestion").stringValue())
                .isNotEmpty()
                .noneMatch(cure -> cure.contains("added"))
                .anyMatch(cure ->
                        cure.contains("dstAccess: [DEPTH_STENCIL_ATTACHMENT_READ, DEPTH_STENCIL_ATTACHMENT_WRITE]")
                                && cure.contains("newLayout: DEPTH_STENCIL_ATTACHMENT_OPTIMAL"));
    }

    @Test
    void a_suggestion_that_fails_beside_others_says_so_and_names_what_they_add_by_its_place() throws IOException {
        String back = "copyImageToBuffer: {src: i, srcLayout: TRANSFER_SRC_OPTIMAL, dst: b}";

        JsonNode check = check(COLOR + "TRANSFER_DST_OPTIMAL", COPY, sampled("COLOR"), back);

        assertThat(check.path("lint"))
                .filteredOn(one -> one.path("rule").stringValue().equals("layout-use-mismatch"))
                .last()
                .extracting(one -> one.path("cure").path("why").stringValue())
                .asString()
                .startsWith(
                        "beside other suggestions it brings layout-mismatch at the pipelineBarrier added before submit0.2"
                                + " (image i (level 0, layer 0) is in layout SHADER_READ_ONLY_OPTIMAL since the pipelineBarrier added"
                                + " before submit0.1, but");
    }
}
