// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.calls;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of every structure that can be chained ({@code pNext}) within a call that is taken over, read from the resource
 * {@code calls/structures.tsv}. An entry's {@code call} is the structure, its {@code origin} the type by which captures name it.
 */
public final class StructureTable {
    private static final String PREFIX = "VK_STRUCTURE_TYPE_";
    private static final StructureTable SHIPPED = read();

    private final Map<String, CallEntry> entries;

    private StructureTable(Map<String, CallEntry> entries) {
        this.entries = entries;
    }

    /** The table that comes with Sluice. */
    public static StructureTable shipped() {
        return SHIPPED;
    }

    /** A structure's type without what differs between versions of Vulkan: the prefix, and the mark of an extension. */
    public static String bare(String type) {
        String plain = type.startsWith(PREFIX) ? type.substring(PREFIX.length()) : type;
        return plain.endsWith("_KHR") || plain.endsWith("_EXT") ? plain.substring(0, plain.length() - 4) : plain;
    }

    /** What is known of a {@code VkStructureType}; one that is in no line may change anything. */
    public CallEntry of(String type) {
        CallEntry entry = entries.get(bare(type));
        return entry == null
                ? new CallEntry(
                        type,
                        type,
                        CallEntry.Standing.NOT_UNDERSTOOD,
                        Change.ANYTHING,
                        null,
                        "a structure that Sluice does not know")
                : entry;
    }

    /** All lines in their order. */
    public List<CallEntry> entries() {
        return new ArrayList<>(entries.values());
    }

    private static StructureTable read() {
        Map<String, CallEntry> entries = new LinkedHashMap<>();
        TableLines.of("calls/structures.tsv")
                .forEach((type, line) -> entries.put(
                        bare(type),
                        new CallEntry(
                                line.second(), type, line.standing(), line.change(), line.harmlessIf(), line.why())));
        return new StructureTable(entries);
    }
}
