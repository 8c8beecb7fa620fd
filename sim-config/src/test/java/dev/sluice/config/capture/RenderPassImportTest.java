// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Render passes, framebuffers and dynamic rendering. */
final class RenderPassImportTest {
    private static final String ATTACHMENT =
            "'samples':'VK_SAMPLE_COUNT_1_BIT','storeOp':'VK_ATTACHMENT_STORE_OP_STORE','stencilLoadOp':'VK_ATTACHMENT_LOAD_OP_DONT_CARE','stencilStoreOp':'VK_ATTACHMENT_STORE_OP_DONT_CARE','initialLayout':'VK_IMAGE_LAYOUT_UNDEFINED'";
    private static final String RENDER_PASS =
            "vkCreateRenderPass|'pCreateInfo':{'pAttachments':[{'format':'VK_FORMAT_R8G8B8A8_UNORM','loadOp':'VK_ATTACHMENT_LOAD_OP_CLEAR','finalLayout':'VK_IMAGE_LAYOUT_PRESENT_SRC_KHR',"
                    + ATTACHMENT
                    + "},{'format':'VK_FORMAT_D32_SFLOAT','loadOp':'VK_ATTACHMENT_LOAD_OP_DONT_CARE','finalLayout':'VK_IMAGE_LAYOUT_GENERAL',"
                    + ATTACHMENT
                    + "}],'pSubpasses':[{'pColorAttachments':[{'attachment':4294967295,'layout':'VK_IMAGE_LAYOUT_UNDEFINED'},{'attachment':0,'layout':'VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL'}],'pDepthStencilAttachment':{'attachment':1,'layout':'VK_IMAGE_LAYOUT_GENERAL'}},"
                    + "{'pInputAttachments':[{'attachment':1,'layout':'VK_IMAGE_LAYOUT_GENERAL'}],'pColorAttachments':[{'attachment':0,'layout':'VK_IMAGE_LAYOUT_GENERAL'}]}],"
                    + "'pDependencies':[{'srcSubpass':4294967295,'dstSubpass':0,'srcStageMask':1024,'dstStageMask':1024,'srcAccessMask':0,'dstAccessMask':256,'dependencyFlags':1}]},'pRenderPass':35";
    private static final String FRAMEBUFFER =
            "vkCreateFramebuffer|'pCreateInfo':{'renderPass':35,'pAttachments':[32,34],'width':64,'height':64,'layers':1},'pFramebuffer':36";
    private static final String BEGIN_PASS =
            "vkCmdBeginRenderPass|'commandBuffer':16,'pRenderPassBegin':{'renderPass':35,'framebuffer':36,'renderArea':{'offset':{'x':8,'y':0},'extent':{'width':32,'height':64}},"
                    + "'pClearValues':[{'color':{'float32':[0.5,0.0,0.0,1.0]}},{'depthStencil':{'depth':0.5,'stencil':0}}]}";

    @TempDir
    private Path folder;

    private ImportedCapture pass(String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.add(RENDER_PASS);
        setup.add(FRAMEBUFFER);
        return GraphicsFixture.read(folder, setup, calls);
    }

    @Test
    void depth_and_stencil_of_dynamic_rendering_have_each_their_operations() {
        List<String> setup = List.of(
                GraphicsFixture.MEMORY,
                GraphicsFixture.image(33, "D24_UNORM_S8_UINT", 64, 64),
                GraphicsFixture.needs(33, 16384),
                GraphicsFixture.bind(33, 0),
                GraphicsFixture.view(34, 33, "D24_UNORM_S8_UINT", 6));
        String depth = BEGIN.substring(BEGIN.indexOf("{'imageView':34"), BEGIN.length() - 1);
        String stencil = depth.replace("OP_LOAD", "OP_NONE").replace("OP_DONT_CARE", "OP_STORE");
        String begin = BEGIN.substring(0, BEGIN.indexOf("'pColorAttachments'"));
        String written = "{view: imageView34, layout: DEPTH_ATTACHMENT_OPTIMAL, ";

        assertThat(flat(GraphicsFixture.read(
                        folder,
                        setup,
                        begin + "'pDepthAttachment':" + depth + ",'pStencilAttachment':" + stencil + "}",
                        END)))
                .contains("depthAttachment: " + written + "storeOp: DONT_CARE} stencilAttachment: " + written
                        + "loadOp: NONE}");
        assertThat(flat(GraphicsFixture.read(
                        folder, setup, begin + "'pDepthAttachment':null,'pStencilAttachment':" + stencil + "}", END)))
                .contains("stencilAttachment: ")
                .doesNotContain("depthAttachment: ");
    }

