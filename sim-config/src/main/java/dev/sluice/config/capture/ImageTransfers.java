package dev.sluice.config.capture;

import dev.sluice.core.image.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies, blits, resolves and clears of images. */
final class ImageTransfers {
    private final Session session;
    private final CommandCalls commands;

    ImageTransfers(Session session, CommandCalls commands) {
        this.session = session;
        this.commands = commands;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCmdCopyImage", args -> images(args, args, "copyImage"));
        CommandCalls.both(
                handlers, "vkCmdCopyImage2", args -> images(args, args.struct("pCopyImageInfo"), "copyImage"));
        handlers.put("vkCmdResolveImage", args -> images(args, args, "resolveImage"));
        CommandCalls.both(
                handlers, "vkCmdResolveImage2", args -> images(args, args.struct("pResolveImageInfo"), "resolveImage"));
        handlers.put("vkCmdBlitImage", args -> images(args, args, "blitImage"));
        CommandCalls.both(
                handlers, "vkCmdBlitImage2", args -> images(args, args.struct("pBlitImageInfo"), "blitImage"));
        handlers.put("vkCmdCopyBufferToImage", args -> toImage(args, args));
        CommandCalls.both(
                handlers, "vkCmdCopyBufferToImage2", args -> toImage(args, args.struct("pCopyBufferToImageInfo")));
        handlers.put("vkCmdCopyImageToBuffer", args -> toBuffer(args, args));
        CommandCalls.both(
                handlers, "vkCmdCopyImageToBuffer2", args -> toBuffer(args, args.struct("pCopyImageToBufferInfo")));
        handlers.put("vkCmdClearColorImage", args -> clear(args, "clearColorImage"));
        handlers.put("vkCmdClearDepthStencilImage", args -> clear(args, "clearDepthStencilImage"));
        handlers.put("vkCmdClearAttachments", this::clearAttachments);
    }

    /** The image of a handle in a call; null with a note when it is not known or has no memory. */
    private @Nullable Image image(Struct info, String key) {
        Image image = session.images().get(info.handle(key));
        if (image == null || image.memory() == null) {
            session.notes.count("transfers of images that are not known are left out");
            return null;
        }
        return image;
    }

    private void images(Struct args, Struct info, String kind) {
        Image src = image(info, "srcImage");
        Image dst = image(info, "dstImage");
        if (src == null || dst == null) {
            return;
        }
        List<Object> regions = new ArrayList<>();
        for (Struct region : info.structs("pRegions")) {
            regions.add(kind.equals("blitImage") ? blit(region, src, dst) : copy(region, src, dst));
        }
        Map<String, Object> arguments = Session.map(
                "src",
                src.name,
                "srcLayout",
                session.layout(info.text("srcImageLayout")),
                "dst",
                dst.name,
                "dstLayout",
                session.layout(info.text("dstImageLayout")));
        if (kind.equals("blitImage")) {
            arguments.put("filter", info.text("filter").equals("VK_FILTER_LINEAR") ? "LINEAR" : "NEAREST");
        }
        arguments.put("regions", regions);
        commands.record(args, submission -> {
            submission.add(args.call(), kind, arguments, false);
            dst.deviceWrote();
        });
    }

    private static Map<String, Object> copy(Struct region, Image src, Image dst) {
        Map<String, Object> entry = Session.map();
        entry.put("srcOffset", offset(region, "srcOffset", src));
        entry.put("srcSubresource", layers(region.struct("srcSubresource"), src));
        entry.put("dstOffset", offset(region, "dstOffset", dst));
        entry.put("dstSubresource", layers(region.struct("dstSubresource"), dst));
        entry.put("extent", extent(region, "extent", src));
        return entry;
    }

    private static Map<String, Object> blit(Struct region, Image src, Image dst) {
        return Session.map(
                "srcOffsets", corners(region, "srcOffsets", src),
                "srcSubresource", layers(region.struct("srcSubresource"), src),
                "dstOffsets", corners(region, "dstOffsets", dst),
                "dstSubresource", layers(region.struct("dstSubresource"), dst));
    }

    private static List<Object> corners(Struct region, String key, Image image) {
        List<Object> corners = new ArrayList<>();
        region.structs(key).forEach(corner -> corners.add(place(corner, image)));
        return corners;
    }

    private static List<Long> offset(Struct region, String key, Image image) {
        return place(region.struct(key), image);
    }

    private static List<Long> place(Struct place, Image image) {
        return List.of(
                place.number("x") / image.texel.blockWidth(),
                place.number("y") / image.texel.blockHeight(),
                place.number("z"));
    }

    private static List<Long> extent(Struct region, String key, Image image) {
        Struct extent = region.struct(key);
        int width = image.texel.blockWidth();
        int height = image.texel.blockHeight();
        return List.of(
                (extent.number("width") + width - 1) / width,
                (extent.number("height") + height - 1) / height,
                extent.number("depth"));
    }

    private static Map<String, Object> layers(Struct layers, Image image) {
        Map<String, Object> entry = Session.map(
                "aspectMask", image.aspects(layers.number("aspectMask")), "mipLevel", layers.number("mipLevel"));
        long base = layers.number("baseArrayLayer");
        int count = image.layers(base, layers.number("layerCount"));
        if (base != 0 || count != 1) {
            entry.put("baseArrayLayer", base);
            entry.put("layerCount", count);
        }
        return entry;
    }

