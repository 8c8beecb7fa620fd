// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Calls of small captures with images, pipelines and render passes. */
final class GraphicsFixture {
    /** Memory 30 of 64 KiB. */
    static final String MEMORY =
            "vkAllocateMemory|'pAllocateInfo':{'pNext':null,'allocationSize':65536,'memoryTypeIndex':0},'pMemory':30";

    static final String RANGE =
            "'subresourceRange':{'aspectMask':1,'baseMipLevel':0,'levelCount':1,'baseArrayLayer':0,'layerCount':1}";
    static final String LAYERS = "{'aspectMask':1,'mipLevel':0,'baseArrayLayer':0,'layerCount':1}";
    static final String NOWHERE = "{'x':0,'y':0,'z':0}";

    private GraphicsFixture() {}

    /** An image whose level 0 is {@code width} x {@code height}, with one level, layer and sample. */
    static String image(int handle, String format, int width, int height) {
        return image(handle, format, width, height, "OPTIMAL", 1, 1);
    }

    static String image(int handle, String format, int width, int height, String tiling, int levels, int layers) {
        return "vkCreateImage|'pCreateInfo':{'flags':0,'imageType':'VK_IMAGE_TYPE_2D','format':'VK_FORMAT_" + format
                + "','extent':{'width':" + width + ",'height':" + height + ",'depth':1},'mipLevels':" + levels
                + ",'arrayLayers':" + layers + ",'samples':'VK_SAMPLE_COUNT_1_BIT','tiling':'VK_IMAGE_TILING_" + tiling
                + "','usage':" + (format.startsWith("D") ? 38 : 22)
                + ",'initialLayout':'VK_IMAGE_LAYOUT_UNDEFINED'},'pImage':" + handle;
    }

    static String needs(int image, long size) {
        return "vkGetImageMemoryRequirements|'image':" + image + ",'pMemoryRequirements':{'size':" + size
                + ",'alignment':16,'memoryTypeBits':1}";
    }

    static String bind(int image, long offset) {
        return "vkBindImageMemory|'image':" + image + ",'memory':30,'memoryOffset':" + offset;
    }

    static String view(int handle, int image, String format, int aspect) {
        return "vkCreateImageView|'pCreateInfo':{'image':" + image + ",'format':'VK_FORMAT_" + format + "',"
                + RANGE.replace("'aspectMask':1", "'aspectMask':" + aspect) + "},'pView':" + handle;
    }

    /** Image 31 of 64 x 64 at 0 with view 32, and depth image 33 with view 34 behind it. */
    static List<String> targets() {
        return List.of(
                MEMORY,
                image(31, "R8G8B8A8_UNORM", 64, 64),
                needs(31, 16384),
                bind(31, 0),
                view(32, 31, "R8G8B8A8_UNORM", 1),
                image(33, "D32_SFLOAT", 64, 64),
                needs(33, 16384),
                bind(33, 16384),
                view(34, 33, "D32_SFLOAT", 2));
    }

    /** Begins dynamic rendering to the targets. */
    static final String BEGIN =
            "vkCmdBeginRendering|'commandBuffer':16,'pRenderingInfo':{'flags':0,'renderArea':{'offset':{'x':0,'y':0},'extent':{'width':64,'height':64}},"
                    + "'pColorAttachments':[{'imageView':32,'imageLayout':'VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL','resolveMode':'VK_RESOLVE_MODE_NONE','loadOp':'VK_ATTACHMENT_LOAD_OP_CLEAR','storeOp':'VK_ATTACHMENT_STORE_OP_STORE',"
                    + "'clearValue':{'color':{'float32':[0.5,0.0,0.0,1.0]},'depthStencil':{'depth':0.5,'stencil':0}}}],"
                    + "'pDepthAttachment':{'imageView':34,'imageLayout':'VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL','resolveMode':'VK_RESOLVE_MODE_NONE','loadOp':'VK_ATTACHMENT_LOAD_OP_LOAD','storeOp':'VK_ATTACHMENT_STORE_OP_DONT_CARE'}}";

    static final String END = "vkCmdEndRendering|'commandBuffer':16";

    /** Pipeline 40 of shaders without code. */
    static String pipeline(String state) {
        return "vkCreateGraphicsPipelines|'pCreateInfos':[{'pStages':[{'stage':'VK_SHADER_STAGE_VERTEX_BIT','module':41,'pName':'main'},"
                + "{'stage':'VK_SHADER_STAGE_FRAGMENT_BIT','module':42,'pName':'main'}]," + state
                + "'layout':43}],'pPipelines':[40]";
    }

    static final String USE =
            "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS','pipeline':40";
    static final String DRAW =
            "vkCmdDraw|'commandBuffer':16,'vertexCount':3,'instanceCount':1,'firstVertex':0,'firstInstance':0";

    /** What is imported of these calls after the usual set-up, submitted. */
    static ImportedCapture read(Path folder, List<String> setup, String... calls) {
        List<String> all = new ArrayList<>(setup);
        all.addAll(List.of(calls));
        all.add(CaptureFixture.SUBMIT);
        return new CaptureFixture().calls(CaptureFixture.SETUP).calls(all).read(folder);
    }

    /** The YAML without line breaks and indentation, so that a test need not care where lines end. */
    static String flat(ImportedCapture capture) {
        return capture.yaml().replaceAll("\\s+", " ");
    }
}
