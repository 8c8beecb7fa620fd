// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.CommandStep;
import dev.sluice.config.stream.GraphicsFile.Subresources;
import dev.sluice.config.stream.ImageStep.Blit;
import dev.sluice.config.stream.ImageStep.BlitImage;
import dev.sluice.config.stream.ImageStep.BufferImageCopy;
import dev.sluice.config.stream.ImageStep.ClearColorImage;
import dev.sluice.config.stream.ImageStep.ClearDepthStencilImage;
import dev.sluice.config.stream.ImageStep.CopyBufferToImage;
import dev.sluice.config.stream.ImageStep.CopyImage;
import dev.sluice.config.stream.ImageStep.CopyImageToBuffer;
import dev.sluice.config.stream.ImageStep.Filter;
import dev.sluice.config.stream.ImageStep.ImageCopy;
import dev.sluice.config.stream.ImageStep.Layers;
import dev.sluice.config.stream.PassStep.AttachmentClear;
import dev.sluice.config.stream.PassStep.ClearAttachments;
import dev.sluice.config.units.Size;
import dev.sluice.program.image.Aspect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies, blits, resolves and clears of images. */
final class CapturedTransfers {
    private final CaptureSession session;
    private final CommandCalls commands;

    CapturedTransfers(CaptureSession session, CommandCalls commands) {
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
        handlers.put("vkCmdBlitImage", args -> blit(args, args));
        CommandCalls.both(handlers, "vkCmdBlitImage2", args -> blit(args, args.struct("pBlitImageInfo")));
        handlers.put("vkCmdCopyBufferToImage", args -> toImage(args, args));
        CommandCalls.both(
                handlers, "vkCmdCopyBufferToImage2", args -> toImage(args, args.struct("pCopyBufferToImageInfo")));
        handlers.put("vkCmdCopyImageToBuffer", args -> toBuffer(args, args));
        CommandCalls.both(
                handlers, "vkCmdCopyImageToBuffer2", args -> toBuffer(args, args.struct("pCopyImageToBufferInfo")));
        handlers.put("vkCmdClearColorImage", this::clearColor);
        handlers.put("vkCmdClearDepthStencilImage", this::clearDepthStencil);
        handlers.put("vkCmdClearAttachments", this::clearAttachments);
    }

    /** The image of a handle in a call; null with a note when it is not known or has no memory. */
    private @Nullable Image image(Struct info, String key) {
        Image image = session.images().get(info.handle(key));
        if (image == null || image.memory() == null) {
            session.lost(info.call(), "transfers of images that are not known are left out");
            return null;
        }
        image.use();
        return image;
    }

    private void images(Struct args, Struct info, String kind) {
        Image src = image(info, "srcImage");
        Image dst = image(info, "dstImage");
        if (src == null || dst == null) {
            return;
        }
        String srcLayout = session.layout(info.text("srcImageLayout"));
        String dstLayout = session.layout(info.text("dstImageLayout"));
        List<ImageCopy> regions = regions(info, src, dst).stream()
                .map(region -> copy(region, src, dst))
                .toList();
        if (regions.isEmpty()) {
            return;
        }
        commands.record(args, submission -> {
            submission.add(
                    args.call(),
                    kind,
                    false,
                    () -> new CopyImage(src.name.toString(), srcLayout, dst.name.toString(), dstLayout, regions));
            dst.deviceWrote();
        });
    }

    /** The regions whose levels both images have here. */
    private static List<Struct> regions(Struct info, Image src, Image dst) {
        return info.structs("pRegions").stream()
                .filter(region -> !src.lacksLevel(level(region, "srcSubresource"))
                        && !dst.lacksLevel(level(region, "dstSubresource")))
                .toList();
    }

    private static long level(Struct region, String layers) {
        return region.struct(layers).number("mipLevel");
    }

    private static ImageCopy copy(Struct region, Image src, Image dst) {
        return new ImageCopy(
                offset(region, "srcOffset", src),
                null,
                null,
                layers(region.struct("srcSubresource"), src),
                offset(region, "dstOffset", dst),
                null,
                null,
                layers(region.struct("dstSubresource"), dst),
                extent(region, "extent", src));
    }

    private void blit(Struct args, Struct info) {
        Image src = image(info, "srcImage");
        Image dst = image(info, "dstImage");
        if (src == null || dst == null) {
            return;
        }
        String srcLayout = session.layout(info.text("srcImageLayout"));
        String dstLayout = session.layout(info.text("dstImageLayout"));
        Filter filter = info.text("filter").equals("VK_FILTER_LINEAR") ? Filter.LINEAR : Filter.NEAREST;
        List<Blit> regions = regions(info, src, dst).stream()
                .map(region -> blit(region, src, dst))
                .toList();
        if (regions.isEmpty()) {
            return;
        }
        commands.record(args, submission -> {
            submission.add(
                    args.call(),
                    () -> new BlitImage(
                            src.name.toString(), srcLayout, dst.name.toString(), dstLayout, filter, regions));
            dst.deviceWrote();
        });
    }

