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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rendering to several layers or views, and to slices. */
final class LayeredRenderingTest {
    private static final String PASS =
            "vkCreateRenderPass|'pCreateInfo':{'pNext':NEXT,'pAttachments':[{'format':'VK_FORMAT_R8G8B8A8_UNORM',"
                    + "'samples':'VK_SAMPLE_COUNT_1_BIT','loadOp':'VK_ATTACHMENT_LOAD_OP_LOAD','storeOp':'VK_ATTACHMENT_STORE_OP_STORE',"
                    + "'initialLayout':'VK_IMAGE_LAYOUT_GENERAL','finalLayout':'VK_IMAGE_LAYOUT_GENERAL'}],"
                    + "'pSubpasses':[{'viewMask':MASK,'pColorAttachments':[{'attachment':0,'layout':'VK_IMAGE_LAYOUT_GENERAL'}]}],"
                    + "'pDependencies':null},'pRenderPass':60";
    private static final String FRAMEBUFFER =
            "vkCreateFramebuffer|'pCreateInfo':{'renderPass':60,'pAttachments':[32],'width':64,'height':64,'layers':LAYERS},'pFramebuffer':61";
    private static final String BEGIN_PASS =
            "vkCmdBeginRenderPass|'commandBuffer':16,'pRenderPassBegin':{'renderPass':60,'framebuffer':61,"
                    + "'renderArea':{'offset':{'x':0,'y':0},'extent':{'width':64,'height':64}},'pClearValues':null}";
    private static final String END_PASS = "vkCmdEndRenderPass|'commandBuffer':16";

    @TempDir
    private Path folder;

    /** As {@link GraphicsFixture#targets()}, of four layers each. */
    private static List<String> layered() {
        List<String> setup = new ArrayList<>(targets());
        setup.replaceAll(call -> call.replace("'arrayLayers':1", "'arrayLayers':4")
                .replace("'memoryOffset':16384", "'memoryOffset':65536")
                .replace("'allocationSize':65536", "'allocationSize':131072")
                .replace("'size':16384", "'size':65536"));
        setup.replaceAll(
                call -> call.startsWith("vkCreateImageView") ? call.replace("'layerCount':1", "'layerCount':4") : call);
        return setup;
    }

    private ImportedCapture read(List<String> setup, String... calls) {
        List<String> all = new ArrayList<>(setup);
        all.add(pipeline(""));
        return GraphicsFixture.read(folder, all, calls);
    }

    private static String begin(int layers, int viewMask) {
        return BEGIN.replace(
                "'pColorAttachments'", "'layerCount':" + layers + ",'viewMask':" + viewMask + ",'pColorAttachments'");
    }

