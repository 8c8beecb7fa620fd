// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.Attachment;
import dev.sluice.program.ImageRange;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The render passes and framebuffers of a stream, checked, and instances of them. */
final class RenderPassTable {
    private static final Set<String> EXTERNAL =
            Set.of("EXTERNAL", "SUBPASS_EXTERNAL", "VK_SUBPASS_EXTERNAL", "4294967295");
    private static final Set<String> UNUSED =
            Set.of("ATTACHMENT_UNUSED", "VK_ATTACHMENT_UNUSED", "UNUSED", "4294967295");

    private final StreamContext context;
    private final ImageTable images;
    private final DependencyResolver dependencies;
    private final Map<String, RenderPass> passes = new LinkedHashMap<>();
    private final Map<String, Framebuffer> framebuffers = new LinkedHashMap<>();

    /** A framebuffer with what is behind its attachments. */
    private record Framebuffer(RenderPass pass, List<Viewed> attachments, Rect area, int layers) {}

    RenderPassTable(StreamContext context, ImageTable images, DependencyResolver dependencies) {
        this.context = context;
        this.images = images;
        this.dependencies = dependencies;
        context.file.renderPasses().forEach((name, pass) -> passes.put(name, pass(name, pass)));
        context.file.framebuffers().forEach((name, framebuffer) -> framebuffers.put(name, framebuffer(framebuffer)));
    }

    private RenderPass pass(String name, GraphicsFile.RenderPass written) {
        if (written.subpasses().isEmpty()) {
            throw context.where.node(written).error("renderPasses: '" + name + "' needs at least one subpass");
        }
        List<RenderPass.Description> attachments = new ArrayList<>();
        for (GraphicsFile.PassAttachment attachment : written.attachments()) {
            attachments.add(description(attachment));
        }
        List<RenderPass.Subpass> subpasses = new ArrayList<>();
        for (GraphicsFile.Subpass subpass : written.subpasses()) {
            subpasses.add(subpass(subpass, attachments));
        }
        List<RenderPass.Dependency> list = new ArrayList<>();
        for (GraphicsFile.Dependency dependency : written.dependencies()) {
            list.add(dependency(dependency, subpasses.size()));
        }
        for (int i = 1; i < subpasses.size(); i++) {
            if ((subpasses.get(i).viewMask() == 0) != (subpasses.get(0).viewMask() == 0)) {
                throw context.where.error(
                        written.subpasses().get(i), "viewMask", "viewMask: either all subpasses have views, or none");
            }
        }
        return new RenderPass(attachments, subpasses, list);
    }

    private RenderPass.Description description(GraphicsFile.PassAttachment written) {
        Format format = images.format(written, "format", written.format());
        Attachment.LoadOp stencilLoad = Objects.requireNonNullElse(written.stencilLoadOp(), written.loadOp());
        Attachment.StoreOp stencilStore = Objects.requireNonNullElse(written.stencilStoreOp(), written.storeOp());
        boolean hasStencil = format.has(Aspect.STENCIL);
        boolean onlyStencil = hasStencil && !format.has(Aspect.DEPTH);
        // operations of an aspect that the format lacks are ignored (Vulkan specification, VkAttachmentDescription)
        return new RenderPass.Description(
                format,
                written.samples(),
                onlyStencil ? stencilLoad : written.loadOp(),
                onlyStencil ? stencilStore : written.storeOp(),
                hasStencil ? stencilLoad : written.loadOp(),
                hasStencil ? stencilStore : written.storeOp(),
                initialLayouts(written, format),
                finalLayouts(written, format));
    }

    private RenderPass.Layouts initialLayouts(GraphicsFile.PassAttachment written, Format format) {
        ImageLayout layout = images.layout(written, "initialLayout", written.initialLayout(), ImageLayout.UNDEFINED);
        String key = "stencilInitialLayout";
        ImageLayout stencil = images.layout(written, key, written.stencilInitialLayout(), layout);
        return layouts(written, key, written.stencilInitialLayout() != null, layout, stencil, format);
    }

    private RenderPass.Layouts finalLayouts(GraphicsFile.PassAttachment written, Format format) {
        String key = "finalLayout";
        ImageLayout layout = images.layout(written, key, written.finalLayout(), ImageLayout.GENERAL);
        images.entered(written, key, layout);
        key = "stencilFinalLayout";
        ImageLayout stencil = images.layout(written, key, written.stencilFinalLayout(), layout);
        images.entered(written, key, stencil);
        return layouts(written, key, written.stencilFinalLayout() != null, layout, stencil, format);
    }

