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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rendering to several layers, views or slices, of which a stream has one. */
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

    private ImportedCapture read(String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.add(pipeline(""));
        return GraphicsFixture.read(folder, setup, calls);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "1, 1, 0", "4, 0, 1", "1, 3, 1", "1, 2, 1"})
    void dynamic_rendering_to_other_layers_than_the_first_is_told(int layers, int viewMask, long told) {
        String begin = BEGIN.replace(
                "'pColorAttachments'", "'layerCount':" + layers + ",'viewMask':" + viewMask + ",'pColorAttachments'");

        assertThat(read(begin, USE, DRAW, END).notUnderstood())
                .isEqualTo(told == 0 ? Map.of() : Map.of("vkCmdBeginRendering", told));
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0, 0", "6, 0, 0, 1", "1, 3, 0, 1", "1, 0, 3, 1", "1, 1, 1, 0"})
    void a_render_pass_on_other_layers_than_the_first_is_told(int layers, int subpassMask, int passMask, long told) {
        String next = passMask == 0
                ? "null"
                : "{'sType':'VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO','pNext':null,'pViewMasks':["
                        + passMask + "]}";
        ImportedCapture capture = read(
                PASS.replace("NEXT", next).replace("MASK", Integer.toString(subpassMask)),
                FRAMEBUFFER.replace("LAYERS", Integer.toString(layers)),
                BEGIN_PASS,
                END_PASS);

        assertThat(capture.notUnderstood()).isEqualTo(told == 0 ? Map.of() : Map.of("vkCmdBeginRenderPass", told));
    }

    @Test
    void rendering_to_a_slice_of_a_volume_is_left_out_and_told_once_a_call() {
        ImportedCapture capture = read(
                GraphicsFixture.image(70, "R8G8B8A8_UNORM", 16, 16)
                        .replace("'depth':1", "'depth':4")
                        .replace("TYPE_2D", "TYPE_3D"),
                GraphicsFixture.bind(70, 32768),
                "vkCreateImageView|'pCreateInfo':{'image':70,'format':'VK_FORMAT_R8G8B8A8_UNORM','subresourceRange':"
                        + "{'aspectMask':1,'baseMipLevel':0,'levelCount':1,'baseArrayLayer':2,'layerCount':1}},'pView':71",
                BEGIN.replace("'imageView':32", "'imageView':71").replaceFirst(",'pDepthAttachment'.*", "}"),
                END);

        assertThat(flat(capture)).doesNotContain("beginRendering");
        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkCmdBeginRendering", 1L));
    }
}
