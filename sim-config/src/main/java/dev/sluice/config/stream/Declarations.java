// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.units.RangeSize;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.device.MemoryTypes;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.HostReads;
import dev.sluice.program.MemoryDeclaration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The memories, buffers and images of a stream, held to the device's heaps and to one another. */
final class Declarations {
    /** {@code VkBufferUsageFlagBits} of Vulkan 1.4 without prefix and {@code _BIT}. */
    private static final Set<String> BUFFER_USAGE = new LinkedHashSet<>(List.of(
            "TRANSFER_SRC",
            "TRANSFER_DST",
            "UNIFORM_TEXEL_BUFFER",
            "STORAGE_TEXEL_BUFFER",
            "UNIFORM_BUFFER",
            "STORAGE_BUFFER",
            "INDEX_BUFFER",
            "VERTEX_BUFFER",
            "INDIRECT_BUFFER",
            "SHADER_DEVICE_ADDRESS",
            "CONDITIONAL_RENDERING_EXT",
            "SHADER_BINDING_TABLE_KHR",
            "TRANSFORM_FEEDBACK_BUFFER_EXT",
            "TRANSFORM_FEEDBACK_COUNTER_BUFFER_EXT",
            "VIDEO_DECODE_SRC_KHR",
            "VIDEO_DECODE_DST_KHR",
            "VIDEO_ENCODE_SRC_KHR",
            "VIDEO_ENCODE_DST_KHR",
            "ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR",
            "ACCELERATION_STRUCTURE_STORAGE_KHR",
            "SAMPLER_DESCRIPTOR_BUFFER_EXT",
            "RESOURCE_DESCRIPTOR_BUFFER_EXT",
            "PUSH_DESCRIPTORS_DESCRIPTOR_BUFFER_EXT",
            "MICROMAP_BUILD_INPUT_READ_ONLY_EXT",
            "MICROMAP_STORAGE_EXT"));

    private final StreamContext context;
    private final FamilyNames families;
    private final InitialData data;

    Declarations(StreamContext context) {
        this.context = context;
        this.families = new FamilyNames(context);
        this.data = new InitialData(context);
    }

    /** Fills the context's tables. */
    void resolve() {
        memories();
        new HeapUse(context).check();
        for (StreamFile.Buffer buffer : context.file.buffers()) {
            buffer(buffer);
        }
        new ImageDeclarations(context).resolve();
    }

    /** Whether any host thread reads what is in memory: then the stream says what the host reads. */
    private boolean reads() {
        return Stream.concat(Stream.of(context.file.program()), context.file.threads().values().stream())
                .flatMap(List::stream)
                .anyMatch(step ->
                        step.value() instanceof HostStep.HostRead || step.value() instanceof HostStep.HostAtomic);
    }

    private void memories() {
        HostReads unsaid = reads() ? HostReads.STATED : HostReads.POSSIBLE;
        for (StreamFile.Memory memory : context.file.memory()) {
            if (context.memories.containsKey(memory.name())) {
                throw context.where.error(memory, "name", "memory: two memories are named '" + memory.name() + "'");
            }
            context.memories.put(
                    memory.name(),
                    new MemoryDeclaration(
                            memory.name(),
                            memory.size().bytes(),
                            type(memory),
                            memory.hostReads() == null ? unsaid : memory.hostReads(),
                            context.origin(memory)));
        }
    }

    /**
     * The search loop of the Vulkan specification, section Device Memory: the first type that has all the
     * properties.
     */
    private int type(StreamFile.Memory memory) {
        List<MemoryType> types = context.device.memoryTypes();
        int found = MemoryTypes.findProperties(types, Set.copyOf(memory.properties()));
        if (found >= 0) {
            return found;
        }
        throw context.where.error(
                memory,
                "properties",
                "memory '" + memory.name() + "': device '"
                        + context.device.name() + "' has no memory type with " + flags(memory.properties())
                        + "; it has: "
                        + types.stream().map(type -> flags(type.properties())).collect(Collectors.joining(", ")));
    }

    private static String flags(Collection<MemoryProperty> properties) {
        return properties.isEmpty()
                ? "(no flags)"
                : properties.stream().map(Enum::name).collect(Collectors.joining("|"));
    }

    private void buffer(StreamFile.Buffer buffer) {
        if (context.buffers.containsKey(buffer.name())) {
            throw context.where.error(buffer, "name", "buffers: two buffers are named '" + buffer.name() + "'");
        }
        MemoryDeclaration memory = context.memory(buffer, "memory", buffer.memory());
        context.checked(
                buffer,
                "offset",
                "size",
                "memory '" + memory.name() + "'",
                memory.size(),
                buffer.offset(),
                new RangeSize(buffer.size().bytes()));
        context.buffers.put(
                buffer.name(),
                new BufferDeclaration(
                        buffer.name(),
                        memory.name(),
                        buffer.offset().bytes(),
                        buffer.size().bytes(),
                        usage(buffer),
                        families.sharing(buffer, buffer.sharingMode(), buffer.queueFamilies()),
                        data.of(buffer, memory),
                        context.origin(buffer)));
    }

    private List<String> usage(StreamFile.Buffer buffer) {
        List<String> usage = new ArrayList<>();
        for (int i = 0; i < buffer.usage().size(); i++) {
            String name = buffer.usage()
                    .get(i)
                    .replaceFirst("^VK_BUFFER_USAGE_(2_)?", "")
                    .replaceFirst("_BIT(?=$|_(KHR|EXT)$)", "");
            if (!BUFFER_USAGE.contains(name)) {
                throw context.where.error(
                        buffer, "usage", i, "usage: unknown flag '" + name + "'" + Nearest.hint(name, BUFFER_USAGE));
            }
            usage.add(name);
        }
        return usage;
    }
}
