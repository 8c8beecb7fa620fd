// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.stream.GraphicsFile;
import dev.sluice.config.stream.GraphicsFile.Dependency;
import dev.sluice.config.stream.GraphicsFile.PassAttachment;
import dev.sluice.config.stream.GraphicsFile.Reference;
import dev.sluice.program.Attachment.LoadOp;
import dev.sluice.program.Attachment.StoreOp;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ResolveMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code VkRenderPass}. */
final class CapturedRenderPass {
    static final long UNUSED = 0xffff_ffffL;

    final Named name;
    private final List<Boolean> cleared = new ArrayList<>();
    private final List<PassAttachment> attachments = new ArrayList<>();
    private final List<GraphicsFile.Subpass> subpassList = new ArrayList<>();
    private final List<Dependency> dependencies = new ArrayList<>();
    private final List<Subpass> subpasses = new ArrayList<>();
    private long viewMask;

    /**
     * What a subpass draws to.
     *
     * @param colors attachments of the render pass
     * @param locations the shader's output location of each colour
     * @param depth an attachment of the render pass, or -1
     */
    record Subpass(List<Integer> colors, List<Integer> locations, int depth) {
        Subpass {
            colors = List.copyOf(colors);
            locations = List.copyOf(locations);
        }
    }

    CapturedRenderPass(CaptureSession session, Named name, Struct info) {
        this.name = name;
        for (Struct attachment : info.structs("pAttachments")) {
            attachments.add(attachment(session, attachment));
        }
        Struct views = info.chained("VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO");
        List<Long> masks = views == null ? List.of() : views.numbers("pViewMasks");
        for (Struct subpass : info.structs("pSubpasses")) {
            int number = subpasses.size();
            subpass(session, subpass, number < masks.size() ? masks.get(number) : subpass.number("viewMask", 0));
        }
        for (Struct dependency : info.structs("pDependencies")) {
            dependencies.add(dependency(session, dependency));
        }
    }

    /** The views of all subpasses, a bit each; 0 for none. */
    long viewMask() {
        return viewMask;
    }

    /** The subpass of this number, or null. */
    @Nullable
    Subpass subpass(int number) {
        return number >= 0 && number < subpasses.size() ? subpasses.get(number) : null;
    }

    /** Whether an attachment begins with a clear. */
    boolean clears(int attachment) {
        return attachment < cleared.size() && cleared.get(attachment);
    }

    /** The layout that an attachment is in behind the render pass; null if its aspects are in several. */
    @Nullable
    ImageLayout layoutAfter(int attachment) {
        PassAttachment of = attachment < attachments.size() ? attachments.get(attachment) : null;
        return of == null || of.stencilFinalLayout() != null ? null : ImageLayout.of(of.finalLayout());
    }

    /** The entry in the stream's render passes. */
    GraphicsFile.RenderPass declaration() {
        return new GraphicsFile.RenderPass(attachments, subpassList, dependencies);
    }

    private PassAttachment attachment(CaptureSession session, Struct attachment) {
        Formats.Texel texel = Formats.of(attachment.text("format"));
        LoadOp load = load(attachment, "loadOp");
        boolean stencil = texel != null && texel.format().has(Aspect.STENCIL);
        LoadOp stencilLoad = stencil ? load(attachment, "stencilLoadOp") : null;
        cleared.add(load == LoadOp.CLEAR || stencilLoad == LoadOp.CLEAR);
        return new PassAttachment(
                texel == null ? attachment.text("format") : texel.format().name(),
                (int) ImageCalls.samples(attachment.text("samples")),
                load,
                store(attachment, "storeOp"),
                stencilLoad,
                stencil ? store(attachment, "stencilStoreOp") : null,
                session.layout(attachment.text("initialLayout")),
                session.layout(attachment.text("finalLayout")),
                stencil ? stencilLayout(session, attachment, "initialLayout", "stencilInitialLayout") : null,
                stencil ? stencilLayout(session, attachment, "finalLayout", "stencilFinalLayout") : null);
    }

    /** The layout of the stencil in the chain, which is ignored beside a layout that the stencil is in as well. */
    private static @Nullable String stencilLayout(
            CaptureSession session, Struct struct, String key, String stencilKey) {
        ImageLayout layout = ImageLayout.of(struct.text(key));
        Struct chained = struct.chained(
                key.equals("layout")
                        ? "VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_STENCIL_LAYOUT"
                        : "VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_STENCIL_LAYOUT");
        return chained == null || layout == null || layout.concerns(Aspect.STENCIL)
                ? null
                : session.layout(chained.text(stencilKey));
    }

    /** {@code VK_ATTACHMENT_LOAD_OP_CLEAR} is CLEAR. */
    static LoadOp load(Struct struct, String key) {
        return operation(struct, key, LoadOp.values());
    }

    /** {@code VK_ATTACHMENT_STORE_OP_NONE_EXT} is NONE. */
    static StoreOp store(Struct struct, String key) {
        return operation(struct, key, StoreOp.values());
    }

    private static <T extends Enum<T>> T operation(Struct struct, String key, T[] known) {
        String plain = struct.text(key)
                .replaceFirst("^VK_ATTACHMENT_(LOAD|STORE)_OP_", "")
                .replaceFirst("_(EXT|KHR|QCOM)$", "");
        for (T operation : known) {
            if (operation.name().equals(plain)) {
                return operation;
            }
        }
        throw struct.error(key, "is none that is known: '" + struct.text(key) + "'");
    }

