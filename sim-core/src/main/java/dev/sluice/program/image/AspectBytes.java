// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.Set;

/** The bytes of texels that hold depth and those that hold stencil, as masks: bit b for byte b. Colour has all bytes. */
public final class AspectBytes {

    private AspectBytes() {}

    /** The bytes of a texel that hold some aspects and nothing else. */
    public static int holding(Format format, Set<Aspect> aspects) {
        if (format.color()) {
            return withUnused(format, aspects);
        }
        int mask = 0;
        for (Format.Channel channel : format.channels()) {
            if (aspects.contains(aspect(channel))) {
                mask |= (1 << channel.bits() / Byte.SIZE) - 1 << channel.offset() / Byte.SIZE;
            }
        }
        return mask;
    }

    /** The same, each with the unused bytes that follow it: units write these along, so that they are given up along, too. */
    public static int withUnused(Format format, Set<Aspect> aspects) {
        int mask = 0;
        int end = format.texelBytes();
        for (int i = format.channels().size() - 1; i >= 0; i--) {
            Format.Channel channel = format.channels().get(i);
            int first = i == 0 ? 0 : channel.offset() / Byte.SIZE;
            if (aspects.contains(aspect(channel))) {
                mask |= (1 << end) - (1 << first);
            }
            end = first;
        }
        return mask;
    }

    private static Aspect aspect(Format.Channel channel) {
        return switch (channel.component()) {
            case 'd' -> Aspect.DEPTH;
            case 's' -> Aspect.STENCIL;
            default -> Aspect.COLOR;
        };
    }
}
