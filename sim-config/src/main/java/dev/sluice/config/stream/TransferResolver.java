// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.units.Saturating;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Command;
import dev.sluice.program.Command.ImageTransfer;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Numeric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns copies, blits and resolves of images as they are written into commands with one region for each layer. */
final class TransferResolver {
    private static final String WHOLE = "the whole image";

    private final StreamContext context;
    private final ImageTable images;
    private final ImageBoxes boxes;

    TransferResolver(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
        this.boxes = new ImageBoxes(context, images);
    }

    private ImageDeclaration src(Object step, String name, @Nullable String layout) {
        ImageDeclaration image = images.image(step, "src", name);
        images.layout(step, "srcLayout", layout, ImageLayout.TRANSFER_SRC_OPTIMAL, ImageLayout.User.TRANSFER_READ);
        return image;
    }

    private ImageDeclaration dst(Object step, String name, @Nullable String layout) {
        ImageDeclaration image = images.image(step, "dst", name);
        images.layout(step, "dstLayout", layout, ImageLayout.TRANSFER_DST_OPTIMAL, ImageLayout.User.TRANSFER_WRITE);
        return image;
    }

    Command copy(ImageStep.CopyImage step, String kind, Origin origin) {
        ImageSpec src = src(step, step.src(), step.srcLayout()).spec();
        ImageSpec dst = dst(step, step.dst(), step.dstLayout()).spec();
        ImageTransfer.Form form =
                kind.equals("resolveImage") ? ImageTransfer.Form.RESOLVE_IMAGE : ImageTransfer.Form.COPY_IMAGE;
        if (form == ImageTransfer.Form.RESOLVE_IMAGE) {
            images.checkResolve(step, src.samples() == 1 ? "src" : "dst", src, src.format(), dst, dst.format());
        } else if (src.format().texelBytes() != dst.format().texelBytes() || src.samples() != dst.samples()) {
            throw context.where.error(
                    step,
                    "dst",
                    kind + ": texels of " + src.format() + " (" + src.texelBytes() + " bytes with " + src.samples()
                            + " samples) cannot be copied to " + dst.format() + " (" + dst.texelBytes() + " bytes with "
                            + dst.samples() + ")" + (blittable(src, dst) ? "; blitImage converts" : ""));
        }
        List<ImageTransfer.Region> regions = new ArrayList<>();
        for (ImageStep.ImageCopy copy : step.regions()) {
            ImageBoxes.Layers from =
                    boxes.layers(copy, "src", copy.srcMipLevel(), copy.srcLayer(), copy.srcSubresource(), src);
            ImageBoxes.Layers to =
                    boxes.layers(copy, "dst", copy.dstMipLevel(), copy.dstLayer(), copy.dstSubresource(), dst);
            List<Integer> srcOffset = ImageBoxes.offset(copy.srcOffset(), "srcOffset");
            List<Integer> dstOffset = ImageBoxes.offset(copy.dstOffset(), "dstOffset");
            List<Integer> extent = boxes.extent(copy.extent(), "extent", srcOffset, src, from.level());
            aspects(copy, from, src, to, dst);
            boolean volume = src.depth() > 1;
            if (volume != dst.depth() > 1) {
                slices(copy, volume, from, to, extent.get(2));
                int count = volume ? to.count() : from.count();
                for (int i = 0; i < count; i++) {
                    regions.add(new ImageTransfer.Region(
                            slice(copy, "srcOffset", src, from, srcOffset, extent, i),
                            slice(copy, "dstOffset", dst, to, dstOffset, extent, i),
                            null,
                            from.aspect()));
                }
                continue;
            }
            pairs(copy, "dstSubresource", from, to);
            for (int i = 0; i < from.count(); i++) {
                regions.add(new ImageTransfer.Region(
                        boxes.box(copy, "srcOffset", src, from.level(), from.first() + i, srcOffset, extent),
                        boxes.box(copy, "dstOffset", dst, to.level(), to.first() + i, dstOffset, extent),
                        null,
                        from.aspect()));
            }
        }
        if (context.leftOut(step, "regions", step.regions(), WHOLE)) {
            if (src.width() > dst.width()
                    || src.height() > dst.height()
                    || src.depth() > dst.depth()
                    || src.layers() > dst.layers()) {
                throw context.where.error(
                        step,
                        "dst",
                        kind + ": the whole of '" + src.name() + "' does not fit into '" + dst.name()
                                + "'; name the regions");
            }
            for (int layer = 0; layer < src.layers(); layer++) {
                ImageTransfer.Box box = ImageBoxes.whole(src, layer);
                regions.add(new ImageTransfer.Region(box, box, null));
            }
        }
        return new ImageTransfer(origin, form, src.name(), dst.name(), regions, false);
    }

