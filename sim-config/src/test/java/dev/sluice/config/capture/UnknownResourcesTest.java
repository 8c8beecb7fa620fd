// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shaders that access what the import cannot have. */
final class UnknownResourcesTest {
    private static final String IMAGE = GraphicsFixture.image(70, "G8_B8R8_2PLANE_420_UNORM", 16, 16);
    private static final String VIEW = GraphicsFixture.view(71, 70, "G8_B8R8_2PLANE_420_UNORM", 1);

    @TempDir
    private Path folder;

    private Map<String, Long> told(String... made) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(made));
        setup.addAll(List.of(
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':1,"
                        + "'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','descriptorCount':1}]},'pSetLayout':45",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                pipeline(""),
                BEGIN,
                USE));
        return GraphicsFixture.read(folder, setup, push(made.length == 0 ? 0 : 71), DRAW, END)
                .notUnderstood();
    }

    private static String push(int view) {
        return "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS',"
                + "'layout':43,'set':0,'pDescriptorWrites':[{'dstSet':0,'dstBinding':1,'dstArrayElement':0,'descriptorCount':1,"
                + "'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','pImageInfo':[{'sampler':0,'imageView':" + view
                + ",'imageLayout':'VK_IMAGE_LAYOUT_GENERAL'}]}]";
    }

    @Test
    void a_draw_that_samples_an_image_of_an_unknown_format_is_told() {
        assertThat(told(IMAGE, VIEW)).isEqualTo(Map.of("vkCmdDraw", 1L));
    }

    @Test
    void so_is_one_that_samples_an_image_whose_memory_is_not_known() {
        assertThat(told(
                        IMAGE.replace("G8_B8R8_2PLANE_420_UNORM", "R8G8B8A8_UNORM"),
                        VIEW.replace("G8_B8R8_2PLANE_420_UNORM", "R8G8B8A8_UNORM")))
                .isEqualTo(Map.of("vkCmdDraw", 1L));
    }

    @Test
    void nothing_is_left_out_through_a_descriptor_of_nothing() {
        assertThat(told()).isEmpty();
    }
}
