// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.BufferAddresses.Spot;
import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.Descriptors.DescriptorSet;
import dev.sluice.config.capture.Descriptors.Layout;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Descriptors that the program puts into buffers itself (VK_EXT_descriptor_buffer). What their bytes mean is known from the calls
 * that made them; they are read where they lie when work is submitted.
 */
final class DescriptorBuffers {
    /** The most descriptors of one array that are read. */
    private static final int MOST_ELEMENTS = 65_536;

    private final CaptureSession session;
    private final Map<Made, Descriptor> made = new HashMap<>();
    /** Bytes of a descriptor, by type. */
    private final Map<String, Integer> sizes = new HashMap<>();
    /** Where bindings of a layout begin. */
    private final Map<Layout, NavigableMap<Integer, Long>> offsets = new HashMap<>();

    /**
     * The bytes of a descriptor.
     *
     * @param type {@code VkDescriptorType} without its prefix; those of two types may be the same
     * @param bytes in hexadecimal
     */
    private record Made(String type, String bytes) {}

    DescriptorBuffers(CaptureSession session) {
        this.session = session;
    }

    /** The program has a descriptor's bytes made. */
    void made(Descriptor descriptor, byte[] bytes) {
        sizes.put(descriptor.type(), bytes.length);
        made.put(new Made(descriptor.type(), HexFormat.of().formatHex(bytes)), descriptor);
    }

    /** The program asks where a binding begins. */
    void begins(Layout layout, int binding, long offset) {
        offsets.computeIfAbsent(layout, k -> new TreeMap<>()).put(binding, offset);
    }

    /** What shaders find bound, with the descriptors that lie in buffers as they are now. */
    ShaderInputs read(Call call, ShaderInputs inputs) {
        NavigableMap<Integer, BoundSet> sets = new TreeMap<>(inputs.sets());
        sets.replaceAll((number, set) -> {
            Long address = set.address();
            return address == null ? set : new BoundSet(read(call, set.set().layout(), address), List.of(), false);
        });
        return new ShaderInputs(sets, inputs.pushed());
    }

    private DescriptorSet read(Call call, Layout layout, long address) {
        DescriptorSet set = new DescriptorSet(layout);
        Spot spot = session.addresses.find(address);
        layout.types().forEach((binding, type) -> {
            Long offset = offset(layout, binding);
            Integer size = sizes.get(type);
            if (type.equals("SAMPLER")) {
                return;
            }
            NavigableMap<Long, Descriptor> found = new TreeMap<>();
            if (spot == null || offset == null || size == null) {
                found.put(0L, Descriptor.lost(type));
            } else {
                found.putAll(array(call, spot, offset, layout.counts().getOrDefault(binding, 1), type, size));
            }
            set.write(binding, 0, found);
        });
        return set;
    }

    /** Where a binding begins; null where the program did not ask and it could be anywhere. */
    private @Nullable Long offset(Layout layout, int binding) {
        Long known = offsets.getOrDefault(layout, new TreeMap<>()).get(binding);
        return known == null && layout.types().size() == 1 ? Long.valueOf(0) : known;
    }

    private NavigableMap<Long, Descriptor> array(Call call, Spot spot, long offset, int count, String type, int size) {
        NavigableMap<Long, Descriptor> found = new TreeMap<>();
        Buffer buffer = spot.buffer();
        Memory memory = buffer.memory();
        long start = spot.offset() + offset;
        long room = memory == null ? 0 : Math.max(0, (buffer.size - start) / size);
        if (memory == null || Math.min(room, count) > MOST_ELEMENTS) {
            found.put(0L, Descriptor.lost(type));
            return found;
        }
        for (long element = 0; element < Math.min(room, count); element++) {
            long at = buffer.offset() + start + element * size;
            byte[] bytes = memory.shadow.known(at, size);
            Descriptor descriptor = made.get(new Made(type, HexFormat.of().formatHex(bytes)));
            if (descriptor != null) {
                found.put(element, descriptor);
            } else if (!blank(bytes) || memory.shadow.hides(at, size)) {
                found.put(element, Descriptor.lost(type));
            }
            if (memory.shadow.byDevice(at, size)) {
                session.lost(call, "what orders reads of descriptors that the device copied is not followed");
            }
        }
        return found;
    }

    private static boolean blank(byte[] bytes) {
        for (byte one : bytes) {
            if (one != 0) {
                return false;
            }
        }
        return true;
    }
}
