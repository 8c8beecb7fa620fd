// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.AspectBytes;
import dev.sluice.program.image.Format;
import java.util.Set;

/**
 * Consecutive bytes of a texel.
 *
 * @param first the first byte
 * @param count how many; 0 for none
 */
public record TexelBytes(int first, int count) {

    public static final TexelBytes NONE = new TexelBytes(0, 0);

    /** All bytes of a texel. */
    public static TexelBytes all(Format format) {
        return new TexelBytes(0, format.texelBytes());
    }

    /** The bytes that hold aspects, which lie beside each other, and nothing else. */
    static TexelBytes holding(Format format, Set<Aspect> aspects) {
        return masked(AspectBytes.holding(format, aspects));
    }

    /** The bytes of aspects of a format, each with the unused bytes that follow it. */
    public static TexelBytes of(Format format, Set<Aspect> aspects) {
        return masked(AspectBytes.withUnused(format, aspects));
    }

    private static TexelBytes masked(int mask) {
        return mask == 0 ? NONE : new TexelBytes(Integer.numberOfTrailingZeros(mask), Integer.bitCount(mask));
    }
}
