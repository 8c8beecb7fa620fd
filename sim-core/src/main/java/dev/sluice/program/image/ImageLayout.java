// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The layouts of Vulkan that Sluice tells apart, with who may access an image in them (Vulkan specification, section
 * Image Layout Transitions; the accesses are those of Vulkan 1.4.360, section Image Layouts).
 */
public enum ImageLayout {
    UNDEFINED(0, ""),
    GENERAL(1, "color depth sampled input storage transferRead transferWrite present"),
    COLOR_ATTACHMENT_OPTIMAL(2, "color"),
    DEPTH_STENCIL_ATTACHMENT_OPTIMAL(3, "depth"),
    DEPTH_STENCIL_READ_ONLY_OPTIMAL(4, "depth sampled input"),
    SHADER_READ_ONLY_OPTIMAL(5, "sampled input"),
    TRANSFER_SRC_OPTIMAL(6, "transferRead"),
    TRANSFER_DST_OPTIMAL(7, "transferWrite"),
    PREINITIALIZED(8, ""),
    PRESENT_SRC_KHR(1_000_001_002, "present"),
    SHARED_PRESENT_KHR(1_000_111_000, "color depth sampled input storage transferRead transferWrite present"),
    DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL(1_000_117_000, "depth sampled input"),
    DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL(1_000_117_001, "depth sampled input"),
    DEPTH_ATTACHMENT_OPTIMAL(1_000_241_000, "depth"),
    DEPTH_READ_ONLY_OPTIMAL(1_000_241_001, "depth sampled input"),
    STENCIL_ATTACHMENT_OPTIMAL(1_000_241_002, "depth"),
    STENCIL_READ_ONLY_OPTIMAL(1_000_241_003, "depth sampled input"),
    READ_ONLY_OPTIMAL(1_000_314_000, "depth sampled input"),
    ATTACHMENT_OPTIMAL(1_000_314_001, "color depth"),
    RENDERING_LOCAL_READ(1_000_232_000, "color depth input"),
    ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT(1_000_339_000, "color depth sampled input");

    /** Who accesses an image, as far as layouts tell them apart. */
    public enum User {
        COLOR("color"),
        DEPTH("depth"),
        SAMPLED("sampled"),
        INPUT("input"),
        STORAGE("storage"),
        TRANSFER_READ("transferRead"),
        TRANSFER_WRITE("transferWrite"),
        PRESENT("present");

        private final String text;

        User(String text) {
            this.text = text;
        }
    }

    /** Users by the layout's ordinal. */
    private static final List<List<User>> USERS =
            Stream.of(values()).map(ImageLayout::parse).toList();

    /** Who may access it, as words. */
    private final String words;

    /** Its number in {@code VkImageLayout}. */
    private final int number;

    ImageLayout(int number, String words) {
        this.number = number;
        this.words = words;
    }

    private static List<User> parse(ImageLayout layout) {
        List<String> names = List.of(layout.words.split(" "));
        return Stream.of(User.values())
                .filter(user -> names.contains(user.text))
                .toList();
    }

    /** Its number in {@code VkImageLayout}. */
    public int vulkan() {
        return number;
    }

    /** The layout of a number in {@code VkImageLayout}; null for one that Sluice does not know. */
    public static @Nullable ImageLayout ofVulkan(long number) {
        for (ImageLayout layout : values()) {
            if (layout.number == number) {
                return layout;
            }
        }
        return null;
    }

    /** The layout of a Vulkan name, with or without {@code VK_IMAGE_LAYOUT_}; null for one that Sluice does not know. */
    public static @Nullable ImageLayout of(String name) {
        String plain = name.replaceFirst("^VK_IMAGE_LAYOUT_", "");
        for (ImageLayout layout : values()) {
            if (layout.name().equals(plain)
                    || layout.name().replaceFirst("_(KHR|EXT)$", "").equals(plain)) {
                return layout;
            }
        }
        return null;
    }

    /** Who may access an image in this layout. */
    public List<User> users() {
        return USERS.get(ordinal());
    }

    /** Whether nobody has brought an image into it: there is no metadata then that says how it is stored. */
    public boolean initial() {
        return this == UNDEFINED || this == PREINITIALIZED;
    }

    /** Whether the contents may be lost on the way out of this layout. */
    public boolean discards() {
        return this == UNDEFINED;
    }

    /** What it means for one aspect: of depth and of stencil a layout of its own; layouts of colour mean themselves. */
    public ImageLayout of(Aspect aspect) {
        if (aspect == Aspect.COLOR) {
            return this;
        }
        boolean depth = aspect == Aspect.DEPTH;
        ImageLayout written = depth ? DEPTH_ATTACHMENT_OPTIMAL : STENCIL_ATTACHMENT_OPTIMAL;
        ImageLayout read = depth ? DEPTH_READ_ONLY_OPTIMAL : STENCIL_READ_ONLY_OPTIMAL;
        return switch (this) {
            case DEPTH_STENCIL_ATTACHMENT_OPTIMAL, DEPTH_ATTACHMENT_OPTIMAL, STENCIL_ATTACHMENT_OPTIMAL -> written;
            case DEPTH_STENCIL_READ_ONLY_OPTIMAL, DEPTH_READ_ONLY_OPTIMAL, STENCIL_READ_ONLY_OPTIMAL -> read;
            case DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL -> depth ? read : written;
            case DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL -> depth ? written : read;
            default -> this;
        };
    }

    /** Whether it says something of an aspect: those of depth or stencil alone leave the other one in any layout. */
    public boolean concerns(Aspect aspect) {
        return switch (this) {
            case DEPTH_ATTACHMENT_OPTIMAL, DEPTH_READ_ONLY_OPTIMAL -> aspect != Aspect.STENCIL;
            case STENCIL_ATTACHMENT_OPTIMAL, STENCIL_READ_ONLY_OPTIMAL -> aspect != Aspect.DEPTH;
            default -> true;
        };
    }

    /** Whether an aspect of an image in it can only be read. */
    public boolean readOnly(Aspect aspect) {
        return switch (this) {
            case DEPTH_STENCIL_READ_ONLY_OPTIMAL, SHADER_READ_ONLY_OPTIMAL, READ_ONLY_OPTIMAL -> true;
            case DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL, DEPTH_READ_ONLY_OPTIMAL -> aspect == Aspect.DEPTH;
            case DEPTH_ATTACHMENT_STENCIL_READ_ONLY_OPTIMAL, STENCIL_READ_ONLY_OPTIMAL -> aspect == Aspect.STENCIL;
            default -> false;
        };
    }
}
