// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.ResolveMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The images and views of a stream by name, and the checks of what its commands say about them. */
final class ImageTable {
    static final List<String> LAYOUTS =
            Stream.of(ImageLayout.values()).map(Enum::name).toList();
    private static final List<String> ASPECTS = List.of("COLOR", "DEPTH", "STENCIL");
    private static final List<String> VIEW_TYPES =
            List.of("1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "CUBE_ARRAY");
    private static final List<String> SLICED = List.of("2D", "2D_ARRAY");

    private final StreamContext context;
    private final Map<String, Viewed> views = new LinkedHashMap<>();

    ImageTable(StreamContext context) {
        this.context = context;
        context.file.imageViews().forEach((name, view) -> {
            if (context.images.containsKey(name) || context.buffers.containsKey(name)) {
                throw context.where.node(view).error("imageViews: the name '" + name + "' is taken");
            }
            views.put(name, view(view));
        });
    }

    private Viewed view(GraphicsFile.View view) {
        ImageDeclaration image = image(view, "image", view.image());
        Format own = image.spec().format();
        String name = view.format();
        Format format = name == null ? own : format(view, "format", name);
        if (format.texelBytes() != own.texelBytes()) {
            throw context.where.error(
                    view,
                    "format",
                    "format: " + format + " has other texels than " + own + " of image '" + image.name() + "'");
        }
        if (format != own && !(format.color() && own.color())) {
            throw context.where.error(
                    view,
                    "format",
                    "format: image '" + image.name() + "' of format " + own + " has no view of format " + format
                            + "; depth and stencil are seen as what they are");
        }
        String type = view.viewType();
        if (type != null && !VIEW_TYPES.contains(type.replaceFirst("^VK_IMAGE_VIEW_TYPE_", ""))) {
            throw context.where.error(
                    view, "viewType", "viewType: unknown type '" + type + "'" + Nearest.hint(type, VIEW_TYPES));
        }
        GraphicsFile.Subresources range = view.subresourceRange();
        if (range != null
                && type != null
                && image.spec().depth() > 1
                && SLICED.contains(type.replaceFirst("^VK_IMAGE_VIEW_TYPE_", ""))) {
            return slices(range, image, format);
        }
        return Viewed.of(image.spec(), range == null ? whole(image) : range(range, image), format);
    }

    /** Slices of one level of a three-dimensional image, as layers (Vulkan specification, VkImageViewCreateInfo). */
    private Viewed slices(GraphicsFile.Subresources range, ImageDeclaration image, Format format) {
        ImageSpec spec = image.spec();
        int base = range.baseArrayLayer();
        checkBase(range, "baseMipLevel", "levels", range.baseMipLevel(), spec.levels(), spec.name());
        int depth = spec.depth(range.baseMipLevel());
        checkBase(range, "baseArrayLayer", "slices", base, depth, spec.name());
        int slices = count(range, "layerCount", range.layerCount(), "REMAINING_ARRAY_LAYERS", depth - base);
        ImageRange level =
                range(range, image, range.aspectMask(), range.baseMipLevel(), range.levelCount(), 0, ScalarNode.of(1));
        if (level.levels() > 1) {
            throw context.where.error(
                    range,
                    "levelCount",
                    "levelCount: 1 is needed where slices of a three-dimensional image are viewed");
        }
        return new Viewed(spec, level, base, slices, format);
    }

    ImageDeclaration image(Object user, String key, String name) {
        return context.known("image", context.images, user, key, name);
    }

    /** The declaration of an image that is known to exist. */
    ImageDeclaration declared(String name) {
        ImageDeclaration image = context.images.get(name);
        if (image == null) {
            throw new IllegalStateException("no image " + name);
        }
        return image;
    }

    Format format(Object user, String key, String name) {
        Format format = Format.of(name);
        if (format == null) {
            throw context.where.error(
                    user, key, key + ": Sluice knows no format '" + name + "'" + Nearest.hint(name, Format.names()));
        }
        return format;
    }

    /** Whether a name is that of a view. */
    boolean views(String name) {
        return views.containsKey(name);
    }

    boolean knows(String name) {
        return context.images.containsKey(name) || views.containsKey(name);
    }

    /** What an image, or a view of one, holds. */
    Viewed imageOrView(Object user, String key, String name) {
        return imageOrView(context.where.value(user, key)::error, name);
    }

    /** What an image, or a view of one, holds; {@code fault} says where an unknown name stands. */
    Viewed imageOrView(Fault fault, String name) {
        Viewed view = views.get(name);
        if (view != null) {
            return view;
        }
        ImageDeclaration image = context.images.get(name);
        if (image == null) {
            List<String> known = new ArrayList<>(context.images.keySet());
            known.addAll(views.keySet());
            throw fault.of("unknown image or view '" + name + "'" + Nearest.hint(name, known));
        }
        return Viewed.of(image.spec(), whole(image), image.spec().format());
    }

    /** Makes an exception at some place. */
    interface Fault {
        ConfigException of(String problem);
    }

    Viewed viewOnly(Object user, String key, String name) {
        return context.known("view", views, user, key, name);
    }

    static ImageRange whole(ImageDeclaration image) {
        ImageSpec spec = image.spec();
        return new ImageRange(spec.name(), spec.format().aspects(), 0, spec.levels(), 0, spec.layers());
    }

    ImageRange range(GraphicsFile.Subresources range, ImageDeclaration image) {
        return range(
                range,
                image,
                range.aspectMask(),
                range.baseMipLevel(),
                range.levelCount(),
                range.baseArrayLayer(),
                range.layerCount());
    }

    /** The subresources that the keys of {@code user} name. */
    ImageRange range(
            Object user,
            ImageDeclaration image,
            List<String> aspectMask,
            int level,
            @Nullable ScalarNode levels,
            int layer,
            @Nullable ScalarNode layers) {
        ImageSpec spec = image.spec();
        checkBase(user, "baseMipLevel", "levels", level, spec.levels(), spec.name());
        if (layer > 0 && spec.depth() > 1) {
            throw context.where.error(
                    user,
                    "baseArrayLayer",
                    "baseArrayLayer: " + layer + " is not 0; the three-dimensional image '" + spec.name()
                            + "' has one layer, whose slices views of viewType 2D_ARRAY have");
        }
        checkBase(user, "baseArrayLayer", "layers", layer, spec.layers(), spec.name());
        return new ImageRange(
                spec.name(),
                aspects(user, "aspectMask", aspectMask, spec),
                level,
                count(user, "levelCount", levels, "REMAINING_MIP_LEVELS", spec.levels() - level),
                layer,
                count(user, "layerCount", layers, "REMAINING_ARRAY_LAYERS", spec.layers() - layer));
    }

    void checkBase(Object user, String key, String what, int base, int total, String image) {
        if (base < 0 || base >= total) {
            throw context.where.error(
                    user,
                    key,
                    key + ": " + base + " is not from 0 to " + (total - 1) + "; image '" + image + "' has " + total
                            + " " + (total == 1 ? what.substring(0, what.length() - 1) : what));
        }
    }

    int count(Object user, String key, @Nullable ScalarNode written, String rest, int left) {
        if (written == null || written.text().equals(rest) || written.text().equals("VK_" + rest)) {
            return left;
        }
        if (written.integer() == null) {
            throw written.error(key + ": expected a number or " + rest + ", got " + written.describe());
        }
        int count = written.text().equals("4294967295") ? left : Shapes.integer(written, key);
        if (count < 1 || count > left) {
            throw context.where.error(
                    user, key, key + ": " + count + " is not from 1 to the " + left + " that are left");
        }
        return count;
    }

    /** The aspects named, all of them for none; each must be in the image. */
    Set<Aspect> aspects(Object user, String key, List<String> names, ImageSpec image) {
        Set<Aspect> all = image.format().aspects();
        Set<Aspect> named = EnumSet.noneOf(Aspect.class);
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).replaceFirst("^VK_IMAGE_ASPECT_", "").replaceFirst("_BIT$", "");
            if (!ASPECTS.contains(name)) {
                throw context.where.error(
                        user, key, i, key + ": unknown aspect '" + name + "'" + Nearest.hint(name, ASPECTS));
            }
            Aspect aspect = Aspect.valueOf(name);
            if (!all.contains(aspect)) {
                throw context.where.error(
                        user,
                        key,
                        i,
                        key + ": image '" + image.name() + "' of format " + image.format() + " has no "
                                + name.toLowerCase(Locale.ROOT) + " aspect");
            }
            named.add(aspect);
        }
        return named.isEmpty() ? all : named;
    }

    /** One level and layer of what is written as an image or view with a level and a layer of it. */
    ImageSlice slice(Object user, Viewed viewed, @Nullable Integer level, @Nullable Integer layer) {
        ImageRange range = viewed.range();
        checkBase(user, "mipLevel", "levels", level == null ? 0 : level, range.levels(), range.image());
        int ofLevel = level == null ? 0 : level;
        int first = layer == null ? 0 : layer;
        checkBase(user, "layer", viewed.layer() + "s", first, viewed.slices(ofLevel), range.image());
        return viewed.slice(ofLevel, first, viewed.format());
    }

    static ImageBinding binding(ImageRange range, ImageLayout layout) {
        return new ImageBinding(
                range.image(), range.aspects(), range.level(), range.levels(), range.layer(), range.layers(), layout);
    }

    /** The layout of a name, or {@code fallback} for none. */
    ImageLayout layout(Object user, String key, @Nullable String name, ImageLayout fallback) {
        if (name == null) {
            return fallback;
        }
        ImageLayout layout = ImageLayout.of(name);
        if (layout == null) {
            throw context.where.error(
                    user, key, key + ": unknown image layout '" + name + "'" + Nearest.hint(name, LAYOUTS));
        }
        return layout;
    }

    /** The layout of a name, which must allow {@code needed}. */
    ImageLayout layout(Object user, String key, @Nullable String name, ImageLayout fallback, ImageLayout.User needed) {
        ImageLayout layout = layout(user, key, name, fallback);
        if (!layout.users().contains(needed)) {
            throw context.where.error(
                    user,
                    key,
                    key + ": an image cannot be used so in " + layout + "; "
                            + (fallback == ImageLayout.GENERAL
                                    ? "GENERAL allows it"
                                    : fallback + " and GENERAL allow it"));
        }
        return layout;
    }

    /** The layout that an image enters; none enters these two. */
    ImageLayout entered(Object user, String key, ImageLayout layout) {
        if (layout == ImageLayout.UNDEFINED || layout == ImageLayout.PREINITIALIZED) {
            throw context.where.error(user, key, key + ": no image can be transitioned to " + layout);
        }
        return layout;
    }

    /** How an aspect is resolved: the usual way where nothing is written; null for NONE. */
    @Nullable
    ResolveMode resolveMode(Object user, String key, @Nullable String written, Format format, Aspect aspect) {
        if (written == null) {
            return ResolveMode.usual(format);
        }
        if (written.equals("NONE") || written.equals("VK_RESOLVE_MODE_NONE")) {
            return null;
        }
        ResolveMode mode = ResolveMode.of(written);
        Set<ResolveMode> known = ResolveMode.of(format, aspect);
        if (mode == null || !known.contains(mode)) {
            String what = aspect == Aspect.COLOR ? format.name() : aspect.name().toLowerCase(Locale.ROOT);
            String names = known.stream().map(ResolveMode::name).collect(Collectors.joining(", "));
            throw context.where.error(
                    user, key, key + ": " + what + " is resolved by " + names + " or NONE, not by " + written);
        }
        return mode;
    }

    /** Refuses a resolve that does not go from several samples to one of the same format. */
    void checkResolve(Object user, String key, ImageSpec src, Format srcFormat, ImageSpec dst, Format dstFormat) {
        if (src.samples() == 1 || dst.samples() > 1) {
            throw context.where.error(
                    user,
                    key,
                    "a resolve goes from several samples to one; '" + src.name() + "' has " + src.samples() + " and '"
                            + dst.name() + "' " + dst.samples());
        }
        if (srcFormat != dstFormat) {
            throw context.where.error(
                    user,
                    key,
                    "a resolve needs one format; '" + src.name() + "' has " + srcFormat + " and '" + dst.name() + "' "
                            + dstFormat);
        }
    }
}
