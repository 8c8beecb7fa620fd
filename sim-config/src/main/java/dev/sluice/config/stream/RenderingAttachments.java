// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.program.Attachment;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the attachments of dynamic rendering, as they are written, into what is drawn to (Vulkan specification, VkRenderingInfo). */
final class RenderingAttachments {
    private final StreamContext context;
    private final ImageTable images;

    RenderingAttachments(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
    }

    /** What a rendering draws to, in some layers. */
    RenderTargets targets(PassStep.BeginRendering step, TargetLayers layers) {
        List<Attachment> colors = new ArrayList<>();
        for (PassStep.RenderingAttachment written : step.colorAttachments()) {
            colors.add(color(written));
        }
        Attachment depth = depthStencil(step);
        if (colors.isEmpty() && depth == null) {
            throw context.where.node(step).error("beginRendering: at least one attachment is needed");
        }
        List<Attachment> all = new ArrayList<>(colors);
        if (depth != null) {
            all.add(depth);
        }
        requireLayers(step, layers);
        return new RenderTargets(area(step.renderArea(), all), colors, depth, samples(step, all)).in(layers.numbers());
    }

    /** Refuses attachments that have not all the layers that are drawn to. */
    private void requireLayers(PassStep.BeginRendering step, TargetLayers layers) {
        List<PassStep.RenderingAttachment> written = new ArrayList<>(step.colorAttachments());
        Stream.of(step.depthAttachment(), step.stencilAttachment())
                .filter(Objects::nonNull)
                .forEach(written::add);
        String key = layers.views() ? "viewMask" : "layerCount";
        for (PassStep.RenderingAttachment each : written) {
            Function<String, RuntimeException> error = text -> context.where.error(step, key, key + ": " + text);
            layers.require(viewed(each), orZero(each.mipLevel()), orZero(each.layer()), error);
            PassStep.Resolve resolve = each.resolve();
            if (resolve != null) {
                layers.require(
                        images.imageOrView(resolve, "image", resolve.image()),
                        orZero(resolve.mipLevel()),
                        orZero(resolve.layer()),
                        error);
            }
        }
    }

    private static int orZero(@Nullable Integer written) {
        return written == null ? 0 : written;
    }

    private Attachment color(PassStep.RenderingAttachment written) {
        Viewed viewed = viewed(written);
        ImageSpec spec = viewed.image();
        checkUsage(written, spec, "COLOR_ATTACHMENT");
        ImageSlice slice = images.slice(written, viewed, written.mipLevel(), written.layer());
        ImageLayout layout = layout(written, ImageLayout.COLOR_ATTACHMENT_OPTIMAL, ImageLayout.User.COLOR);
        return new Attachment(
                slice,
                Set.of(Aspect.COLOR),
                layout,
                layout,
                written.loadOp(),
                written.storeOp(),
                written.loadOp(),
                written.storeOp(),
                clear(written, viewed.format()),
                resolve(written, spec, viewed.format(), Aspect.COLOR));
    }

    private ImageLayout layout(PassStep.RenderingAttachment written, ImageLayout fallback, ImageLayout.User user) {
        String name =
                PassResolver.either(written, "layout", written.layout(), "imageLayout", written.imageLayout(), context);
        return images.layout(written, written.layout() == null ? "imageLayout" : "layout", name, fallback, user);
    }

    private ClearValue clear(PassStep.RenderingAttachment written, Format format) {
        Node value =
                PassResolver.either(written, "clear", written.clear(), "clearValue", written.clearValue(), context);
        return Shapes.clear(value, "clear", format);
    }

    private Viewed viewed(PassStep.RenderingAttachment written) {
        String view = PassResolver.either(written, "view", written.view(), "imageView", written.imageView(), context);
        String key = written.view() == null ? "imageView" : "view";
        String image = PassResolver.either(written, "image", written.image(), key, view, context);
        if (image == null) {
            throw context.where.node(written).error("attachment: missing key 'image' or 'view'");
        }
        return images.imageOrView(written, written.image() == null ? key : "image", image);
    }

    private void checkUsage(Object user, ImageSpec spec, String usage) {
        if (spec.usage().contains(usage)) {
            return;
        }
        throw context.where
                .node(user)
                .error("image '" + spec.name() + "' of format " + spec.format()
                        + " cannot be this attachment: its usage lacks " + usage);
    }