    @Test
    void attachments_of_dynamic_rendering_are_resolved_by_their_modes() {
        List<String> setup = List.of(
                GraphicsFixture.MEMORY,
                GraphicsFixture.image(33, "D32_SFLOAT", 64, 64),
                GraphicsFixture.needs(33, 16384),
                GraphicsFixture.bind(33, 0),
                GraphicsFixture.view(34, 33, "D32_SFLOAT", 2));
        String begin = BEGIN.substring(0, BEGIN.indexOf("'pColorAttachments'"))
                + BEGIN.substring(BEGIN.indexOf("'pDepthAttachment'"))
                        .replace("RESOLVE_MODE_NONE'", "RESOLVE_MODE_MAX_BIT','resolveImageView':34");

        assertThat(flat(GraphicsFixture.read(folder, setup, begin, END)))
                .contains("resolve: {image: imageView34, mode: MAX}");
        assertThat(flat(GraphicsFixture.read(folder, setup, begin.replace("MAX_BIT", "SAMPLE_ZERO_BIT"), END)))
                .contains("resolve: imageView34");
        assertThat(GraphicsFixture.read(folder, setup, begin.replace("MAX_BIT", "CUSTOM_BIT_EXT"), END)
                        .notes())
                .contains("resolves by a mode that is not modelled are taken for the format's usual one");
    }

    @Test
    void a_render_pass_is_declared_with_its_subpasses_and_dependencies() {
        assertThat(flat(pass(BEGIN_PASS)))
                .contains("- {format: R8G8B8A8_UNORM, loadOp: CLEAR, finalLayout: PRESENT_SRC_KHR}")
                .contains("subpasses: - colorAttachments: [{attachment: 0, layout: COLOR_ATTACHMENT_OPTIMAL}]"
                        + " depthStencilAttachment: {attachment: 1, layout: GENERAL}")
                .contains("inputAttachments: [{attachment: 1, layout: GENERAL}]")
                .contains("srcSubpass: EXTERNAL dstSubpass: 0 srcStageMask: [COLOR_ATTACHMENT_OUTPUT] dstStageMask:"
                        + " [COLOR_ATTACHMENT_OUTPUT] dstAccessMask: [COLOR_ATTACHMENT_WRITE] dependencyFlags:"
                        + " [BY_REGION]");
    }

    private static final String DEPTH_STENCIL =
            "{'format':'VK_FORMAT_D24_UNORM_S8_UINT','loadOp':'VK_ATTACHMENT_LOAD_OP_CLEAR','storeOp':'VK_ATTACHMENT_STORE_OP_STORE','stencilLoadOp':'VK_ATTACHMENT_LOAD_OP_CLEAR','stencilStoreOp':'VK_ATTACHMENT_STORE_OP_STORE',"
                    + "'samples':'VK_SAMPLE_COUNT_SAMPLES_BIT','initialLayout':'VK_IMAGE_LAYOUT_INITIAL','finalLayout':'VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL',"
                    + "'pNext':{'sType':'VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_STENCIL_LAYOUT','pNext':null,'stencilInitialLayout':'VK_IMAGE_LAYOUT_STENCIL_ATTACHMENT_OPTIMAL','stencilFinalLayout':'VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL'}}";
    private static final String STENCIL_REFERENCE =
            "'layout':'VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL','pNext':{'sType':'VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_STENCIL_LAYOUT','pNext':null,'stencilLayout':'VK_IMAGE_LAYOUT_STENCIL_ATTACHMENT_OPTIMAL'}}";

    /** A render pass that resolves depth and stencil by modes. */
    private ImportedCapture resolving(String depthMode, String stencilMode, String format) {
        List<String> setup = List.of(
                GraphicsFixture.MEMORY,
                GraphicsFixture.image(31, "D24_UNORM_S8_UINT", 64, 64).replace("COUNT_1_BIT", "COUNT_4_BIT"),
                GraphicsFixture.needs(31, 49152),
                GraphicsFixture.bind(31, 0),
                GraphicsFixture.view(32, 31, "D24_UNORM_S8_UINT", 6),
                GraphicsFixture.image(33, format, 64, 64),
                GraphicsFixture.needs(33, 16384),
                GraphicsFixture.bind(33, 49152),
                GraphicsFixture.view(34, 33, format, 2),
                "vkCreateRenderPass2|'pCreateInfo':{'pAttachments':["
                        + DEPTH_STENCIL
                                .replace("_SAMPLES_", "_4_")
                                .replace("LAYOUT_INITIAL'", "LAYOUT_DEPTH_ATTACHMENT_OPTIMAL'")
                        + ","
                        + DEPTH_STENCIL
                                .replace("_SAMPLES_", "_1_")
                                .replace("LAYOUT_INITIAL'", "LAYOUT_UNDEFINED'")
                                .replace("D24_UNORM_S8_UINT", format)
                        + "],'pSubpasses':[{'pDepthStencilAttachment':{'attachment':0," + STENCIL_REFERENCE
                        + ",'pNext':{'sType':'VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE','pNext':null,'depthResolveMode':'VK_RESOLVE_MODE_"
                        + depthMode + "','stencilResolveMode':'VK_RESOLVE_MODE_" + stencilMode
                        + "','pDepthStencilResolveAttachment':{'attachment':1," + STENCIL_REFERENCE
                        + "}}]},'pRenderPass':35",
                FRAMEBUFFER);
        return GraphicsFixture.read(
                folder,
                setup,
                BEGIN_PASS.replace("'color':{'float32':[0.5,0.0,0.0,1.0]}", "'depthStencil':{'depth':1.0,'stencil':3}"),
                "vkCmdEndRenderPass|'commandBuffer':16");
    }

