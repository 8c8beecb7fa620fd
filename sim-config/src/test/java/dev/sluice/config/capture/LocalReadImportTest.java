// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs of shaders that go to other attachments of dynamic rendering than those of their numbers. */
final class LocalReadImportTest {
    private static final String UNUSED_AND_0 = "'colorAttachmentCount':2,'pColorAttachmentLocations':[4294967295,0]";
    private static final String CHAINED =
            "'pNext':{'sType':'VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_LOCATION_INFO'," + UNUSED_AND_0 + "},";
    /** To view 32 and to view 36. */
    private static final String TWO = BEGIN.replace(
            "'pColorAttachments':[{",
            "'pColorAttachments':[{'imageView':36,'imageLayout':'VK_IMAGE_LAYOUT_RENDERING_LOCAL_READ','resolveMode':'VK_RESOLVE_MODE_NONE',"
                    + "'loadOp':'VK_ATTACHMENT_LOAD_OP_LOAD','storeOp':'VK_ATTACHMENT_STORE_OP_STORE'},{");

    @TempDir
    private Path folder;

    private String drawn(String state, String... calls) {
        List<String> setup = new ArrayList<>(GraphicsFixture.targets());
        setup.add(GraphicsFixture.image(35, "R8G8B8A8_UNORM", 64, 64));
        setup.add(GraphicsFixture.needs(35, 16384));
        setup.add(GraphicsFixture.bind(35, 32768));
        setup.add(GraphicsFixture.view(36, 35, "R8G8B8A8_UNORM", 1));
        setup.addAll(List.of(pipeline(state), TWO, USE));
        List<String> all = new ArrayList<>(List.of(calls));
        all.addAll(List.of(DRAW, END));
        ImportedCapture capture = GraphicsFixture.read(folder, setup, all.toArray(String[]::new));
        assertThat(capture.leftOut().notUnderstood()).isEmpty();
        return flat(capture);
    }

    @Test
    void outputs_go_to_the_attachments_of_their_numbers() {
        assertThat(drawn("")).contains("out.color0 =", "out.color1 =");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "KHR"})
    void locations_of_the_command_buffer_send_outputs_elsewhere(String ending) {
        assertThat(drawn(
                        "",
                        "vkCmdSetRenderingAttachmentLocations" + ending + "|'commandBuffer':16,'pLocationInfo':{"
                                + UNUSED_AND_0 + "}"))
                .contains("out.color1 =")
                .doesNotContain("out.color0 =");
    }

    @Test
    void locations_of_the_pipeline_do_too() {
        assertThat(drawn(CHAINED)).contains("out.color1 =").doesNotContain("out.color0 =");
    }

    @Test
    void blending_and_masks_keep_the_numbers_of_attachments() {
        assertThat(
                        drawn(
                                CHAINED
                                        + "'pColorBlendState':{'pAttachments':[{'blendEnable':0,'colorWriteMask':15},{'blendEnable':1,'colorWriteMask':7}]},"))
                .contains("blend: [false, true]")
                .contains("colorWriteMask: [RGBA, RGB]");
    }

    @Test
    void rendering_that_begins_anew_has_its_own_locations() {
        assertThat(drawn(
                        "",
                        "vkCmdSetRenderingAttachmentLocations|'commandBuffer':16,'pLocationInfo':{" + UNUSED_AND_0
                                + "}",
                        END,
                        TWO))
                .contains("out.color0 =", "out.color1 =");
    }

    @Test
    void a_secondary_command_buffer_inherits_locations() {
        assertThat(drawn(
                        "",
                        "vkAllocateCommandBuffers|'pAllocateInfo':{'commandPool':15},'pCommandBuffers':[17]",
                        "vkBeginCommandBuffer|'commandBuffer':17,'pBeginInfo':{'flags':2,'pInheritanceInfo':{" + CHAINED
                                + "'subpass':0}}",
                        USE.replace("'commandBuffer':16", "'commandBuffer':17"),
                        DRAW.replace("'commandBuffer':16", "'commandBuffer':17"),
                        "vkCmdExecuteCommands|'commandBuffer':16,'pCommandBuffers':[17]",
                        END,
                        TWO))
                .containsOnlyOnce("out.color0 =")
                .contains(
                        "draw: {vertex: shader41, fragment: shader42,",
                        "draw: {vertex: shader41, fragment: shader42_2,");
    }

    @Test
    void indices_of_input_attachments_are_those_of_their_descriptors() {
        assertThat(
                        drawn(
                                "",
                                "vkCmdSetRenderingInputAttachmentIndices|'commandBuffer':16,'pInputAttachmentIndexInfo':{'colorAttachmentCount':2,'pColorAttachmentInputIndices':[1,0]}"))
                .contains("out.color0 =");
    }
}
