// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.BufferView;
import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.Descriptors.DescriptorSet;
import dev.sluice.config.capture.Descriptors.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** Descriptor set layouts, sets and their updates. */
final class DescriptorCalls {
    /** VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT. */
    private static final long PARTIALLY_BOUND = 4;

    private static final String TYPE = "VK_DESCRIPTOR_TYPE_";
    private static final long UINT32_MAX = 0xffff_ffffL;

    private final CaptureSession session;
    private final Map<Long, Layout> layouts = new HashMap<>();
    private final Map<Long, List<Long>> pipelineLayouts = new HashMap<>();
    private final Map<Long, DescriptorSet> sets = new HashMap<>();
    private final Map<Long, BufferView> views = new HashMap<>();
    private final ImageCalls images;

    DescriptorCalls(CaptureSession session, ImageCalls images) {
        this.session = session;
        this.images = images;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateDescriptorSetLayout", this::createLayout);
        handlers.put(
                "vkCreatePipelineLayout",
                args -> pipelineLayouts.put(
                        args.handle("pPipelineLayout"),
                        args.struct("pCreateInfo").handles("pSetLayouts")));
        handlers.put("vkAllocateDescriptorSets", this::allocate);
        handlers.put("vkUpdateDescriptorSets", this::update);
        handlers.put("vkCreateBufferView", this::createView);
    }

    /** The set of a handle in a call. */
    DescriptorSet set(Struct struct, long handle) {
        DescriptorSet set = sets.get(handle);
        if (set == null) {
            throw struct.call().error("names no descriptor set that the capture has allocated: " + handle);
        }
        return set;
    }

    /** The layout of a set of a pipeline layout; empty when it is not known. */
    Layout layout(long pipelineLayout, int set) {
        List<Long> handles = pipelineLayouts.getOrDefault(pipelineLayout, List.of());
        return set < handles.size() ? setLayout(handles.get(set)) : Layout.EMPTY;
    }

    /** The layout of a set; empty when it is not known. */
    Layout setLayout(long handle) {
        return layouts.getOrDefault(handle, Layout.EMPTY);
    }

    private void createLayout(Struct args) {
        NavigableMap<Integer, Integer> counts = new TreeMap<>();
        NavigableMap<Integer, String> types = new TreeMap<>();
        NavigableMap<Integer, Long> stages = new TreeMap<>();
        Set<Integer> partiallyBound = new HashSet<>();
        Struct info = args.struct("pCreateInfo");
        Struct chained = info.chained("VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO");
        List<Long> flags = chained == null ? List.of() : chained.numbers("pBindingFlags");
        int at = 0;
        for (Struct binding : info.structs("pBindings")) {
            int number = small(binding, "binding");
            if (at < flags.size() && (flags.get(at) & PARTIALLY_BOUND) != 0) {
                partiallyBound.add(number);
            }
            at++;
            counts.put(number, arraySize(binding, "descriptorCount"));
            types.put(number, type(binding));
            // a mask of everything is no list of bits
            if (binding.has("stageFlags") && !binding.text("stageFlags").contains("STAGE_ALL")) {
                stages.put(number, binding.number("stageFlags"));
            }
        }
        layouts.put(args.handle("pSetLayout"), new Layout(counts, types, stages, partiallyBound));
    }

    private void allocate(Struct args) {
        List<Long> of = args.struct("pAllocateInfo").handles("pSetLayouts");
        List<Long> handles = args.handles("pDescriptorSets");
        for (int i = 0; i < handles.size(); i++) {
            Layout layout = i < of.size() ? setLayout(of.get(i)) : Layout.EMPTY;
            sets.put(handles.get(i), new DescriptorSet(layout));
        }
    }

    private void createView(Struct args) {
        Struct info = args.struct("pCreateInfo");
        Buffer buffer = session.buffers().get(info.handle("buffer"));
        if (buffer == null) {
            throw info.error("buffer", "names no buffer that the capture has created");
        }
        views.put(args.handle("pView"), new BufferView(buffer, info.size("offset"), info.number("range")));
    }

    private void update(Struct args) {
        for (Struct write : args.structs("pDescriptorWrites")) {
            write(set(write, write.handle("dstSet")), write);
        }
        for (Struct copy : args.structs("pDescriptorCopies")) {
            NavigableMap<Long, Descriptor> from = set(copy, copy.handle("srcSet"))
                    .read(
                            small(copy, "srcBinding"),
                            arraySize(copy, "srcArrayElement"),
                            arraySize(copy, "descriptorCount"));
            set(copy, copy.handle("dstSet")).write(small(copy, "dstBinding"), arraySize(copy, "dstArrayElement"), from);
        }
    }