    /** Slices of a three-dimensional image pair with layers (Vulkan 1.4.360, vkCmdCopyImage): as many as the extent is deep. */
    private void slices(
            ImageStep.ImageCopy copy, boolean volume, ImageBoxes.Layers from, ImageBoxes.Layers to, int depth) {
        int layers = volume ? to.count() : from.count();
        // without an extent it is that of the source, whose layers are no part of it
        if (depth != layers && (volume || copy.extent() != null)) {
            throw context.where.error(
                    copy,
                    volume ? "dstSubresource" : "extent",
                    "extent: " + depth + " slices of a three-dimensional image do not pair with " + layers
                            + " layers of the " + (volume ? "destination" : "source"));
        }
    }

    /** The i-th slice or layer of one side. */
    private ImageTransfer.Box slice(
            ImageStep.ImageCopy copy,
            String key,
            ImageSpec image,
            ImageBoxes.Layers layers,
            List<Integer> offset,
            List<Integer> extent,
            int i) {
        boolean volume = image.depth() > 1;
        return boxes.box(
                copy,
                key,
                image,
                layers.level(),
                layers.first() + (volume ? 0 : i),
                List.of(offset.get(0), offset.get(1), offset.get(2) + (volume ? i : 0)),
                List.of(extent.get(0), extent.get(1), 1));
    }

    private void pairs(Object region, String key, ImageBoxes.Layers from, ImageBoxes.Layers to) {
        if (from.count() != to.count()) {
            throw context.where.error(
                    region,
                    key,
                    key + ": layerCount " + from.count() + " of the source does not pair with " + to.count()
                            + " of the destination");
        }
    }

    /** One aspect of two moves between images that have the same two. */
    private void aspects(Object region, ImageBoxes.Layers from, ImageSpec src, ImageBoxes.Layers to, ImageSpec dst) {
        if (from.aspect() != to.aspect() || (from.aspect() != null && src.format() != dst.format())) {
            throw context.where.error(
                    region,
                    "dstSubresource",
                    "dstSubresource: " + named(from, src) + " cannot be moved to " + named(to, dst)
                            + "; one aspect moves between images of one format, and is named on both sides");
        }
    }

    private static String named(ImageBoxes.Layers layers, ImageSpec image) {
        Aspect aspect = layers.aspect();
        return (aspect == null ? "all" : "the " + aspect.name().toLowerCase(Locale.ROOT)) + " of " + image.format();
    }