    @ParameterizedTest
    @CsvSource({"1, 0, ''", "4, 0, 'layerCount: 4'", "1, 3, 'viewMask: 3'", "1, 10, 'viewMask: 10'"})
    void dynamic_rendering_has_its_layers_and_views(int layers, int viewMask, String written) {
        ImportedCapture capture = read(layered(), begin(layers, viewMask), USE, DRAW, END);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture)).contains(written);
        assertThat(flat(capture).contains("viewMask")).isEqualTo(viewMask != 0);
    }

    @ParameterizedTest
    @CsvSource({"5, 0, 'layerCount: 4'", "1, 24, 'viewMask: 8'"})
    void layers_that_attachments_have_not_are_left_out_and_told(int layers, int viewMask, String written) {
        ImportedCapture capture = read(layered(), begin(layers, viewMask), USE, DRAW, END);

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkCmdBeginRendering", 1L));
        assertThat(flat(capture)).contains(written);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 'framebuffer61: {renderPass: renderPass60, attachments: [imageView32], width: 64, height: 64}'",
        "4, 0, 0, 'height: 64, layers: 4'",
        "1, 3, 0, 'viewMask: 3'",
        "1, 0, 12, 'viewMask: 12'"
    })
    void a_render_pass_has_its_layers_and_views(int layers, int subpassMask, int passMask, String written) {
        ImportedCapture capture = pass(layers, subpassMask, passMask);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture)).contains(written);
    }

    @ParameterizedTest
    @CsvSource({"5, 0", "1, 16"})
    void a_render_pass_whose_attachments_lack_layers_is_left_out_and_told(int layers, int mask) {
        ImportedCapture capture = pass(layers, mask, 0);

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkCmdBeginRenderPass", 1L));
        assertThat(flat(capture)).doesNotContain("beginRenderPass");
    }

    @Test
    void the_last_of_as_many_views_as_a_mask_has_is_too_many_and_told() {
        List<String> setup = new ArrayList<>(layered());
        setup.replaceAll(call ->
                call.replace("'arrayLayers':4", "'arrayLayers':32").replace("'layerCount':4", "'layerCount':32"));
        ImportedCapture capture = read(
                setup,
                PASS.replace("NEXT", "null").replace("MASK", "2147483649"),
                FRAMEBUFFER.replace("LAYERS", "1"),
                BEGIN_PASS,
                END_PASS);

        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkCmdBeginRenderPass", 1L));
    }

    private ImportedCapture pass(int layers, int subpassMask, int passMask) {
        String next = passMask == 0
                ? "null"
                : "{'sType':'VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO','pNext':null,'pViewMasks':["
                        + passMask + "]}";
        return read(
                layered(),
                PASS.replace("NEXT", next).replace("MASK", Integer.toString(subpassMask)),
                FRAMEBUFFER.replace("LAYERS", Integer.toString(layers)),
                BEGIN_PASS,
                END_PASS);
    }

    /** The vertex shader of the tests, or the same with a variable that is the layer. */
    private String[] withVertexShader(boolean layer, String... calls) {
        byte[] module = CaptureSeeds.spirv("push-constants.vert");
        ByteBuffer words = ByteBuffer.allocate(module.length + (layer ? 16 : 0)).order(ByteOrder.LITTLE_ENDIAN);
        words.put(module, 0, 20);
        if (layer) {
            words.putInt(4 << 16 | 71).putInt(1).putInt(11).putInt(9); // OpDecorate 1 BuiltIn Layer
        }
        words.put(module, 20, module.length - 20);
        CaptureFixture.write(folder.resolve("v.spv"), words.array());
        List<String> all = new ArrayList<>(List.of(
                "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'v.spv'},'pShaderModule':41", pipeline("")));
        all.addAll(List.of(calls));
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"false, 4, 0", "true, 4, 1", "true, 1, 0"})
    void draws_go_to_the_first_layer_or_to_all_if_a_shader_chooses_one(boolean layer, int layers, int all) {
        ImportedCapture capture =
                GraphicsFixture.read(folder, layered(), withVertexShader(layer, begin(layers, 0), USE, DRAW, END));

        assertThat(flat(capture)).contains("vertices: [3]" + (all == 1 ? ", layerCount: 4}" : "}"));
        assertThat(capture.notes().contains("draws whose shaders choose a layer go to all layers"))
                .isEqualTo(all == 1);
    }

    private static String clear(String... rects) {
        return "vkCmdClearAttachments|'commandBuffer':16,'pAttachments':[{'aspectMask':2,'colorAttachment':0,'clearValue':"
                + "{'depthStencil':{'depth':1.0,'stencil':0}}}],'pRects':[" + String.join(",", rects) + "]";
    }

    private static String rect(int x, int first, int count) {
        return "{'rect':{'offset':{'x':" + x + ",'y':0},'extent':{'width':8,'height':8}},'baseArrayLayer':" + first
                + ",'layerCount':" + count + "}";
    }

    @Test
    void clears_are_of_the_layers_of_their_rectangles() {
        String text = flat(
                read(layered(), begin(4, 0), clear(rect(0, 0, 4), rect(8, 1, 2), rect(16, 0, 4), rect(24, 2, 2)), END));

        assertThat(text)
                .contains("rects: [[0, 0, 8, 8], [16, 0, 8, 8]] source")
                .contains("rects: [[8, 0, 8, 8]] baseArrayLayer: 1 layerCount: 2")
                .contains("rects: [[24, 0, 8, 8]] baseArrayLayer: 2 source");
    }

    @Test
    void clears_within_several_views_are_of_all_of_them() {
        assertThat(flat(read(layered(), begin(1, 3), clear(rect(0, 0, 1), rect(8, 0, 1)), END)))
                .contains("rects: [[0, 0, 8, 8], [8, 0, 8, 8]] source");
    }

    /** A volume of four slices behind handle 70, with a view of slices 2 and 3 behind 71. */
    private static String[] volume() {
        return new String[] {
            GraphicsFixture.image(70, "R8G8B8A8_UNORM", 64, 64)
                    .replace("'depth':1", "'depth':4")
                    .replace("'mipLevels':1", "'mipLevels':2")
                    .replace("TYPE_2D", "TYPE_3D"),
            GraphicsFixture.bind(70, 32768),
            "vkCreateImageView|'pCreateInfo':{'image':70,'format':'VK_FORMAT_R8G8B8A8_UNORM',"
                    + "'viewType':'VK_IMAGE_VIEW_TYPE_2D_ARRAY','subresourceRange':"
                    + "{'aspectMask':1,'baseMipLevel':0,'levelCount':4294967295,'baseArrayLayer':2,'layerCount':4294967295}},'pView':71"
        };
    }

    private static String renders(int layers) {
        return begin(layers, 0).replace("'imageView':32", "'imageView':71").replaceFirst(",'pDepthAttachment'.*", "}");
    }

    @Test
    void rendering_draws_to_slices_of_one_level_of_a_volume() {
        String[] volume = volume();
        ImportedCapture capture = read(targets(), volume[0], volume[1], volume[2], renders(2), END);

        assertThat(flat(capture))
                .contains("imageView71: image: image70")
                .contains("viewType: \"2D_ARRAY\"")
                .contains("levelCount: 1, baseArrayLayer: 2, layerCount: 2")
                .contains("beginRendering: renderArea: [0, 0, 64, 64] layerCount: 2");
        assertThat(capture.notUnderstood()).isEmpty();
    }
}
