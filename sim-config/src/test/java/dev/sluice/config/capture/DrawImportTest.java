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

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws and what they bind. */
final class DrawImportTest {
    private static final String LAYOUT =
            "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','descriptorCount':1},{'binding':1,'descriptorType':'VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER','descriptorCount':1}]},'pSetLayout':45";
    private static final String PIPELINE_LAYOUT =
            "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43";
    private static final String PUSH =
            "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS','layout':43,'set':0,'pDescriptorWrites':[";
    private static final String UNIFORM =
            "{'dstSet':0,'dstBinding':0,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','pBufferInfo':[{'buffer':5,'offset':0,'range':256}]}";

    @TempDir
    private Path folder;

    private static String image(String type, String layout) {
        return "{'dstSet':0,'dstBinding':1,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_"
                + type + "','pImageInfo':[{'sampler':46,'imageView':34,'imageLayout':'VK_IMAGE_LAYOUT_" + layout
                + "'}]}";
    }

    private ImportedCapture draw(String pipelineState, String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(LAYOUT, PIPELINE_LAYOUT, pipeline(pipelineState), BEGIN, USE));
        return GraphicsFixture.read(folder, setup, calls);
    }

    @Test
    void a_draw_covers_the_render_area_and_is_approximate() {
        assertThat(flat(draw("", DRAW)))
                .contains("draw: {vertex: shader41, fragment: shader42, coverage: fullscreen, vertices: [3]} source")
                .contains("approximate: true")
                .contains("out.color0 = hash(acc)");
    }

    @Test
    void a_draw_names_its_pipeline_and_shaders() {
        assertThat(flat(draw(
                        "",
                        DRAW,
                        "vkSetDebugUtilsObjectNameEXT|'pNameInfo':{'objectHandle':40,'pObjectName':'sky'}",
                        "vkSetDebugUtilsObjectNameEXT|'pNameInfo':{'objectHandle':42,'pObjectName':'haze'}")))
                .contains("capture: {pipeline: sky, shaders: {vertex: shader41, fragment: haze}}");
    }

    @Test
    void the_name_of_a_pipeline_takes_none_away_from_a_buffer() {
        assertThat(flat(draw(
                        "",
                        DRAW,
                        "vkSetDebugUtilsObjectNameEXT|'pNameInfo':{'objectHandle':40,'pObjectName':'sky'}",
                        "vkSetDebugUtilsObjectNameEXT|'pNameInfo':{'objectHandle':5,'pObjectName':'sky'}")))
                .contains("{name: sky, memory:", "capture: {pipeline: sky,");
    }

    @Test
    void a_draw_covers_no_more_than_viewport_and_scissor() {
        assertThat(flat(draw(
                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_VIEWPORT','VK_DYNAMIC_STATE_SCISSOR']},",
                        "vkCmdSetViewport|'commandBuffer':16,'firstViewport':0,'pViewports':[{'x':0.0,'y':48.0,'width':64.0,'height':-40.0}]",
                        "vkCmdSetScissor|'commandBuffer':16,'firstScissor':0,'pScissors':[{'offset':{'x':4,'y':0},'extent':{'width':16,'height':64}}]",
                        DRAW)))
                .contains("coverage: [[4, 8, 16, 40]]");
    }

    @Test
    void a_draw_that_reaches_no_pixel_still_has_vertices() {
        ImportedCapture capture = draw("'pRasterizationState':{'rasterizerDiscardEnable':1},", DRAW);
        assertThat(flat(capture)).contains("- draw: {vertex: shader41, coverage: [], vertices: [3]}");
        assertThat(capture.notes()).contains("draws that can reach no pixel end with their vertices");
    }

    @Test
    void one_offset_of_vertices_for_all_draws_of_a_call_goes_before_their_own() {
        assertThat(flat(draw(
                        "'pVertexInputState':{'pVertexBindingDescriptions':[{'binding':0,'stride':16,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
                                + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32B32A32_SFLOAT','offset':0}]},",
                        "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':0,'size':16,'data':7",
                        "vkCmdBindVertexBuffers|'commandBuffer':16,'firstBinding':0,'pBuffers':[5],'pOffsets':[0]",
                        "vkCmdBindIndexBuffer|'commandBuffer':16,'buffer':5,'offset':0,'indexType':'VK_INDEX_TYPE_UINT32'",
                        "vkCmdDrawMultiIndexedEXT|'commandBuffer':16,'drawCount':1,'pIndexInfo':[{'firstIndex':0,'indexCount':3,'vertexOffset':9}],"
                                + "'instanceCount':1,'firstInstance':0,'stride':12,'pVertexOffset':1")))
                .contains("vertices: [{buffer: buffer5, offset: 128, stride: 16, size: 16, count: 1, range: 16}]");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "9, 2"})
    void a_buffer_that_counts_draws_is_read(int counted, int drawn) {
        String text = flat(draw(
                "",
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':4,'size':4,'data':" + counted,
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':16,'size':64,'data':1",
                "vkCmdDrawIndirectCount|'commandBuffer':16,'buffer':5,'offset':16,'countBuffer':5,'countBufferOffset':4,"
                        + "'maxDrawCount':2,'stride':32"));
        assertThat(text).contains("countBuffer: buffer5, countBufferOffset: 4}");
        assertThat(text.contains("drawCount: 2")).isEqualTo(drawn == 2);
    }

    @Test
    void depth_and_blend_state_come_from_the_pipeline() {
        assertThat(flat(draw(
                        "'pDepthStencilState':{'depthTestEnable':1,'depthWriteEnable':1,'depthCompareOp':'VK_COMPARE_OP_LESS_OR_EQUAL'},"
                                + "'pColorBlendState':{'pAttachments':[{'blendEnable':1,'colorWriteMask':15}]},",
                        DRAW)))
                .contains("blend: true depthTest: LESS_OR_EQUAL depthWrite: true");
    }

    @Test
    void dynamic_state_wins_over_the_pipeline() {
        assertThat(flat(draw(
                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE','VK_DYNAMIC_STATE_DEPTH_COMPARE_OP']},"
                                + "'pDepthStencilState':{'depthTestEnable':1,'depthWriteEnable':1,'depthCompareOp':'VK_COMPARE_OP_LESS'},",
                        "vkCmdSetDepthWriteEnable|'commandBuffer':16,'depthWriteEnable':0",
                        "vkCmdSetDepthCompareOpEXT|'commandBuffer':16,'depthCompareOp':'VK_COMPARE_OP_GREATER'",
                        DRAW)))
                .contains("depthTest: GREATER")
                .doesNotContain("depthWrite");
    }

    @Test
    void colours_that_are_masked_are_not_written() {
        assertThat(flat(draw("'pColorBlendState':{'pAttachments':[{'blendEnable':0,'colorWriteMask':0}]},", DRAW)))
                .doesNotContain("out.color0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT']},",
                "'pColorBlendState':{'pNext':{'sType':'VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT','attachmentCount':1,'pColorWriteEnables':[0]},"
                        + "'pAttachments':[{'blendEnable':0,'colorWriteMask':15}]},"
            })
    void colours_whose_write_is_off_are_not_written(String state) {
        String off = "vkCmdSetColorWriteEnableEXT|'commandBuffer':16,'attachmentCount':1,'pColorWriteEnables':[0]";
        ImportedCapture capture = draw(state, off, DRAW);
        assertThat(flat(capture)).contains("draw:").doesNotContain("out.color0");
        assertThat(capture.leftOut().notUnderstood()).isEmpty();
        assertThat(flat(draw("", off, DRAW))).contains("out.color0");
    }

    @Test
    void every_invocation_reads_uniforms_and_samples_images_at_its_own_place() {
        String yaml = flat(draw(
                "", PUSH + UNIFORM + "," + image("COMBINED_IMAGE_SAMPLER", "SHADER_READ_ONLY_OPTIMAL") + "]", DRAW));
        assertThat(yaml)
                .contains("bindings: {s0b0: uniform, s0b1: sampled}")
                .contains("for i in 0..s0b0_lines { v = load.u32 s0b0[i * 16] acc = hash(acc + v) }")
                .contains("u = ((x - left) * 2 + 1) * s0b1.width * 128 / width")
                .contains("v = sample.bilinear.u32 s0b1[u, w]")
                .contains("s0b0: {buffer: buffer5, size: 256}")
                .contains("s0b1: {view: imageView34}")
                .contains("s0b0_lines: 4")
                .contains("left: 0, top: 0, width: 64, height: 64");
    }

    @Test
    void a_sampler_without_filter_takes_the_nearest_texel() {
        assertThat(flat(draw(
                        "",
                        "vkCreateSampler|'pCreateInfo':{'magFilter':'VK_FILTER_NEAREST'},'pSampler':46",
                        PUSH + image("COMBINED_IMAGE_SAMPLER", "DEPTH_READ_ONLY_OPTIMAL") + "]",
                        DRAW)))
                .contains("v = sample.nearest.u32 s0b1[u, w]")
                .contains("s0b1: {view: imageView34, layout: DEPTH_READ_ONLY_OPTIMAL}");
    }

    @Test
    void storage_images_are_loaded_and_stored() {
        assertThat(flat(draw("", PUSH + image("STORAGE_IMAGE", "GENERAL") + "]", DRAW)))
                .contains("v = load.u32 s0b1[u / 256, w / 256] store.u32 s0b1[u / 256, w / 256] = hash(v)");
    }

    @Test
    void input_attachments_are_loaded_at_the_pixel() {
        assertThat(flat(draw("", PUSH + image("INPUT_ATTACHMENT", "SHADER_READ_ONLY_OPTIMAL") + "]", DRAW)))
                .contains("bindings: {s0b1: inputAttachment}")
                .contains("v = load.u32 s0b1[x, y]");
    }

    @Test
    void a_dispatch_touches_every_texel_of_an_image_once() {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(
                LAYOUT,
                PIPELINE_LAYOUT,
                "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'module':41,'pName':'main'},'layout':43}],'pPipelines':[40]",
                USE.replace("GRAPHICS", "COMPUTE"),
                PUSH.replace("GRAPHICS", "COMPUTE") + image("STORAGE_IMAGE", "GENERAL") + "]"));
        assertThat(flat(GraphicsFixture.read(
                        folder,
                        setup,
                        "vkCmdDispatch|'commandBuffer':16,'groupCountX':2,'groupCountY':1,'groupCountZ':1")))
                .contains("if j < s0b1_count { v = load.u32 s0b1[j % s0b1.width, j / s0b1.width]"
                        + " store.u32 s0b1[j % s0b1.width, j / s0b1.width] = hash(v) }")
                .contains("params: {total: 128, s0b1_count: 4096}");
    }

    @Test
    void vertex_attributes_are_fetched_from_the_first_vertex_on() {
        assertThat(flat(draw(
                        "'pVertexInputState':{'pVertexBindingDescriptions':[{'binding':0,'stride':16,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
                                + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32B32_SFLOAT','offset':4}]},",
                        "vkCmdBindVertexBuffers|'commandBuffer':16,'firstBinding':0,'pBuffers':[5],'pOffsets':[64]",
                        DRAW.replace("'firstVertex':0", "'firstVertex':2"))))
                .contains("vertices: [{buffer: buffer5, offset: 100, stride: 16, size: 12, count: 3}]");
    }

    @Test
    void vertex_input_may_be_dynamic() {
        assertThat(
                        flat(
                                draw(
                                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_VERTEX_INPUT_EXT']},",
                                        "vkCmdBindVertexBuffers2|'commandBuffer':16,'firstBinding':0,'pBuffers':[5],'pOffsets':[0],'pStrides':null",
                                        "vkCmdSetVertexInputEXT|'commandBuffer':16,'pVertexBindingDescriptions':[{'binding':0,'stride':8,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
                                                + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32_SFLOAT','offset':0}]",
                                        "vkCmdDrawMultiEXT|'commandBuffer':16,'pVertexInfo':[{'firstVertex':1,'vertexCount':4}],'instanceCount':2,'firstInstance':0,'stride':8")))
                .contains("vertices: [{buffer: buffer5, offset: 8, stride: 8, size: 8, count: 4}] instances: 2");
    }

    @Test
    void indices_that_the_device_wrote_tell_which_vertices_are_fetched() {
        assertThat(
                        flat(
                                draw(
                                        "'pVertexInputState':{'pVertexBindingDescriptions':[{'binding':0,'stride':16,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
                                                + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32B32A32_SFLOAT','offset':0}]},",
                                        "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':0,'size':16,'data':7",
                                        "vkCmdBindVertexBuffers|'commandBuffer':16,'firstBinding':0,'pBuffers':[5],'pOffsets':[0]",
                                        "vkCmdBindIndexBuffer|'commandBuffer':16,'buffer':5,'offset':0,'indexType':'VK_INDEX_TYPE_UINT32'",
                                        "vkCmdDrawIndexed|'commandBuffer':16,'indexCount':3,'instanceCount':1,'firstIndex':1,'vertexOffset':1,'firstInstance':0")))
                .contains("drawIndexed:")
                .contains("indices: {buffer: buffer5, offset: 4, count: 3, vertexOffset: -7}")
                .contains("vertices: [{buffer: buffer5, offset: 128, stride: 16, size: 16, count: 1, range: 16}]");
    }

    @Test
    void indices_may_have_one_byte() {
        assertThat(
                        flat(
                                draw(
                                        "'pVertexInputState':{'pVertexBindingDescriptions':[{'binding':0,'stride':16,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
                                                + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32B32A32_SFLOAT','offset':0}]},",
                                        "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':0,'size':16,'data':4294903815", // 7, 8, 255, 255
                                        "vkCmdBindVertexBuffers|'commandBuffer':16,'firstBinding':0,'pBuffers':[5],'pOffsets':[0]",
                                        "vkCmdBindIndexBuffer|'commandBuffer':16,'buffer':5,'offset':0,'indexType':'VK_INDEX_TYPE_UINT8_EXT'",
                                        "vkCmdDrawIndexed|'commandBuffer':16,'indexCount':4,'instanceCount':1,'firstIndex':0,'vertexOffset':0,'firstInstance':0")))
                .contains("indices: {buffer: buffer5, type: u8, count: 4, vertexOffset: -7}")
                .contains("vertices: [{buffer: buffer5, offset: 112, stride: 16, size: 16, count: 2, range: 32}]");
    }

    @Test
    void of_what_is_bound_of_buffers_no_vertex_and_no_index_beyond_is_fetched() {
        String input =
                "'pVertexInputState':{'pVertexBindingDescriptions':[{'binding':0,'stride':16,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
                        + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32B32A32_SFLOAT','offset':0}]},";
        String vertices =
                "vkCmdBindVertexBuffers2|'commandBuffer':16,'firstBinding':0,'pBuffers':[5],'pOffsets':[64],'pSizes':[40],'pStrides':null";
        assertThat(
                        flat(
                                draw(
                                        input,
                                        vertices,
                                        "vkCmdBindIndexBuffer2KHR|'commandBuffer':16,'buffer':5,'offset':512,'size':8,'indexType':'VK_INDEX_TYPE_UINT16'",
                                        "vkCmdDrawIndexed|'commandBuffer':16,'indexCount':300,'instanceCount':1,'firstIndex':1,'vertexOffset':0,'firstInstance':0")))
                .contains("indices: {buffer: buffer5, offset: 514, type: u16, count: 3}")
                .contains("vertices: [{buffer: buffer5, offset: 64, stride: 16, size: 16, count: 2, range: 40}]");
        assertThat(flat(draw(input, vertices, DRAW)))
                .contains("vertices: [{buffer: buffer5, offset: 64, stride: 16, size: 16, count: 2, range: 40}]");
    }

    @Test
    void an_indirect_draw_names_the_buffer_of_its_counts() {
        assertThat(flat(draw(
                        "", "vkCmdDrawIndirect|'commandBuffer':16,'buffer':5,'offset':32,'drawCount':2,'stride':16")))
                .contains("drawIndirect:")
                .contains("indirect: {buffer: buffer5, offset: 32, drawCount: 2, stride: 16, assumed: true}");
    }

    @Test
    void draws_outside_a_render_pass_are_left_out() {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(pipeline(""), USE));
        ImportedCapture capture = GraphicsFixture.read(folder, setup, DRAW);
        assertThat(capture.yaml()).doesNotContain("draw:");
        assertThat(capture.notes()).contains("draws outside a render pass that is known are left out");
        assertThat(capture.leftOut().hidesWork()).isTrue();
    }

    @Test
    void suspended_rendering_goes_on_without_an_end_between() {
        String suspending = BEGIN.replace("'flags':0", "'flags':2");
        String resuming = BEGIN.replace("'flags':0", "'flags':'0x00000004'");
        String both = BEGIN.replace("'flags':0", "'flags':'VK_RENDERING_SUSPENDING_BIT|VK_RENDERING_RESUMING_BIT'");
        String end = "vkCmdEndRendering2EXT|'commandBuffer':16,'pRenderingEndInfo':null";
        assertThat(rendered(suspending, DRAW, END, both, DRAW, END, resuming, DRAW, end))
                .containsExactly("beginRendering", "draw", "draw", "draw", "endRendering");
        assertThat(rendered(suspending, DRAW, END)).containsExactly("beginRendering", "draw", "endRendering");
        assertThat(rendered(suspending, DRAW, END, BEGIN, DRAW, END))
                .containsExactly("beginRendering", "draw", "endRendering", "beginRendering", "draw", "endRendering");
    }

    /** The kinds of the commands that are imported. */
    private List<String> rendered(String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(LAYOUT, PIPELINE_LAYOUT, pipeline(""), USE));
        return Pattern.compile("(?<![a-zA-Z])(beginRendering|draw|endRendering):")
                .matcher(GraphicsFixture.read(folder, setup, calls).yaml())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void descriptors_pushed_by_template_come_from_the_binary_capture() {
        List<String> calls = pushed();
        Path path = new CaptureFixture()
                .calls(calls)
                .call(
                        "vkCmdPushDescriptorSetWithTemplateKHR|'commandBuffer':16,'descriptorUpdateTemplate':47,'layout':43")
                .call(DRAW)
                .call(CaptureFixture.SUBMIT)
                .write(folder);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new CaptureFixture.Binary()
                        .call(calls.size() + 1)
                        .block(4, push())
                        .call(2)
                        .bytes());
        assertThat(flat(CaptureImporter.read(path, CaptureFixture.TARGET)))
                .contains("s0b0: {buffer: buffer5, offset: 64, size: 128}")
                .contains("s0b1: {view: imageView34, layout: DEPTH_READ_ONLY_OPTIMAL}");
    }

    /** As gfxrecon-convert 1.0.5 leaves the call of Vulkan 1.4 out. */
    @Test
    void a_push_by_template_that_was_not_converted_is_read_from_the_binary_capture() {
        byte[] push = push();
        ByteBuffer.wrap(push).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 0x11305);
        ImportedCapture capture = withoutLine(push);
        assertThat(flat(capture))
                .contains("s0b0: {buffer: buffer5, offset: 64, size: 128}")
                .contains("s0b1: {view: imageView34, layout: DEPTH_READ_ONLY_OPTIMAL}");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void other_calls_that_were_not_converted_are_not_understood() {
        byte[] other = push();
        ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 0x1ffff);
        ImportedCapture capture = withoutLine(other);
        assertThat(capture.notUnderstood()).containsExactly(Map.entry("call 0x1ffff", 1L));
        assertThat(capture.leftOut().reliable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0x1130b, vkCmdPushDescriptorSetWithTemplate2", "0x112e2, vkCmdPushDescriptorSetWithTemplate2KHR"})
    void a_push_by_template_in_a_structure_is_read_from_the_binary_capture(String id, String name) {
        ImportedCapture capture = withoutLine(push2(Integer.decode(id), false));
        assertThat(flat(capture))
                .contains("s0b0: {buffer: buffer5, offset: 64, size: 128}")
                .contains("s0b1: {view: imageView34, layout: DEPTH_READ_ONLY_OPTIMAL}");
        assertThat(capture.notUnderstood()).isEmpty();

        assertThat(withoutLine(push2(Integer.decode(id), true)).notUnderstood()).containsExactly(Map.entry(name, 1L));
    }

    /** The push by template as a structure has it. */
    private static byte[] push2(int id, boolean chained) {
        ByteBuffer data = ByteBuffer.wrap(push()).position(40);
        ByteBuffer body = ByteBuffer.allocate(60 + data.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(id).putLong(1).putLong(16);
        body.putInt(0xc2).putLong(0x1230).putInt(1_000_545_006).putInt(chained ? 0xc2 : 1);
        return body.putLong(47).putLong(43).putInt(0).put(data).array();
    }

    /** A capture of which the binary file has a call that the lines lack. */
    private ImportedCapture withoutLine(byte[] call) {
        List<String> calls = pushed();
        Path path = new CaptureFixture()
                .calls(calls)
                .gap()
                .call(DRAW)
                .call(CaptureFixture.SUBMIT)
                .write(folder);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new CaptureFixture.Binary()
                        .call(calls.size() + 1)
                        .block(4, call)
                        .call(2)
                        .bytes());
        return CaptureImporter.read(path, CaptureFixture.TARGET);
    }

    @Test
    void newer_json_has_the_descriptors_of_a_template_too() {
        ImportedCapture capture = new CaptureFixture()
                .calls(pushed())
                .call(
                        "vkCmdPushDescriptorSetWithTemplateKHR|'commandBuffer':16,'descriptorUpdateTemplate':47,'layout':43,"
                                + "'pData':{'imageInfos':[{'sampler':46,'imageView':34,'imageLayout':1000241001}],"
                                + "'bufferInfos':[{'buffer':5,'offset':64,'range':128}]}")
                .call(DRAW)
                .call(CaptureFixture.SUBMIT)
                .read(folder);

        assertThat(flat(capture))
                .contains("s0b0: {buffer: buffer5, offset: 64, size: 128}")
                .contains("s0b1: {view: imageView34, layout: DEPTH_READ_ONLY_OPTIMAL}");
    }

    /** All before a push by template of an image and a buffer. */
    private static List<String> pushed() {
        List<String> calls = new ArrayList<>(CaptureFixture.SETUP);
        calls.addAll(targets());
        calls.addAll(List.of(
                LAYOUT,
                PIPELINE_LAYOUT,
                pipeline(""),
                "vkCreateDescriptorUpdateTemplateKHR|'pCreateInfo':{'pDescriptorUpdateEntries':[{'dstBinding':1,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER','offset':24,'stride':24},"
                        + "{'dstBinding':0,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','offset':0,'stride':24}],'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS','set':0},'pDescriptorUpdateTemplate':47",
                BEGIN,
                USE));
        return calls;
    }

    /** A push of an image (sampler, view, layout) and a buffer (buffer, offset, range). */
    private static byte[] push() {
        ByteBuffer body = ByteBuffer.allocate(120).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x110dd).putLong(1).putLong(16).putLong(47).putLong(43).putInt(0);
        body.putInt(0xe2).putLong(0x1234).putLong(1).putLong(1).putLong(0);
        body.putLong(46).putLong(34).putInt(1_000_241_001);
        return body.putLong(5).putLong(64).putLong(128).array();
    }

    @Test
    void bound_sets_take_their_dynamic_offsets() {
        assertThat(flat(draw(
                        "",
                        "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC','descriptorCount':1}]},'pSetLayout':48",
                        "vkAllocateDescriptorSets|'pAllocateInfo':{'pSetLayouts':[48]},'pDescriptorSets':[49]",
                        "vkUpdateDescriptorSets|'pDescriptorWrites':["
                                + UNIFORM.replace("'dstSet':0", "'dstSet':49")
                                        .replace("UNIFORM_BUFFER'", "UNIFORM_BUFFER_DYNAMIC'")
                                + "]",
                        "vkCmdBindDescriptorSets|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS','layout':43,'firstSet':0,'pDescriptorSets':[49],'pDynamicOffsets':[512]",
                        DRAW)))
                .contains("s0b0: {buffer: buffer5, offset: 512, size: 256}");
    }

    /** The forms of Vulkan 1.4, as gfxreconstruct 1.0.5 wrote them. */
    @Test
    void sets_are_bound_and_pushed_by_stages_too() {
        String push = "vkCmdPushDescriptorSet2|'commandBuffer':16,'pPushDescriptorSetInfo':{'stageFlags':'STAGES',"
                + "'layout':43,'set':0,'pDescriptorWrites':[" + UNIFORM + "],'pNext':null}";
        assertThat(flat(draw("", push.replace("STAGES", "0x00000011"), DRAW))).contains("s0b0: {buffer: buffer5");
        assertThat(flat(draw("", push.replace("STAGES", "VK_SHADER_STAGE_FRAGMENT_BIT"), DRAW)))
                .contains("s0b0: {buffer: buffer5");
        assertThat(flat(draw("", push.replace("STAGES", "VK_SHADER_STAGE_ALL"), DRAW)))
                .contains("s0b0: {buffer: buffer5");
        assertThat(flat(draw("", push.replace("STAGES", "0x00000020"), DRAW))).doesNotContain("s0b0");

        ImportedCapture bound = draw(
                "",
                "vkAllocateDescriptorSets|'pAllocateInfo':{'pSetLayouts':[45]},'pDescriptorSets':[49]",
                "vkUpdateDescriptorSets|'pDescriptorWrites':[" + UNIFORM.replace("'dstSet':0", "'dstSet':49") + "]",
                "vkCmdBindDescriptorSets2|'commandBuffer':16,'pBindDescriptorSetsInfo':{'stageFlags':'0x7fffffff',"
                        + "'layout':43,'firstSet':0,'pDescriptorSets':[49],'pDynamicOffsets':null,'pNext':null}",
                "vkCmdPushConstants2|'commandBuffer':16,'pPushConstantsInfo':{'layout':43,'stageFlags':'0x7fffffff',"
                        + "'offset':0,'size':4,'pValues':[0,4,0,0],'pNext':null}",
                DRAW);
        assertThat(flat(bound)).contains("s0b0: {buffer: buffer5");
        assertThat(bound.notUnderstood()).isEmpty();
    }

    @Test
    void what_draws_bind_is_not_what_dispatches_bind() {
        assertThat(flat(draw("", PUSH.replace("GRAPHICS", "COMPUTE") + UNIFORM + "]", DRAW)))
                .doesNotContain("s0b0");
    }

    @Test
    void texels_of_16_bytes_are_read_and_written_in_halves() {
        List<String> setup = new ArrayList<>(targets());
        setup.replaceAll(call -> call.replace("VK_FORMAT_R8G8B8A8_UNORM", "VK_FORMAT_R32G32B32A32_SFLOAT")
                .replace("VK_FORMAT_D32_SFLOAT", "VK_FORMAT_R32G32B32A32_SFLOAT"));
        setup.addAll(List.of(
                LAYOUT,
                PIPELINE_LAYOUT,
                pipeline(""),
                BEGIN.substring(0, BEGIN.indexOf(",'pDepthAttachment'")) + "}",
                USE,
                PUSH + image("COMBINED_IMAGE_SAMPLER", "SHADER_READ_ONLY_OPTIMAL") + "]"));
        assertThat(flat(GraphicsFixture.read(folder, setup, DRAW)))
                .contains("t = ((w / 256) * s0b1.width + (u / 256)) * 2 v = load.u64 s0b1[t + 0]")
                .contains("out.color0 = hash(acc) & 0x3f7fffff3f7fffff, hash(acc + 1) & 0x3f7fffff3f7fffff");
    }
}
