// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Position;
import dev.sluice.program.Bound;
import dev.sluice.program.ImageBinding;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageRange;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the buffers and images behind the bindings of kernels. */
final class BindingResolver {
    private static final List<String> OF_BUFFERS = List.of("offset", "size");
    private static final List<String> OF_IMAGES =
            List.of("aspectMask", "mipLevel", "baseMipLevel", "levelCount", "layer", "baseArrayLayer", "layerCount");

    private final StreamContext context;
    private final ImageTable images;

    BindingResolver(StreamContext context, ImageTable images) {
        this.context = context;
        this.images = images;
    }

    /** What stands behind every binding of some kernels, in the kernels' order. */
    Map<String, Bound> bindings(Object step, List<KernelProgram> kernels, Map<String, CommandStep.Binding> written) {
        List<String> known = names(kernels);
        for (String name : written.keySet()) {
            if (!known.contains(name)) {
                Position at = keyOf(step, name);
                throw kernels.isEmpty()
                        ? at.error("bind: no kernel runs here that could have the binding '" + name + "'")
                        : at.error("bind: "
                                + kernels.stream()
                                        .map(kernel -> "kernel '" + kernel.name() + "'")
                                        .collect(Collectors.joining(" and "))
                                + (kernels.size() == 1 ? " has" : " have") + " no binding '" + name + "'"
                                + Nearest.hint(name, known));
            }
        }
        Map<String, Bound> bindings = new LinkedHashMap<>();
        for (KernelProgram kernel : kernels) {
            for (int i = 0; i < kernel.bindings().size(); i++) {
                KernelProgram.Binding binding = kernel.bindings().get(i);
                CommandStep.Binding bound = written.get(binding.name());
                if (bound == null) {
                    throw context.where.error(
                            step, "bind", "bind: kernel '" + kernel.name() + "' also needs '" + binding.name() + "'");
                }
                Bound resource = bound(bound, binding);
                String misfit = kernel.misfit(i, resource instanceof ImageBinding image ? view(image) : null);
                if (misfit != null) {
                    throw context.where.node(bound).error("bind: kernel '" + kernel.name() + "': " + misfit);
                }
                bindings.put(binding.name(), resource);
            }
        }
        return bindings;
    }

    /** What the kernel sees, wherever the image will lie. */
    private ImageView view(ImageBinding image) {
        SurfaceLayout layout = new SurfaceLayout(
                images.declared(image.image()).spec(), context.device.rop().tileBytes());
        Surface surface = new Surface(0, layout, 0, Surface.NONE);
        return new ImageView(surface, image.aspects(), image.level(), image.levels(), image.layer(), image.layers());
    }

    private static List<String> names(List<KernelProgram> kernels) {
        return kernels.stream()
                .flatMap(kernel -> kernel.bindings().stream().map(KernelProgram.Binding::name))
                .distinct()
                .toList();
    }

    private Position keyOf(Object step, String binding) {
        MapNode.Entry entry = context.where.value(step, "bind") instanceof MapNode map ? map.entry(binding) : null;
        return entry == null ? context.where.node(step).position() : entry.keyPosition();
    }

    private Bound bound(CommandStep.Binding bound, KernelProgram.Binding binding) {
        List<String> given = new ArrayList<>();
        given(given, "resource", bound.resource());
        given(given, "buffer", bound.buffer());
        given(given, "image", bound.image());
        given(given, "view", bound.view());
        if (given.size() != 1) {
            throw context.where
                    .node(bound)
                    .error(
                            given.isEmpty()
                                    ? "bind: " + binding.name() + ": expected one of buffer, image, view"
                                    : "bind: " + binding.name() + ": '" + given.get(0) + "' and '" + given.get(1)
                                            + "' exclude each other");
        }
        String key = given.get(0);
        String name = Objects.requireNonNull(
                switch (key) {
                    case "resource" -> bound.resource();
                    case "buffer" -> bound.buffer();
                    case "image" -> bound.image();
                    default -> bound.view();
                });
        if (key.equals("buffer") || (key.equals("resource") && !images.knows(name))) {
            refuse(bound, OF_IMAGES, "aspects, levels and layers are of images; a buffer has none");
            refuse(bound, List.of("layout"), "layouts are of images; a buffer has none");
            return buffer(bound, key, name);
        }
        refuse(bound, OF_BUFFERS, "offsets and sizes are of buffers; of an image its levels and layers are named");
        return image(bound, binding, key, name);
    }

    private static void given(List<String> given, String key, @Nullable Object value) {
        if (value != null) {
            given.add(key);
        }
    }

