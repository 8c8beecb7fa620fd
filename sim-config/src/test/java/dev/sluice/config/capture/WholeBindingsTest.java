// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.GraphicsFixture.MEMORY;
import static dev.sluice.config.capture.GraphicsFixture.bind;
import static dev.sluice.config.capture.GraphicsFixture.image;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a captured shader may access of what is bound, of which the kernel that stands for it touches a part. */
final class WholeBindingsTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");

    @TempDir
    private Path folder;

    private List<Hazard> hazards(String... calls) {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP).calls(List.of(calls));
        ImportedCapture capture = CaptureImporter.read(fixture.write(folder), CaptureTarget.of(DEVICE));
        return HazardChecker.check(
                        StreamReader.read("test.jsonl", capture.bytes(), folder).resolve(DEVICE),
                        DeviceFacts.of(DEVICE))
                .hazards();
    }

    /** A dispatch of a shader without code, with one descriptor, after a barrier. */
    private static List<String> dispatch(String type, String descriptor) {
        return List.of(
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_"
                        + type + "','descriptorCount':1}]},'pSetLayout':50",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[50]},'pPipelineLayout':51",
                "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'module':52,'pName':'main'},'layout':51}],'pPipelines':[53]",
                "vkAllocateDescriptorSets|'pAllocateInfo':{'pSetLayouts':[50]},'pDescriptorSets':[54]",
                "vkUpdateDescriptorSets|'pDescriptorWrites':[{'dstSet':54,'dstBinding':0,'dstArrayElement':0,"
                        + "'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_" + type + "'," + descriptor
                        + "}],'pDescriptorCopies':null",
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':53",
                "vkCmdBindDescriptorSets|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE',"
                        + "'layout':51,'firstSet':0,'pDescriptorSets':[54],'pDynamicOffsets':null",
                "vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':1",
                SUBMIT);
    }

    /** An image of which one level and layer is cleared before a dispatch that samples all of it. */
    private List<Hazard> cleared(int level, int layer) {
        String range = "'aspectMask':1,'baseMipLevel':" + level + ",'levelCount':1,'baseArrayLayer':" + layer
                + ",'layerCount':1}";
        List<String> calls = new ArrayList<>(List.of(
                MEMORY,
                image(31, "R8G8B8A8_UNORM", 16, 16, "OPTIMAL", 3, 2).replace("'usage':22", "'usage':6"),
                bind(31, 0),
                "vkCreateImageView|'pCreateInfo':{'image':31,'format':'VK_FORMAT_R8G8B8A8_UNORM','subresourceRange':"
                        + "{'aspectMask':1,'baseMipLevel':0,'levelCount':3,'baseArrayLayer':0,'layerCount':2}},'pView':32",
                "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'dependencyFlags':0,'pImageMemoryBarriers':[{"
                        + "'srcStageMask':0,'srcAccessMask':0,'dstStageMask':71936,'dstAccessMask':98304,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED','newLayout':'VK_IMAGE_LAYOUT_GENERAL','image':31,"
                        + "'subresourceRange':{'aspectMask':1,'baseMipLevel':0,'levelCount':3,'baseArrayLayer':0,'layerCount':2}}]}",
                "vkCmdClearColorImage|'commandBuffer':16,'image':31,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL',"
                        + "'pColor':{'uint32':[0,0,0,0]},'pRanges':[{" + range + "]"));
        calls.addAll(dispatch(
                "SAMPLED_IMAGE",
                "'pImageInfo':[{'sampler':0,'imageView':32,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL'}]"));
        return hazards(calls.toArray(String[]::new));
    }

    @Test
    void every_level_and_layer_of_a_sampled_view_is_read_at_most() {
        for (int level = 0; level < 3; level++) {
            for (int layer = 0; layer < 2; layer++) {
                List<Hazard> found = cleared(level, layer);
                assertThat(found).as("level " + level + " layer " + layer).hasSize(1);
                assertThat(found.get(0).exact()).isFalse();
            }
        }
    }

    @Test
    void every_slice_of_the_level_is_read_at_most_behind_a_view_of_slices() {
        List<String> calls = new ArrayList<>(List.of(
                MEMORY,
                image(31, "R8G8B8A8_UNORM", 16, 16)
                        .replace("'usage':22", "'usage':6")
                        .replace("'depth':1", "'depth':4")
                        .replace("TYPE_2D", "TYPE_3D"),
                bind(31, 0),
                "vkCreateImageView|'pCreateInfo':{'image':31,'format':'VK_FORMAT_R8G8B8A8_UNORM',"
                        + "'viewType':'VK_IMAGE_VIEW_TYPE_2D','subresourceRange':"
                        + "{'aspectMask':1,'baseMipLevel':0,'levelCount':1,'baseArrayLayer':2,'layerCount':1}},'pView':32",
                "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'dependencyFlags':0,'pImageMemoryBarriers':[{"
                        + "'srcStageMask':0,'srcAccessMask':0,'dstStageMask':71936,'dstAccessMask':98304,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED','newLayout':'VK_IMAGE_LAYOUT_GENERAL','image':31,"
                        + "'subresourceRange':{'aspectMask':1,'baseMipLevel':0,'levelCount':1,'baseArrayLayer':0,'layerCount':1}}]}",
                "vkCmdClearColorImage|'commandBuffer':16,'image':31,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL',"
                        + "'pColor':{'uint32':[0,0,0,0]},'pRanges':[{'aspectMask':1,'baseMipLevel':0,'levelCount':1,"
                        + "'baseArrayLayer':0,'layerCount':1}]"));
        calls.addAll(dispatch(
                "SAMPLED_IMAGE",
                "'pImageInfo':[{'sampler':0,'imageView':32,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL'}]"));

        List<Hazard> found = hazards(calls.toArray(String[]::new));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).exact()).isFalse();
    }

    @Test
    void every_byte_of_a_uniform_buffer_is_read_at_most() {
        List<String> calls = new ArrayList<>(
                List.of("vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':16,'size':16,'data':7"));
        calls.addAll(dispatch("UNIFORM_BUFFER", "'pBufferInfo':[{'buffer':5,'offset':0,'range':256}]"));

        List<Hazard> found = hazards(calls.toArray(String[]::new));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).offset()).isEqualTo(16);
    }
}
