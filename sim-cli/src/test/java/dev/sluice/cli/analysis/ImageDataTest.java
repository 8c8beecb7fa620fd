// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code data} of images. */
final class ImageDataTest {
    private static final String STREAM = """
            sluice: 1
            name: held
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
              - {name: host, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: back, memory: host, size: 64KiB, usage: [TRANSFER_DST]}
            images:
              - name: held
                memory: local
                IMAGE
                initialLayout: LAYOUT
                data:
                  - DATA
            program:
              - queueSubmit:
                  commands:
                    - pipelineBarrier: {images: [{image: held, oldLayout: LAYOUT, newLayout: TRANSFER_SRC_OPTIMAL,
                        srcStage: NONE, srcAccess: NONE, dstStage: COPY, dstAccess: TRANSFER_READ}]}
                    - copyImageToBuffer: {src: held, srcLayout: TRANSFER_SRC_OPTIMAL, dst: back, regions: [REGION]}
                    - pipelineBarrier: {memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: HOST, dstAccess: HOST_READ}]}
                  fence: f
              - waitForFences: [f]
              - hostRead: {buffer: back, expect: EXPECTED}
            """;

    @TempDir
    Path folder;

    private Path stream(String image, String layout, String data, String region, String expected) throws IOException {
        Path file = folder.resolve("held.yaml");
        Files.writeString(
                file,
                STREAM.replace("IMAGE", image.replace("; ", "\n    "))
                        .replace("LAYOUT", layout)
                        .replace("DATA", data)
                        .replace("REGION", region)
                        .replace("EXPECTED", expected));
        return file;
    }

    private JsonNode run(Path stream, String device) {
        Cli run = Cli.run("run", stream.toString(), "--device", device, "--json");
        assertThat(run.err()).isEmpty();
        return new ObjectMapper().readTree(run.out());
    }

    private static void holds(JsonNode result) {
        assertThat(result.path("checks").path(0).path("ok").asBoolean()).isTrue();
        assertThat(result.path("unwrittenReads")).isEmpty();
        assertThat(result.path("staleReads")).isEmpty();
        assertThat(result.path("lint")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"seed-discrete-l2, OPTIMAL", "seed-discrete-l2, LINEAR", "rdna2-6900xt, OPTIMAL", "rdna2-6900xt, LINEAR"
    })
    void texels_are_there_before_the_program_begins(String device, String tiling) throws IOException {
        Path stream = stream(
                "extent: [37, 19]\n    format: R8G8B8A8_UNORM\n    tiling: " + tiling
                        + "\n    usage: [TRANSFER_SRC, SAMPLED]",
                "SHADER_READ_ONLY_OPTIMAL",
                "{texels: {type: u32, pattern: iota, count: 703}}",
                "{imageExtent: [37, 19]}",
                "{type: u32, pattern: iota, count: 703}");

        holds(run(stream, device));
    }

    @Test
    void each_layer_of_a_level_follows_the_one_before() throws IOException {
        Path stream = stream(
                "extent: [16, 8]; format: R16_UINT; layers: 3; levels: 3; usage: [TRANSFER_SRC]",
                "GENERAL",
                "{mipLevel: 2, texels: {type: u16, pattern: iota, start: 5, count: 24}}",
                "{imageExtent: [4, 2], imageSubresource: {aspectMask: COLOR, mipLevel: 2, baseArrayLayer: 1, layerCount: 2}}",
                "{type: u16, pattern: iota, start: 13, count: 16}");

        holds(run(stream, "rdna2-6900xt"));
    }

    @Test
    void slices_of_a_three_dimensional_image_follow_each_other() throws IOException {
        Path stream = stream(
                "extent: [4, 4, 6]; format: R32_UINT; usage: [TRANSFER_SRC]",
                "TRANSFER_SRC_OPTIMAL",
                "{texels: {type: u32, pattern: iota, count: 96}}",
                "{imageOffset: [0, 0, 2], imageExtent: [4, 4, 4]}",
                "{type: u32, pattern: iota, start: 32, count: 64}");

        holds(run(stream, "rdna2-6900xt"));
    }

    @ParameterizedTest
    @CsvSource({"DEPTH, u32, 65535", "STENCIL, u8, 7"})
    void depth_and_stencil_lie_where_copies_find_them(String aspect, String type, long value) throws IOException {
        Path stream = stream(
                "extent: [16, 16]; format: D32_SFLOAT_S8_UINT; usage: [DEPTH_STENCIL_ATTACHMENT, TRANSFER_SRC]",
                "DEPTH_STENCIL_ATTACHMENT_OPTIMAL",
                "{aspect: " + aspect + ", texels: {type: " + type + ", pattern: constant, value: " + value
                        + ", count: 256}}",
                "{imageExtent: [16, 16], imageSubresource: {aspectMask: " + aspect + "}}",
                "{type: " + type + ", pattern: constant, value: " + value + ", count: 256}");

        holds(run(stream, "rdna2-6900xt"));
    }

    @Test
    void what_no_data_are_given_for_was_never_written() throws IOException {
        Path stream = stream(
                "extent: [16, 16]; format: R32_UINT; usage: [TRANSFER_SRC]",
                "GENERAL",
                "{texels: {type: u32, pattern: iota, count: 200}}",
                "{imageExtent: [16, 16]}",
                "{type: u32, pattern: iota, count: 200}");

        JsonNode result = run(stream, "rdna2-6900xt");
        assertThat(result.path("checks").path(0).path("ok").asBoolean()).isTrue();
        assertThat(result.path("unwrittenReads")).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UNDEFINED | {texels: {hex: '00'}} | data: image 'held' holds nothing in its initialLayout UNDEFINED",
                "GENERAL | {texels: {type: u8, pattern: iota, count: 17}} | texels: 17 bytes do not fit, level 0 of image 'held' has 16",
                "GENERAL | {texels: {hex: '00'}} | texels: 1 byte is no whole number of texels, which have 4 each",
                "GENERAL | {aspect: DEPTH, texels: {hex: '00000000'}} | aspect: format R8G8B8A8_UNORM has no DEPTH",
                "GENERAL | {mipLevel: 1, texels: {hex: '00000000'}} | mipLevel: 1 is not below 1, the levels of image 'held'",
                "GENERAL | {mipLevel: 0} | 'texels'",
            })
    void what_makes_no_sense_is_refused_at_its_place(String layout, String data, String message) throws IOException {
        Path stream =
                stream("extent: [2, 2]; format: R8G8B8A8_UNORM", layout, data, "{imageExtent: [2, 2]}", "{hex: '00'}");
        Cli run = Cli.run("run", stream.toString(), "--device", "seed-discrete-l2");

        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("held.yaml:1").contains(message);
    }
}
