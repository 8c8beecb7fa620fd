// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
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
     */
    record Descriptor(
            String type,
            @Nullable Buffer buffer,
            long offset,
            long range,
            @Nullable View view,
            String layout,
            boolean filters,
            boolean lost) {
        /** A descriptor of a buffer, or of nothing. */
        Descriptor(String type, @Nullable Buffer buffer, long offset, long range) {
            this(type, buffer, offset, range, null, "", false, false);
        }

        /** A descriptor of something that the import does not know. */
        static Descriptor lost(String type) {
            return new Descriptor(type, null, 0, 0, null, "", false, true);
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

        int dynamicOffsets() {
            int offsets = 0;
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
        private @Nullable Place place(int binding, int element) {
            int b = binding;
            int e = element;
            while (layout.counts().containsKey(b) && e >= layout.counts().getOrDefault(b, 0)) {
                e -= layout.counts().getOrDefault(b, 0);
                Integer next = layout.counts().higherKey(b);
                if (next == null) {
                    return null;
                }
                b = next;
            }
            return new Place(b, e);
        }

        /** Writes descriptors from an array element on; null leaves an element as it is. */
        void write(int binding, int element, List<? extends @Nullable Descriptor> descriptors) {
            for (int i = 0; i < descriptors.size(); i++) {
                Place to = place(binding, element + i);
                if (to == null) {
                    return;
                }
                Descriptor descriptor = descriptors.get(i);
                if (descriptor != null) {
                    bindings.computeIfAbsent(to.binding(), k -> new TreeMap<>()).put(to.element(), descriptor);
                }
            }
        }

        /** Descriptors from an array element on, null for those that are not set. */
        List<@Nullable Descriptor> read(int binding, int element, int count) {
            List<@Nullable Descriptor> result = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Place from = place(binding, element + i);
                result.add(
                        from == null
                                ? null
                                : bindings.getOrDefault(from.binding(), new TreeMap<>())
                                        .get(from.element()));
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
     */
    record BoundSet(DescriptorSet set, List<Long> dynamicOffsets, boolean pushed) {
        BoundSet {
            dynamicOffsets = List.copyOf(dynamicOffsets);
        }
    }
}