    @Test
    void stencil_has_layouts_of_its_own_beside_those_of_depth_alone() {
        assertThat(flat(resolving("MAX_BIT", "SAMPLE_ZERO_BIT", "D24_UNORM_S8_UINT")))
                .contains(
                        "initialLayout: DEPTH_ATTACHMENT_OPTIMAL finalLayout: DEPTH_ATTACHMENT_OPTIMAL"
                                + " stencilInitialLayout: STENCIL_ATTACHMENT_OPTIMAL stencilFinalLayout: STENCIL_READ_ONLY_OPTIMAL")
                .contains("stencilLoadOp: CLEAR stencilStoreOp: STORE finalLayout: DEPTH_ATTACHMENT_OPTIMAL"
                        + " stencilFinalLayout: STENCIL_READ_ONLY_OPTIMAL")
                .contains("depthStencilAttachment: {attachment: 0, layout: DEPTH_ATTACHMENT_OPTIMAL,"
                        + " stencilLayout: STENCIL_ATTACHMENT_OPTIMAL}");
    }

    @Test
    void depth_and_stencil_are_resolved_by_their_modes() {
        String to = "depthStencilResolveAttachment: {attachment: 1, layout: DEPTH_ATTACHMENT_OPTIMAL,"
                + " stencilLayout: STENCIL_ATTACHMENT_OPTIMAL}";

        assertThat(flat(resolving("MAX_BIT", "SAMPLE_ZERO_BIT", "D24_UNORM_S8_UINT")))
                .contains(to + " depthResolveMode: MAX")
                .doesNotContain("stencilResolveMode");
        assertThat(flat(resolving("SAMPLE_ZERO_BIT", "MIN_BIT", "D24_UNORM_S8_UINT")))
                .contains(to + " stencilResolveMode: MIN")
                .doesNotContain("depthResolveMode");
        assertThat(flat(resolving("NONE", "SAMPLE_ZERO_BIT", "D24_UNORM_S8_UINT")))
                .contains(to + " depthResolveMode: NONE")
                .doesNotContain("stencilResolveMode");
        assertThat(flat(resolving("NONE", "NONE", "D24_UNORM_S8_UINT"))).doesNotContain("Resolve");
    }

    @Test
    void resolves_of_depth_to_another_format_are_left_out() {
        ImportedCapture capture = resolving("SAMPLE_ZERO_BIT", "NONE", "X8_D24_UNORM_PACK32");

        assertThat(capture.yaml()).doesNotContain("depthStencilResolveAttachment");
        assertThat(capture.notes()).contains("resolves of depth or stencil to another format are left out");
    }

    @Test
    void a_framebuffer_names_its_views() {
        assertThat(flat(pass(BEGIN_PASS)))
                .contains(
                        "framebuffer36: {renderPass: renderPass35, attachments: [imageView32, imageView34], width: 64,"
                                + " height: 64}")
                .contains("imageView34: {image: image33, format: D32_SFLOAT, subresourceRange: {aspectMask: [DEPTH],");
    }

    @Test
    void a_render_pass_begins_with_the_values_of_what_it_clears() {
        assertThat(flat(pass(BEGIN_PASS)))
                .contains(
                        "beginRenderPass: renderPass: renderPass35 framebuffer: framebuffer36 renderArea: [8, 0, 32, 64]"
                                + " clearValues: [[0.5, 0.0, 0.0, 1.0]]");
    }

