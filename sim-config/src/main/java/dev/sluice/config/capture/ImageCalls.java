// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Images, their memory, views and samplers. */
final class ImageCalls {
    /** VK_IMAGE_CREATE_SPARSE_BINDING_BIT. */
    private static final long SPARSE_BINDING = 1;

    private final CaptureSession session;
    /** Whether each sampler filters linearly. */
    private final Map<Long, Boolean> filters = new HashMap<>();

    ImageCalls(CaptureSession session) {
        this.session = session;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateImage", args -> create(args, args.struct("pCreateInfo"), args.handle("pImage")));
        handlers.put(
                "vkGetImageMemoryRequirements",
                args -> requirements(args.handle("image"), args.struct("pMemoryRequirements")));
        CommandCalls.both(
                handlers,
                "vkGetImageMemoryRequirements2",
                args -> requirements(
                        args.struct("pInfo").handle("image"),
                        args.struct("pMemoryRequirements").struct("memoryRequirements")));
        handlers.put("vkGetImageSubresourceLayout", this::linearLayout);
        handlers.put("vkBindImageMemory", this::bind);
        CommandCalls.both(
                handlers,
                "vkBindImageMemory2",
                args -> args.structs("pBindInfos").forEach(this::bind));
        handlers.put("vkCreateImageView", this::createView);
        handlers.put(
                "vkCreateSampler",
                args -> filters.put(
                        args.handle("pSampler"),
                        args.struct("pCreateInfo").text("magFilter").equals("VK_FILTER_LINEAR")));
    }

    /** Whether a sampler filters; one that is not known does. */
    boolean filters(long sampler) {
        return filters.getOrDefault(sampler, true);
    }

    private void create(Struct args, Struct info, long handle) {
        Struct extent = info.struct("extent");
        boolean linear = info.text("tiling").equals("VK_IMAGE_TILING_LINEAR");
        if (!linear && !info.text("tiling").equals("VK_IMAGE_TILING_OPTIMAL")) {
            session.notes.count("images with " + info.text("tiling") + " are taken as tiled");
        }
        Image image = image(
                handle,
                info.text("format"),
                List.of(extent.number("width"), extent.number("height"), extent.number("depth")),
                List.of(info.number("arrayLayers"), info.number("mipLevels"), samples(info.text("samples"))),
                linear ? Tiling.LINEAR : Tiling.OPTIMAL,
                usage(info),
                session.layout(info.text("initialLayout")));
        if (image != null) {
            image.shared(info);
            session.images().put(handle, image);
        } else {
            session.notes.count("images that cannot be modelled (" + args.call().source()
                    + "): commands that need them are left out");
        }
        if (image != null && (info.number("flags", 0) & SPARSE_BINDING) != 0) {
            Memory own = session.sparse.own(handle, Math.max(image.capturedSize(), image.neededSize()));
            if (own != null) {
                image.bind(own, 0);
            }
        }
    }

    /** What either aspect may be used for: a stream has no usage of the stencil alone. Masks of 64 bits take the place of 32. */
    private static long usage(Struct info) {
        Struct wide = info.chained("VK_STRUCTURE_TYPE_IMAGE_USAGE_FLAGS_2_CREATE_INFO");
        Struct stencil = info.chained("VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_CREATE_INFO");
        Struct wideStencil = info.chained("VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_2_CREATE_INFO");
        return (wide == null ? info : wide).number("usage", 0)
                | (stencil == null ? 0 : stencil.number("stencilUsage", 0))
                | (wideStencil == null ? 0 : wideStencil.number("stencilUsage", 0));
    }

    /**
     * An image, or null with a note when the simulator cannot have one like it.
     *
     * @param extent width, height and depth
     * @param counts layers, levels and samples
     */
    @Nullable
    Image image(
            long handle,
            String format,
            List<Long> extent,
            List<Long> counts,
            Tiling tiling,
            long usage,
            String initialLayout) {
        Formats.Texel texel = Formats.of(format);
        if (texel == null) {
            session.notes.count("images of format " + format + " are not known");
            return null;
        }
        if (!texel.exact()) {
            session.notes.count("images of format " + format + " become "
                    + texel.format().name() + ", which has elements of the same size");
        }
        List<String> usages = Masks.imageUsages(usage);
        BlockExtent elements = BlockExtent.of(
                texel, small(extent.get(0)), small(extent.get(1)), small(extent.get(2)), small(counts.get(1)));
        if (elements.levels() < small(counts.get(1))) {
            session.notes.count(
                    "levels of images of block-compressed formats that are smaller than a block are left out");
        }
        try {
            ImageSpec spec = new ImageSpec(
                    "image" + handle,
                    texel.format(),
                    elements.width(),
                    elements.height(),
                    small(extent.get(2)),
                    small(counts.get(0)),
                    elements.levels(),
                    small(counts.get(2)),
                    tiling,
                    Set.copyOf(usages));
            return new Image(
                    session.named("image", handle), spec, texel, usages, initialLayout, session.target.tileBytes());
        } catch (IllegalArgumentException e) {
            session.notes.count("an image cannot be had: " + e.getMessage());
            return null;
        }
    }

    /** {@code VK_SAMPLE_COUNT_4_BIT} is 4. */
    static long samples(String text) {
        String digits = text.replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 3 ? 1 : Long.parseLong(digits);
    }

    private static int small(long value) {
        return (int) Math.max(0, Math.min(value, 1 << 20));
    }

    private void requirements(long handle, Struct requirements) {
        Image image = session.images().get(handle);
        if (image != null) {
            image.needs(requirements.size("size"));
        }
    }

    private void linearLayout(Struct args) {
        Image image = session.images().get(args.handle("image"));
        if (image == null || image.tiled()) {
            return;
        }
        int level = DescriptorCalls.small(args.struct("pSubresource"), "mipLevel");
        long pitch = args.struct("pLayout").number("rowPitch");
        if (level < image.spec.levels() && pitch != image.rowPitch(level)) {
            session.notes.count("rows of a linear image are " + pitch + " bytes apart in the capture and "
                    + image.rowPitch(level) + " here, so what the host writes shows up shifted");
        }
    }

    private void bind(Struct bind) {
        Image image = session.images().get(bind.handle("image"));
        if (image == null) {
            return;
        }
        if (bind.handle("memory") == 0) {
            session.notes.count("images bound to the memory of a swapchain are not understood");
            return;
        }
        Memory to = session.memory(bind, "memory");
        long offset = bind.size("memoryOffset");
        if (offset >= to.size) {
            throw bind.error(
                    "memoryOffset",
                    offset + " leaves no room for " + image.name + " in " + to.name + ", which has " + to.size);
        }
        image.bind(to, offset);
    }

    private void createView(Struct args) {
        Struct info = args.struct("pCreateInfo");
        Image image = session.images().get(info.handle("image"));
        if (image == null) {
            return;
        }
        Format own = Format.of(info.text("format"));
        boolean fits = own != null
                && image.texel.exact()
                && (own == image.format()
                        || own.color()
                                && image.format().color()
                                && own.texelBytes() == image.format().texelBytes());
        long handle = args.handle("pView");
        View view =
                new View(session.named("imageView", handle), image, fits && own != null ? own : image.format(), info);
        session.views().put(handle, view);
    }
}