    Command blit(ImageStep.BlitImage step, Origin origin) {
        ImageSpec src = src(step, step.src(), step.srcLayout()).spec();
        ImageSpec dst = dst(step, step.dst(), step.dstLayout()).spec();
        if (src.samples() > 1 || dst.samples() > 1) {
            throw context.where.error(
                    step,
                    src.samples() > 1 ? "src" : "dst",
                    "blitImage: images of several samples cannot be blitted; resolveImage averages them");
        }
        boolean linear = step.filter() == ImageStep.Filter.LINEAR;
        checkFormats(step, src.format(), dst.format(), linear);
        List<ImageTransfer.Region> regions = new ArrayList<>();
        for (ImageStep.Blit blit : step.regions()) {
            ImageBoxes.Layers from =
                    boxes.layers(blit, "src", blit.srcMipLevel(), blit.srcLayer(), blit.srcSubresource(), src);
            ImageBoxes.Layers to =
                    boxes.layers(blit, "dst", blit.dstMipLevel(), blit.dstLayer(), blit.dstSubresource(), dst);
            pairs(blit, "dstSubresource", from, to);
            aspects(blit, from, src, to, dst);
            for (int i = 0; i < from.count(); i++) {
                regions.add(new ImageTransfer.Region(
                        boxes.corners(blit, "srcOffsets", blit.srcOffsets(), src, from.level(), from.first() + i),
                        boxes.corners(blit, "dstOffsets", blit.dstOffsets(), dst, to.level(), to.first() + i),
                        null,
                        from.aspect()));
            }
        }
        if (context.leftOut(step, "regions", step.regions(), WHOLE)) {
            for (int layer = 0; layer < Math.min(src.layers(), dst.layers()); layer++) {
                regions.add(new ImageTransfer.Region(ImageBoxes.whole(src, layer), ImageBoxes.whole(dst, layer), null));
            }
        }
        return new ImageTransfer(origin, ImageTransfer.Form.BLIT_IMAGE, src.name(), dst.name(), regions, linear);
    }

    private static boolean blittable(ImageSpec src, ImageSpec dst) {
        return src.samples() == 1
                && dst.samples() == 1
                && src.format().color()
                && dst.format().color()
                && converts(src.format(), dst.format());
    }

    /** Whether a blit from one colour format to the other is defined (Vulkan 1.4.360, vkCmdBlitImage). */
    private static boolean converts(Format src, Format dst) {
        Numeric from = src.channels().get(0).numeric();
        Numeric to = dst.channels().get(0).numeric();
        return from == to || (!from.integer() && !to.integer());
    }

    private void checkFormats(ImageStep.BlitImage step, Format src, Format dst, boolean linear) {
        boolean integer = src.channels().get(0).numeric().integer();
        if ((!src.color() || !dst.color()) && src != dst) {
            throw context.where.error(
                    step,
                    "dst",
                    "blitImage: a depth/stencil format is blitted to itself only, not " + src + " to " + dst);
        }
        if (src.color() && !converts(src, dst)) {
            throw context.where.error(
                    step,
                    "dst",
                    "blitImage: integers are blitted to integers of the same sign only, not " + src + " to " + dst);
        }
        if (linear && (integer || !src.color())) {
            throw context.where.error(step, "filter", "filter: " + src + " cannot be filtered; NEAREST is possible");
        }
    }

    Command fromBuffer(ImageStep.CopyBufferToImage step, Origin origin) {
        BufferDeclaration buffer = context.buffer(step, "src", step.src());
        ImageSpec image = dst(step, step.dst(), step.dstLayout()).spec();
        return new ImageTransfer(
                origin,
                ImageTransfer.Form.COPY_BUFFER_TO_IMAGE,
                buffer.name(),
                image.name(),
                regions(step, "dst", step.regions(), buffer, image, true),
                false);
    }

    Command toBuffer(ImageStep.CopyImageToBuffer step, Origin origin) {
        BufferDeclaration buffer = context.buffer(step, "dst", step.dst());
        ImageSpec image = src(step, step.src(), step.srcLayout()).spec();
        return new ImageTransfer(
                origin,
                ImageTransfer.Form.COPY_IMAGE_TO_BUFFER,
                image.name(),
                buffer.name(),
                regions(step, "src", step.regions(), buffer, image, false),
                false);
    }

