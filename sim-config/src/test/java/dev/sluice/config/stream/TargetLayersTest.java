// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.program.Command;
import dev.sluice.program.RenderTargets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which layers renderings, draws and clears cover, as they are written; the view of the attachment is of layers 2 to 5 of six. */
final class TargetLayersTest {

    private static List<Command> read(String keys, String command, String subpass, String framebuffer) {
        return GraphicsFixture.commands("""
                sluice: 1
                name: t
                device: t
                memory: [{name: local, size: 1MiB, properties: [DEVICE_LOCAL]}]
                images:
                  - {name: color, memory: local, format: R8G8B8A8_UNORM, extent: [8, 8], layers: 6, usage: [COLOR_ATTACHMENT]}
                imageViews:
                  v: {image: color, subresourceRange: {baseArrayLayer: 2}}
                renderPasses:
                  p:
                    attachments: [{format: R8G8B8A8_UNORM, finalLayout: GENERAL}]
                    subpasses: [{colorAttachments: [0]%s}]
                framebuffers:
                  f: {renderPass: p, attachments: [v]%s}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - beginRendering: {%scolorAttachments: [{view: v}]}
                        - %s
                        - endRendering
                        - beginRenderPass: {renderPass: p, framebuffer: f}
                        - endRenderPass
                """.formatted(subpass, framebuffer, keys, command));
    }

    private static List<Integer> layers(RenderTargets targets) {
        return targets.all().map(attachment -> attachment.slice().layer()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "'' | draw: {coverage: fullscreen} | [2] | [2]",
                "'layerCount: 3, ' | draw: {coverage: fullscreen} | [2, 3, 4] | [2]",
                "'layerCount: 3, ' | draw: {coverage: fullscreen, baseArrayLayer: 1} | [2, 3, 4] | [3]",
                "'layerCount: 3, ' | draw: {coverage: fullscreen, layerCount: 3} | [2, 3, 4] | [2, 3, 4]",
                "'layerCount: 3, ' | draw: {coverage: fullscreen, baseArrayLayer: 1, layerCount: 2} | [2, 3, 4] | [3, 4]",
                "'viewMask: 10, ' | draw: {coverage: fullscreen} | [3, 5] | [3, 5]",
                "'viewMask: 10, layerCount: 1, ' | draw: {coverage: fullscreen} | [3, 5] | [3, 5]"
            })
    void draws_cover_the_first_layer_or_those_they_say_or_all_views(
            String keys, String draw, String loaded, String drawn) {
        List<Command> commands = read(keys, draw, "", "");

        assertThat(layers(((Command.PassStep) commands.get(0)).begins())).hasToString(loaded);
        assertThat(layers(((Command.Draw) commands.get(1)).targets())).hasToString(drawn);
        assertThat(layers(((Command.PassStep) commands.get(2)).ends())).hasToString(loaded);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'layerCount: 3, ' | '' | [2, 3, 4]",
                "'layerCount: 3, ' | ', baseArrayLayer: 1' | [3, 4]",
                "'layerCount: 3, ' | ', layerCount: 2' | [2, 3]",
                "'viewMask: 9, ' | '' | [2, 5]"
            })
    void clears_are_of_all_layers_or_of_those_they_say(String keys, String more, String cleared) {
        Command.ClearAttachments clear = (Command.ClearAttachments)
                read(keys, "clearAttachments: {attachments: [{clear: [0, 0, 0, 0]}]" + more + "}", "", "")
                        .get(1);

        assertThat(clear.clears().stream().map(one -> one.slice().layer())).hasToString(cleared);
    }

    @ParameterizedTest
    @CsvSource({"'', ', layers: 3', '[2, 3, 4]'", "', viewMask: 5', '', '[2, 4]'"})
    void render_passes_have_the_layers_of_their_framebuffer_or_their_views(
            String subpass, String framebuffer, String begun) {
        List<Command> commands = read("", "label: nothing", subpass, framebuffer);

        assertThat(layers(((Command.PassStep) commands.get(3)).begins())).hasToString(begun);
        assertThat(layers(((Command.PassStep) commands.get(4)).ends())).hasToString(begun);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'layerCount: 5, ' | draw: {coverage: fullscreen} | '' | '' | layerCount: layer 4 lies beyond the 4 layers of 'color' that are attached",
                "'viewMask: 16, ' | draw: {coverage: fullscreen} | '' | '' | viewMask: view 4 lies beyond the 4 layers of 'color'",
                "'layerCount: 2, ' | draw: {coverage: fullscreen, layerCount: 3} | '' | '' | layerCount: layer 2 is not among the 2 that are drawn to",
                "'layerCount: 2, ' | draw: {coverage: fullscreen, baseArrayLayer: 2} | '' | '' | baseArrayLayer: layer 2 is not among the 2 that are drawn to",
                "'' | draw: {coverage: fullscreen, baseArrayLayer: 1} | '' | '' | baseArrayLayer: layer 1 is not among the 1 that are drawn to",
                "'viewMask: 3, ' | draw: {coverage: fullscreen, layerCount: 1} | '' | '' | layerCount: of several views all are covered",
                "'layerCount: 2, ' | clearAttachments: {attachments: [{clear: [0, 0, 0, 0]}], baseArrayLayer: 5} | '' | '' | baseArrayLayer: layer 5 is not among the 2",
                "'' | label: x | '' | ', layers: 5' | layers: layer 4 lies beyond the 4 layers",
                "'layerCount: 2049, ' | label: x | '' | '' | layerCount: 2049 is too large; at most 2048 is possible",
                "'' | label: x | '' | ', layers: 2000000000' | layers: 2000000000 is too large; at most 2048 is possible",
                "'' | label: x | ', viewMask: 32' | '' | attachments: view 5 lies beyond the 4 layers",
                "'' | label: x | ', viewMask: 3' | ', layers: 2' | layers: 1 is needed where the subpasses of the render pass have views",
                "'' | label: x | '}, {viewMask: 1' | '' | viewMask: either all subpasses have views, or none"
            })
    void layers_that_are_not_there_are_refused(
            String keys, String command, String subpass, String framebuffer, String message) {
        assertThatThrownBy(() -> read(keys, command, subpass, framebuffer)).hasMessageContaining(message);
    }
}
