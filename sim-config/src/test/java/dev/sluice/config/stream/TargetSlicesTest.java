// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Format;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slices of a three-dimensional image as attachments: of eight in the first level, four in the second. */
final class TargetSlicesTest {
    private static final String RENDER = "beginRendering: {layerCount: 2, colorAttachments: [{view: v}]}";
    private static final String VIEW =
            "viewType: 2D_ARRAY, subresourceRange: {baseMipLevel: 1, levelCount: 1, baseArrayLayer: 1}";

    private static List<Command> read(String view, String begin, String more) {
        return GraphicsFixture.commands("""
                sluice: 1
                name: t
                device: t
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                images:
                  - {name: volume, memory: local, format: R8G8B8A8_UNORM, extent: [8, 8, 8], levels: 2, usage: [COLOR_ATTACHMENT, SAMPLED, STORAGE]}
                imageViews:
                  v: {image: volume, %s}
                renderPasses:
                  p:
                    attachments:
                      - {format: R8G8B8A8_UNORM, initialLayout: GENERAL, finalLayout: SHADER_READ_ONLY_OPTIMAL}
                      - {format: R8G8B8A8_UNORM, initialLayout: GENERAL, finalLayout: SHADER_READ_ONLY_OPTIMAL}
                    subpasses: [{colorAttachments: [{attachment: 0, layout: GENERAL}, {attachment: 1, layout: GENERAL}]}]
                framebuffers:
                  f: {renderPass: p, attachments: [v, v]}
                kernels:
                  see: {localSize: [1, 1, 1], bindings: {i: storageImage}, code: "store.u32 i[0] = 1"}
                  look: {bindings: {i: inputAttachment}, code: "v = load.u32 i[x, y]\\nout.color0 = v"}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - %s
                        - endRendering
                        - %s
                """.formatted(view, begin, more));
    }

    private static List<ImageSlice> slices(Command begin) {
        RenderTargets targets = ((Command.PassStep) begin).begins();
        return targets.all().map(attachment -> attachment.slice()).toList();
    }

    private static ImageSlice slice(int level, int z) {
        return new ImageSlice("volume", level, z, Format.R8G8B8A8_UNORM, true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "view: v | 1 | 1",
                "view: v, layer: 1 | 1 | 2",
                "image: volume, layer: 6 | 0 | 6",
                "image: volume, mipLevel: 1, layer: 2 | 1 | 2"
            })
    void a_rendering_draws_to_slices_of_a_view_or_of_the_image(String attachment, int level, int first) {
        List<Command> commands =
                read(VIEW, "beginRendering: {layerCount: 2, colorAttachments: [{" + attachment + "}]}", "label: x");

        assertThat(slices(commands.get(0))).containsExactly(slice(level, first), slice(level, first + 1));
    }

    @Test
    void slices_of_one_level_change_their_layout_once() {
        List<Command> commands =
                read(VIEW, RENDER, "beginRenderPass: {renderPass: p, framebuffer: f}\n        - endRenderPass");

        Command.PipelineBarrier last = Objects.requireNonNull(((Command.PassStep) commands.get(3)).dependency());
        assertThat(last.barriers()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "viewType: 2D_ARRAY, subresourceRange: {baseMipLevel: 1, levelCount: 1, baseArrayLayer: 4} | '' | label: x | baseArrayLayer: 4 is not from 0 to 3; image 'volume' has 4 slices",
                "viewType: 2D_ARRAY, subresourceRange: {levelCount: 1, baseArrayLayer: 5, layerCount: 4} | '' | label: x | layerCount: 4 is not from 1 to the 3 that are left",
                "viewType: 2D_ARRAY, subresourceRange: {baseArrayLayer: 1} | '' | label: x | levelCount: 1 is needed where slices of a three-dimensional image are viewed",
                "viewType: 3D, subresourceRange: {baseArrayLayer: 1} | '' | label: x | baseArrayLayer: 1 is not 0; the three-dimensional image 'volume' has one layer, whose slices views of viewType 2D_ARRAY have",
                "'' | beginRendering: {layerCount: 4, colorAttachments: [{view: v}]} | label: x | layerCount: layer 3 lies beyond the 3 slices of 'volume' that are attached",
                "'' | beginRendering: {colorAttachments: [{image: volume, mipLevel: 1, layer: 4}]} | label: x | layer: 4 is not from 0 to 3; image 'volume' has 4 slices",
                "'' | '' | dispatch: {kernel: see, groups: [1], bind: {i: v}} | bind: view 'v' is of slices of the three-dimensional image 'volume', which only attachments can be",
                "'' | beginRendering: {colorAttachments: [{view: v}]}#draw: {fragment: look, coverage: fullscreen, bind: {i: volume}} | label: x | bind: image 'volume' behind 'i' is three-dimensional, which no input attachment can be"
            })
    void slices_that_are_not_there_or_cannot_be_seen_are_refused(
            String view, String begin, String more, String message) {
        assertThatThrownBy(() -> read(
                        view.isEmpty() ? VIEW : view,
                        (begin.isEmpty() ? RENDER : begin).replace("#", "\n        - "),
                        more))
                .hasMessageContaining(message);
    }
}
