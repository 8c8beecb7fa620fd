// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A texel format: which bits of a texel make which channel.
 *
 * <p>Names are Vulkan's without {@code VK_FORMAT_}. Bit 0 of a texel is the lowest bit of its first byte in memory
 * (little-endian). Depth and stencil are kept in one texel where a format has both (a choice: hardware often keeps planes).
 */
public enum Format {
    R8_UNORM(Numeric.UNORM, "r8"),
    R8_SNORM(Numeric.SNORM, "r8"),
    R8_UINT(Numeric.UINT, "r8"),
    R8_SINT(Numeric.SINT, "r8"),
    R8_SRGB(Numeric.SRGB, "r8"),
    R8G8_UNORM(Numeric.UNORM, "r8 g8"),
    R8G8_SNORM(Numeric.SNORM, "r8 g8"),
    R8G8_UINT(Numeric.UINT, "r8 g8"),
    R8G8_SINT(Numeric.SINT, "r8 g8"),
    R8G8B8A8_UNORM(Numeric.UNORM, "r8 g8 b8 a8"),
    R8G8B8A8_SNORM(Numeric.SNORM, "r8 g8 b8 a8"),
    R8G8B8A8_UINT(Numeric.UINT, "r8 g8 b8 a8"),
    R8G8B8A8_SINT(Numeric.SINT, "r8 g8 b8 a8"),
    R8G8B8A8_SRGB(Numeric.SRGB, "r8 g8 b8 a8"),
    B8G8R8A8_UNORM(Numeric.UNORM, "b8 g8 r8 a8"),
    B8G8R8A8_SRGB(Numeric.SRGB, "b8 g8 r8 a8"),
    A8B8G8R8_UNORM_PACK32(Numeric.UNORM, "r8 g8 b8 a8"),
    A2R10G10B10_UNORM_PACK32(Numeric.UNORM, "b10 g10 r10 a2"),
    A2B10G10R10_UNORM_PACK32(Numeric.UNORM, "r10 g10 b10 a2"),
    A2B10G10R10_UINT_PACK32(Numeric.UINT, "r10 g10 b10 a2"),
    B10G11R11_UFLOAT_PACK32(Numeric.SFLOAT, "r11 g11 b10"),
    R5G6B5_UNORM_PACK16(Numeric.UNORM, "b5 g6 r5"),
    R16_UNORM(Numeric.UNORM, "r16"),
    R16_SNORM(Numeric.SNORM, "r16"),
    R16_UINT(Numeric.UINT, "r16"),
    R16_SINT(Numeric.SINT, "r16"),
    R16_SFLOAT(Numeric.SFLOAT, "r16"),
    R16G16_UNORM(Numeric.UNORM, "r16 g16"),
    R16G16_SNORM(Numeric.SNORM, "r16 g16"),
    R16G16_UINT(Numeric.UINT, "r16 g16"),
    R16G16_SINT(Numeric.SINT, "r16 g16"),
    R16G16_SFLOAT(Numeric.SFLOAT, "r16 g16"),
    R16G16B16A16_UNORM(Numeric.UNORM, "r16 g16 b16 a16"),
    R16G16B16A16_SNORM(Numeric.SNORM, "r16 g16 b16 a16"),
    R16G16B16A16_UINT(Numeric.UINT, "r16 g16 b16 a16"),
    R16G16B16A16_SINT(Numeric.SINT, "r16 g16 b16 a16"),
    R16G16B16A16_SFLOAT(Numeric.SFLOAT, "r16 g16 b16 a16"),
    R32_UINT(Numeric.UINT, "r32"),
    R32_SINT(Numeric.SINT, "r32"),
    R32_SFLOAT(Numeric.SFLOAT, "r32"),
    R32G32_UINT(Numeric.UINT, "r32 g32"),
    R32G32_SINT(Numeric.SINT, "r32 g32"),
    R32G32_SFLOAT(Numeric.SFLOAT, "r32 g32"),
    R32G32B32A32_UINT(Numeric.UINT, "r32 g32 b32 a32"),
    R32G32B32A32_SINT(Numeric.SINT, "r32 g32 b32 a32"),
    R32G32B32A32_SFLOAT(Numeric.SFLOAT, "r32 g32 b32 a32"),
    D16_UNORM(Numeric.UNORM, "d16"),
    D16_UNORM_S8_UINT(Numeric.UNORM, "d16 s8 x8"),
    X8_D24_UNORM_PACK32(Numeric.UNORM, "d24 x8"),
    D24_UNORM_S8_UINT(Numeric.UNORM, "d24 s8"),
    D32_SFLOAT(Numeric.SFLOAT, "d32"),
    D32_SFLOAT_S8_UINT(Numeric.SFLOAT, "d32 s8 x24"),
    S8_UINT(Numeric.UINT, "s8");

