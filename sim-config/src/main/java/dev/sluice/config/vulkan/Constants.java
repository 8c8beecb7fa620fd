// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.vulkan;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names of Vulkan's constants, and of a program's objects as C has them. */
final class Constants {
    private static final Pattern VENDOR = Pattern.compile("(.*)_(KHR|EXT|NV|HUAWEI|ARM|QCOM)");
    private static final Pattern NO_IDENTIFIER = Pattern.compile("[^A-Za-z0-9_]+");

    private Constants() {}

    /** Stages of {@code VkPipelineStageFlags2}. */
    static String stages(long mask) {
        return mask == 0
                ? "VK_PIPELINE_STAGE_2_NONE"
                : joined(Stages.list(mask).stream().map(stage -> flag("VK_PIPELINE_STAGE_2_", stage.name())));
    }

    /** Accesses of {@code VkAccessFlags2}. */
    static String accesses(long mask) {
        return mask == 0
                ? "VK_ACCESS_2_NONE"
                : joined(Accesses.list(mask).stream().map(access -> flag("VK_ACCESS_2_", access.name())));
    }

    /** Stages of {@code VkPipelineStageFlags}, which subpass dependencies have: those it lacks by the ones that contain them. */
    static String stages1(long mask) {
        return mask == 0
                ? "0"
                : joined(Stages.list(mask).stream()
                        .map(Constants::stage1)
                        .distinct()
                        .map(stage -> flag("VK_PIPELINE_STAGE_", stage)));
    }

    private static String stage1(Stage stage) {
        return switch (stage) {
            case COPY, RESOLVE, BLIT, CLEAR, ALL_TRANSFER -> "TRANSFER";
            case INDEX_INPUT, VERTEX_ATTRIBUTE_INPUT -> "VERTEX_INPUT";
            case PRE_RASTERIZATION_SHADERS -> "ALL_GRAPHICS";
            default -> stage.bit() >= Integer.SIZE ? Stage.ALL_COMMANDS.name() : stage.name();
        };
    }

    /** Accesses of {@code VkAccessFlags}. */
    static String accesses1(long mask) {
        return mask == 0
                ? "0"
                : joined(Accesses.list(mask).stream()
                        .map(Constants::access1)
                        .distinct()
                        .map(access -> flag("VK_ACCESS_", access)));
    }

    private static String access1(Access access) {
        return switch (access) {
            case SHADER_SAMPLED_READ, SHADER_STORAGE_READ, SHADER_BINDING_TABLE_READ_KHR -> Access.SHADER_READ.name();
            case SHADER_STORAGE_WRITE -> Access.SHADER_WRITE.name();
            default -> {
                boolean old = access.bit() < Integer.SIZE;
                Access any = access.isWrite() ? Access.MEMORY_WRITE : Access.MEMORY_READ;
                yield (old ? access : any).name();
            }
        };
    }

    private static String flag(String prefix, String name) {
        if (name.equals("NONE")) {
            return prefix + name;
        }
        Matcher vendor = VENDOR.matcher(name);
        return vendor.matches() ? prefix + vendor.group(1) + "_BIT_" + vendor.group(2) : prefix + name + "_BIT";
    }

    static String aspects(Set<Aspect> aspects) {
        return joined(aspects.stream().sorted().map(aspect -> flag("VK_IMAGE_ASPECT_", aspect.name())));
    }

    static String layout(ImageLayout layout) {
        return "VK_IMAGE_LAYOUT_" + layout.name();
    }

    /** The index of a queue family, which the program has in a variable; nobody's for none. */
    static String family(@Nullable String name) {
        if (name == null) {
            return "VK_QUEUE_FAMILY_IGNORED";
        }
        return switch (name) {
            case "EXTERNAL" -> "VK_QUEUE_FAMILY_EXTERNAL";
            case "FOREIGN_EXT" -> "VK_QUEUE_FAMILY_FOREIGN_EXT";
            default -> identifier(name) + "QueueFamily";
        };
    }

    private static String joined(Stream<String> flags) {
        return flags.collect(Collectors.joining(" | "));
    }

    /** An object's name as an identifier: paths and spaces have none. */
    static String identifier(String name) {
        String plain = NO_IDENTIFIER.matcher(name).replaceAll("_").replaceAll("^_+|_+$", "");
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
    }

    /** A comment. */
    static String comment(String words) {
        return "/* " + words.replace("*/", "* /").replace('\n', ' ') + " */";
    }

    /** A comment that says an object's name where its identifier differs from it; nothing otherwise. */
    static List<String> renamed(String name) {
        String identifier = identifier(name);
        return identifier.equals(name) ? List.of() : List.of(comment(identifier + " is " + name));
    }
}
