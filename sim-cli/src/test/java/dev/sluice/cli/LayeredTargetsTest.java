// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws to several layers and views, on the simulated machine and in the checker. */
final class LayeredTargetsTest {
    private static final String HEAD = """
            sluice: 1
            name: layers
            device: seed-discrete-l2
            memory:
              - {name: staging, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
              - {name: local, size: 16MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: pixels, memory: staging, size: 16KiB}
            images:
              - {name: color, memory: local, format: R8G8B8A8_UNORM, extent: [16, 16], layers: 4, samples: SAMPLES, usage: [COLOR_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST, INPUT_ATTACHMENT]}
              - {name: out, memory: local, offset: 1MiB, format: R8G8B8A8_UNORM, extent: [16, 16], layers: 4, usage: [COLOR_ATTACHMENT, TRANSFER_SRC, TRANSFER_DST]}
            imageViews:
              tail: {image: color, subresourceRange: {baseArrayLayer: 1}}
              whole: {image: color}
            kernels:
              paint: {code: "out.color0 = c"}
              add: {bindings: {src: inputAttachment}, code: "v = load.u32 src[x, y]\\nout.color0 = v + 1"}
            """;
    private static final String EVERYTHING =
            "        - pipelineBarrier: {memory: [{srcStage: ALL_COMMANDS, srcAccess: MEMORY_WRITE, dstStage: ALL_COMMANDS, dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n";
    private static final String BEGIN = """
            program:
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - pipelineBarrier:
                        images:
                          - {image: color, oldLayout: UNDEFINED, newLayout: GENERAL, srcStage: NONE, srcAccess: NONE, dstStage: ALL_COMMANDS, dstAccess: [MEMORY_READ, MEMORY_WRITE]}
                          - {image: out, oldLayout: UNDEFINED, newLayout: GENERAL, srcStage: NONE, srcAccess: NONE, dstStage: ALL_COMMANDS, dstAccess: [MEMORY_READ, MEMORY_WRITE]}
                    - clearColorImage: {image: color, layout: GENERAL, color: [0, 0, 0, 0]}
                    - clearColorImage: {image: out, layout: GENERAL, color: [0, 0, 0, 0]}
            """;

    @TempDir
    private Path folder;

    private static String end(String image, int... values) {
        StringBuilder text = new StringBuilder(
                "        - copyImageToBuffer: {src: " + image + ", srcLayout: GENERAL, dst: pixels, regions: [");
        for (int layer = 0; layer < values.length; layer++) {
            text.append(layer == 0 ? "" : ", ").append("{layer: %d, bufferOffset: %d}".formatted(layer, layer * 1024));
        }
        text.append("""
                ]}
                        - pipelineBarrier: {memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: HOST, dstAccess: HOST_READ}]}
                      fence: done
                  - waitForFences: [done]
                """);
        for (int layer = 0; layer < values.length; layer++) {
            text.append(
                    "  - hostRead: {buffer: pixels, offset: %d, size: 1KiB, expect: {type: u32, pattern: constant, value: %d, count: 256}}\n"
                            .formatted(layer * 1024, values[layer]));
        }
        return text.toString();
    }

    private Path write(int samples, String text) throws IOException {
        Path file = folder.resolve("layers.yaml");
        Files.writeString(file, HEAD.replace("SAMPLES", Integer.toString(samples)) + text);
        return file;
    }

    private static final String LAYERED = """
                    - beginRendering: {layerCount: 3, colorAttachments: [{view: tail, layout: GENERAL}]}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 5}, layerCount: 3}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 6}, baseArrayLayer: 1}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 7}}
                    - endRendering
            """;

