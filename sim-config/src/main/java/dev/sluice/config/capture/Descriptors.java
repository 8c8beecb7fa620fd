// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Descriptor sets, their layouts and what they point to. */
final class Descriptors {
    private Descriptors() {}

    /**
     * One descriptor.
     *
     * @param type {@code VkDescriptorType} without its prefix
     * @param buffer the buffer, or null for images and samplers
     * @param offset first byte
     * @param range bytes, or {@link Struct#WHOLE_SIZE}
     * @param view the image view, or null for buffers, samplers and images that are not known
     * @param layout the layout that the view's image is promised to be in, or an empty text
     * @param filters whether its sampler filters
     * @param lost whether it is of something that the import does not know
     * @param structure the acceleration structure, or null for anything else
     */
    record Descriptor(
            String type,
            @Nullable Buffer buffer,
            long offset,
            long range,
            @Nullable View view,
            String layout,
            boolean filters,
            boolean lost,
            @Nullable AccelerationStructure structure) {
        /** A descriptor of a buffer, or of nothing. */
        Descriptor(String type, @Nullable Buffer buffer, long offset, long range) {
            this(type, buffer, offset, range, null, "", false, false, null);
        }

        /** A descriptor of an acceleration structure. */
        static Descriptor of(String type, AccelerationStructure structure) {
            return new Descriptor(
                    type, structure.buffer, structure.offset, structure.size, null, "", false, false, structure);
        }

        /** A descriptor of something that the import does not know. */
        static Descriptor lost(String type) {
            return new Descriptor(type, null, 0, 0, null, "", false, true, null);
        }

        /** Whether accesses through it are left out although there is something behind it. */
        boolean leftOut() {
            return lost || view != null && view.image.memory() == null || buffer != null && buffer.memory() == null;
        }
    }

    /**
     * A texel buffer view.
     *
     * @param buffer the buffer
     * @param offset first byte
     * @param range bytes, or {@link Struct#WHOLE_SIZE}
     */
    record BufferView(Buffer buffer, long offset, long range) {}

    /**
     * A layout.
     *
     * @param counts array sizes by binding
     * @param types descriptor types by binding
     * @param stages which stages may access a binding, bits of {@code VkShaderStageFlagBits}; any where it is not there
     * @param partiallyBound the bindings of which descriptors that no shader uses need not be valid
     */
    record Layout(
            NavigableMap<Integer, Integer> counts,
            NavigableMap<Integer, String> types,
            NavigableMap<Integer, Long> stages,
            Set<Integer> partiallyBound) {
        static final Layout EMPTY = new Layout(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Set.of());

        Layout {
            partiallyBound = Set.copyOf(partiallyBound);
        }

        /** Whether a stage may access a binding. */
        boolean allows(int binding, long stage) {
            return (stages.getOrDefault(binding, -1L) & stage) != 0;
        }

        long dynamicOffsets() {
            long offsets = 0;
            for (Map.Entry<Integer, String> binding : types.entrySet()) {
                offsets += binding.getValue().endsWith("_DYNAMIC") ? counts.getOrDefault(binding.getKey(), 0) : 0;
            }
            return offsets;
        }
    }

    /** A set, or the descriptors that a command buffer pushed. */
    static final class DescriptorSet {
        private final Layout layout;
        private final NavigableMap<Integer, NavigableMap<Integer, Descriptor>> bindings = new TreeMap<>();

        DescriptorSet(Layout layout) {
            this.layout = layout;
        }

        Layout layout() {
            return layout;
        }

        NavigableMap<Integer, NavigableMap<Integer, Descriptor>> bindings() {
            return bindings;
        }

        DescriptorSet copy() {
            DescriptorSet copy = new DescriptorSet(layout);
            bindings.forEach((binding, array) -> copy.bindings.put(binding, new TreeMap<>(array)));
            return copy;
        }

        /** Where an array element is, which may lie past the end of a binding and so in the next one; null for past all. */
        private @Nullable Place place(int binding, long element) {
            int b = binding;
            long e = element;
            while (e >= size(b)) {
                e -= size(b);
                Integer next = layout.counts().higherKey(b);
                if (next == null) {
                    return null;
                }
                b = next;
            }
            return new Place(b, (int) e);
        }

        /** How many elements a binding has; as many as there can be where the layout does not know it. */
        private long size(int binding) {
            return layout.counts().getOrDefault(binding, Integer.MAX_VALUE);
        }

        /** Writes descriptors from an array element on. */
        void write(int binding, int element, List<Descriptor> descriptors) {
            for (int i = 0; i < descriptors.size(); i++) {
                put(place(binding, (long) element + i), descriptors.get(i));
            }
        }

        /** Writes descriptors at their distances from an array element, and leaves those between as they are. */
        void write(int binding, int element, NavigableMap<Long, Descriptor> descriptors) {
            descriptors.forEach((distance, descriptor) -> put(place(binding, element + distance), descriptor));
        }

        private void put(@Nullable Place to, Descriptor descriptor) {
            if (to != null) {
                bindings.computeIfAbsent(to.binding(), k -> new TreeMap<>()).put(to.element(), descriptor);
            }
        }

        /** Those of the descriptors from an array element on that are set, by their distance from it. */
        NavigableMap<Long, Descriptor> read(int binding, int element, int count) {
            NavigableMap<Long, Descriptor> result = new TreeMap<>();
            Place from = place(binding, element);
            long distance = 0;
            while (from != null && distance < count) {
                Place first = from;
                long before = distance;
                long end = Math.min(size(first.binding()), first.element() + (count - distance));
                bindings.getOrDefault(first.binding(), new TreeMap<>())
                        .subMap(first.element(), (int) end)
                        .forEach((at, descriptor) -> result.put(before + at - first.element(), descriptor));
                distance += end - first.element();
                from = place(first.binding(), end);
            }
            return result;
        }

        /** An element of a binding. */
        private record Place(int binding, int element) {}
    }

    /**
     * A set bound to a command buffer.
     *
     * @param set the set
     * @param dynamicOffsets offsets of its dynamic descriptors, in binding order
     * @param pushed whether its descriptors were pushed
     * @param address of memory where its descriptors lie; null if they are in the set
     */
    record BoundSet(
            DescriptorSet set,
            List<Long> dynamicOffsets,
            boolean pushed,
            @Nullable Long address) {
        BoundSet {
            dynamicOffsets = List.copyOf(dynamicOffsets);
        }

        /** A set with its own descriptors. */
        BoundSet(DescriptorSet set, List<Long> dynamicOffsets, boolean pushed) {
            this(set, dynamicOffsets, pushed, null);
        }

        /** A set whose descriptors lie in memory, at an address. */
        static BoundSet inMemory(Layout layout, long address) {
            return new BoundSet(new DescriptorSet(layout), List.of(), false, address);
        }

        /** What was added to the offset of a descriptor when the set was bound. */
        long dynamicOffset(int binding, int element) {
            long at = 0;
            for (Map.Entry<Integer, String> entry : set.layout().types().entrySet()) {
                if (!entry.getValue().endsWith("_DYNAMIC")) {
                    continue;
                }
                if (entry.getKey() == binding) {
                    at += element;
                    return at < dynamicOffsets.size() ? dynamicOffsets.get((int) at) : 0;
                }
                at += set.layout().counts().getOrDefault(entry.getKey(), 0);
            }
            return 0;
        }
    }
}
