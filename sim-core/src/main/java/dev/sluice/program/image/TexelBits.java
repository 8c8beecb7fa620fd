// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * Some bits of a texel.
 *
 * @param low of the first 64 bits
 * @param high of the rest
 */
public record TexelBits(long low, long high) {

    /**
     * The bits of some channels; all of the texel, if these are all that a format has.
     *
     * @param places a bit for each channel, by its {@linkplain Format.Channel#place place}
     */
    public static TexelBits of(Format format, int places) {
        long low = 0;
        long high = 0;
        boolean all = true;
        for (Format.Channel channel : format.channels()) {
            if ((places >>> channel.place() & 1) == 0) {
                all = false;
                continue;
            }
            long bits = ones(channel.bits());
            int at = channel.offset();
            low |= at < Long.SIZE ? bits << at : 0;
            high |= at < Long.SIZE ? 0 : bits << at - Long.SIZE;
        }
        return all ? all(format) : new TexelBits(low, high);
    }

    private static TexelBits all(Format format) {
        int size = Byte.SIZE * format.texelBytes();
        return new TexelBits(ones(size), ones(size - Long.SIZE));
    }

    private static long ones(int count) {
        return count <= 0 ? 0 : -1L >>> Long.SIZE - Math.min(count, Long.SIZE);
    }

    /** The bytes that have any of them, as a mask: bit b for byte b. */
    public int bytes() {
        return touched(low) | touched(high) << Long.BYTES;
    }

    /** Whether a byte has some of them and not all. */
    public boolean cutsBytes() {
        return (touched(low) & touched(~low) | touched(high) & touched(~high)) != 0;
    }

    private static int touched(long bits) {
        int mask = 0;
        for (int b = 0; b < Long.BYTES; b++) {
            mask |= (bits >>> Byte.SIZE * b & 0xFF) != 0 ? 1 << b : 0;
        }
        return mask;
    }

    /** These bits of one texel's first 64 and the others of another's. */
    public long mergeLow(long of, long others) {
        return others ^ (others ^ of) & low;
    }

    /** The same of the rest. */
    public long mergeHigh(long of, long others) {
        return others ^ (others ^ of) & high;
    }
}
