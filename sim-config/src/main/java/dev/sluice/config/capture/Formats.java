// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.image.Format;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the simulator's format for one of {@code VkFormat}. */
final class Formats {
    private static final String PREFIX = "VK_FORMAT_";
    /** A channel and its bits; not the end of a word such as {@code SFIXED5}. */
    private static final Pattern CHANNEL = Pattern.compile("(?<![A-Z])[RGBADXES](\\d+)");
    /** Blocks of ASTC in two dimensions: those in three have no stand-in. */
    private static final Pattern BLOCK = Pattern.compile("_(\\d+)x(\\d+)_");
    /** Bits of the elements that a stand-in can have: with others, copies would reach other bytes of buffers. */
    private static final Set<Integer> SIZES = Set.of(8, 16, 32, 64, 128);

    private Formats() {}

    /**
     * A format with the texels that one of its elements stands for.
     *
     * @param format the simulator's format
     * @param blockWidth texels of the capture across one element; 1 but for block-compressed formats
     * @param blockHeight texels of the capture down one element
     * @param exact whether it is the captured format
     */
    record Texel(Format format, int blockWidth, int blockHeight, boolean exact) {}

    /** The format itself where the simulator knows it, else one with as many bytes; null when there is none. */
    static @Nullable Texel of(String name) {
        Format known = Format.of(name);
        if (known != null) {
            return new Texel(known, 1, 1, true);
        }
        String plain = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        if (plain.startsWith("BC") || plain.startsWith("ETC2") || plain.startsWith("EAC") || plain.startsWith("ASTC")) {
            return block(plain);
        }
        int bits = bits(plain);
        if (plain.contains("PLANE") || plain.contains("422") || !SIZES.contains(bits)) {
            return null;
        }
        return new Texel(sized(plain, bits), 1, 1, false);
    }

    /** Bytes of an element of a format by its name, for vertex attributes; 0 when the name does not tell. */
    static int bytes(String name) {
        return (bits(name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name) + 7) / 8;
    }

    private static int bits(String plain) {
        int bits = 0;
        for (Matcher channel = CHANNEL.matcher(plain); channel.find(); ) {
            bits += Integer.parseInt(channel.group(1));
        }
        return bits;
    }

    private static @Nullable Texel block(String plain) {
        boolean small = plain.startsWith("BC1")
                || plain.startsWith("BC4")
                || plain.startsWith("ETC2_R8G8B8_")
                || plain.startsWith("ETC2_R8G8B8A1")
                || plain.startsWith("EAC_R11_");
        Matcher size = BLOCK.matcher(plain);
        boolean named = plain.startsWith("ASTC");
        if (named && !size.find()) {
            return null;
        }
        return new Texel(
                small ? Format.R16G16B16A16_UNORM : Format.R32G32B32A32_SFLOAT,
                named ? Integer.parseInt(size.group(1)) : 4,
                named ? Integer.parseInt(size.group(2)) : 4,
                false);
    }

    /** Signed integers stay so: blits go to their like alone. */
    private static Format signed(int bits) {
        if (bits <= 32) {
            return bits <= 8 ? Format.R8_SINT : bits <= 16 ? Format.R16_SINT : Format.R32_SINT;
        }
        return bits <= 64 ? Format.R32G32_SINT : Format.R32G32B32A32_SINT;
    }

    private static Format sized(String plain, int bits) {
        if (plain.startsWith("D")) {
            return Format.D24_UNORM_S8_UINT;
        }
        if (plain.contains("SINT")) {
            return signed(bits);
        }
        boolean whole = plain.contains("UINT");
        boolean real = plain.contains("SFLOAT");
        if (bits <= 8) {
            return whole ? Format.R8_UINT : Format.R8_UNORM;
        }
        if (bits <= 16) {
            return whole ? Format.R16_UINT : real ? Format.R16_SFLOAT : Format.R8G8_UNORM;
        }
        if (bits <= 32) {
            return whole ? Format.R32_UINT : real ? Format.R32_SFLOAT : Format.R8G8B8A8_UNORM;
        }
        if (bits <= 64) {
            return whole ? Format.R16G16B16A16_UINT : real ? Format.R16G16B16A16_SFLOAT : Format.R16G16B16A16_UNORM;
        }
        return whole ? Format.R32G32B32A32_UINT : Format.R32G32B32A32_SFLOAT;
    }
}