    @Test
    void subpasses_follow_each_other_until_the_pass_ends() {
        assertThat(flat(pass(
                        BEGIN_PASS,
                        "vkCmdNextSubpass|'commandBuffer':16,'contents':'VK_SUBPASS_CONTENTS_INLINE'",
                        "vkCmdNextSubpass|'commandBuffer':16,'contents':'VK_SUBPASS_CONTENTS_INLINE'",
                        "vkCmdEndRenderPass|'commandBuffer':16")))
                .containsOnlyOnce("nextSubpass: {}")
                .contains("endRenderPass: {}");
    }

    @Test
    void a_render_pass_that_is_never_begun_is_not_declared() {
        assertThat(flat(pass())).doesNotContain("renderPass35").doesNotContain("imageView32");
    }

    @Test
    void a_framebuffer_without_images_takes_those_of_the_beginning() {
        List<String> setup = new ArrayList<>(targets());
        setup.add(RENDER_PASS);
        setup.add(FRAMEBUFFER.replace("[32,34]", "null"));
        String begin = BEGIN_PASS.replace(
                "'renderPass':35",
                "'pNext':{'sType':'VK_STRUCTURE_TYPE_RENDER_PASS_ATTACHMENT_BEGIN_INFO','pNext':null,'pAttachments':[32,34]},'renderPass':35");
        assertThat(flat(GraphicsFixture.read(folder, setup, begin)))
                .contains("attachments: [imageView32, imageView34]");
    }

    @Test
    void dynamic_rendering_names_its_attachments() {
        assertThat(flat(GraphicsFixture.read(folder, targets(), BEGIN, END)))
                .contains("colorAttachments: [{view: imageView32, layout: COLOR_ATTACHMENT_OPTIMAL, loadOp: CLEAR,"
                        + " clear: [0.5, 0.0, 0.0, 1.0]}]"
                        + " depthAttachment: {view: imageView34, layout: DEPTH_ATTACHMENT_OPTIMAL, storeOp: DONT_CARE}")
                .contains("endRendering: {}");
    }

    @Test
    void rendering_to_nothing_that_is_known_is_left_out() {
        ImportedCapture capture = GraphicsFixture.read(folder, List.of(), BEGIN, END);
        assertThat(capture.yaml()).doesNotContain("Rendering:");
        assertThat(capture.notes()).contains("rendering without attachments that are known is left out");
    }

    @Test
    void rendering_to_one_attachment_that_is_known_and_one_that_is_not_is_told() {
        ImportedCapture capture =
                GraphicsFixture.read(folder, targets(), BEGIN.replace("'imageView':34", "'imageView':99"), END);

        assertThat(flat(capture)).contains("view: imageView32").doesNotContain("depthAttachment");
        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkCmdBeginRendering", 1L));
    }

    @Test
    void a_clear_of_attachments_keeps_its_rectangles() {
        assertThat(
                        flat(
                                GraphicsFixture.read(
                                        folder,
                                        targets(),
                                        BEGIN,
                                        "vkCmdClearAttachments|'commandBuffer':16,'pAttachments':[{'aspectMask':2,'colorAttachment':0,'clearValue':{'depthStencil':{'depth':1.0,'stencil':0}}}],"
                                                + "'pRects':[{'rect':{'offset':{'x':4,'y':8},'extent':{'width':16,'height':32}},'baseArrayLayer':0,'layerCount':1}]")))
                .contains(
                        "clearAttachments: {attachments: [{aspectMask: [DEPTH], clear: {depth: 1.0, stencil: 0}}], rects:"
                                + " [[4, 8, 16, 32]]}");
    }

    @Test
    void a_clear_leaves_alone_the_aspect_that_is_not_attached() {
        List<String> setup = new ArrayList<>(targets());
        setup.add(GraphicsFixture.image(70, "D24_UNORM_S8_UINT", 64, 64));
        setup.add(GraphicsFixture.bind(70, 32768));
        setup.add(GraphicsFixture.view(71, 70, "D24_UNORM_S8_UINT", 6));
        String clear =
                "vkCmdClearAttachments|'commandBuffer':16,'pAttachments':[{'aspectMask':%s,'colorAttachment':0,'clearValue':{'depthStencil':{'depth':1.0,'stencil':0}}}],"
                        + "'pRects':[{'rect':{'offset':{'x':4,'y':8},'extent':{'width':16,'height':32}},'baseArrayLayer':0,'layerCount':1}]";

        String stream = flat(GraphicsFixture.read(
                folder,
                setup,
                BEGIN.replace("'imageView':34", "'imageView':71"),
                clear.formatted("6"),
                clear.formatted("4"),
                END));

        assertThat(stream)
                .containsOnlyOnce("clearAttachments")
                .contains("clearAttachments: {attachments: [{aspectMask: [DEPTH],");
    }
}
