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

    /**
     * Whether a dispatch accesses an element of an array that has image 70, both levels, in SHADER_READ_ONLY_OPTIMAL.
     *
     * @param flags of the binding
     * @param before calls before the dispatch
     */
    private boolean chooses(String flags, String... before) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(IMAGE);
        setup.addAll(List.of(
                GraphicsFixture.view(73, 70, "R8G8B8A8_UNORM", 1).replace("'levelCount':1", "'levelCount':2"),
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pNext':{"
                        + "'sType':'VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO','pNext':null,"
                        + "'bindingCount':1,'pBindingFlags':[" + flags + "]},'pBindings':[{'binding':1,"
                        + "'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','descriptorCount':1000}]},'pSetLayout':45",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'module':41,'pName':'main'},'layout':43}],'pPipelines':[40]",
                USE.replace("GRAPHICS", "COMPUTE")));
        setup.addAll(List.of(before));
        return flat(GraphicsFixture.read(
                        folder,
                        setup,
                        "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE',"
                                + "'layout':43,'set':0,'pDescriptorWrites':[{'dstSet':0,'dstBinding':1,'dstArrayElement':0,"
                                + "'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','pImageInfo':[{"
                                + "'sampler':0,'imageView':73,'imageLayout':'VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL'}]}]",
                        "vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':1"))
                .contains("s0b1: {view");
    }

    /** A barrier that brings levels of image 70 into a layout. */
    private static String into(String layout, int level, int levels) {
        return "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':65536,'dstStageMask':65536,'pImageMemoryBarriers':[{"
                + "'srcAccessMask':98304,'dstAccessMask':98304,'oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED','newLayout':'VK_IMAGE_LAYOUT_"
                + layout + "','image':70,"
                + GraphicsFixture.RANGE
                        .replace("'baseMipLevel':0", "'baseMipLevel':" + level)
                        .replace("'levelCount':1", "'levelCount':" + levels)
                + "}]";
    }

    @Test
    void of_descriptors_that_need_not_be_valid_those_of_images_in_another_layout_are_not_accessed() {
        assertThat(chooses("'VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT'")).isFalse();
        assertThat(chooses("6", into("COLOR_ATTACHMENT_OPTIMAL", 0, 2))).isFalse();
        assertThat(chooses("4", into("SHADER_READ_ONLY_OPTIMAL", 0, 2))).isTrue();
        assertThat(chooses("4", into("SHADER_READ_ONLY_OPTIMAL", 0, 2), into("TRANSFER_DST_OPTIMAL", 0, 2)))
                .isFalse();
    }

    @Test
    void an_image_of_which_some_levels_are_in_the_layout_is_accessed() {
        assertThat(chooses("4", into("SHADER_READ_ONLY_OPTIMAL", 1, 1))).isTrue();
        assertThat(chooses("4", into("SHADER_READ_ONLY_OPTIMAL", 0, 2), into("TRANSFER_DST_OPTIMAL", 1, 1)))
                .isTrue();
    }

    @Test
    void behind_a_render_pass_its_attachments_are_in_their_last_layouts() {
        String pass =
                "vkCreateRenderPass|'pCreateInfo':{'pAttachments':[{'format':'VK_FORMAT_R8G8B8A8_UNORM','samples':1,"
                        + "'loadOp':'VK_ATTACHMENT_LOAD_OP_CLEAR','storeOp':'VK_ATTACHMENT_STORE_OP_STORE',"
                        + "'initialLayout':'VK_IMAGE_LAYOUT_UNDEFINED','finalLayout':'VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL'}],"
                        + "'pSubpasses':[{'pColorAttachments':[{'attachment':0,'layout':'VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL'}]}],"
                        + "'pDependencies':[]},'pRenderPass':75";
        String framebuffer =
                "vkCreateFramebuffer|'pCreateInfo':{'renderPass':75,'pAttachments':[71],'width':64,'height':64,'layers':1},'pFramebuffer':76";
        String begin =
                "vkCmdBeginRenderPass|'commandBuffer':16,'pRenderPassBegin':{'renderPass':75,'framebuffer':76,'renderArea':{"
                        + "'offset':{'x':0,'y':0},'extent':{'width':64,'height':64}},'pClearValues':[{'color':{'float32':[0,0,0,1]}}]}";
        String end = "vkCmdEndRenderPass|'commandBuffer':16";

        assertThat(chooses("4", pass, framebuffer, begin, end)).isTrue();
        assertThat(chooses("4", pass.replace("SHADER_READ_ONLY", "TRANSFER_SRC"), framebuffer, begin, end))
                .isFalse();
    }

    @Test
    void an_image_that_the_host_brings_into_a_layout_may_be_accessed() {
        String host = "vkTransitionImageLayout|'pTransitions':[{'image':70,'oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED',"
                + "'newLayout':'VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL'," + GraphicsFixture.RANGE + "}]";

        assertThat(chooses("4", host)).isTrue();
        assertThat(chooses("4", host.replace("'baseMipLevel':0", "'baseMipLevel':-1")))
                .isTrue();
    }

    @Test
    void descriptors_that_must_be_valid_are_accessed_in_any_layout() {
        assertThat(chooses("3")).isTrue();
        assertThat(chooses("")).isTrue();
    }

    @Test
    void there_is_no_choice_where_there_is_one_descriptor() {
        assertThat(accesses(1, 71, "SHADER_READ_ONLY_OPTIMAL")).isTrue();
    }
}
