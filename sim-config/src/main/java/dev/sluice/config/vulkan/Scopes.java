// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.vulkan;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import java.util.ArrayList;
import java.util.List;

/** Barriers as Vulkan's structures: {@code VkDependencyInfo} and what it points to. */
final class Scopes {
    private final List<String> lines = new ArrayList<>();

    private Scopes() {}

    /** The declaration of a {@code VkDependencyInfo} with barriers. */
    static List<String> dependency(String name, List<Barrier> barriers, boolean byRegion) {
        Scopes scopes = new Scopes();
        List<Barrier> memory = barriers.stream()
                .filter(one -> one.range() == null && one.image() == null)
                .toList();
        List<Barrier> buffers =
                barriers.stream().filter(one -> one.range() != null).toList();
        List<Barrier> images =
                barriers.stream().filter(one -> one.image() != null).toList();
        scopes.array("VkMemoryBarrier2", name + "Memory", memory);
        scopes.array("VkBufferMemoryBarrier2", name + "Buffers", buffers);
        scopes.array("VkImageMemoryBarrier2", name + "Images", images);
        scopes.lines.add("const VkDependencyInfo " + name + " = {");
        scopes.field(".sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO");
        if (byRegion) {
            scopes.field(".dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT");
        }
        scopes.pointer("memoryBarrier", "MemoryBarriers", name + "Memory", memory.size());
        scopes.pointer("bufferMemoryBarrier", "BufferMemoryBarriers", name + "Buffers", buffers.size());
        scopes.pointer("imageMemoryBarrier", "ImageMemoryBarriers", name + "Images", images.size());
        scopes.lines.add("};");
        return scopes.lines;
    }

    private void pointer(String count, String pointer, String array, int size) {
        if (size > 0) {
            field("." + count + "Count = " + size);
            field(".p" + pointer + " = " + array);
        }
    }

    private void field(String assignment) {
        lines.add("    " + assignment + ",");
    }

    private void array(String type, String name, List<Barrier> barriers) {
        if (barriers.isEmpty()) {
            return;
        }
        for (Barrier barrier : barriers) {
            lines.addAll(Constants.renamed(resource(barrier)));
        }
        lines.add("const " + type + " " + name + "[] = {");
        for (Barrier barrier : barriers) {
            lines.add("    {");
            barrier(type, barrier).forEach(field -> lines.add("        " + field + ","));
            lines.add("    },");
        }
        lines.add("};");
    }

    private static String resource(Barrier barrier) {
        BufferRange range = barrier.range();
        ImageTransition image = barrier.image();
        return range != null ? range.buffer() : image != null ? image.range().image() : "memory";
    }

    private static List<String> barrier(String type, Barrier barrier) {
        List<String> fields = new ArrayList<>();
        fields.add(".sType = VK_STRUCTURE_TYPE_" + structure(type));
        fields.add(".srcStageMask = " + Constants.stages(barrier.srcStages()));
        fields.add(".srcAccessMask = " + Constants.accesses(barrier.srcAccess()));
        fields.add(".dstStageMask = " + Constants.stages(barrier.dstStages()));
        fields.add(".dstAccessMask = " + Constants.accesses(barrier.dstAccess()));
        ImageTransition image = barrier.image();
        BufferRange range = barrier.range();
        if (image != null) {
            layouts(image, fields);
        }
        if (image != null || range != null) {
            fields.add(".srcQueueFamilyIndex = " + Constants.family(barrier.srcQueueFamily()));
            fields.add(".dstQueueFamilyIndex = " + Constants.family(barrier.dstQueueFamily()));
        }
        if (range != null) {
            fields.add(".buffer = " + Constants.identifier(range.buffer()));
            fields.add(".offset = " + range.offset());
            fields.add(".size = " + range.size());
        } else if (image != null) {
            ImageRange part = image.range();
            fields.add(".image = " + Constants.identifier(part.image()));
            fields.add(".subresourceRange = {" + Constants.aspects(part.aspects()) + ", " + part.level() + ", "
                    + part.levels() + ", " + part.layer() + ", " + part.layers() + "}");
        }
        return fields;
    }

    /** A barrier between equal layouts that nobody knows has the one that the image is in, which only the program can say. */
    private static void layouts(ImageTransition image, List<String> fields) {
        boolean known = image.newLayout() != ImageLayout.UNDEFINED;
        String current = Constants.identifier(image.range().image()) + "Layout";
        fields.add(".oldLayout = " + (known ? Constants.layout(image.oldLayout()) : current));
        fields.add(".newLayout = " + (known ? Constants.layout(image.newLayout()) : current));
    }

    private static String structure(String type) {
        return switch (type) {
            case "VkBufferMemoryBarrier2" -> "BUFFER_MEMORY_BARRIER_2";
            case "VkImageMemoryBarrier2" -> "IMAGE_MEMORY_BARRIER_2";
            default -> "MEMORY_BARRIER_2";
        };
    }
}