    private static List<Object> texels(Struct info, Image image) {
        List<Object> regions = new ArrayList<>();
        int width = image.texel.blockWidth();
        int height = image.texel.blockHeight();
        for (Struct region : info.structs("pRegions")) {
            regions.add(Session.map(
                    "bufferOffset",
                    region.size("bufferOffset"),
                    "bufferRowLength",
                    (region.number("bufferRowLength") + width - 1) / width,
                    "bufferImageHeight",
                    (region.number("bufferImageHeight") + height - 1) / height,
                    "imageOffset",
                    offset(region, "imageOffset", image),
                    "imageExtent",
                    extent(region, "imageExtent", image),
                    "imageSubresource",
                    layers(region.struct("imageSubresource"), image)));
        }
        return regions;
    }

    private void toImage(Struct args, Struct info) {
        Buffer src = session.buffer(info, "srcBuffer");
        Image dst = image(info, "dstImage");
        if (dst == null) {
            return;
        }
        Map<String, Object> arguments = Session.map(
                "src",
                src.name,
                "dst",
                dst.name,
                "dstLayout",
                session.layout(info.text("dstImageLayout")),
                "regions",
                texels(info, dst));
        commands.record(args, submission -> {
            submission.add(args.call(), "copyBufferToImage", arguments, false);
            dst.deviceWrote();
        });
    }

    /** Even where the image is not known, what the copy writes must not be taken as the host's afterwards. */
    private void toBuffer(Struct args, Struct info) {
        Image src = image(info, "srcImage");
        Buffer dst = session.buffer(info, "dstBuffer");
        long first = dst.size;
        for (Struct region : info.structs("pRegions")) {
            first = Math.min(first, region.size("bufferOffset"));
        }
        long from = first;
        Map<String, Object> arguments = src == null
                ? Map.of()
                : Session.map(
                        "src",
                        src.name,
                        "srcLayout",
                        session.layout(info.text("srcImageLayout")),
                        "dst",
                        dst.name,
                        "regions",
                        texels(info, src));
        commands.record(args, submission -> {
            if (!arguments.isEmpty()) {
                submission.add(args.call(), "copyImageToBuffer", arguments, false);
            }
            dst.deviceWrote(from, dst.size - from);
        });
    }

    private void clear(Struct args, String kind) {
        Image image = image(args, "image");
        if (image == null) {
            return;
        }
        Map<String, Object> arguments =
                Session.map("image", image.name, "layout", session.layout(args.text("imageLayout")));
        if (kind.equals("clearColorImage")) {
            arguments.put("color", ClearValues.color(args.struct("pColor"), image.format()));
        } else {
            arguments.put("depthStencil", ClearValues.depth(args.struct("pDepthStencil")));
        }
        List<Object> ranges = new ArrayList<>();
        args.structs("pRanges").forEach(range -> ranges.add(range(range, image)));
        arguments.put("ranges", ranges);
        commands.record(args, submission -> {
            submission.add(args.call(), kind, arguments, false);
            image.deviceWrote();
        });
    }

    /** A {@code VkImageSubresourceRange}, with counts as numbers. */
    static Map<String, Object> range(Struct range, Image image) {
        long level = range.number("baseMipLevel");
        long layer = range.number("baseArrayLayer");
        return Session.map(
                "aspectMask",
                image.aspects(range.number("aspectMask")),
                "baseMipLevel",
                level,
                "levelCount",
                image.levels(level, range.number("levelCount")),
                "baseArrayLayer",
                layer,
                "layerCount",
                image.layers(layer, range.number("layerCount")));
    }

    private void clearAttachments(Struct args) {
        List<Struct> attachments = args.structs("pAttachments");
        List<Object> rects = new ArrayList<>();
        for (Struct rect : args.structs("pRects")) {
            Rect area = Pass.rect(rect.struct("rect"));
            rects.add(List.of(area.x(), area.y(), area.width(), area.height()));
        }
        commands.record(args, submission -> {
            Pass pass = submission.pass();
            List<Object> clears = new ArrayList<>();
            for (Struct attachment : attachments) {
                Object clear = pass == null ? null : attachmentClear(attachment, pass);
                if (clear != null) {
                    clears.add(clear);
                }
            }
            if (pass == null || clears.isEmpty()) {
                session.notes.count("clears of attachments that are not known are left out");
                return;
            }
            submission.add(args.call(), "clearAttachments", Session.map("attachments", clears, "rects", rects), false);
            pass.written();
        });
    }

    private static @Nullable Object attachmentClear(Struct attachment, Pass pass) {
        boolean color = (attachment.number("aspectMask") & 1) != 0;
        int number = color ? pass.locations().indexOf((int) attachment.number("colorAttachment")) : 0;
        View view = color ? (number < 0 ? null : pass.colors().get(number)) : pass.depth();
        if (view == null) {
            return null;
        }
        Map<String, Object> entry = Session.map("aspectMask", view.image.aspects(attachment.number("aspectMask")));
        if (color) {
            entry.put("colorAttachment", number);
        }
        entry.put("clear", ClearValues.of(attachment.struct("clearValue"), view.format));
        return entry;
    }
}
