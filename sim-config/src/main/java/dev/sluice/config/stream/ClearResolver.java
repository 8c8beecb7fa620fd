// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.Origin;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns clears of images and attachments as they are written into checked commands. */
final class ClearResolver {
    private final StreamContext context;
    private final ImageTable images;

    ClearResolver(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
    }

    Command color(ImageStep.ClearColorImage step, Origin origin) {
        ImageDeclaration image = image(step, step.image(), step.layout(), true);
        return new Command.ClearImage(
                origin,
                Command.ClearImage.Form.CLEAR_COLOR_IMAGE,
                image.name(),
                Shapes.clear(step.color(), "color", image.spec().format()),
                ranges(step, step.ranges(), image));
    }

    Command depthStencil(ImageStep.ClearDepthStencilImage step, Origin origin) {
        ImageDeclaration image = image(step, step.image(), step.layout(), false);
        Node written = step.depthStencil();
        if (written != null && (step.depth() != null || step.stencil() != null)) {
            throw written.error(
                    "'depthStencil' and '" + (step.depth() != null ? "depth" : "stencil") + "' exclude each other");
        }
        ClearValue value = written != null
                ? Shapes.clear(written, "depthStencil", image.spec().format())
                : Shapes.depthStencil(
                        context.where.value(step, "depth"),
                        Objects.requireNonNullElse(step.depth(), 0.0),
                        Objects.requireNonNullElse(step.stencil(), 0),
                        "clearDepthStencilImage");
        return new Command.ClearImage(
                origin,
                Command.ClearImage.Form.CLEAR_DEPTH_STENCIL_IMAGE,
                image.name(),
                value,
                ranges(step, step.ranges(), image));
    }

    private ImageDeclaration image(Object step, String name, @Nullable String layout, boolean color) {
        ImageDeclaration image = images.image(step, "image", name);
        Format format = image.spec().format();
        if (format.color() != color) {
            throw context.where.error(
                    step,
                    "image",
                    "image '" + name + "' has the " + (color ? "depth/stencil" : "colour") + " format " + format + "; "
                            + (color ? "clearDepthStencilImage" : "clearColorImage") + " clears it");
        }
        images.layout(step, "layout", layout, ImageLayout.TRANSFER_DST_OPTIMAL, ImageLayout.User.TRANSFER_WRITE);
        return image;
    }

    private List<ImageRange> ranges(Object step, List<GraphicsFile.Subresources> written, ImageDeclaration image) {
        if (context.leftOut(step, "ranges", written, "the whole image")) {
            return List.of(ImageTable.whole(image));
        }
        List<ImageRange> ranges = new ArrayList<>();
        for (GraphicsFile.Subresources range : written) {
            ranges.add(images.range(range, image));
        }
        return ranges;
    }

    /** @param layers those that are drawn to */
    Command.ClearAttachments attachments(
            PassStep.ClearAttachments step, RenderTargets targets, TargetLayers layers, Origin origin) {
        List<Rect> rects = rects(step, targets.area());
        RenderTargets covered = layers.covered(context, step, targets, step.baseArrayLayer(), step.layerCount(), true);
        if (step.attachments().isEmpty()) {
            throw context.where.node(step).error("clearAttachments: missing key 'attachments', what is to be cleared");
        }
        List<Command.ClearAttachments.Clear> clears = new ArrayList<>();
        for (PassStep.AttachmentClear clear : step.attachments()) {
            Set<Aspect> aspects = aspects(clear);
            boolean depth = !aspects.contains(Aspect.COLOR);
            for (RenderTargets layer : covered.layers()) {
                Attachment attachment = depth ? layer.depthStencil() : color(clear, layer);
                if (attachment == null) {
                    throw context.where.error(
                            clear, "aspectMask", "clearAttachments: there is no depth/stencil attachment here");
                }
                Format format = attachment.slice().format();
                Node value =
                        PassResolver.either(clear, "clear", clear.clear(), "clearValue", clear.clearValue(), context);
                if (value == null) {
                    throw context.where.node(clear).error("clearAttachments: missing key 'clear'");
                }
                clears.add(new Command.ClearAttachments.Clear(
                        attachment, aspects, Shapes.clear(value, "clear", format), rects));
            }
        }
        return new Command.ClearAttachments(origin, clears);
    }

    private Set<Aspect> aspects(PassStep.AttachmentClear clear) {
        Set<Aspect> aspects = EnumSet.noneOf(Aspect.class);
        for (int i = 0; i < clear.aspectMask().size(); i++) {
            String name = clear.aspectMask()
                    .get(i)
                    .replaceFirst("^VK_IMAGE_ASPECT_", "")
                    .replaceFirst("_BIT$", "");
            switch (name) {
                case "COLOR" -> aspects.add(Aspect.COLOR);
                case "DEPTH" -> aspects.add(Aspect.DEPTH);
                case "STENCIL" -> aspects.add(Aspect.STENCIL);
                default ->
                    throw context.where.error(
                            clear,
                            "aspectMask",
                            i,
                            "aspectMask: unknown aspect '" + name + "'; expected COLOR, DEPTH or STENCIL");
            }
        }
        if (aspects.isEmpty()) {
            aspects.add(Aspect.COLOR);
        }
        if (aspects.contains(Aspect.COLOR) && aspects.size() > 1) {
            throw context.where.error(
                    clear, "aspectMask", "aspectMask: COLOR is of another attachment than DEPTH and STENCIL");
        }
        if (!aspects.contains(Aspect.COLOR) && clear.colorAttachment() != null) {
            throw context.where.error(
                    clear, "colorAttachment", "colorAttachment: the aspects are those of the depth/stencil attachment");
        }
        return aspects;
    }

    private Attachment color(PassStep.AttachmentClear clear, RenderTargets targets) {
        int number = Objects.requireNonNullElse(clear.colorAttachment(), 0);
        if (number >= targets.colors().size()) {
            throw context.where.error(
                    clear,
                    "colorAttachment",
                    "colorAttachment: there is no colour attachment " + number + " here; "
                            + targets.colors().size() + " are bound");
        }
        return targets.colors().get(number);
    }

    private List<Rect> rects(PassStep.ClearAttachments step, Rect area) {
        if (context.leftOut(step, "rects", step.rects(), "the render area")) {
            return List.of(area);
        }
        List<Rect> rects = new ArrayList<>();
        for (Node node : step.rects()) {
            Rect rect = Shapes.rect(node, "rects");
            if (!rect.intersect(area).equals(rect)) {
                throw node.error(
                        "rects: " + PassResolver.text(rect) + " leaves the render area " + PassResolver.text(area));
            }
            rects.add(rect);
        }
        return rects;
    }
}