    /**
     * A run of bits of a texel.
     *
     * @param component one of {@code r g b a d s}
     * @param place where its value stands among the four numbers of a decoded texel: {@code r d} 0, {@code g s} 1, {@code b} 2,
     *     {@code a} 3
     * @param offset first bit
     * @param bits width, at most 32
     */
    public record Channel(char component, int place, int offset, int bits, Numeric numeric) {}

    /**
     * Where one aspect lies in texels that have two, and how a buffer holds it (Vulkan 1.4.360, Copying Data Between Buffers
     * and Images): depth in 2 bytes or in 4, stencil in one.
     *
     * @param offset first byte in a texel
     * @param bytes how many there are of it
     * @param bufferBytes from one to the next in a buffer
     */
    public record Part(int offset, int bytes, int bufferBytes) {}

    private static final Map<String, Format> BY_NAME = new LinkedHashMap<>();
    /** Channels by the format's ordinal. */
    private static final List<List<Channel>> CHANNELS = new ArrayList<>();

    static {
        for (Format format : values()) {
            BY_NAME.put(format.name(), format);
            CHANNELS.add(channels(format.numeric, format.bits));
        }
        BY_NAME.put("D24_UNORM_X8", X8_D24_UNORM_PACK32);
        BY_NAME.put("D24S8", D24_UNORM_S8_UINT);
    }

    private final Numeric numeric;
    /** Channels from the lowest bit on, each a letter and a width. */
    private final String bits;

    private final int texelBytes;

    Format(Numeric numeric, String bits) {
        this.numeric = numeric;
        this.bits = bits;
        int width = 0;
        for (String part : bits.split(" ", -1)) {
            width += Integer.parseInt(part.substring(1));
        }
        texelBytes = width / Byte.SIZE;
    }

    private static List<Channel> channels(Numeric numeric, String bits) {
        List<Channel> list = new ArrayList<>();
        int at = 0;
        for (String part : bits.split(" ", -1)) {
            char component = part.charAt(0);
            int width = Integer.parseInt(part.substring(1));
            if (component != 'x') {
                Numeric own = component == 's'
                        ? Numeric.UINT
                        : numeric == Numeric.SRGB && component == 'a' ? Numeric.UNORM : numeric;
                list.add(new Channel(component, place(component), at, width, own));
            }
            at += width;
        }
        return List.copyOf(list);
    }

    private static int place(char component) {
        return switch (component) {
            case 'r', 'd' -> 0;
            case 'g', 's' -> 1;
            case 'b' -> 2;
            default -> 3;
        };
    }

    /** The format of a Vulkan name, with or without {@code VK_FORMAT_}; null for one that Sluice does not know. */
    public static @Nullable Format of(String name) {
        return BY_NAME.get(name.startsWith("VK_FORMAT_") ? name.substring("VK_FORMAT_".length()) : name);
    }

    /** Every name that {@link #of} knows. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** Bytes of a texel (of one sample): 1, 2, 4, 8 or 16. */
    public int texelBytes() {
        return texelBytes;
    }

    /** The channels in order of their bits. */
    public List<Channel> channels() {
        return CHANNELS.get(ordinal());
    }

    /** Whether a texel has this part. */
    public boolean has(Aspect aspect) {
        List<Channel> channels = channels();
        return switch (aspect) {
            case COLOR -> channels.get(0).component() != 'd' && channels.get(0).component() != 's';
            case DEPTH -> channels.get(0).component() == 'd';
            case STENCIL -> channels.get(channels.size() - 1).component() == 's';
        };
    }

    /** The parts that a texel has. */
    public Set<Aspect> aspects() {
        Set<Aspect> aspects = EnumSet.allOf(Aspect.class);
        aspects.removeIf(aspect -> !has(aspect));
        return aspects;
    }

    /**
     * The bytes of an aspect of a format that has both depth and stencil.
     *
     * @throws IllegalArgumentException if it has not
     */
    public Part part(Aspect aspect) {
        if (aspect == Aspect.COLOR || !has(Aspect.DEPTH) || !has(Aspect.STENCIL)) {
            throw new IllegalArgumentException(this + " has no " + aspect + " beside another aspect");
        }
        Channel channel = channels().get(aspect == Aspect.DEPTH ? 0 : 1);
        int bytes = channel.bits() / Byte.SIZE;
        return new Part(channel.offset() / Byte.SIZE, bytes, Integer.highestOneBit(2 * bytes - 1));
    }

    /** Whether it is a colour format. */
    public boolean color() {
        return has(Aspect.COLOR);
    }
}
