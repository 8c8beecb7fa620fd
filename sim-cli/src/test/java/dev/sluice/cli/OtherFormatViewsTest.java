// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attachments that are views of another format than their images: what is drawn and cleared has the bytes of the view's. */
final class OtherFormatViewsTest {

    private static final String ALL = "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
            + " dstStage: [ALL_COMMANDS, HOST], dstAccess: [MEMORY_READ, MEMORY_WRITE, HOST_READ]}]}";

    @TempDir
    private Path folder;

    /** Draws or clears an image {@code i} with 8 by 8 texels of 4 bytes, reads it into {@code out}, and expects the first texel. */
    private Cli run(String device, String image, String view, String texel, String... commands) throws IOException {
        StringBuilder text = new StringBuilder(
                """
                sluice: 1
                name: views
                device: MACHINE
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: out, memory: staging, size: 256}
                images:
                  - {name: i, memory: local, extent: [8, 8], format: IMAGE, initialLayout: GENERAL, usage: [COLOR_ATTACHMENT, TRANSFER_SRC]}
                  - {name: ms, memory: local, offset: 64KiB, extent: [8, 8], format: IMAGE, samples: 4, initialLayout: GENERAL, usage: [COLOR_ATTACHMENT]}
                imageViews:
                  v: {image: i, format: VIEW}
                  mv: {image: ms, format: VIEW}
                renderPasses:
                  pass:
                    attachments: [{format: VIEW, loadOp: CLEAR, storeOp: STORE, initialLayout: GENERAL, finalLayout: GENERAL}]
                    subpasses: [{colorAttachments: [{attachment: 0, layout: GENERAL}]}]
                framebuffers:
                  seen: {renderPass: pass, attachments: [v]}
                  bare: {renderPass: pass, attachments: [i]}
                kernels:
                  gray: {bindings: {}, code: "out.color0 = 0x80bcbcbc"}
                program:
                  - queueSubmit:
                      commands:
                """.replace("MACHINE", device).replace("IMAGE", image).replace("VIEW", view));
        for (String command : commands) {
            text.append("        - ").append(command).append('\n');
        }
        text.append("        - ").append(ALL).append('\n');
        text.append("        - copyImageToBuffer: {src: i, dst: out, srcLayout: GENERAL}\n");
        text.append("        - ").append(ALL).append('\n');
        text.append("  - deviceWaitIdle: {}\n  - hostRead: {buffer: out, size: 4, expect: {hex: '")
                .append(texel)
                .append("'}}\n");
        Path file = folder.resolve("views.yaml");
        Files.writeString(file, text.toString());
        return Cli.run("run", file.toString(), "--strict", "--quiet");
    }

    private static String rendering(String attachment) {
        return "beginRendering: {colorAttachments: [{" + attachment + ", layout: GENERAL, storeOp: STORE}]}";
    }

    private static void passed(Cli run) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({
        "R8G8B8A8_UNORM, R8G8B8A8_SRGB, bcbcbc80",
        "R8G8B8A8_SRGB, R8G8B8A8_UNORM, 80808080",
        "R8G8B8A8_UNORM, R8G8B8A8_UNORM, 80808080",
        "R32_UINT, R8G8B8A8_SRGB, bcbcbc80"
    })
    void a_load_operation_clears_to_the_numbers_of_the_view(String image, String view, String texel)
            throws IOException {
        passed(run(
                "seed-discrete-l2",
                image,
                view,
                texel,
                rendering("view: v, loadOp: CLEAR, clear: [0.5, 0.5, 0.5, 0.5]"),
                "endRendering: {}"));
    }

    private static String transition(String from, String to) {
        return "pipelineBarrier: {images: [{image: i, oldLayout: " + from + ", newLayout: " + to
                + ", srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS],"
                + " dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}";
    }

