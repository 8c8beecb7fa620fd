// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.EnumSet;
import java.util.Set;

/**
 * What somebody who reads whole texels means of them: what is read besides is of no use to him.
 *
 * @param bytes of 32 bytes at a multiple of 32, those that are meant: bit b for byte b, -1 for all
 * @param texel bytes of texels of which one aspect is meant, nobody knows which; 1 where it is known
 */
public record MeantTexels(int bytes, int texel) {

    private static final Set<Aspect> BOTH = EnumSet.of(Aspect.DEPTH, Aspect.STENCIL);

    /** Every byte. */
    public static final MeantTexels ALL = new MeantTexels(-1, 1);

    /** All aspects of a format. */
    public static MeantTexels whole(Format format) {
        return of(format, EnumSet.allOf(Aspect.class), 1);
    }

    /** An aspect of a format, or one of several. */
    public static MeantTexels oneOf(Format format, Set<Aspect> aspects) {
        boolean either = aspects.containsAll(BOTH) && format.has(Aspect.DEPTH) && format.has(Aspect.STENCIL);
        return of(format, aspects, either ? format.texelBytes() : 1);
    }

    private static MeantTexels of(Format format, Set<Aspect> aspects, int texel) {
        if (format.color()) {
            return ALL;
        }
        int mask = AspectBytes.holding(format, aspects);
        int bytes = 0;
        for (int at = 0; at < Integer.SIZE; at += format.texelBytes()) {
            bytes |= mask << at;
        }
        return new MeantTexels(bytes, texel);
    }

    /** Whether a byte at an address is meant. */
    public boolean has(long address) {
        return (bytes >>> (int) address & 1) != 0;
    }
}