    private static final String VIEWS = """
            renderPasses:
              two:
                attachments: [{format: R8G8B8A8_UNORM, loadOp: CLEAR, initialLayout: GENERAL, finalLayout: GENERAL}, {format: R8G8B8A8_UNORM, initialLayout: GENERAL, finalLayout: GENERAL}]
                subpasses:
                  - {colorAttachments: [{attachment: 0, layout: GENERAL}], viewMask: 10}
                  - {colorAttachments: [{attachment: 1, layout: GENERAL}], inputAttachments: [{attachment: 0, layout: GENERAL}], viewMask: 8}
                dependencies:
                  - {srcSubpass: 0, dstSubpass: 1, srcStageMask: COLOR_ATTACHMENT_OUTPUT, srcAccessMask: COLOR_ATTACHMENT_WRITE, dstStageMask: [FRAGMENT_SHADER, COLOR_ATTACHMENT_OUTPUT], dstAccessMask: [INPUT_ATTACHMENT_READ, COLOR_ATTACHMENT_WRITE], dependencyFlags: BY_REGION}
            framebuffers:
              fb: {renderPass: two, attachments: [whole, out]}
            """;

    private static final String VIEW_COMMANDS = """
                    - beginRenderPass: {renderPass: two, framebuffer: fb, clearValues: [[0, 0, 0, 0]]}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 40}}
                    - nextSubpass
                    - draw: {fragment: add, coverage: fullscreen, bind: {src: {view: whole, layout: GENERAL}}}
                    - endRenderPass
            """;

    private static final String ONE_BY_ONE = """
                    - beginRenderPass: {renderPass: two, framebuffer: fb, clearValues: [[0, 0, 0, 0]]}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 40}}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 50}, baseArrayLayer: 2}
                    - nextSubpass
                    - draw: {fragment: add, coverage: fullscreen, bind: {src: {view: whole, layout: GENERAL}}, layerCount: 4}
                    - endRenderPass
            """;

    private static final String RESOLVED = """
                    - beginRendering: {viewMask: 6, colorAttachments: [{view: whole, layout: GENERAL, resolve: {image: out, layout: GENERAL}}]}
                    - draw: {fragment: paint, coverage: fullscreen, params: {c: 9}}
                    - endRendering
            """;

    static Stream<Arguments> streams() {
        return Stream.of(
                        new String[] {"1", "", LAYERED, end("color", 0, 7, 6, 5)},
                        new String[] {"1", VIEWS, VIEW_COMMANDS, end("out", 0, 0, 0, 41)},
                        new String[] {
                            "1",
                            VIEWS.replaceAll(", viewMask: \\d+", "").replace("out]}", "out], layers: 4}"),
                            ONE_BY_ONE,
                            end("out", 41, 1, 51, 1)
                        },
                        new String[] {"4", "", RESOLVED, end("out", 0, 9, 9, 0)})
                .flatMap(stream -> Stream.of("seed-discrete-l2", "adreno-6xx", "intel-arc", "rdna2-6900xt")
                        .map(device -> Arguments.of(stream[0], stream[1], stream[2], stream[3], device)));
    }

    @ParameterizedTest(name = "{index} on {4}")
    @MethodSource("streams")
    void each_layer_has_what_was_drawn_to_it(int samples, String passes, String commands, String end, String device)
            throws IOException {
        Path file = write(samples, passes + BEGIN + EVERYTHING + commands + EVERYTHING + end);

        Cli run = Cli.run("run", file.toString(), "--device", device, "--strict", "--quiet");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(0);
        assertThat(Cli.run("check", file.toString(), "--device", device).code()).isEqualTo(0);
    }

    @Test
    void a_hazard_is_of_the_layers_that_are_drawn_to() throws IOException {
        Path file = write(1, BEGIN + EVERYTHING + LAYERED + end("color", 0, 7, 6, 5));

        Cli check = Cli.run("check", file.toString());

        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("1 hazard").contains("layers 1..3");
    }

    @Test
    void layers_that_no_view_is_of_are_left_alone() throws IOException {
        Path file = write(1, VIEWS + BEGIN + EVERYTHING + VIEW_COMMANDS + EVERYTHING + end("color", 0, 40, 0, 40));

        assertThat(Cli.run("run", file.toString(), "--quiet").code()).isEqualTo(0);
    }
}
