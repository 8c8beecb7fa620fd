// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * Turns texels into pixels that can be looked at: 8 bits each of alpha, red, green and blue.
 *
 * <p>UNORM and SRGB codes are shown as they are, scaled to 8 bits (an SRGB code is not decoded: that is what a screen expects);
 * SNORM from -1 to 1 is shown from black to white; floating-point channels are clamped to 0 to 1; of integers the low 8 bits are
 * shown. A format with one channel is grey, depth formats show depth as grey, and one without depth shows stencil. What has no
 * alpha, or an integer one, is opaque.
 */
public final class Picture {

    private static final int OPAQUE = 0xFF000000;
    private static final double MAX = 255;

    private Picture() {}

    /**
     * The pixels of texels that follow each other without gaps.
     *
     * @param texels at least {@code count} texels of the format
     * @return {@code count} pixels: alpha in the high byte, then red, green and blue
     */
    public static int[] argb(Format format, byte[] texels, int count) {
        int[] pixels = new int[count];
        double[] rgba = new double[4];
        int size = format.texelBytes();
        for (int i = 0; i < count; i++) {
            TexelCodec.decode(
                    format,
                    TexelCodec.texelLow(texels, i * size, size),
                    TexelCodec.texelHigh(texels, i * size, size),
                    rgba);
            pixels[i] = argb(format, rgba);
        }
        return pixels;
    }

    private static int argb(Format format, double[] rgba) {
        Format.Channel first = format.channels().get(0);
        if (!format.color()) {
            int place = format.has(Aspect.DEPTH) ? 0 : 1;
            return OPAQUE | shade(first.numeric(), rgba[place]) * 0x010101;
        }
        int red = shade(first.numeric(), rgba[0]);
        if (format.channels().size() == 1) {
            return OPAQUE | red * 0x010101;
        }
        int green = shade(first.numeric(), rgba[1]);
        int blue = shade(first.numeric(), rgba[2]);
        int alpha = first.numeric().integer() ? OPAQUE : scale(rgba[3]) << 24;
        return alpha | red << 16 | green << 8 | blue;
    }

    private static int shade(Numeric numeric, double value) {
        return switch (numeric) {
            case UNORM, SFLOAT -> scale(value);
            case SNORM -> scale((value + 1) / 2);
            case SRGB -> SrgbTransfer.encode(value);
            case UINT, SINT -> (int) ((long) value & 0xFF);
        };
    }

    /** 0 to 1 as 0 to 255; what is not a number as 0. */
    private static int scale(double value) {
        return (int) Math.rint(Math.max(0, Math.min(1, value)) * MAX);
    }
}