    /** Writes descriptors into a set, as {@code VkWriteDescriptorSet} says. */
    void write(DescriptorSet set, Struct write) {
        String type = type(write);
        List<Descriptor> descriptors = new ArrayList<>();
        if (isTexelBuffer(type)) {
            write.handles("pTexelBufferView").forEach(handle -> descriptors.add(texels(type, handle)));
        } else if (isBuffer(type)) {
            for (Struct info : write.structs("pBufferInfo")) {
                descriptors.add(buffer(type, info.handle("buffer"), info.number("offset"), info.number("range")));
            }
        } else if (isImage(type) && write.has("pImageInfo")) {
            for (Struct info : write.structs("pImageInfo")) {
                String layout = info.text("imageLayout");
                descriptors.add(image(
                        type,
                        info.handle("imageView"),
                        layout.isEmpty() ? "" : session.layout(layout),
                        info.handle("sampler")));
            }
        } else if (isAccelerationStructure(type)) {
            Struct chained = write.chained("VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR");
            List<Long> handles = chained == null ? List.of() : chained.handles("pAccelerationStructures");
            handles.forEach(handle -> descriptors.add(structure(type, handle)));
        } else {
            int count = type.equals("INLINE_UNIFORM_BLOCK") ? 1 : small(write, "descriptorCount");
            for (int i = 0; i < count; i++) {
                descriptors.add(new Descriptor(type, null, 0, 0));
            }
        }
        set.write(small(write, "dstBinding"), arraySize(write, "dstArrayElement"), descriptors);
    }

    static boolean isTexelBuffer(String type) {
        return type.endsWith("TEXEL_BUFFER");
    }

    static boolean isBuffer(String type) {
        return type.contains("BUFFER") && !isTexelBuffer(type);
    }

    static boolean isAccelerationStructure(String type) {
        return type.startsWith("ACCELERATION_STRUCTURE");
    }

    /** A descriptor of an acceleration structure. */
    Descriptor structure(String type, long handle) {
        AccelerationStructure known = session.structures.of(handle);
        return known != null
                ? Descriptor.of(type, known)
                : handle == 0 ? new Descriptor(type, null, 0, 0) : Descriptor.lost(type);
    }

    static boolean isImage(String type) {
        return type.contains("IMAGE") || type.equals("SAMPLER") || type.equals("INPUT_ATTACHMENT");
    }

    /** A descriptor of a buffer's range. */
    Descriptor buffer(String type, long buffer, long offset, long range) {
        Buffer known = session.buffers().get(buffer);
        return known == null && buffer != 0 ? Descriptor.lost(type) : new Descriptor(type, known, offset, range);
    }

    /** A descriptor of an image view, or of a sampler alone. */
    Descriptor image(String type, long view, String layout, long sampler) {
        View viewed = session.views().get(view);
        View known = viewed == null ? null : viewed.seen(() -> session.extra("imageView", view));
        return known == null && view != 0
                ? Descriptor.lost(type)
                : new Descriptor(type, null, 0, 0, known, layout, images.filters(sampler), false, null);
    }

    /** A descriptor of a texel buffer view. */
    Descriptor texels(String type, long handle) {
        BufferView view = views.get(handle);
        if (view == null && handle != 0) {
            return Descriptor.lost(type);
        }
        return view == null
                ? new Descriptor(type, null, 0, 0)
                : new Descriptor(type, view.buffer(), view.offset(), view.range());
    }

    /** The type of the descriptors of a structure. */
    static String type(Struct struct) {
        return type(struct.text("descriptorType"));
    }

    /** A {@code VkDescriptorType} without its prefix. */
    static String type(String text) {
        return text.startsWith(TYPE) ? text.substring(TYPE.length()) : text;
    }

    /** How many descriptors an array has, or a place in it: far more than are ever written, where shaders index it as they like. */
    static int arraySize(Struct struct, String key) {
        long value = struct.number(key);
        if (value < 0 || value > UINT32_MAX) {
            throw struct.error(key, Long.toUnsignedString(value) + " is too large");
        }
        return (int) Math.min(value, Integer.MAX_VALUE);
    }

    /** A number of at most a million, as bindings are. */
    static int small(Struct struct, String key) {
        long value = struct.number(key);
        if (value < 0 || value > 1_000_000) {
            throw struct.error(key, Long.toUnsignedString(value) + " is too large");
        }
        return (int) value;
    }
}
