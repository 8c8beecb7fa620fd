// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Flag masks of a capture as the short names of a stream: numbers, or names joined by {@code |}. */
final class Masks {
    private static final Map<Long, String> BUFFER_USAGES = new LinkedHashMap<>();

    static {
        String[] names = {
            "TRANSFER_SRC",
            "TRANSFER_DST",
            "UNIFORM_TEXEL_BUFFER",
            "STORAGE_TEXEL_BUFFER",
            "UNIFORM_BUFFER",
            "STORAGE_BUFFER",
            "INDEX_BUFFER",
            "VERTEX_BUFFER",
            "INDIRECT_BUFFER"
        };
        for (int bit = 0; bit < names.length; bit++) {
            BUFFER_USAGES.put(1L << bit, names[bit]);
        }
        BUFFER_USAGES.put(0x200L, "CONDITIONAL_RENDERING_EXT");
        BUFFER_USAGES.put(0x400L, "SHADER_BINDING_TABLE_KHR");
        BUFFER_USAGES.put(0x2_0000L, "SHADER_DEVICE_ADDRESS");
        BUFFER_USAGES.put(0x8_0000L, "ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR");
        BUFFER_USAGES.put(0x10_0000L, "ACCELERATION_STRUCTURE_STORAGE_KHR");
    }

    /** By bit of VkImageUsageFlags. */
    private static final List<String> IMAGE_USAGES = List.of(
            "TRANSFER_SRC",
            "TRANSFER_DST",
            "SAMPLED",
            "STORAGE",
            "COLOR_ATTACHMENT",
            "DEPTH_STENCIL_ATTACHMENT",
            "TRANSIENT_ATTACHMENT",
            "INPUT_ATTACHMENT");

    /** By bit of VkDependencyFlags. */
    private static final List<String> DEPENDENCIES = List.of("BY_REGION", "VIEW_LOCAL", "DEVICE_GROUP");
    /** VK_DEPENDENCY_FEEDBACK_LOOP_BIT_EXT, which allows a barrier and changes nothing that it orders. */
    static final long FEEDBACK_LOOP = 8;
    /** VK_DEPENDENCY_QUEUE_FAMILY_OWNERSHIP_TRANSFER_USE_ALL_STAGES_BIT_KHR: both halves of a transfer have both scopes. */
    static final long TRANSFER_USES_ALL_STAGES = 0x20;
    /** VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR: the set of an event names stages alone, its wait the whole dependency. */
    static final long ASYMMETRIC_EVENT = 0x40;

    /** VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT: 0 carries commands out, and all else discards them. */
    static final long CONDITION_INVERTED = 1;

    private final CaptureSession session;

    Masks(CaptureSession session) {
        this.session = session;
    }

    /** Pipeline stages. */
    List<String> stages(Struct struct, String key) {
        List<String> result = new ArrayList<>();
        JsonNode value = struct.raw(key);
        if (value.isString() && !value.stringValue().startsWith("0x")) {
            for (String name : parts(value)) {
                try {
                    add(result, Stages.parse(name).name());
                } catch (IllegalArgumentException e) {
                    session.unordered(struct.call(), "unknown stage left out: " + name);
                }
            }
            return result;
        }
        return stages(struct.call(), struct.number(key, 0));
    }

    /** The pipeline stages of a number. */
    List<String> stages(Call call, long mask) {
        List<String> result = new ArrayList<>();
        long known = 0;
        for (Stage stage : Stages.list(mask)) {
            add(result, stage.name());
            known |= stage.mask();
        }
        if ((mask & ~known) != 0) {
            session.unordered(call, "unknown stage bits left out: 0x" + Long.toHexString(mask & ~known));
        }
        return result;
    }

    /** Accesses. */
    List<String> accesses(Struct struct, String key) {
        List<String> result = new ArrayList<>();
        JsonNode value = struct.raw(key);
        if (value.isString() && !value.stringValue().startsWith("0x")) {
            for (String name : parts(value)) {
                try {
                    add(result, Accesses.parse(name).name());
                } catch (IllegalArgumentException e) {
                    session.unordered(struct.call(), "unknown access left out: " + name);
                }
            }
            return result;
        }
        long mask = struct.number(key, 0);
        long known = 0;
        for (Access access : Accesses.list(mask)) {
            add(result, access.name());
            known |= access.mask();
        }
        if ((mask & ~known) != 0) {
            session.unordered(struct.call(), "unknown access bits left out: 0x" + Long.toHexString(mask & ~known));
        }
        return result;
    }

    /** Usages of a buffer; flags that do not concern the memory hierarchy are left out. */
    static List<String> bufferUsages(long mask) {
        List<String> result = new ArrayList<>();
        BUFFER_USAGES.forEach((bit, name) -> {
            if ((mask & bit) != 0) {
                result.add(name);
            }
        });
        return result;
    }

    /** The buffer usages that are not in a row from bit 0 on, by their bits. */
    static Map<Long, String> otherBufferUsages() {
        Map<Long, String> others = new LinkedHashMap<>(BUFFER_USAGES);
        others.keySet().removeIf(bit -> bit < 0x200);
        return others;
    }

    /** Usages of an image; flags that do not concern the memory hierarchy are left out. */
    static List<String> imageUsages(long mask) {
        return named(mask, IMAGE_USAGES);
    }

    /** Flags of a dependency that the stream has, too. */
    List<String> dependencyFlags(Struct struct) {
        long mask = struct.number("dependencyFlags", 0);
        long known = FEEDBACK_LOOP | TRANSFER_USES_ALL_STAGES | ASYMMETRIC_EVENT;
        long unknown = mask & -1L << DEPENDENCIES.size() & ~known;
        if (unknown != 0) {
            session.unordered(struct.call(), "unknown dependency flags left out: 0x" + Long.toHexString(unknown));
        }
        JsonNode value = struct.raw("dependencyFlags");
        if (value.isString() && !value.stringValue().startsWith("0x")) {
            parts(value).stream()
                    .filter(name -> !FlagBits.known(name))
                    .forEach(name -> session.unordered(struct.call(), "unknown dependency flag left out: " + name));
        }
        return named(mask, DEPENDENCIES);
    }

    /** Whether a dependency has a flag. */
    static boolean flagged(Struct struct, long flag) {
        return (struct.number("dependencyFlags", 0) & flag) != 0;
    }

    private static List<String> named(long mask, List<String> names) {
        List<String> result = new ArrayList<>();
        for (int bit = 0; bit < names.size(); bit++) {
            if ((mask & 1L << bit) != 0) {
                result.add(names.get(bit));
            }
        }
        return result;
    }

    private static List<String> parts(JsonNode value) {
        List<String> parts = new ArrayList<>();
        for (String part : value.stringValue().split("\\|", -1)) {
            if (!part.isBlank()) {
                parts.add(part.strip());
            }
        }
        return parts;
    }

    private static void add(List<String> names, String name) {
        if (!name.equals("NONE") && !names.contains(name)) {
            names.add(name);
        }
    }
}
