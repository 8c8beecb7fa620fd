// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of one aspect of images with depth and stencil, and of several layers at once. */
final class CopiedAspectsTest {

    private static final String DEPTH = "imageSubresource: {aspectMask: [DEPTH]}";
    private static final String STENCIL = "imageSubresource: {aspectMask: [STENCIL]}";

    @TempDir
    private Path folder;

    /** A stream that clears {@code ds} and {@code other} to depth 0 and stencil 0xab, runs commands and reads {@code result}. */
    private String stream(String format, int layers, String expect, String... commands) throws IOException {
        StringBuilder text =
                new StringBuilder("""
                sluice: 1
                name: aspects
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: up, memory: staging, size: 64KiB}
                  - {name: result, memory: staging, offset: 64KiB, size: 64KiB}
                images:
                  - {name: ds, memory: local, extent: [5, 5], format: FORMAT, layers: LAYERS, initialLayout: GENERAL}
                  - {name: other, memory: local, offset: 64KiB, extent: [5, 5], format: FORMAT, layers: LAYERS, initialLayout: GENERAL}
                program:
                  - hostWrite: {buffer: up, data: {type: u8, pattern: iota, start: 1, count: 200}}
                  - queueSubmit:
                      commands:
                """.replace("FORMAT", format).replace("LAYERS", Integer.toString(layers)));
        command(text, "clearDepthStencilImage: {image: ds, layout: GENERAL, depth: 0, stencil: 0xab}");
        command(text, "clearDepthStencilImage: {image: other, layout: GENERAL, depth: 0, stencil: 0xab}");
        for (String command : commands) {
            command(text, command);
        }
        text.append("  - deviceWaitIdle: {}\n  - hostRead: {buffer: result, expect: ")
                .append(expect)
                .append("}\n");
        Path file = folder.resolve("aspects.yaml");
        Files.writeString(file, text.toString());
        return file.toString();
    }

    private static void command(StringBuilder text, String command) {
        text.append("        - ").append(command).append('\n');
        text.append("        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], "
                + "dstStage: [ALL_COMMANDS, HOST], dstAccess: [MEMORY_READ, MEMORY_WRITE, HOST_READ]}]}\n");
    }

    private static String up(String image, String what) {
        return "copyBufferToImage: {src: up, dst: " + image + ", dstLayout: GENERAL, regions: [{" + what + "}]}";
    }

    private static String down(String image, String what) {
        return "copyImageToBuffer: {src: " + image + ", dst: result, srcLayout: GENERAL, regions: [{" + what + "}]}";
    }

    private static Cli run(String file) {
        return Cli.run("run", file, "--strict", "--quiet");
    }

    @Test
    void depth_alone_leaves_the_stencil_beside_it() throws IOException {
        Cli run = run(
                stream("D24_UNORM_S8_UINT", 1, "{hex: '010203ab 050607ab 090a0bab'}", up("ds", DEPTH), down("ds", "")));
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"D16_UNORM_S8_UINT", "D24_UNORM_S8_UINT", "D32_SFLOAT_S8_UINT"})
    void stencil_alone_lies_in_bytes_of_a_buffer(String format) throws IOException {
        Cli run = run(stream(
                format, 1, "{type: u8, pattern: iota, start: 1, count: 25}", up("ds", STENCIL), down("ds", STENCIL)));
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }

    @Test
    void depth_alone_lies_in_words_of_a_buffer() throws IOException {
        Cli run = run(stream(
                "D32_SFLOAT_S8_UINT",
                1,
                "{type: u8, pattern: iota, start: 1, count: 100}",
                up("ds", DEPTH),
                down("ds", DEPTH)));
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }

    @Test
    void depth_of_16_bits_lies_in_half_words_of_a_buffer() throws IOException {
        Cli run = run(stream(
                "D16_UNORM_S8_UINT",
                1,
                "{type: u8, pattern: iota, start: 1, count: 50}",
                up("ds", DEPTH),
                up("ds", STENCIL),
                down("ds", DEPTH)));
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"copyImage", "blitImage"})
    void one_aspect_moves_between_images(String kind) throws IOException {
        String sides = "srcSubresource: {aspectMask: [STENCIL]}, dstSubresource: {aspectMask: [STENCIL]}";
        Cli run = run(stream(
                "D24_UNORM_S8_UINT",
                1,
                "{hex: '00000001 00000002 00000003'}",
                up("other", STENCIL),
                up("other", DEPTH),
                kind + ": {src: other, srcLayout: GENERAL, dst: ds, dstLayout: GENERAL, regions: [{" + sides + "}]}",
                down("ds", "")));
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }

    @Test
    void copies_of_different_aspects_need_no_order() throws IOException {
        String file =
                stream("D24_UNORM_S8_UINT", 1, "{hex: '010203'}", up("ds", DEPTH), up("ds", STENCIL), down("ds", ""));
        String text = Files.readString(Path.of(file));
        int between = text.indexOf("- pipelineBarrier", text.indexOf("DEPTH"));
        Files.writeString(Path.of(file), text.substring(0, between) + text.substring(text.indexOf("- copy", between)));
        Cli run = run(file);
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }

    @Test
    void one_aspect_is_not_moved_to_all_of_a_texel() throws IOException {
        Cli run = run(stream(
                "D24_UNORM_S8_UINT",
                1,
                "{hex: '00'}",
                "copyImage: {src: other, srcLayout: GENERAL, dst: ds, dstLayout: GENERAL, "
                        + "regions: [{srcSubresource: {aspectMask: [DEPTH]}}]}"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("the depth of D24_UNORM_S8_UINT cannot be moved to all of D24_UNORM_S8_UINT")
                .hasLineCount(1);
    }

    @Test
    void layers_of_a_few_bytes_follow_each_other_in_a_buffer() throws IOException {
        Cli run = run(stream(
                "S8_UINT",
                2,
                "{type: u8, pattern: iota, start: 1, count: 50}",
                up("ds", "imageSubresource: {layerCount: 2}"),
                down("ds", "imageSubresource: {layerCount: 2}")));
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
    }

    @Test
    void a_copy_without_regions_has_all_layers() throws IOException {
        Cli run = run(stream(
                "S8_UINT",
                2,
                "{type: u8, pattern: iota, start: 1, count: 50}",
                "copyBufferToImage: {src: up, dst: ds, dstLayout: GENERAL}",
                "copyImageToBuffer: {src: ds, dst: result, srcLayout: GENERAL}"));
        assertThat(run.code()).as(run.out()).isEqualTo(0);
    }
}