    private static Blit blit(Struct region, Image src, Image dst) {
        return new Blit(
                corners(region, "srcOffsets", src),
                null,
                null,
                layers(region.struct("srcSubresource"), src),
                corners(region, "dstOffsets", dst),
                null,
                null,
                layers(region.struct("dstSubresource"), dst));
    }

    private static Node corners(Struct region, String key, Image image) {
        List<Struct> corners = region.structs(key);
        if (corners.size() != 2) {
            throw region.error(key, "has two corners, not " + corners.size());
        }
        return ListNode.of(
                List.of(corner(corners.get(0), corners.get(1), image), corner(corners.get(1), corners.get(0), image)));
    }

    private static Node corner(Struct corner, Struct other, Image image) {
        return ListNode.of(
                edge(corner.number("x"), other.number("x"), image.texel.blockWidth()),
                edge(corner.number("y"), other.number("y"), image.texel.blockHeight()),
                corner.number("z"));
    }

    /** The block at one of two edges; that beyond the farther one is cut off where an image ends within a block. */
    private static long edge(long texel, long other, int block) {
        return texel <= other ? texel / block : rounded(texel, block);
    }

    private static Node offset(Struct region, String key, Image image) {
        return place(region.struct(key), image);
    }

    private static Node place(Struct place, Image image) {
        return ListNode.of(
                place.number("x") / image.texel.blockWidth(),
                place.number("y") / image.texel.blockHeight(),
                place.number("z"));
    }

    private static Node extent(Struct region, String key, Image image) {
        Struct extent = region.struct(key);
        int width = image.texel.blockWidth();
        int height = image.texel.blockHeight();
        return ListNode.of(
                rounded(extent.number("width"), width),
                rounded(extent.number("height"), height),
                extent.number("depth"));
    }

    private static Layers layers(Struct layers, Image image) {
        int base = DescriptorCalls.small(layers, "baseArrayLayer");
        int count = image.layers(base, layers.number("layerCount"));
        return new Layers(
                image.aspects(layers.number("aspectMask")),
                DescriptorCalls.small(layers, "mipLevel"),
                base,
                count == image.spec.layers() - base ? null : ScalarNode.of(count));
    }

    /** Blocks that hold so many texels. */
    private static int rounded(long texels, int block) {
        return (int) Math.min(Integer.MAX_VALUE, (texels + block - 1) / block);
    }

