// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.program.Attachment;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.Origin;
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

/** Follows the render passes and dynamic renderings of one list of commands: what is drawn to at each point. */
final class PassResolver {
    private final StreamContext context;
    private final ImageTable images;
    private final RenderPassTable passes;

    private @Nullable Object opened;
    private @Nullable RenderTargets targets;
    private @Nullable RenderPassInstance instance;
    private TargetLayers layers = TargetLayers.ONE;
    private PassWrites writes = new PassWrites();

    PassResolver(StreamContext context, ImageTable images, RenderPassTable passes) {
        this.context = context;
        this.images = images;
        this.passes = passes;
    }

    /** One of two keys that say the same. */
    static <T> @Nullable T either(
            Object user, String key, @Nullable T value, String otherKey, @Nullable T other, StreamContext context) {
        if (value != null && other != null) {
            throw context.where.error(user, otherKey, "'" + key + "' and '" + otherKey + "' exclude each other");
        }
        return value != null ? value : other;
    }

    static String text(Rect rect) {
        return "[" + rect.x() + ", " + rect.y() + ", " + rect.width() + ", " + rect.height() + "]";
    }

    /** What is drawn to here. */
    RenderTargets targets(Object step, String kind) {
        if (targets == null) {
            throw context.where
                    .node(step)
                    .error(kind + " belongs between beginRendering and endRendering, or into a render pass");
        }
        return targets;
    }

    /** What stands for the subpass or rendering here, another for each; null outside of render passes. */
    @Nullable
    Object subpass() {
        return targets;
    }

    /** Refuses a command that cannot stand within a render pass. */
    void outside(Object step, String kind) {
        if (opened != null) {
            throw context.where
                    .node(step)
                    .error(kind + " cannot stand within a render pass; this one began at " + context.place(opened));
        }
    }

    /**
     * Refuses a barrier in a subpass that declares no dependency with itself (Vulkan specification, chapter Render
     * Pass).
     */
    void barrier(Object step) {
        if (instance != null && !instance.dependsOnItself()) {
            throw context.where
                    .node(step)
                    .error("pipelineBarrier: subpass " + instance.subpass()
                            + " has no dependency with itself, so that no barrier can stand in it");
        }
    }

    /** What is open at one point of a list of commands. */
    record Place(@Nullable Object opened) {}

    /** What is open here. */
    Place place() {
        return new Place(opened);
    }

    /** Refuses a secondary command buffer that ends what it did not begin, or leaves open what it began. */
    void same(Place before) {
        Object began = before.opened();
        if (opened != began) {
            Object at = opened == null ? began : opened;
            throw context.where
                    .node(at == null ? context.file : at)
                    .error("what begins here must end in the same command buffer");
        }
    }

    /** Refuses a list of commands that leaves a render pass open. */
    void finish() {
        if (opened != null) {
            throw context.where
                    .node(opened)
                    .error("what begins here does not end; " + (instance == null ? "endRendering" : "endRenderPass")
                            + " is missing");
        }
    }

    Command begin(PassStep.BeginRendering step, Origin origin) {
        outside(step, "beginRendering");
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
        layers = TargetLayers.of(step.layerCount(), step.viewMask());
        requireLayers(step);
        RenderTargets made =
                new RenderTargets(area(step.renderArea(), all), colors, depth, samples(step, all)).in(layers.numbers());
        opened = step;
        targets = made;
        return begun(new Command.PassStep(origin, Command.PassStep.Form.BEGIN_RENDERING, null, null, made));
    }

    /** Refuses attachments that have not all the layers that are drawn to. */
    private void requireLayers(PassStep.BeginRendering step) {
        List<PassStep.RenderingAttachment> written = new ArrayList<>(step.colorAttachments());
        Stream.of(step.depthAttachment(), step.stencilAttachment())
                .filter(Objects::nonNull)
                .forEach(written::add);
        String key = layers.views() ? "viewMask" : "layerCount";
        for (PassStep.RenderingAttachment each : written) {
            Function<String, RuntimeException> error = text -> context.where.error(step, key, key + ": " + text);
            layers.require(from(viewed(each).range(), each.layer()), error);
            PassStep.Resolve resolve = each.resolve();
            if (resolve != null) {
                layers.require(
                        from(
                                images.imageOrView(resolve, "image", resolve.image())
                                        .range(),
                                resolve.layer()),
                        error);
            }
        }
    }