    /** In a layout in which the devices clear whole tiles by their metadata alone. */
    @ParameterizedTest
    @CsvSource({
        "seed-discrete-l2, R32_UINT, R32_SFLOAT, 0000803f",
        "seed-discrete-l2, R32_SFLOAT, R32_UINT, 01000000",
        "gcn-vega, R32_UINT, R32_SFLOAT, 0000803f",
        "gcn-vega, R32_SFLOAT, R32_UINT, 01000000"
    })
    void metadata_stands_for_the_bytes_and_not_for_the_number(String device, String image, String view, String texel)
            throws IOException {
        passed(run(
                device,
                image,
                view,
                texel,
                transition("GENERAL", "COLOR_ATTACHMENT_OPTIMAL"),
                "beginRendering: {colorAttachments: [{view: v, loadOp: CLEAR, storeOp: STORE, clear: [1, 1, 1, 1]}]}",
                "endRendering: {}",
                transition("COLOR_ATTACHMENT_OPTIMAL", "GENERAL")));
    }

    @ParameterizedTest
    @CsvSource({"R8G8B8A8_UNORM, R8G8B8A8_SRGB", "R8G8B8A8_SRGB, R8G8B8A8_SRGB"})
    void blending_is_in_the_numbers_of_the_view(String image, String view) throws IOException {
        // 188 is 0.503 and alpha 128 is 0.502: 0.503 * 0.502 over 0 is 0.2524, which sRGB writes as 0x8a
        passed(run(
                "seed-discrete-l2",
                image,
                view,
                "8a8a8a80",
                rendering("view: v, loadOp: CLEAR, clear: [0, 0, 0, 0]"),
                "draw: {fragment: gray, coverage: fullscreen, blend: true}",
                "endRendering: {}"));
    }

    @Test
    void rectangles_are_cleared_to_the_numbers_of_the_view() throws IOException {
        passed(run(
                "seed-discrete-l2",
                "R8G8B8A8_UNORM",
                "R8G8B8A8_SRGB",
                "bcbcbc80",
                rendering("view: v, loadOp: DONT_CARE"),
                "clearAttachments: {attachments: [{aspectMask: [COLOR], clear: [0.5, 0.5, 0.5, 0.5]}]}",
                "endRendering: {}"));
    }

    @ParameterizedTest
    @CsvSource({"seen", "bare"})
    void a_render_pass_clears_to_the_numbers_of_its_attachment(String framebuffer) throws IOException {
        passed(run(
                "seed-discrete-l2",
                "R8G8B8A8_UNORM",
                "R8G8B8A8_SRGB",
                "bcbcbc80",
                "beginRenderPass: {renderPass: pass, framebuffer: " + framebuffer
                        + ", clearValues: [[0.5, 0.5, 0.5, 0.5]]}",
                "endRenderPass: {}"));
    }

    @ParameterizedTest
    @CsvSource({"R8G8B8A8_UNORM, R8G8B8A8_SRGB, 89898940", "R8G8B8A8_SRGB, R8G8B8A8_UNORM, 5e5e5e40"})
    void samples_are_averaged_in_the_numbers_of_the_view(String image, String view, String texel) throws IOException {
        // half of the first pixel's samples are drawn: 0.503 / 2 is 0.2515, which sRGB writes as 0x89
        passed(run(
                "seed-discrete-l2",
                image,
                view,
                texel,
                rendering("view: mv, loadOp: CLEAR, clear: [0, 0, 0, 0], resolve: {image: v, layout: GENERAL}"),
                "draw: {fragment: gray, triangles: [[0, 0, 8, 8, 0, 8]]}",
                "endRendering: {}"));
    }

    @Test
    void a_resolve_needs_views_of_one_format() throws IOException {
        Cli run = run(
                "seed-discrete-l2",
                "R8G8B8A8_UNORM",
                "R8G8B8A8_SRGB",
                "00",
                rendering("view: mv, loadOp: CLEAR, clear: [0, 0, 0, 0], resolve: {image: i, layout: GENERAL}"),
                "endRendering: {}");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("a resolve needs one format; 'ms' has R8G8B8A8_SRGB and 'i' R8G8B8A8_UNORM");
    }

    @Test
    void colours_are_not_seen_as_depth() throws IOException {
        Cli run = run("seed-discrete-l2", "R32_SFLOAT", "D32_SFLOAT", "00");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("image 'i' of format R32_SFLOAT has no view of format D32_SFLOAT; depth and stencil are seen"
                        + " as what they are");
    }
}