    /**
     * A layout and that of the stencil, which is another only beside a layout of depth alone (Vulkan specification,
     * VkAttachmentDescription2 and VkAttachmentReference2).
     */
    private RenderPass.Layouts layouts(
            Object user, String key, boolean written, ImageLayout layout, ImageLayout stencil, Format format) {
        if (written && !format.has(Aspect.STENCIL)) {
            throw context.where.error(user, key, key + ": " + format + " has no stencil");
        }
        if (written && layout.concerns(Aspect.STENCIL)) {
            throw context.where.error(
                    user,
                    key,
                    key + ": it goes with a layout of depth alone, such as DEPTH_ATTACHMENT_OPTIMAL; " + layout
                            + " is one of the stencil, too");
        }
        if (written && !stencil.concerns(Aspect.STENCIL)) {
            throw context.where.error(user, key, key + ": " + stencil + " is a layout of depth alone");
        }
        return new RenderPass.Layouts(layout, stencil);
    }

    private RenderPass.Subpass subpass(GraphicsFile.Subpass written, List<RenderPass.Description> attachments) {
        List<RenderPass.Use> colors = colors(written, attachments);
        List<RenderPass.Use> inputs = new ArrayList<>();
        for (GraphicsFile.Reference reference : written.inputAttachments()) {
            RenderPass.Use use =
                    use(reference, attachments, ImageLayout.SHADER_READ_ONLY_OPTIMAL, ImageLayout.User.INPUT);
            if (use != null) {
                inputs.add(use);
            }
        }
        List<RenderPass.@Nullable Use> resolves = new ArrayList<>();
        for (GraphicsFile.Reference reference : written.resolveAttachments()) {
            resolves.add(use(reference, attachments, ImageLayout.COLOR_ATTACHMENT_OPTIMAL, ImageLayout.User.COLOR));
        }
        if (!resolves.isEmpty()
                && written.resolveAttachments().size()
                        != written.colorAttachments().size()) {
            throw context.where.error(
                    written,
                    "resolveAttachments",
                    "resolveAttachments: one for each of the "
                            + written.colorAttachments().size() + " colour attachments is needed, not "
                            + resolves.size());
        }
        GraphicsFile.Reference depth = written.depthStencilAttachment();
        RenderPass.Use depthUse = depth == null
                ? null
                : use(depth, attachments, ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL, ImageLayout.User.DEPTH);
        if (depth != null && depthUse != null) {
            Format format = attachments.get(depthUse.attachment()).format();
            if (format.color()) {
                throw context.where.error(
                        written, "depthStencilAttachment", "depthStencilAttachment: " + format + " is a colour format");
            }
        }
        RenderPass.DepthResolve depthResolve = depthResolve(written, depthUse, attachments);
        SubpassRules rules = new SubpassRules(context, written, attachments);
        rules.samples(colors, depthUse);
        for (int i = 0; i < Math.min(colors.size(), resolves.size()); i++) {
            RenderPass.Use resolve = resolves.get(i);
            if (resolve != null) {
                rules.resolve(i, colors.get(i), resolve);
            }
        }
        if (depthUse != null && depthResolve != null) {
            rules.depthResolve(depthUse, depthResolve.to());
        }
        return new RenderPass.Subpass(colors, inputs, resolves, depthUse, depthResolve, written.viewMask());
    }

    /** The aspects that are resolved, by their modes (Vulkan specification, VkSubpassDescriptionDepthStencilResolve). */
    private RenderPass.@Nullable DepthResolve depthResolve(
            GraphicsFile.Subpass written, RenderPass.@Nullable Use depth, List<RenderPass.Description> attachments) {
        GraphicsFile.Reference reference = written.depthStencilResolveAttachment();
        RenderPass.Use to = reference == null
                ? null
                : use(reference, attachments, ImageLayout.DEPTH_STENCIL_ATTACHMENT_OPTIMAL, ImageLayout.User.DEPTH);
        if (to == null) {
            return null;
        }
        String key = "depthStencilResolveAttachment";
        if (depth == null) {
            throw context.where.error(written, key, key + ": the subpass has no depthStencilAttachment to resolve");
        }
        Format format = attachments.get(depth.attachment()).format();
        Map<Aspect, ResolveMode> modes = new EnumMap<>(Aspect.class);
        mode(modes, written, "depthResolveMode", written.depthResolveMode(), format, Aspect.DEPTH);
        mode(modes, written, "stencilResolveMode", written.stencilResolveMode(), format, Aspect.STENCIL);
        if (modes.isEmpty()) {
            throw context.where.error(written, key, key + ": the modes of what " + format + " has are all NONE");
        }
        return new RenderPass.DepthResolve(to, modes);
    }