    private static List<BufferImageCopy> texels(Struct info, Image image) {
        List<BufferImageCopy> regions = new ArrayList<>();
        int width = image.texel.blockWidth();
        int height = image.texel.blockHeight();
        for (Struct region : info.structs("pRegions")) {
            if (image.lacksLevel(level(region, "imageSubresource"))) {
                continue;
            }
            regions.add(new BufferImageCopy(
                    new Size(region.size("bufferOffset")),
                    rounded(region.number("bufferRowLength"), width),
                    rounded(region.number("bufferImageHeight"), height),
                    offset(region, "imageOffset", image),
                    extent(region, "imageExtent", image),
                    null,
                    null,
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
        String layout = session.layout(info.text("dstImageLayout"));
        List<BufferImageCopy> regions = texels(info, dst);
        if (regions.isEmpty()) {
            return;
        }
        commands.record(args, submission -> {
            submission.add(
                    args.call(),
                    () -> new CopyBufferToImage(src.name.toString(), dst.name.toString(), layout, regions));
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
        Late<CommandStep> copy = src == null ? null : toBuffer(info, src, dst);
        commands.record(args, submission -> {
            if (copy != null) {
                submission.add(args.call(), copy);
            }
            dst.deviceWrote(from, dst.size - from);
        });
    }

    /** The copy; null where nothing of it is left. */
    private @Nullable Late<CommandStep> toBuffer(Struct info, Image src, Buffer dst) {
        String layout = session.layout(info.text("srcImageLayout"));
        List<BufferImageCopy> regions = texels(info, src);
        return regions.isEmpty()
                ? null
                : () -> new CopyImageToBuffer(src.name.toString(), layout, dst.name.toString(), regions);
    }

    private void clearColor(Struct args) {
        Image image = image(args, "image");
        if (image != null) {
            String layout = session.layout(args.text("imageLayout"));
            Node color = ClearValues.color(args.struct("pColor"), image.format());
            List<Subresources> ranges = ranges(args, image);
            clear(args, image, ranges, () -> new ClearColorImage(image.name.toString(), layout, color, ranges));
        }
    }

    private void clearDepthStencil(Struct args) {
        Image image = image(args, "image");
        if (image != null) {
            String layout = session.layout(args.text("imageLayout"));
            Node value = ClearValues.depth(args.struct("pDepthStencil"));
            List<Subresources> ranges = ranges(args, image);
            clear(
                    args,
                    image,
                    ranges,
                    () -> new ClearDepthStencilImage(image.name.toString(), layout, value, null, null, ranges));
        }
    }

    private void clear(Struct args, Image image, List<Subresources> ranges, Late<CommandStep> clear) {
        if (ranges.isEmpty()) {
            return;
        }
        commands.record(args, submission -> {
            submission.add(args.call(), clear);
            image.deviceWrote();
        });
    }

    private static List<Subresources> ranges(Struct args, Image image) {
        return args.structs("pRanges").stream()
                .map(range -> range(range, image))
                .toList();
    }

    /** A {@code VkImageSubresourceRange}, with counts as numbers. */
    static Subresources range(Struct range, Image image) {
        int level = DescriptorCalls.small(range, "baseMipLevel");
        int layer = DescriptorCalls.small(range, "baseArrayLayer");
        return new Subresources(
                image.aspects(range.number("aspectMask")),
                level,
                ScalarNode.of(image.levels(level, range.number("levelCount"))),
                layer,
                ScalarNode.of(image.layers(layer, range.number("layerCount"))));
    }

    /** The first layer that rectangles are of, and how many. */
    private record ClearedLayers(long first, long count) {}

    private void clearAttachments(Struct args) {
        List<Struct> attachments = args.structs("pAttachments");
        Map<ClearedLayers, List<Node>> rects = new LinkedHashMap<>();
        for (Struct rect : args.structs("pRects")) {
            ClearedLayers layers = new ClearedLayers(rect.number("baseArrayLayer", 0), rect.number("layerCount", 1));
            rects.computeIfAbsent(layers, key -> new ArrayList<>())
                    .add(RenderPassCalls.rectangle(Pass.rect(rect.struct("rect"))));
        }
        if (rects.isEmpty()) {
            return;
        }
        commands.record(args, submission -> {
            Pass pass = submission.pass();
            List<AttachmentClear> clears = new ArrayList<>();
            for (Struct attachment : attachments) {
                AttachmentClear clear = pass == null ? null : attachmentClear(attachment, pass);
                if (clear != null) {
                    clears.add(clear);
                }
            }
            if (pass == null || clears.isEmpty()) {
                String what = "clears of attachments that are not there or not known are left out";
                if (pass == null) {
                    session.lost(args.call(), what);
                } else {
                    session.notes.count(what);
                }
                return;
            }
            if (pass.layers() == 1) {
                List<Node> all = rects.values().stream().flatMap(List::stream).toList();
                submission.add(args.call(), () -> new ClearAttachments(clears, all, null, null));
            } else {
                rects.forEach((layers, some) -> clearLayers(submission, args.call(), clears, some, layers, pass));
            }
            pass.written();
        });
    }

    private static void clearLayers(
            CapturedSubmission submission,
            Call call,
            List<AttachmentClear> clears,
            List<Node> rects,
            ClearedLayers layers,
            Pass pass) {
        int first = (int) Math.max(0, Math.min(layers.first(), pass.layers()));
        int left = pass.layers() - first;
        int count = (int) Math.max(0, Math.min(layers.count(), left));
        if (count > 0) {
            submission.add(
                    call,
                    () -> new ClearAttachments(clears, rects, first == 0 ? null : first, count == left ? null : count));
        }
    }

    /** One clear, of the aspects that are attached; null where none is: such a clear has no effect. */
    private static @Nullable AttachmentClear attachmentClear(Struct attachment, Pass pass) {
        boolean color = (attachment.number("aspectMask") & 1) != 0;
        int number = color ? pass.numbers().indexOf((int) attachment.number("colorAttachment")) : 0;
        View view = color ? (number < 0 ? null : pass.colors().get(number)) : pass.depth();
        List<String> aspects = view == null
                ? List.of()
                : view.image.aspects(attachment.number("aspectMask")).stream()
                        .filter(aspect -> color || pass.attaches(Aspect.valueOf(aspect)))
                        .toList();
        if (view == null || aspects.isEmpty()) {
            return null;
        }
        return new AttachmentClear(
                aspects, color ? number : null, ClearValues.of(attachment.struct("clearValue"), view.format), null);
    }
}
