// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of descriptors that hold every image of a program, attachments too. */
final class DescriptorArraysTest {
    /** Image 70 with two levels, attached by view 71, and views 72 of its other level. */
    private static final List<String> IMAGE = List.of(
            GraphicsFixture.image(70, "R8G8B8A8_UNORM", 64, 64, "OPTIMAL", 2, 1),
            GraphicsFixture.bind(70, 40960),
            GraphicsFixture.view(71, 70, "R8G8B8A8_UNORM", 1),
            GraphicsFixture.view(72, 70, "R8G8B8A8_UNORM", 1).replace("'baseMipLevel':0", "'baseMipLevel':1"));

    @TempDir
    private Path folder;

    /** Whether a draw to view 71 accesses an element of an array. */
    private boolean accesses(int count, int view, String layout) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(IMAGE);
        setup.addAll(List.of(
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':1,"
                        + "'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','descriptorCount':" + count
                        + "}]},'pSetLayout':45",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                pipeline(""),
                BEGIN.replace("'imageView':32", "'imageView':71"),
                USE));
        return flat(GraphicsFixture.read(
                        folder,
                        setup,
                        "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS',"
                                + "'layout':43,'set':0,'pDescriptorWrites':[{'dstSet':0,'dstBinding':1,'dstArrayElement':0,"
                                + "'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','pImageInfo':[{"
                                + "'sampler':0,'imageView':" + view + ",'imageLayout':'VK_IMAGE_LAYOUT_" + layout
                                + "'}]}]",
                        DRAW,
                        END))
                .contains("s0b1");
    }

    @Test
    void a_draw_does_not_choose_its_own_attachment_in_a_layout_that_none_is_in() {
        assertThat(accesses(1000, 71, "SHADER_READ_ONLY_OPTIMAL")).isFalse();
    }

    @Test
    void it_may_choose_an_attachment_in_another_layout_and_other_levels_of_the_image() {
        assertThat(accesses(1000, 71, "GENERAL")).isTrue();
        assertThat(accesses(1000, 72, "SHADER_READ_ONLY_OPTIMAL")).isTrue();
    }

    @Test
    void there_is_no_choice_where_there_is_one_descriptor() {
        assertThat(accesses(1, 71, "SHADER_READ_ONLY_OPTIMAL")).isTrue();
    }
}
