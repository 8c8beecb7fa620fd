// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** Inputs from which fuzzing of what programs write begins. */
public final class CaptureSeeds {
    private static final int SPIRV = 0x0723_0203;
    private static final int SHADER_BYTES = 840;
    private static final int LONGEST_LINE = 1000;
    private static final List<String> SHIPPED = List.of("fillcopy-good", "fillcopy-dispatch");

    private CaptureSeeds() {}

    /** The text halves of captures: of shipped ones, and small ones with graphics. */
    public static List<byte[]> lines() {
        List<byte[]> seeds = new ArrayList<>();
        SHIPPED.forEach(name -> seeds.add(shortened(name)));
        CaptureFixture graphics = new CaptureFixture()
                .calls(CaptureFixture.SETUP)
                .calls(GraphicsFixture.targets())
                .call(GraphicsFixture.pipeline(""))
                .call(GraphicsFixture.BEGIN)
                .call(GraphicsFixture.USE)
                .call(GraphicsFixture.DRAW)
                .call(GraphicsFixture.END)
                .call(CaptureFixture.SUBMIT);
        seeds.add(graphics.text().getBytes(StandardCharsets.UTF_8));
        seeds.add(layers().text().getBytes(StandardCharsets.UTF_8));
        return seeds;
    }

    /** Images that the host wrote, and layers and views of them that are drawn to and cleared under a condition. */
    private static CaptureFixture layers() {
        List<String> targets = new ArrayList<>(GraphicsFixture.targets());
        targets.replaceAll(
                call -> call.replace("'arrayLayers':1", "'arrayLayers':2").replace("16384", "32768"));
        targets.replaceAll(
                call -> call.startsWith("vkCreateImageView") ? call.replace("'layerCount':1", "'layerCount':2") : call);
        String layered = GraphicsFixture.BEGIN.replace("'pColorAttachments'", "'layerCount':2,'pColorAttachments'");
        String views = GraphicsFixture.BEGIN.replace("'pColorAttachments'", "'viewMask':3,'pColorAttachments'");
        return new CaptureFixture()
                .calls(CaptureFixture.SETUP)
                .calls(targets)
                .call(GraphicsFixture.pipeline(""))
                .call(
                        "vkTransitionImageLayout|'device':3,'pTransitions':[{'image':31,'oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED',"
                                + "'newLayout':'VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL','subresourceRange':{'aspectMask':1,"
                                + "'baseMipLevel':0,'levelCount':1,'baseArrayLayer':0,'layerCount':2}}]")
                .call(
                        "vkCopyMemoryToImage|'device':3,'pCopyMemoryToImageInfo':{'flags':0,'dstImage':31,'dstImageLayout':"
                                + "'VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL','pRegions':[{'pHostPointer':'0x1','memoryRowLength':0,"
                                + "'memoryImageHeight':0,'imageSubresource':" + GraphicsFixture.LAYERS
                                + ",'imageOffset':"
                                + GraphicsFixture.NOWHERE + ",'imageExtent':{'width':64,'height':64,'depth':1}}]}")
                .call("vkCmdBeginConditionalRenderingEXT|'commandBuffer':16,'pConditionalRenderingBegin':"
                        + "{'buffer':5,'offset':16,'flags':1}")
                .call(layered)
                .call(GraphicsFixture.USE)
                .call(GraphicsFixture.DRAW)
                .call("vkCmdClearAttachments|'commandBuffer':16,'pAttachments':[{'aspectMask':1,'colorAttachment':0,"
                        + "'clearValue':{'color':{'float32':[0.5,0.0,0.0,1.0]}}}],'pRects':[{'rect':{'offset':{'x':4,'y':8},"
                        + "'extent':{'width':16,'height':32}},'baseArrayLayer':1,'layerCount':1}]")
                .call(GraphicsFixture.END)
                .call("vkCmdEndConditionalRenderingEXT|'commandBuffer':16")
                .call(views)
                .call(GraphicsFixture.DRAW)
                .call(GraphicsFixture.END)
                .call(CaptureFixture.SUBMIT);
    }

    /** The binary halves of the shipped captures. */
    public static List<byte[]> blocks() {
        return SHIPPED.stream()
                .map(name -> CaptureFixture.resource(name + ".gfxr"))
                .toList();
    }

    /** The text half that belongs to the first of the {@link #blocks}. */
    public static byte[] linesOfBlocks() {
        return shortened(SHIPPED.get(0));
    }

    /** The text half of a shipped capture without its longest lines, the properties of the device. */
    private static byte[] shortened(String name) {
        String all = new String(CaptureFixture.resource(name + ".jsonl"), StandardCharsets.UTF_8);
        return all.lines()
                .filter(line -> line.length() <= LONGEST_LINE)
                .collect(Collectors.joining("\n", "", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The shader of a shipped capture, and some that reach buffers by addresses. */
    public static List<byte[]> shaders() {
        byte[] all = blocks().get(0);
        ByteBuffer words = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        while (words.getInt(at) != SPIRV) {
            at++;
        }
        List<byte[]> seeds = new ArrayList<>(List.of(Arrays.copyOfRange(all, at, at + SHADER_BYTES)));
        for (String name : List.of("push-constants.vert", "slang-pointers.vert", "table.comp")) {
            seeds.add(spirv(name));
        }
        return seeds;
    }

    /** A compiled shader of the tests. */
    static byte[] spirv(String name) {
        try (InputStream in = CaptureSeeds.class.getResourceAsStream("/spirv/" + name + ".spv")) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A small picture in each format. */
    public static List<byte[]> pictures() {
        BufferedImage picture = new BufferedImage(5, 3, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(1, 1, 0xff8040);
        List<byte[]> seeds = new ArrayList<>();
        for (String format : List.of("png", "jpg", "gif", "bmp")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try {
                ImageIO.write(picture, format, out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            seeds.add(out.toByteArray());
        }
        return seeds;
    }
}