    private void subpass(CaptureSession session, Struct subpass, long views) {
        viewMask |= views;
        List<Integer> colors = new ArrayList<>();
        List<Integer> locations = new ArrayList<>();
        List<Reference> colorList = new ArrayList<>();
        List<Reference> resolveList = new ArrayList<>();
        List<Struct> references = subpass.structs("pColorAttachments");
        List<Struct> resolves = subpass.structs("pResolveAttachments");
        boolean resolved = false;
        for (int i = 0; i < references.size(); i++) {
            long attachment = references.get(i).number("attachment");
            if (attachment == UNUSED) {
                continue;
            }
            colors.add(DescriptorCalls.small(references.get(i), "attachment"));
            locations.add(i);
            colorList.add(reference(session, references.get(i)));
            boolean resolve = i < resolves.size() && resolves.get(i).number("attachment") != UNUSED;
            resolved |= resolve;
            resolveList.add(
                    resolve
                            ? reference(session, resolves.get(i))
                            : new Reference(ScalarNode.of("ATTACHMENT_UNUSED"), null, null));
        }
        List<Reference> inputs = new ArrayList<>();
        for (Struct input : subpass.structs("pInputAttachments")) {
            if (input.number("attachment") != UNUSED) {
                inputs.add(reference(session, input));
            }
        }
        int depth = -1;
        Reference depthReference = null;
        if (subpass.has("pDepthStencilAttachment")
                && subpass.struct("pDepthStencilAttachment").number("attachment") != UNUSED) {
            Struct reference = subpass.struct("pDepthStencilAttachment");
            depth = DescriptorCalls.small(reference, "attachment");
            depthReference = reference(session, reference);
        }
        Struct depthResolve = depthReference == null ? null : depthResolve(session, subpass, depth);
        subpassList.add(new GraphicsFile.Subpass(
                colorList,
                inputs,
                resolved ? resolveList : List.of(),
                depthReference,
                depthResolve == null ? null : reference(session, depthResolve.struct("pDepthStencilResolveAttachment")),
                depthResolve == null ? null : mode(session, depthResolve, "depthResolveMode", depth, Aspect.DEPTH),
                depthResolve == null ? null : mode(session, depthResolve, "stencilResolveMode", depth, Aspect.STENCIL),
                List.of(),
                (int) (views & RenderPassCalls.MOST_VIEWS)));
        subpasses.add(new Subpass(colors, locations, depth));
    }

    /** What says how depth and stencil are resolved, or null where they are not. */
    private @Nullable Struct depthResolve(CaptureSession session, Struct subpass, int depth) {
        Struct resolve = subpass.chained("VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE");
        String key = "pDepthStencilResolveAttachment";
        if (resolve == null || !resolve.has(key) || resolve.struct(key).number("attachment") == UNUSED) {
            return null;
        }
        int to = DescriptorCalls.small(resolve.struct(key), "attachment");
        Format from = format(depth);
        if (from == null || !from.equals(format(to))) {
            session.notes.count("resolves of depth or stencil to another format are left out");
            return null;
        }
        boolean none = (!from.has(Aspect.DEPTH) || none(resolve, "depthResolveMode"))
                && (!from.has(Aspect.STENCIL) || none(resolve, "stencilResolveMode"));
        return none ? null : resolve;
    }

    private static boolean none(Struct resolve, String key) {
        return resolve.text(key).endsWith("_NONE");
    }

    private @Nullable String mode(CaptureSession session, Struct resolve, String key, int depth, Aspect aspect) {
        Format format = format(depth);
        return format == null || !format.has(aspect)
                ? none(resolve, key) ? "NONE" : null
                : resolveMode(session, resolve, key, format, aspect);
    }

    /** The mode that a stream names; null for the usual one, which also takes the place of one that is not known. */
    static @Nullable String resolveMode(
            CaptureSession session, Struct resolve, String key, Format format, Aspect aspect) {
        if (none(resolve, key)) {
            return "NONE";
        }
        ResolveMode mode = ResolveMode.of(resolve.text(key));
        if (mode == null || !ResolveMode.of(format, aspect).contains(mode)) {
            session.notes.count("resolves by a mode that is not modelled are taken for the format's usual one");
            return null;
        }
        return mode == ResolveMode.usual(format) ? null : mode.name();
    }

    /** The format of an attachment; null for one that is not there or not known. */
    private @Nullable Format format(long attachment) {
        return attachment < attachments.size()
                ? Format.of(attachments.get((int) attachment).format())
                : null;
    }

    private Reference reference(CaptureSession session, Struct reference) {
        long attachment = reference.number("attachment");
        Format format = format(attachment);
        boolean stencil = format != null && format.has(Aspect.STENCIL);
        return new Reference(
                ScalarNode.of(attachment),
                session.layout(reference.text("layout")),
                stencil ? stencilLayout(session, reference, "layout", "stencilLayout") : null);
    }

    /** The masks of a chained memory barrier stand for the dependency's own. */
    private static Dependency dependency(CaptureSession session, Struct dependency) {
        Struct chained = dependency.chained("VK_STRUCTURE_TYPE_MEMORY_BARRIER_2");
        Struct masks = chained == null ? dependency : chained;
        return new Dependency(
                subpassNumber(dependency, "srcSubpass"),
                subpassNumber(dependency, "dstSubpass"),
                session.masks.stages(masks, "srcStageMask"),
                session.masks.stages(masks, "dstStageMask"),
                session.masks.accesses(masks, "srcAccessMask"),
                session.masks.accesses(masks, "dstAccessMask"),
                session.masks.dependencyFlags(dependency));
    }

    private static ScalarNode subpassNumber(Struct dependency, String key) {
        long number = dependency.number(key);
        return number == UNUSED ? ScalarNode.of("EXTERNAL") : ScalarNode.of(number);
    }
}