    private List<ImageTransfer.Region> regions(
            Object step,
            String imageKey,
            List<ImageStep.BufferImageCopy> written,
            BufferDeclaration buffer,
            ImageSpec image,
            boolean toImage) {
        if (image.samples() > 1) {
            throw context.where.error(
                    step, imageKey, "image '" + image.name() + "' has several samples; buffers hold one of each texel");
        }
        List<ImageTransfer.Region> regions = new ArrayList<>();
        for (ImageStep.BufferImageCopy copy : written) {
            ImageBoxes.Layers layers =
                    boxes.layers(copy, "image", copy.mipLevel(), copy.layer(), copy.imageSubresource(), image);
            List<Integer> offset = ImageBoxes.offset(copy.imageOffset(), "imageOffset");
            List<Integer> extent = boxes.extent(copy.imageExtent(), "imageExtent", offset, image, layers.level());
            int rowLength = length(copy, "bufferRowLength", copy.bufferRowLength(), extent.get(0));
            int rows = length(copy, "bufferImageHeight", copy.bufferImageHeight(), extent.get(1));
            Aspect aspect = layers.aspect();
            int texelBytes = aspect == null
                    ? image.format().texelBytes()
                    : image.format().part(aspect).bufferBytes();
            long layerBytes = Saturating.times((long) rowLength * rows, texelBytes);
            for (int i = 0; i < layers.count(); i++) {
                ImageTransfer.Box box =
                        boxes.box(copy, "imageOffset", image, layers.level(), layers.first() + i, offset, extent);
                ImageTransfer.Texels texels = new ImageTransfer.Texels(
                        Saturating.plus(copy.bufferOffset().bytes(), Saturating.times(layerBytes, i)), rowLength, rows);
                if (i == 0) {
                    checkOffset(copy, image.format(), texelBytes, texels.offset());
                }
                checkBuffer(copy, buffer, image, texelBytes, texels, box);
                regions.add(new ImageTransfer.Region(toImage ? null : box, toImage ? box : null, texels, aspect));
            }
        }
        if (context.leftOut(step, "regions", written, WHOLE)) {
            long layerBytes = Saturating.times(
                    (long) image.width() * image.height(),
                    image.depth() * (long) image.format().texelBytes());
            for (int layer = 0; layer < image.layers(); layer++) {
                ImageTransfer.Box box = ImageBoxes.whole(image, layer);
                ImageTransfer.Texels texels =
                        new ImageTransfer.Texels(Saturating.times(layerBytes, layer), box.width(), box.height());
                checkBuffer(step, buffer, image, image.format().texelBytes(), texels, box);
                regions.add(new ImageTransfer.Region(toImage ? null : box, toImage ? box : null, texels));
            }
        }
        return regions;
    }

    private int length(Object copy, String key, int written, int least) {
        if (written != 0 && written < least) {
            throw context.where.error(
                    copy,
                    key,
                    key + ": " + written + " is less than the " + least + " that are copied; 0 means as many");
        }
        return written == 0 ? least : written;
    }

    /** Later layers follow without a gap: only where a region begins is held to its multiple. */
    private void checkOffset(Object copy, Format format, int texelBytes, long offset) {
        int multiple = Math.max(texelBytes, format.color() ? 1 : 4);
        if (offset % multiple != 0) {
            throw context.where.error(
                    copy,
                    "bufferOffset",
                    "bufferOffset: " + offset + " is not a multiple of " + multiple + " bytes, as texels of " + format
                            + " need");
        }
    }

    private void checkBuffer(
            Object copy,
            BufferDeclaration buffer,
            ImageSpec image,
            long texel,
            ImageTransfer.Texels texels,
            ImageTransfer.Box box) {
        long rows = (long) (box.depth() - 1) * texels.imageHeight() + box.height() - 1;
        long bytes = Saturating.times(Saturating.plus(Saturating.times(rows, texels.rowLength()), box.width()), texel);
        long left = buffer.size() - texels.offset();
        if (bytes > left) {
            throw context.where.error(
                    copy,
                    "bufferOffset",
                    "bufferOffset: " + box.width() + " x " + box.height() + " x " + box.depth() + " texels of "
                            + image.format() + " are " + bytes + " bytes, of which buffer '" + buffer.name() + "' has "
                            + Math.max(0, left) + " from offset " + texels.offset() + " on");
        }
    }
}
