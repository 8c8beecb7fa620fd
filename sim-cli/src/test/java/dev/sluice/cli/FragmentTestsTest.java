// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Draws whose fragments are tested against stencil and depth bounds, or combined with what is stored bit by bit. */
final class FragmentTestsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    /** A stream that clears depth to 1 and stencil to 0, draws, and reads stencil and colour back. */
    private Path stream(String format, String layout, List<String> draws, String region, String... reads)
            throws IOException {
        Path file = folder.resolve("tests.yaml");
        String text = """
                sluice: 1
                name: tests
                device: seed-discrete-l2
                memory:
                  - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                  - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: stencil, memory: staging, size: 4KiB}
                  - {name: result, memory: staging, offset: 64KiB, size: 4KiB}
                images:
                  - {name: ds, memory: local, extent: [16, 16], format: FORMAT, initialLayout: GENERAL}
                  - {name: color, memory: local, offset: 64KiB, extent: [16, 16], format: R8G8B8A8_UNORM, initialLayout: GENERAL}
                kernels:
                  paint: {code: out.color0 = 0xffffffff}
                program:
                  - queueSubmit:
                      commands:
                        - clearDepthStencilImage: {image: ds, layout: GENERAL, depthStencil: {depth: 1, stencil: 0}}
                        - pipelineBarrier: {memory: [{srcStage: [CLEAR], srcAccess: [TRANSFER_WRITE], dstStage: [ALL_GRAPHICS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}
                        BEGIN- beginRendering:
                            colorAttachments: [{image: color, layout: GENERAL, loadOp: CLEAR, clear: [0, 0, 0, 0]}]
                            depthAttachment: {image: ds, layout: LAYOUT}
                            stencilAttachment: {image: ds, layout: LAYOUT}
                        - DRAWS
                        - endRendering: {}
                        END- pipelineBarrier: {memory: [{srcStage: [ALL_GRAPHICS], srcAccess: [MEMORY_WRITE], dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                        - copyImageToBuffer: {src: ds, dst: stencil, srcLayout: GENERAL, regions: [{imageSubresource: {aspectMask: STENCIL}}]}
                        - copyImageToBuffer: {src: color, dst: result, srcLayout: GENERAL}
                        - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [HOST], dstAccess: [HOST_READ]}]}
                      fence: done
                  - waitForFences: [done]
                READS""";
        String next = "\n        - ";
        text = text.replace("FORMAT", format)
                .replace("LAYOUT", layout)
                .replace("DRAWS", String.join(next, draws))
                .replace(
                        "BEGIN- ",
                        region.isEmpty() ? "- " : "- beginStatistics: {name: r, mode: " + region + "}" + next)
                .replace("END- ", region.isEmpty() ? "- " : "- endStatistics: r" + next)
                .replace("READS", "  - " + String.join("\n  - ", reads) + "\n");
        Files.writeString(file, text);
        return file;
    }

    /** A quarter of the image is marked, its middle counted where depth fails, and drawn to where both were. */
    private Path mask(String format, String region) throws IOException {
        return stream(
                format,
                "GENERAL",
                List.of(
                        "draw: {coverage: [[0, 0, 8, 16]], stencilTest: {passOp: replace, reference: 5}}",
                        "draw: {coverage: [[4, 0, 8, 16]], depth: 0.5, depthTest: greater, stencilTest: {depthFailOp: incrementAndWrap}}",
                        "draw: {fragment: paint, coverage: fullscreen, stencilTest: {compareOp: equal, reference: 6}}"),
                region,
                "hostRead: {buffer: stencil, size: 16, expect: {hex: '05 05 05 05 06 06 06 06 01 01 01 01 00 00 00 00'}}",
                "hostRead: {buffer: result, size: 64, expect: {hex: '" + "00".repeat(16) + "ff".repeat(16)
                        + "00".repeat(32) + "'}}");
    }

    @ParameterizedTest
    @CsvSource({
        "D24_UNORM_S8_UINT, seed-discrete-l2",
        "D32_SFLOAT_S8_UINT, seed-discrete-vram",
        "D32_SFLOAT_S8_UINT, rdna2-6900xt",
        "D24_UNORM_S8_UINT, adreno-6xx",
        "D24_UNORM_S8_UINT, nvidia-h200",
        "D24_UNORM_S8_UINT, tiny-1"
    })
    void stencilLetsSamplesThroughOnEveryDevice(String format, String device) throws IOException {
        Cli cli = Cli.run("run", mask(format, "").toString(), "-d", device);
        assertThat(cli.out() + cli.err()).contains("✓ clean");
        assertThat(cli.code()).isZero();
    }

    @Test
    void it_does_so_in_a_functional_region() throws IOException {
        Cli cli = Cli.run("run", mask("D24_UNORM_S8_UINT", "functional").toString());
        assertThat(cli.out() + cli.err()).contains("✓ clean");
    }

    @Test
    void samples_outside_the_depth_bounds_leave_no_trace() throws IOException {
        Path file = stream(
                "D32_SFLOAT_S8_UINT",
                "GENERAL",
                List.of(
                        "draw: {coverage: [[0, 0, 1, 1]], depth: 0.5, depthTest: always, depthWrite: true}",
                        "draw: {fragment: paint, coverage: fullscreen, depthBounds: {min: 0.25, max: 0.5}, stencilTest: {compareOp: never, failOp: replace, reference: 7}}",
                        "draw: {fragment: paint, coverage: fullscreen, depthBounds: {max: 0.5}}"),
                "",
                "hostRead: {buffer: stencil, size: 4, expect: {hex: '07 00 00 00'}}",
                "hostRead: {buffer: result, size: 8, expect: {hex: 'ffffffff 00000000'}}");
        Cli cli = Cli.run("run", file.toString());
        assertThat(cli.out() + cli.err()).contains("✓ clean");
    }

    @Test
    void bits_of_colours_are_combined_with_those_that_are_stored() throws IOException {
        Path file = stream(
                "D24_UNORM_S8_UINT",
                "GENERAL",
                List.of(
                        "draw: {fragment: paint, coverage: [[0, 0, 2, 1]], logicOp: XOR}",
                        "draw: {fragment: paint, coverage: [[1, 0, 2, 1]], blend: true, logicOp: XOR}",
                        "draw: {fragment: paint, coverage: [[3, 0, 1, 1]], logicOp: AND}"),
                "",
                "hostRead: {buffer: result, size: 16, expect: {hex: 'ffffffff 00000000 ffffffff 00000000'}}");
        Cli cli = Cli.run("run", file.toString());
        assertThat(cli.out() + cli.err()).contains("✓ clean");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "blend: true|READ_AFTER_WRITE",
                "blend: {srcColorBlendFactor: ONE, dstColorBlendFactor: ZERO, dstAlphaBlendFactor: ZERO}|WRITE_AFTER_WRITE",
                "blend: {srcColorBlendFactor: ONE, dstColorBlendFactor: ZERO}, colorWriteMask: RGB|WRITE_AFTER_WRITE",
                "colorWriteMask: A|WRITE_AFTER_WRITE",
                "blend: true, colorWriteMask: NONE|"
            })
    void colours_are_accessed_as_equations_and_masks_have_it(String keys, @Nullable String kind) throws IOException {
        List<String> expected = kind == null ? List.of() : List.of(kind);
        assertThat(accesses("COLOR", "draw: {fragment: paint, coverage: fullscreen, " + keys + "}"))
                .isEqualTo(expected);
    }

    private Path blended(String region) throws IOException {
        return stream(
                "D24_UNORM_S8_UINT",
                "GENERAL",
                List.of(
                        "draw: {fragment: paint, coverage: [[0, 0, 4, 1]], colorWriteMask: RG}",
                        "draw: {fragment: paint, coverage: [[1, 0, 1, 1]], blend: {srcColorBlendFactor: ONE_MINUS_DST_COLOR, dstColorBlendFactor: ZERO}}",
                        "draw: {fragment: paint, coverage: [[2, 0, 1, 1]], blendConstants: [0.2, 0.4, 0.6, 0.8],"
                                + " blend: {srcColorBlendFactor: CONSTANT_COLOR, dstColorBlendFactor: ZERO, srcAlphaBlendFactor: CONSTANT_ALPHA, dstAlphaBlendFactor: ZERO}}",
                        "draw: {fragment: paint, coverage: [[3, 0, 1, 1]], colorWriteMask: BA, blend: {colorBlendOp: MIN, alphaBlendOp: MAX}}",
                        "draw: {fragment: paint, coverage: [[4, 0, 1, 1]], colorWriteMask: NONE}"),
                region,
                "hostRead: {buffer: result, size: 20, expect: {hex: 'ffff0000 0000ffff 336699cc ffff00ff 00000000'}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seed-discrete-l2",
                "seed-discrete-vram",
                "rdna2-6900xt",
                "adreno-6xx",
                "nvidia-h200",
                "nvidia-v100",
                "intel-arc",
                "tiny-1"
            })
    void equations_and_write_masks_make_the_same_colours_on_every_device(String device) throws IOException {
        Cli cli = Cli.run("run", blended("").toString(), "-d", device);
        assertThat(cli.out() + cli.err()).contains("✓ clean");
        assertThat(cli.code()).isZero();
    }

    @Test
    void they_do_in_a_functional_region() throws IOException {
        Cli cli = Cli.run("run", blended("functional").toString());
        assertThat(cli.out() + cli.err()).contains("✓ clean");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colorWriteMask: RGX|colorWriteMask: 'RGX' is neither letters of RGBA, such as RGB, nor NONE",
                "blend: [true, false]|blend: one for all colour attachments or one for each: there are 1 of these, not 2",
                "blendConstants: [1, 2]|blendConstants: red, green, blue and alpha, not 2 numbers",
                "blend: {srcColorBlendFactor: SRC1_COLOR}|srcColorBlendFactor: unknown value 'SRC1_COLOR'; did you mean 'SRC_COLOR'?"
            })
    void wrong_blending_is_told_in_one_line(String keys, String problem) throws IOException {
        Path file = stream(
                "D24_UNORM_S8_UINT",
                "GENERAL",
                List.of("draw: {fragment: paint, coverage: fullscreen, " + keys + "}"),
                "",
                "hostRead: {buffer: stencil, size: 4}");
        Cli cli = Cli.run("validate", file.toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(problem).hasLineCount(1);
    }

    /** Kinds of the hazards between clears and a draw of the same attachments. */
    private List<String> accesses(String aspect, String draw) throws IOException {
        Path file = stream("D24_UNORM_S8_UINT", "GENERAL", List.of(draw), "", "hostRead: {buffer: stencil, size: 4}");
        String text = Files.readString(file);
        // attachments are neither loaded nor stored, and nothing orders the draw and the clears
        text = text.replace("ds, layout: GENERAL}", "ds, layout: GENERAL, loadOp: NONE, storeOp: NONE}")
                .replace("loadOp: CLEAR, clear: [0, 0, 0, 0]", "loadOp: NONE, storeOp: NONE")
                .replaceFirst(
                        "- pipelineBarrier: .*ALL_GRAPHICS.*",
                        "- clearColorImage: {image: color, layout: GENERAL, color: [0, 0, 0, 0]}");
        Files.writeString(file, text);
        List<String> found = new ArrayList<>();
        for (JsonNode hazard :
                JSON.readTree(Cli.run("check", file.toString(), "--json").out()).path("hazards")) {
            if (hazard.at("/subresource/aspect").asString("").equals(aspect)
                    && hazard.at("/currentAccess/command").asString("").equals("draw")) {
                found.add(hazard.path("kind").asString());
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stencilTest: {compareOp: always, passOp: keep, failOp: invert}",
                "stencilTest: {passOp: replace, writeMask: 0}",
                "stencilTest: {depthFailOp: zero}"
            })
    void a_test_that_decides_and_writes_nothing_accesses_no_stencil(String test) throws IOException {
        assertThat(accesses("STENCIL", "draw: {coverage: fullscreen, " + test + "}"))
                .isEmpty();
    }

    @Test
    void a_test_that_compares_reads_and_one_that_replaces_writes() throws IOException {
        assertThat(accesses("STENCIL", "draw: {coverage: fullscreen, stencilTest: {compareOp: equal}}"))
                .containsOnly("READ_AFTER_WRITE");
        assertThat(accesses("STENCIL", "draw: {coverage: fullscreen, stencilTest: {passOp: zero}}"))
                .containsOnly("WRITE_AFTER_WRITE");
        assertThat(accesses("STENCIL", "draw: {coverage: fullscreen, stencilTest: {passOp: invert}}"))
                .contains("READ_AFTER_WRITE");
    }

    @ParameterizedTest
    @CsvSource({"stencil, stencilTest", "depth, depthTest"})
    void anAspectThatIsNotAttachedCannotBeTested(String aspect, String key) throws IOException {
        Path file = mask("D24_UNORM_S8_UINT", "");
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^ +" + aspect + "Attachment.*\n", ""));
        Cli cli = Cli.run("run", file.toString());
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(key + ": the " + aspect + " of 'ds' is not attached here");
    }
}
