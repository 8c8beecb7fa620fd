// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The rules for a device's memory heaps and types, and the search loop that picks one (Vulkan specification, section
 * Device Memory).
 *
 * <p>The allowed sets of flags and the conditions on the order of types are those of the Vulkan specification's section
 * "Device Memory Properties".
 */
public final class MemoryTypes {

    /** {@code VK_MAX_MEMORY_TYPES}. */
    public static final int MAX_TYPES = 32;

    /** {@code VK_MAX_MEMORY_HEAPS}. */
    public static final int MAX_HEAPS = 16;

    private static final List<Set<MemoryProperty>> ALLOWED = List.of(
            EnumSet.noneOf(MemoryProperty.class),
            EnumSet.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT),
            EnumSet.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED),
            EnumSet.of(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED, MemoryProperty.HOST_COHERENT),
            EnumSet.of(MemoryProperty.DEVICE_LOCAL),
            EnumSet.of(MemoryProperty.DEVICE_LOCAL, MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT),
            EnumSet.of(MemoryProperty.DEVICE_LOCAL, MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED),
            EnumSet.of(
                    MemoryProperty.DEVICE_LOCAL,
                    MemoryProperty.HOST_VISIBLE,
                    MemoryProperty.HOST_CACHED,
                    MemoryProperty.HOST_COHERENT),
            EnumSet.of(MemoryProperty.DEVICE_LOCAL, MemoryProperty.LAZILY_ALLOCATED));

    private MemoryTypes() {}

    /**
     * Checks heaps and types against the rules of Vulkan.
     *
     * @return what is wrong, a line each; empty if nothing is
     */
    public static List<String> validate(List<MemoryHeap> heaps, List<MemoryType> types) {
        return faults(heaps, types).stream().map(InvalidSpecException::problem).toList();
    }

    /**
     * Checks heaps and types against the rules of Vulkan.
     *
     * @return each fault with the keys of a device that it is about; empty if there is none
     */
    public static List<InvalidSpecException> faults(List<MemoryHeap> heaps, List<MemoryType> types) {
        List<InvalidSpecException> problems = new ArrayList<>();
        checkHeaps(heaps, types, problems);
        boolean coherent = false;
        boolean local = false;
        for (int i = 0; i < types.size(); i++) {
            MemoryType type = types.get(i);
            checkType(i, type, heaps, problems);
            coherent |= type.has(MemoryProperty.HOST_VISIBLE) && type.has(MemoryProperty.HOST_COHERENT);
            local |= type.has(MemoryProperty.DEVICE_LOCAL);
        }
        if (!coherent) {
            problems.add(new InvalidSpecException(
                    "no memory type has HOST_VISIBLE|HOST_COHERENT; at least one must", "memoryTypes"));
        }
        if (!local) {
            problems.add(new InvalidSpecException("no memory type has DEVICE_LOCAL; at least one must", "memoryTypes"));
        }
        checkOrder(heaps, types, problems);
        return problems;
    }

    /**
     * The first type that has all required properties: the search loop that the order of types is made for.
     *
     * @return its index, or -1
     */
    public static int findProperties(List<MemoryType> types, Set<MemoryProperty> required) {
        return findProperties(types, -1, required);
    }

    /**
     * The first type of {@code memoryTypeBits} that has all required properties.
     *
     * @param memoryTypeBits bit i: type i may be chosen
     * @return its index, or -1
     */
    public static int findProperties(List<MemoryType> types, int memoryTypeBits, Set<MemoryProperty> required) {
        for (int i = 0; i < types.size(); i++) {
            if ((memoryTypeBits >>> i & 1) != 0 && types.get(i).properties().containsAll(required)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether type {@code x} comes before or together with {@code y} in the preorder. */
    public static boolean precedesOrEquals(MemoryType x, MemoryType y, List<MemoryHeap> heaps) {
        if (x.properties().equals(y.properties())) {
            return performance(x, heaps) >= performance(y, heaps);
        }
        return y.properties().containsAll(x.properties());
    }

    /** The flags joined by {@code |}, or {@code 0}. */
    public static String describe(Set<MemoryProperty> properties) {
        if (properties.isEmpty()) {
            return "0";
        }
        StringJoiner text = new StringJoiner("|");
        for (MemoryProperty property : properties) {
            text.add(property.name());
        }
        return text.toString();
    }

    private static void checkHeaps(
            List<MemoryHeap> heaps, List<MemoryType> types, List<InvalidSpecException> problems) {
        if (heaps.size() > MAX_HEAPS) {
            problems.add(new InvalidSpecException(heaps.size() + " heaps; Vulkan allows " + MAX_HEAPS, "heaps"));
        }
        if (types.size() > MAX_TYPES) {
            problems.add(new InvalidSpecException(
                    types.size() + " memory types; Vulkan allows " + MAX_TYPES, "memoryTypes"));
        }
        boolean local = false;
        for (MemoryHeap heap : heaps) {
            local |= heap.deviceLocal();
        }
        if (!local) {
            problems.add(new InvalidSpecException("no heap has DEVICE_LOCAL; at least one must", "heaps"));
        }
    }

    private static void checkType(
            int index, MemoryType type, List<MemoryHeap> heaps, List<InvalidSpecException> problems) {
        String flags = describe(type.properties());
        if (!ALLOWED.contains(type.properties())) {
            StringJoiner allowed = new StringJoiner(", ");
            for (Set<MemoryProperty> set : ALLOWED) {
                allowed.add(describe(set));
            }
            problems.add(new InvalidSpecException(
                    "memory type " + index + " has " + flags + ", which is none of the allowed sets: " + allowed,
                    "memoryTypes",
                    String.valueOf(index),
                    "flags"));
        }
        if (type.heap() < 0 || type.heap() >= heaps.size()) {
            problems.add(new InvalidSpecException(
                    "memory type " + index + " names heap " + type.heap() + ", but there are " + heaps.size()
                            + " heaps",
                    "memoryTypes",
                    String.valueOf(index),
                    "heap"));
        } else if (type.has(MemoryProperty.DEVICE_LOCAL)
                && !heaps.get(type.heap()).deviceLocal()) {
            problems.add(new InvalidSpecException(
                    "memory type " + index + " (" + flags + ") is DEVICE_LOCAL, but its heap " + type.heap()
                            + " is not",
                    "memoryTypes",
                    String.valueOf(index),
                    "heap"));
        }
    }

    private static void checkOrder(
            List<MemoryHeap> heaps, List<MemoryType> types, List<InvalidSpecException> problems) {
        for (int later = 0; later < types.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                MemoryType x = types.get(later);
                MemoryType y = types.get(earlier);
                if (precedesOrEquals(x, y, heaps) && !precedesOrEquals(y, x, heaps)) {
                    problems.add(new InvalidSpecException(
                            "memory type " + later + " (" + describe(x.properties()) + ") must come before type "
                                    + earlier + " (" + describe(y.properties()) + "): "
                                    + (x.properties().equals(y.properties())
                                            ? "the same flags on a faster heap"
                                            : "its flags are a subset, and the search loop must find it first"),
                            "memoryTypes",
                            String.valueOf(later)));
                }
            }
        }
    }

    private static int performance(MemoryType type, List<MemoryHeap> heaps) {
        boolean known = type.heap() >= 0 && type.heap() < heaps.size();
        return known && heaps.get(type.heap()).deviceLocal() ? 1 : 0;
    }
}