    private void mode(
            Map<Aspect, ResolveMode> modes,
            GraphicsFile.Subpass user,
            String key,
            @Nullable String written,
            Format format,
            Aspect aspect) {
        ResolveMode mode = images.resolveMode(user, key, written, format, aspect);
        if (mode != null && format.has(aspect)) {
            modes.put(aspect, mode);
        }
    }

    private List<RenderPass.Use> colors(GraphicsFile.Subpass written, List<RenderPass.Description> attachments) {
        List<RenderPass.Use> colors = new ArrayList<>();
        for (int i = 0; i < written.colorAttachments().size(); i++) {
            RenderPass.Use use = use(
                    written.colorAttachments().get(i),
                    attachments,
                    ImageLayout.COLOR_ATTACHMENT_OPTIMAL,
                    ImageLayout.User.COLOR);
            if (use == null) {
                continue;
            }
            if (colors.size() < i) {
                throw context.where.error(
                        written,
                        "colorAttachments",
                        i,
                        "colorAttachments: an unused attachment before a used one is not modelled by this version");
            }
            if (!attachments.get(use.attachment()).format().color()) {
                throw context.where.error(
                        written,
                        "colorAttachments",
                        i,
                        "colorAttachments: " + attachments.get(use.attachment()).format() + " is no colour format");
            }
            colors.add(use);
        }
        return colors;
    }

    private RenderPass.@Nullable Use use(
            GraphicsFile.Reference reference,
            List<RenderPass.Description> attachments,
            ImageLayout fallback,
            ImageLayout.User user) {
        ScalarNode number = reference.attachment();
        if (UNUSED.contains(number.text())) {
            return null;
        }
        int index = Shapes.integer(number, "attachment");
        if (index < 0 || index >= attachments.size()) {
            throw number.error("attachment: " + index + " is not from 0 to " + (attachments.size() - 1)
                    + ", nor ATTACHMENT_UNUSED");
        }
        ImageLayout layout = images.layout(reference, "layout", reference.layout(), fallback, user);
        String key = "stencilLayout";
        String written = reference.stencilLayout();
        ImageLayout stencil = written == null
                ? layout
                : images.layout(reference, key, written, ImageLayout.STENCIL_ATTACHMENT_OPTIMAL, user);
        Format format = attachments.get(index).format();
        return new RenderPass.Use(index, layouts(reference, key, written != null, layout, stencil, format));
    }

    private RenderPass.Dependency dependency(GraphicsFile.Dependency written, int subpasses) {
        int src = end(written.srcSubpass(), "srcSubpass", subpasses);
        int dst = end(written.dstSubpass(), "dstSubpass", subpasses);
        if (src == RenderPass.EXTERNAL && dst == RenderPass.EXTERNAL) {
            throw context.where.error(written, "dstSubpass", "dstSubpass: one of the two must be a subpass");
        }
        if (dst != RenderPass.EXTERNAL && src > dst) {
            throw context.where.error(written, "srcSubpass", "srcSubpass: " + src + " comes after dstSubpass " + dst);
        }
        return new RenderPass.Dependency(
                src,
                dst,
                context.stages(written, "srcStageMask", written.srcStageMask()),
                context.accesses(written, "srcAccessMask", written.srcAccessMask()),
                context.stages(written, "dstStageMask", written.dstStageMask()),
                context.accesses(written, "dstAccessMask", written.dstAccessMask()),
                dependencies.byRegion(written, "dependencyFlags", written.dependencyFlags()));
    }

    private static int end(ScalarNode written, String key, int subpasses) {
        if (EXTERNAL.contains(written.text())) {
            return RenderPass.EXTERNAL;
        }
        if (written.integer() == null) {
            throw written.error(key + ": expected a subpass's number or EXTERNAL, got " + written.describe());
        }
        int subpass = Shapes.integer(written, key);
        if (subpass < 0 || subpass >= subpasses) {
            throw written.error(key + ": " + subpass + " is not from 0 to " + (subpasses - 1) + ", nor EXTERNAL");
        }
        return subpass;
    }