    /** The depth and the stencil attachment, which are one image, as one. */
    private @Nullable Attachment depthStencil(PassStep.BeginRendering step) {
        PassStep.RenderingAttachment depth = step.depthAttachment();
        PassStep.RenderingAttachment stencil = step.stencilAttachment();
        PassStep.RenderingAttachment either = depth != null ? depth : stencil;
        if (either == null) {
            return null;
        }
        Viewed viewed = viewed(either);
        ImageSpec spec = viewed.image();
        checkUsage(either, spec, "DEPTH_STENCIL_ATTACHMENT");
        ImageSlice slice = images.slice(either, viewed, either.mipLevel(), either.layer());
        if (depth != null && !spec.format().has(Aspect.DEPTH)) {
            throw context.where.node(depth).error("depthAttachment: " + spec.format() + " has no depth");
        }
        if (stencil != null && !spec.format().has(Aspect.STENCIL)) {
            throw context.where.node(stencil).error("stencilAttachment: " + spec.format() + " has no stencil");
        }
        if (depth != null
                && stencil != null
                && !slice.equals(images.slice(stencil, viewed(stencil), stencil.mipLevel(), stencil.layer()))) {
            throw context.where
                    .node(stencil)
                    .error("stencilAttachment: it must be the image of the depthAttachment, '" + spec.name() + "'");
        }
        ImageLayout layout = layout(either, ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL, ImageLayout.User.DEPTH);
        ClearValue clear = clear(either, viewed.format());
        if (depth != null && stencil != null) {
            double value = clear.color().get(0);
            clear = ClearValue.depthStencil(
                    value, clear(stencil, viewed.format()).color().get(1).intValue());
        }
        // where the format has one aspect only, its operations are those of the texel
        PassStep.RenderingAttachment depthOf = spec.format().has(Aspect.DEPTH) ? depth : either;
        PassStep.RenderingAttachment stencilOf = spec.format().has(Aspect.STENCIL) ? stencil : either;
        return new Attachment(
                slice,
                attached(depth, stencil),
                layout,
                stencil == null ? layout : layout(stencil, layout, ImageLayout.User.DEPTH),
                depthOf == null ? Attachment.LoadOp.NONE : depthOf.loadOp(),
                depthOf == null ? Attachment.StoreOp.NONE : depthOf.storeOp(),
                stencilOf == null ? Attachment.LoadOp.NONE : stencilOf.loadOp(),
                stencilOf == null ? Attachment.StoreOp.NONE : stencilOf.storeOp(),
                clear,
                depthStencilResolve(depth, stencil, spec));
    }

    private static Set<Aspect> attached(@Nullable Object depth, @Nullable Object stencil) {
        return depth == null
                ? Set.of(Aspect.STENCIL)
                : stencil == null ? Set.of(Aspect.DEPTH) : Set.of(Aspect.DEPTH, Aspect.STENCIL);
    }

    /** The aspects that are resolved, all to one image. */
    private Attachment.@Nullable Resolve depthStencilResolve(
            PassStep.@Nullable RenderingAttachment depth,
            PassStep.@Nullable RenderingAttachment stencil,
            ImageSpec spec) {
        Attachment.Resolve ofDepth = depth == null ? null : resolve(depth, spec, spec.format(), Aspect.DEPTH);
        Attachment.Resolve ofStencil = stencil == null ? null : resolve(stencil, spec, spec.format(), Aspect.STENCIL);
        if (ofDepth == null || ofStencil == null) {
            return ofDepth == null ? ofStencil : ofDepth;
        }
        if (stencil != null && !ofDepth.to().equals(ofStencil.to())) {
            throw context.where
                    .node(stencil)
                    .error("stencilAttachment: it must be resolved to the image that depth is resolved to, '"
                            + ofDepth.to().image() + "'");
        }
        Map<Aspect, ResolveMode> modes = new EnumMap<>(Aspect.class);
        modes.putAll(ofDepth.modes());
        modes.putAll(ofStencil.modes());
        return new Attachment.Resolve(ofDepth.to(), modes);
    }

    private Attachment.@Nullable Resolve resolve(
            PassStep.RenderingAttachment written, ImageSpec spec, Format format, Aspect aspect) {
        PassStep.Resolve resolve = written.resolve();
        ResolveMode mode = resolve == null ? null : images.resolveMode(resolve, "mode", resolve.mode(), format, aspect);
        if (resolve == null || mode == null) {
            return null;
        }
        Viewed viewed = images.imageOrView(resolve, "image", resolve.image());
        ImageSpec target = viewed.image();
        images.checkResolve(resolve, "image", spec, format, target, viewed.format());
        images.layout(resolve, "layout", resolve.layout(), ImageLayout.COLOR_ATTACHMENT_OPTIMAL);
        return new Attachment.Resolve(
                images.slice(resolve, viewed, resolve.mipLevel(), resolve.layer()), Map.of(aspect, mode));
    }

    private Rect area(@Nullable Node written, List<Attachment> all) {
        int width = Integer.MAX_VALUE;
        int height = Integer.MAX_VALUE;
        for (Attachment attachment : all) {
            ImageSpec spec = images.declared(attachment.slice().image()).spec();
            width = Math.min(width, spec.width(attachment.slice().level()));
            height = Math.min(height, spec.height(attachment.slice().level()));
        }
        return PassResolver.area(written, new Rect(0, 0, width, height));
    }

    private int samples(PassStep.BeginRendering step, List<Attachment> all) {
        int samples = images.declared(all.get(0).slice().image()).spec().samples();
        for (Attachment attachment : all) {
            ImageSpec spec = images.declared(attachment.slice().image()).spec();
            if (spec.samples() != samples) {
                throw context.where
                        .node(step)
                        .error("beginRendering: all attachments need as many samples; '" + spec.name() + "' has "
                                + spec.samples() + " and '"
                                + all.get(0).slice().image() + "' " + samples);
            }
        }
        return samples;
    }
}
