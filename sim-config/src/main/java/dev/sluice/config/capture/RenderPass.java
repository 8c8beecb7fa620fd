package dev.sluice.config.capture;

import dev.sluice.core.image.Aspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@code VkRenderPass}. */
final class RenderPass {
    static final long UNUSED = 0xffff_ffffL;

    final Named name;
    private final List<Boolean> cleared = new ArrayList<>();
    private final List<Object> attachments = new ArrayList<>();
    private final List<Object> subpassList = new ArrayList<>();
    private final List<Object> dependencies = new ArrayList<>();
    private final List<Subpass> subpasses = new ArrayList<>();

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

    RenderPass(Session session, Named name, Struct info) {
        this.name = name;
        for (Struct attachment : info.structs("pAttachments")) {
            attachments.add(attachment(session, attachment));
        }
        for (Struct subpass : info.structs("pSubpasses")) {
            subpass(session, subpass);
        }
        for (Struct dependency : info.structs("pDependencies")) {
            dependencies.add(dependency(session, dependency));
        }
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

    /** The entry in the stream's render passes. */
    Map<String, Object> declaration() {
        Map<String, Object> entry = Session.map("attachments", attachments, "subpasses", subpassList);
        if (!dependencies.isEmpty()) {
            entry.put("dependencies", dependencies);
        }
        return entry;
    }

    private Map<String, Object> attachment(Session session, Struct attachment) {
        Formats.Texel texel = Formats.of(attachment.text("format"));
        String load = operation(attachment, "loadOp");
        String stencilLoad = operation(attachment, "stencilLoadOp");
        boolean stencil = texel != null && texel.format().has(Aspect.STENCIL);
        cleared.add(load.equals("CLEAR") || (stencil && stencilLoad.equals("CLEAR")));
        Map<String, Object> entry = Session.map(
                "format",
                texel == null ? attachment.text("format") : texel.format().name(),
                "samples",
                ImageCalls.samples(attachment.text("samples")),
                "loadOp",
                load,
                "storeOp",
                operation(attachment, "storeOp"));
        if (stencil) {
            entry.put("stencilLoadOp", stencilLoad);
            entry.put("stencilStoreOp", operation(attachment, "stencilStoreOp"));
        }
        entry.put("initialLayout", session.layout(attachment.text("initialLayout")));
        entry.put("finalLayout", session.layout(attachment.text("finalLayout")));
        return entry;
    }

    /** {@code VK_ATTACHMENT_LOAD_OP_CLEAR} is CLEAR. */
    static String operation(Struct struct, String key) {
        return struct.text(key)
                .replaceFirst("^VK_ATTACHMENT_(LOAD|STORE)_OP_", "")
                .replaceFirst("_(EXT|KHR|QCOM)$", "");
    }

    private void subpass(Session session, Struct subpass) {
        List<Integer> colors = new ArrayList<>();
        List<Integer> locations = new ArrayList<>();
        List<Object> colorList = new ArrayList<>();
        List<Object> resolveList = new ArrayList<>();
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
                    resolve ? reference(session, resolves.get(i)) : Session.map("attachment", "ATTACHMENT_UNUSED"));
        }
        Map<String, Object> entry = Session.map("colorAttachments", colorList);
        List<Object> inputs = new ArrayList<>();
        for (Struct input : subpass.structs("pInputAttachments")) {
            if (input.number("attachment") != UNUSED) {
                inputs.add(reference(session, input));
            }
        }
        if (!inputs.isEmpty()) {
            entry.put("inputAttachments", inputs);
        }
        if (resolved) {
            entry.put("resolveAttachments", resolveList);
        }
        int depth = -1;
        if (subpass.has("pDepthStencilAttachment")
                && subpass.struct("pDepthStencilAttachment").number("attachment") != UNUSED) {
            Struct reference = subpass.struct("pDepthStencilAttachment");
            depth = DescriptorCalls.small(reference, "attachment");
            entry.put("depthStencilAttachment", reference(session, reference));
        }
        subpassList.add(entry);
        subpasses.add(new Subpass(colors, locations, depth));
    }

    private static Map<String, Object> reference(Session session, Struct reference) {
        return Session.map(
                "attachment", reference.number("attachment"), "layout", session.layout(reference.text("layout")));
    }

    /** The masks of a chained memory barrier stand for the dependency's own. */
    private static Map<String, Object> dependency(Session session, Struct dependency) {
        Struct chained = dependency.chained("VK_STRUCTURE_TYPE_MEMORY_BARRIER_2");
        Struct masks = chained == null ? dependency : chained;
        Map<String, Object> entry = Session.map(
                "srcSubpass", subpassNumber(dependency, "srcSubpass"),
                "dstSubpass", subpassNumber(dependency, "dstSubpass"));
        put(entry, "srcStageMask", session.masks.stages(masks, "srcStageMask"));
        put(entry, "dstStageMask", session.masks.stages(masks, "dstStageMask"));
        put(entry, "srcAccessMask", session.masks.accesses(masks, "srcAccessMask"));
        put(entry, "dstAccessMask", session.masks.accesses(masks, "dstAccessMask"));
        put(entry, "dependencyFlags", Masks.dependencyFlags(dependency.number("dependencyFlags", 0)));
        return entry;
    }

    private static Object subpassNumber(Struct dependency, String key) {
        long number = dependency.number(key);
        return number == UNUSED ? "EXTERNAL" : number;
    }

    private static void put(Map<String, Object> entry, String key, List<String> flags) {
        if (!flags.isEmpty()) {
            entry.put(key, flags);
        }
    }
}