    private Framebuffer framebuffer(GraphicsFile.Framebuffer written) {
        RenderPass pass = context.known("render pass", passes, written, "renderPass", written.renderPass());
        if (written.attachments().size() != pass.attachments().size()) {
            throw context.where.error(
                    written,
                    "attachments",
                    "attachments: render pass '" + written.renderPass() + "' has "
                            + pass.attachments().size() + ", not "
                            + written.attachments().size());
        }
        int width = Integer.MAX_VALUE;
        int height = Integer.MAX_VALUE;
        List<Viewed> attachments = new ArrayList<>();
        for (int i = 0; i < written.attachments().size(); i++) {
            Node at = context.where.item(written, "attachments", i);
            String name = written.attachments().get(i);
            Viewed viewed = images.imageOrView(at::error, name);
            ImageRange range = viewed.range();
            ImageSpec spec = viewed.image();
            check(at, spec, pass, i);
            Format format = pass.attachments().get(i).format();
            if (images.views(name) && viewed.format() != format) {
                throw at.error("attachments: view '" + name + "' has format " + viewed.format() + ", attachment " + i
                        + " of the render pass " + format);
            }
            width = Math.min(width, spec.width(range.level()));
            height = Math.min(height, spec.height(range.level()));
            // the views' aspects do not matter here (Vulkan specification, VkFramebufferCreateInfo)
            attachments.add(viewed.of(spec.format().aspects()));
        }
        TargetLayers layers = TargetLayers.of(written.layers(), pass.viewMask());
        if (layers.views() && written.layers() > 1) {
            throw context.where.error(
                    written, "layers", "layers: 1 is needed where the subpasses of the render pass have views");
        }
        String key = layers.views() ? "attachments" : "layers";
        attachments.forEach(attachment ->
                layers.require(attachment, 0, 0, text -> context.where.error(written, key, key + ": " + text)));
        int wide = edge(written, "width", written.width(), width);
        int high = edge(written, "height", written.height(), height);
        return new Framebuffer(pass, attachments, new Rect(0, 0, wide, high), written.layers());
    }

    private int edge(GraphicsFile.Framebuffer written, String key, @Nullable Integer given, int most) {
        if (given == null && most == Integer.MAX_VALUE) {
            throw context.where.node(written).error("framebuffers: missing key '" + key + "'");
        }
        if (given != null && given > most) {
            throw context.where.error(
                    written, key, key + ": " + given + " is more than the " + most + " of its attachments");
        }
        return given == null ? most : given;
    }

    private static void check(Node at, ImageSpec spec, RenderPass pass, int index) {
        RenderPass.Description description = pass.attachments().get(index);
        if (spec.format().texelBytes() != description.format().texelBytes()
                || spec.format().color() != description.format().color()) {
            throw at.error("attachments: image '" + spec.name() + "' has format " + spec.format() + ", attachment "
                    + index + " of the render pass " + description.format());
        }
        if (spec.samples() != description.samples()) {
            throw at.error("attachments: image '" + spec.name() + "' has " + spec.samples() + " samples, attachment "
                    + index + " of the render pass " + description.samples());
        }
        boolean drawn = pass.subpasses().stream()
                .anyMatch(subpass -> subpass.use(index) != null
                        && subpass.inputs().stream().noneMatch(use -> use.attachment() == index));
        String usage = spec.format().color() ? "COLOR_ATTACHMENT" : "DEPTH_STENCIL_ATTACHMENT";
        if (drawn && !spec.usage().contains(usage)) {
            throw at.error(
                    "attachments: image '" + spec.name() + "' cannot be this attachment: its usage lacks " + usage);
        }
    }

    /** An instance that is about to begin. */
    RenderPassInstance instance(PassStep.BeginRenderPass step) {
        RenderPass pass = context.known("render pass", passes, step, "renderPass", step.renderPass());
        Framebuffer framebuffer = context.known("framebuffer", framebuffers, step, "framebuffer", step.framebuffer());
        if (!framebuffer.pass.compatible(pass)) {
            throw context.where.error(
                    step,
                    "framebuffer",
                    "framebuffer: '" + step.framebuffer() + "' goes with another render pass than '" + step.renderPass()
                            + "': the formats or samples of the attachments, or the views, differ");
        }
        List<ClearValue> clears = new ArrayList<>();
        for (int i = 0; i < pass.attachments().size(); i++) {
            RenderPass.Description description = pass.attachments().get(i);
            boolean cleared = description.load() == Attachment.LoadOp.CLEAR
                    || description.stencilLoad() == Attachment.LoadOp.CLEAR;
            if (cleared && i >= step.clearValues().size()) {
                throw context.where.error(
                        step, "clearValues", "clearValues: attachment " + i + " is cleared; its value is missing");
            }
            // values of attachments that are not cleared are ignored (Vulkan specification, VkRenderPassBeginInfo),
            // whatever they are
            clears.add(
                    cleared
                            ? Shapes.clear(step.clearValues().get(i), "clearValues", description.format())
                            : ClearValue.ZERO);
        }
        return new RenderPassInstance(
                pass,
                framebuffer.attachments,
                PassResolver.area(step.renderArea(), framebuffer.area),
                clears,
                framebuffer.layers);
    }
}