    /** The layers of a range from one of them on. */
    private static ImageRange from(ImageRange range, @Nullable Integer layer) {
        int first = layer == null ? 0 : layer;
        return new ImageRange(
                range.image(),
                range.aspects(),
                range.level(),
                range.levels(),
                range.layer() + first,
                range.layers() - first);
    }

    /** Which layers are drawn to here. */
    TargetLayers layers() {
        return layers;
    }

    Command end(PassStep.EndRendering step, Origin origin) {
        RenderTargets ended = targets;
        if (opened == null || ended == null || instance != null) {
            throw context.where.node(step).error("endRendering: no beginRendering comes before it");
        }
        opened = null;
        targets = null;
        return ended(new Command.PassStep(origin, Command.PassStep.Form.END_RENDERING, ended, null, null));
    }

    private Command.PassStep begun(Command.PassStep step) {
        writes = new PassWrites();
        writes.begun(step.begins());
        return step;
    }

    /** The step with what the store operations come to. */
    private Command.PassStep ended(Command.PassStep step) {
        return new Command.PassStep(
                step.origin(), step.form(), writes.ended(step.ends()), step.dependency(), step.begins());
    }

    /** What is written within the pass that is open. */
    PassWrites writes() {
        return writes;
    }

    Command begin(PassStep.BeginRenderPass step, Origin origin) {
        outside(step, "beginRenderPass");
        RenderPassInstance made = passes.instance(step);
        Command begin = begun(made.begin(origin));
        opened = step;
        instance = made;
        targets = made.targets();
        layers = made.layers();
        return begin;
    }

    Command next(PassStep.NextSubpass step, Origin origin) {
        RenderPassInstance open = open(step, "nextSubpass");
        if (open.last()) {
            throw context.where
                    .node(step)
                    .error("nextSubpass: subpass " + open.subpass() + " is the last of the render pass");
        }
        Command.PassStep next = ended(open.next(origin));
        writes.begun(next.begins());
        targets = open.targets();
        layers = open.layers();
        return next;
    }

    Command end(PassStep.EndRenderPass step, Origin origin) {
        RenderPassInstance open = open(step, "endRenderPass");
        if (!open.last()) {
            throw context.where
                    .node(step)
                    .error("endRenderPass: subpass " + open.subpass() + " is not the last of the render pass");
        }
        Command end = ended(open.end(origin));
        opened = null;
        instance = null;
        targets = null;
        return end;
    }

    private RenderPassInstance open(Object step, String kind) {
        if (instance == null) {
            throw context.where.node(step).error(kind + ": no beginRenderPass comes before it");
        }
        return instance;
    }

    private Attachment color(PassStep.RenderingAttachment written) {
        Viewed viewed = viewed(written);
        ImageSpec spec = images.declared(viewed.range().image()).spec();
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
        String name = either(written, "layout", written.layout(), "imageLayout", written.imageLayout(), context);
        return images.layout(written, written.layout() == null ? "imageLayout" : "layout", name, fallback, user);
    }

    private ClearValue clear(PassStep.RenderingAttachment written, Format format) {
        Node value = either(written, "clear", written.clear(), "clearValue", written.clearValue(), context);
        return Shapes.clear(value, "clear", format);
    }

    private Viewed viewed(PassStep.RenderingAttachment written) {
        String view = either(written, "view", written.view(), "imageView", written.imageView(), context);
        String key = written.view() == null ? "imageView" : "view";
        String image = either(written, "image", written.image(), key, view, context);
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
        ImageSpec spec = images.declared(viewed.range().image()).spec();
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
        ImageSpec target = images.declared(viewed.range().image()).spec();
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
        return area(written, new Rect(0, 0, width, height));
    }

    /** The area that is written, which must lie within the whole, or the whole. */
    static Rect area(@Nullable Node written, Rect whole) {
        if (written == null) {
            return whole;
        }
        Rect area = Shapes.rect(written, "renderArea");
        if (!area.intersect(whole).equals(area)) {
            throw written.error("renderArea: " + text(area) + " leaves the attachments, which have " + whole.width()
                    + " x " + whole.height() + " pixels");
        }
        return area;
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
