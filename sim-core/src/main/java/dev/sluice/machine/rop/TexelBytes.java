// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.AspectBytes;
import dev.sluice.program.image.Format;
import java.util.Set;

/**
 * Bytes of a texel.
 *
 * @param mask bit b for byte b
 */
public record TexelBytes(int mask) {

    public static final TexelBytes NONE = new TexelBytes(0);

    /** All bytes of a texel. */
    public static TexelBytes all(Format format) {
        return new TexelBytes((1 << format.texelBytes()) - 1);
    }

    /** The bytes that hold aspects, and nothing else. */
    static TexelBytes holding(Format format, Set<Aspect> aspects) {
        return new TexelBytes(AspectBytes.holding(format, aspects));
    }

    /** The bytes of aspects of a format, each with the unused bytes that follow it. */
    public static TexelBytes of(Format format, Set<Aspect> aspects) {
        return new TexelBytes(AspectBytes.withUnused(format, aspects));
    }

    /** How many. */
    public int count() {
        return Integer.bitCount(mask);
    }

    /** The first of them from a byte on; -1 for none. */
    public int next(int from) {
        int rest = mask & -1 << from;
        return rest == 0 ? -1 : Integer.numberOfTrailingZeros(rest);
    }

    /** How many lie beside each other from a byte on. */
    public int runLength(int first) {
        return Integer.numberOfTrailingZeros(~(mask >>> first));
    }
}