    private Bound buffer(CommandStep.Binding bound, String key, String name) {
        if (key.equals("resource") && !context.buffers.containsKey(name)) {
            List<String> known = new ArrayList<>(context.buffers.keySet());
            known.addAll(context.images.keySet());
            known.addAll(context.file.imageViews().keySet());
            throw context.where.error(
                    bound,
                    key,
                    "unknown " + (context.images.isEmpty() ? "buffer" : "buffer, image or view") + " '" + name + "'"
                            + Nearest.hint(name, known));
        }
        return context.range(bound, context.buffer(bound, key, name), bound.offset(), bound.size());
    }

    private Bound image(CommandStep.Binding bound, KernelProgram.Binding binding, String key, String name) {
        if (!binding.kind().image()) {
            throw context.where.error(
                    bound,
                    key,
                    "bind: '" + binding.name() + "' is a " + binding.kind().text() + " buffer of the kernel, and '"
                            + name + "' is an image; an image can be sampled, storageImage or inputAttachment");
        }
        ImageRange range = range(bound, key, name);
        ImageDeclaration image = images.declared(range.image());
        boolean storage = binding.kind() == BindingKind.STORAGE_IMAGE;
        if (storage && !image.spec().usage().contains("STORAGE")) {
            throw context.where.error(
                    bound,
                    key,
                    "bind: image '" + image.name() + "' behind '" + binding.name()
                            + "' is written by a kernel; its usage must have STORAGE");
        }
        if (binding.kind() == BindingKind.INPUT_ATTACHMENT && image.spec().depth() > 1) {
            throw context.where.error(
                    bound,
                    key,
                    "bind: image '" + image.name() + "' behind '" + binding.name()
                            + "' is three-dimensional, which no input attachment can be");
        }
        ImageLayout.User user = switch (binding.kind()) {
            case STORAGE_IMAGE -> ImageLayout.User.STORAGE;
            case INPUT_ATTACHMENT -> ImageLayout.User.INPUT;
            case SAMPLED, UNIFORM, STORAGE, ACCELERATION_STRUCTURE, SHADER_BINDING_TABLE -> ImageLayout.User.SAMPLED;
        };
        return ImageTable.binding(
                range,
                images.layout(
                        bound,
                        "layout",
                        bound.layout(),
                        storage ? ImageLayout.GENERAL : ImageLayout.SHADER_READ_ONLY_OPTIMAL,
                        user));
    }

    private ImageRange range(CommandStep.Binding bound, String key, String name) {
        if (key.equals("view")) {
            refuse(bound, OF_IMAGES, "aspects, levels and layers are of images; view '" + name + "' says which");
            return whole(bound, key, name, images.viewOnly(bound, key, name));
        }
        if (key.equals("resource") && !context.images.containsKey(name)) {
            refuse(bound, OF_IMAGES, "aspects, levels and layers are of images; view '" + name + "' says which");
            return whole(bound, key, name, images.imageOrView(bound, key, name));
        }
        ImageDeclaration image = images.image(bound, key, name);
        only(bound, "mipLevel", bound.mipLevel(), "baseMipLevel", bound.baseMipLevel());
        only(bound, "layer", bound.layer(), "baseArrayLayer", bound.baseArrayLayer());
        int level = first(bound.mipLevel(), bound.baseMipLevel());
        int layer = first(bound.layer(), bound.baseArrayLayer());
        images.checkBase(bound, "mipLevel", "levels", level, image.spec().levels(), name);
        images.checkBase(bound, "layer", "layers", layer, image.spec().layers(), name);
        ImageRange all =
                images.range(bound, image, bound.aspectMask(), level, bound.levelCount(), layer, bound.layerCount());
        return new ImageRange(
                name,
                all.aspects(),
                level,
                bound.mipLevel() != null && bound.levelCount() == null ? 1 : all.levels(),
                layer,
                bound.layer() != null && bound.layerCount() == null ? 1 : all.layers());
    }

    /** What a view shows, which a kernel can see unless it is of slices (Vulkan specification, VkDescriptorImageInfo). */
    private ImageRange whole(CommandStep.Binding bound, String key, String name, Viewed view) {
        if (view.ofSlices()) {
            throw context.where.error(
                    bound,
                    key,
                    "bind: view '" + name + "' is of slices of the three-dimensional image '"
                            + view.range().image()
                            + "', which only attachments can be; bind the image, or a 3D view of it");
        }
        return view.range();
    }

    /** Refuses keys that mean nothing for what is bound. */
    private void refuse(CommandStep.Binding bound, List<String> keys, String why) {
        for (String key : keys) {
            if (context.where.node(bound) instanceof MapNode map && map.get(key) != null) {
                throw context.where.error(bound, key, key + ": " + why);
            }
        }
    }

    private void only(Object user, String key, @Nullable Integer value, String otherKey, @Nullable Integer other) {
        if (value != null && other != null) {
            throw context.where.error(user, otherKey, "'" + key + "' and '" + otherKey + "' exclude each other");
        }
    }

    private static int first(@Nullable Integer one, @Nullable Integer other) {
        return one != null ? one : Objects.requireNonNullElse(other, 0);
    }
}
