// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes of one aspect of an attachment, which take the other aspect along. */
final class AttachmentAspectsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String DRAW = "draw: {coverage: [[0, 0, 16, 8]], depthWrite: true, depth: 0.5}";
    private static final String STENCIL_UP =
            "copyBufferToImage: {src: b, dst: ds, dstLayout: GENERAL, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}";
    private static final String STENCIL_DOWN =
            "copyImageToBuffer: {src: ds, dst: b, srcLayout: GENERAL, regions: [{imageSubresource: {aspectMask: [STENCIL]}}]}";
    private static final String END = "endRendering:";

    @TempDir
    private Path folder;

    private static String begin(String layout, String load, String store) {
        return "beginRendering: {depthAttachment: {image: ds, layout: " + layout + ", loadOp: " + load + ", storeOp: "
                + store + "}}";
    }

    private JsonNode check(String format, String... commands) throws IOException {
        return checkWith(format, "GENERAL", commands);
    }

    /** @param layout of the attachment in the second subpass of {@code two} */
    private JsonNode checkWith(String format, String layout, String... commands) throws IOException {
        Path file = folder.resolve("aspects.yaml");
        Files.writeString(file, """
                sluice: 1
                name: aspects
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 4KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: b, memory: staging, size: 4KiB}
                images:
                  - {name: ds, memory: local, extent: [16, 16], format: FORMAT, initialLayout: GENERAL}
                kernels:
                  see: {bindings: {d: inputAttachment}, code: "z = load.u32 d[x, y]"}
                renderPasses:
                  two:
                    attachments: [{format: FORMAT, loadOp: LOAD, storeOp: NONE, stencilLoadOp: LOAD, stencilStoreOp: NONE, initialLayout: GENERAL, finalLayout: GENERAL}]
                    subpasses:
                      - {depthStencilAttachment: {attachment: 0, layout: GENERAL}}
                      - {depthStencilAttachment: {attachment: 0, layout: LAYOUT}, inputAttachments: [{attachment: 0, layout: LAYOUT}]}
                    dependencies:
                      - {srcSubpass: 0, dstSubpass: 1, srcStageMask: [ALL_GRAPHICS], srcAccessMask: [MEMORY_WRITE], dstStageMask: [ALL_GRAPHICS], dstAccessMask: [MEMORY_READ, MEMORY_WRITE]}
                framebuffers:
                  f: {renderPass: two, attachments: [ds]}
                program:
                  - queueSubmit:
                      commands:
                        - COMMANDS
                """.replace("FORMAT", format)
                .replace("LAYOUT", layout)
                .replace("COMMANDS", String.join("\n        - ", commands)));
        Cli cli = Cli.run("check", file.toString(), "--lint", "all", "--json");
        assertThat(cli.err()).isEmpty();
        return JSON.readTree(cli.out());
    }

    private List<String> hazards(String... commands) throws IOException {
        List<String> found = new ArrayList<>();
        for (JsonNode hazard : check("D24_UNORM_S8_UINT", commands).path("hazards")) {
            found.add(hazard.path("kind").stringValue() + ": "
                    + hazard.path("priorAccess").path("what").stringValue() + ", "
                    + hazard.path("currentAccess").path("what").stringValue() + ", "
                    + hazard.path("bytes").longValue());
        }
        return found;
    }

    @Test
    void a_draw_that_writes_depth_writes_the_stencil_beside_it() throws IOException {
        assertThat(hazards(STENCIL_UP, begin("GENERAL", "NONE", "NONE"), DRAW, END))
                .containsExactly("WRITE_AFTER_WRITE: COPY/TRANSFER_WRITE, EARLY_FRAGMENT_TESTS|LATE_FRAGMENT_TESTS/"
                        + "DEPTH_STENCIL_ATTACHMENT_WRITE along with depth, 1024");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLEAR NONE", "DONT_CARE NONE", "NONE STORE", "LOAD STORE", "NONE DONT_CARE"})
    void an_operation_that_writes_depth_writes_the_stencil_beside_it(String operations) throws IOException {
        String[] each = operations.split(" ", -1);

        assertThat(hazards(STENCIL_UP, begin("GENERAL", each[0], each[1]), END))
                .singleElement()
                .asString()
                .contains("DEPTH_STENCIL_ATTACHMENT_WRITE along with depth, 1024");
    }

    @Test
    void a_clear_of_depth_writes_the_stencil_beside_it() throws IOException {
        String clear = "clearAttachments: {attachments: [{aspectMask: [DEPTH], clear: {depth: 1}}]}";

        assertThat(hazards(STENCIL_UP, begin("GENERAL", "NONE", "NONE"), clear, END))
                .singleElement()
                .asString()
                .contains("DEPTH_STENCIL_ATTACHMENT_WRITE along with depth, 1024");
        assertThat(hazards(
                        STENCIL_DOWN, begin("DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL", "NONE", "NONE"), clear, END))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"GENERAL, 1", "DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL, 0"})
    void a_clear_takes_along_what_the_layout_of_its_own_subpass_lets_be_written(String layout, int hazards)
            throws IOException {
        JsonNode checked = checkWith(
                "D24_UNORM_S8_UINT",
                layout,
                "beginRenderPass: {renderPass: two, framebuffer: f}",
                "nextSubpass: {}",
                "draw: {fragment: see, coverage: fullscreen, bind: {d: {image: ds, aspectMask: DEPTH, layout: " + layout
                        + "}}}",
                "clearAttachments: {attachments: [{aspectMask: [STENCIL], clear: {stencil: 1}}]}",
                "endRenderPass: {}");

        assertThat(checked.path("hazards").size()).as(checked.toPrettyString()).isEqualTo(hazards);
    }

    @Test
    void a_stencil_that_is_written_is_not_written_along() throws IOException {
        String stencil = "draw: {coverage: [[0, 0, 16, 8]], depthWrite: true, depth: 0.5, stencilWrite: 1}";

        String both = begin("GENERAL", "NONE", "NONE")
                .replace(
                        "{depthAttachment:",
                        "{stencilAttachment: {image: ds, layout: GENERAL, loadOp: NONE, storeOp: NONE}, depthAttachment:");
        assertThat(hazards(STENCIL_UP, both, stencil, END))
                .singleElement()
                .asString()
                .endsWith("DEPTH_STENCIL_ATTACHMENT_WRITE, 1024");
    }

    @Test
    void nothing_is_written_along_where_it_can_only_be_read_or_nothing_is_written() throws IOException {
        assertThat(hazards(
                        STENCIL_DOWN, begin("DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL", "LOAD", "STORE"), DRAW, END))
                .isEmpty();
        assertThat(hazards(
                        STENCIL_UP,
                        begin("GENERAL", "LOAD", "NONE"),
                        "draw: {coverage: fullscreen, depthTest: less, depth: 0.5}",
                        END))
                .isEmpty();
        assertThat(check("D32_SFLOAT", begin("GENERAL", "CLEAR", "STORE"), DRAW, END)
                        .path("hazards"))
                .isEmpty();
    }

    @Test
    void what_is_written_along_is_no_new_content() throws IOException {
        JsonNode checked = check(
                "D24_UNORM_S8_UINT",
                "pipelineBarrier: {images: [{image: ds, oldLayout: UNDEFINED, newLayout: GENERAL, srcStage: [NONE], "
                        + "srcAccess: [], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}",
                begin("GENERAL", "CLEAR", "STORE"),
                DRAW,
                END,
                "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], "
                        + "dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ]}]}",
                STENCIL_DOWN);

        assertThat(checked.path("hazards")).isEmpty();
        assertThat(checked.path("lint"))
                .anySatisfy(finding ->
                        assertThat(finding.path("rule").stringValue()).isEqualTo("undefined-discards"));
    }

    private static String depthAndStencil(String depthLayout, String stencilLayout) {
        return "beginRendering: {depthAttachment: {image: ds, layout: " + depthLayout
                + ", loadOp: CLEAR, storeOp: STORE}, stencilAttachment: {image: ds, layout: " + stencilLayout
                + ", loadOp: NONE, storeOp: NONE}}";
    }

    private static String transition(String aspect, String from, String to) {
        return "pipelineBarrier: {images: [{image: ds, aspectMask: [" + aspect + "], oldLayout: " + from
                + ", newLayout: "
                + to + ", srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS], "
                + "dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}";
    }

    @Test
    void nothing_is_written_along_to_a_stencil_that_its_own_layout_lets_only_be_read() throws IOException {
        assertThat(hazards(
                        STENCIL_DOWN,
                        depthAndStencil("DEPTH_ATTACHMENT_OPTIMAL", "STENCIL_READ_ONLY_OPTIMAL"),
                        DRAW,
                        "clearAttachments: {attachments: [{aspectMask: [DEPTH], clear: {depth: 1}}]}",
                        END))
                .isEmpty();
        assertThat(hazards(
                        STENCIL_DOWN,
                        depthAndStencil("DEPTH_ATTACHMENT_OPTIMAL", "STENCIL_ATTACHMENT_OPTIMAL"),
                        DRAW,
                        END))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"STENCIL_READ_ONLY_OPTIMAL, 0", "TRANSFER_SRC_OPTIMAL, 1"})
    void a_stencil_that_is_not_attached_is_written_along_as_its_layout_lets_it(String layout, int hazards)
            throws IOException {
        assertThat(hazards(
                        transition("STENCIL", "GENERAL", layout),
                        transition("DEPTH", "GENERAL", "DEPTH_ATTACHMENT_OPTIMAL"),
                        STENCIL_DOWN,
                        begin("DEPTH_ATTACHMENT_OPTIMAL", "NONE", "NONE"),
                        DRAW,
                        "clearAttachments: {attachments: [{aspectMask: [DEPTH], clear: {depth: 1}}]}",
                        END))
                .hasSize(hazards);
    }

    @Test
    void each_aspect_is_expected_in_its_own_layout() throws IOException {
        String depth = transition("DEPTH", "GENERAL", "DEPTH_ATTACHMENT_OPTIMAL");
        String stencil = transition("STENCIL", "GENERAL", "STENCIL_READ_ONLY_OPTIMAL");

        assertThat(mismatches(
                        depth, stencil, depthAndStencil("DEPTH_ATTACHMENT_OPTIMAL", "STENCIL_READ_ONLY_OPTIMAL"), END))
                .isEmpty();
        assertThat(mismatches(
                        depth, stencil, depthAndStencil("DEPTH_ATTACHMENT_OPTIMAL", "STENCIL_ATTACHMENT_OPTIMAL"), END))
                .singleElement()
                .asString()
                .contains("(stencil, level 0, layer 0) is in layout STENCIL_READ_ONLY_OPTIMAL");
        assertThat(mismatches(depth, begin("DEPTH_ATTACHMENT_OPTIMAL", "CLEAR", "STORE"), END))
                .as("a layout of depth alone says nothing of the stencil")
                .isEmpty();
        assertThat(mismatches(
                        transition("STENCIL", "GENERAL", "TRANSFER_SRC_OPTIMAL"),
                        begin("GENERAL", "CLEAR", "STORE"),
                        DRAW,
                        END))
                .as("the stencil is not attached")
                .isEmpty();
    }

    private List<String> mismatches(String... commands) throws IOException {
        List<String> found = new ArrayList<>();
        for (JsonNode finding : check("D24_UNORM_S8_UINT", commands).path("lint")) {
            if (finding.path("rule").stringValue().equals("layout-use-mismatch")) {
                found.add(finding.path("message").stringValue());
            }
        }
        return found;
    }

    @Test
    void a_cure_keeps_the_layout_of_the_aspect_that_it_is_for() throws IOException {
        String apart = "pipelineBarrier: {images: ["
                + "{image: ds, oldLayout: UNDEFINED, newLayout: GENERAL, aspectMask: [DEPTH], "
                + "dstStage: [ALL_GRAPHICS], dstAccess: [DEPTH_STENCIL_ATTACHMENT_WRITE]}, "
                + "{image: ds, oldLayout: UNDEFINED, newLayout: STENCIL_READ_ONLY_OPTIMAL, aspectMask: [STENCIL]}]}";
        String clear =
                "beginRendering: {depthAttachment: {image: ds, layout: GENERAL, loadOp: CLEAR, clear: {depth: 1}}}";
        String down = "copyImageToBuffer: {src: ds, dst: b, srcLayout: GENERAL, "
                + "regions: [{imageSubresource: {aspectMask: [DEPTH]}, imageExtent: [16, 16, 1]}]}";

        JsonNode hazards = check("D24_UNORM_S8_UINT", apart, clear, END, down).path("hazards");

        assertThat(hazards)
                .singleElement()
                .satisfies(hazard -> assertThat(hazard.path("suggestion").stringValue())
                        .contains("oldLayout: GENERAL, newLayout: GENERAL, aspectMask: [DEPTH]"));
    }
}
