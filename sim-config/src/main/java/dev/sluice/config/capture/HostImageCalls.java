// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.calls.Change;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataType;
import dev.sluice.config.stream.StreamFile;
import dev.sluice.program.ImageContents;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Images that the host brings into layouts and writes, without the device (VK_EXT_host_image_copy, Vulkan 1.4). What it does before
 * any command may use an image is what the image is and holds at the begin, because every submission makes that visible. What it
 * does later, and what it reads, is listed.
 */
final class HostImageCalls {
    /** VK_HOST_IMAGE_COPY_MEMCPY_BIT: the bytes lie as the captured driver had them. */
    private static final long AS_THEY_LIE = 1;

    /** Bytes of a VkResult, with which a call ends. */
    private static final int RESULT = 4;
    /**
     * A VkMemoryToImageCopy as gfxreconstruct has it: its type, no further structure, attributes and address of its pointer before
     * the number of bytes; two numbers, the subresource, offset and extent behind them.
     */
    private static final CaptureBytes.Row REGION = new CaptureBytes.Row(4 + 4 + 4 + 8, 8 + 16 + 12 + 12);

    private static final Map<Long, Aspect> ASPECTS = Map.of(1L, Aspect.COLOR, 2L, Aspect.DEPTH, 4L, Aspect.STENCIL);

    private final CaptureSession session;

    HostImageCalls(CaptureSession session) {
        this.session = session;
    }

    void register(Map<String, Handler> handlers) {
        both(handlers, "vkTransitionImageLayout", this::transition);
        both(handlers, "vkCopyMemoryToImage", this::write);
    }

    private static void both(Map<String, Handler> handlers, String name, Handler handler) {
        handlers.put(name, handler);
        handlers.put(name + "EXT", handler);
    }

    private void transition(Struct args) {
        for (Struct change : args.structs("pTransitions")) {
            Image image = session.images().get(change.handle("image"));
            Struct range = change.struct("subresourceRange");
            if (image != null && image.unused() && image.whole(range)) {
                ImageLayout from = ImageLayout.of(change.text("oldLayout"));
                if (from == ImageLayout.UNDEFINED) {
                    image.holdsNothing();
                }
                if (from == ImageLayout.UNDEFINED || image.startsIn(from)) {
                    image.startsIn(session.layout(change.text("newLayout")));
                    continue;
                }
            }
            if (image != null) {
                image.layoutsNow().become(image.part(range), null);
            }
            session.dropped.call(
                    args.call(), Change.WORK, "layouts into which the host brings parts of images, or later");
        }
    }

    private void write(Struct args) {
        Struct info = args.struct("pCopyMemoryToImageInfo");
        Image image = session.images().get(info.handle("dstImage"));
        Memory memory = image == null ? null : image.memory();
        if (image == null || memory == null || !image.unused() || memory.placement.shares(image)) {
            session.dropped.call(
                    args.call(),
                    Change.WORK,
                    "images that the host writes once commands may use them, or whose memory others have had");
            return;
        }
        List<Struct> regions = info.structs("pRegions");
        List<CaptureBytes.@Nullable Found> bytes = bytes(args.call(), image, regions);
        boolean packed = (info.number("flags", 0) & AS_THEY_LIE) == 0;
        for (int i = 0; i < regions.size(); i++) {
            Aspect aspect = aspect(image, regions.get(i));
            if (aspect == null) {
                session.notes.count("what the host writes to planes and levels that an image has not here is left out");
            } else {
                CaptureBytes.Found found = packed && packed(regions.get(i)) ? bytes.get(i) : null;
                int level = (int) level(regions.get(i));
                image.holds(new StreamFile.ImageData(
                        aspect, level, texels(args.call(), ImageContents.bytes(image.spec, aspect, level), found)));
            }
        }
        image.notOfHost();
    }

    private static long level(Struct region) {
        return region.struct("imageSubresource").number("mipLevel");
    }

    /** The aspect that a region is of; null if the image has not that, or not the level. */
    private static @Nullable Aspect aspect(Image image, Struct region) {
        Aspect aspect = ASPECTS.get(region.struct("imageSubresource").number("aspectMask"));
        return aspect == null || !image.format().has(aspect) || image.lacksLevel(level(region)) ? null : aspect;
    }

    /** The bytes of each region that is all of a level. */
    private List<CaptureBytes.@Nullable Found> bytes(Call call, Image image, List<Struct> regions) {
        List<JsonNode> named = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (Struct region : regions) {
            Aspect aspect = aspect(image, region);
            named.add(region.raw("pHostPointer"));
            sizes.add(aspect == null ? Long.MAX_VALUE : ImageContents.bytes(image.spec, aspect, (int) level(region)));
        }
        return session.bytes.inRow(call, named, sizes, RESULT, REGION);
    }

    /** Whether rows and slices lie one after the other, from the first layer on. */
    private static boolean packed(Struct region) {
        Struct extent = region.struct("imageExtent");
        return packed(region.number("memoryRowLength", 0), extent.number("width"))
                && packed(region.number("memoryImageHeight", 0), extent.number("height"))
                && region.struct("imageSubresource").number("baseArrayLayer", 0) == 0;
    }

    private static boolean packed(long stated, long needed) {
        return stated == 0 || stated == needed;
    }

    /** All that a level holds, or else hashes. */
    private DataFile texels(Call call, long size, CaptureBytes.@Nullable Found found) {
        if (found != null) {
            return session.hostData.initial(found.data(), found.at(), size);
        }
        session.notes.count(
                "what the host writes to parts of images, or what the capture has not: hashes stand for it");
        return DataFile.random(DataType.U8, call.index(), size);
    }
}
