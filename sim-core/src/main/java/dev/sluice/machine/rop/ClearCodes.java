// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;
import java.util.List;

/**
 * Which values the metadata of a tile can hold, and what they are as texels (Philip Taylor, Vulkan memory dependencies,
 * section Framebuffer compression).
 */
public final class ClearCodes {

    /** The metadata code of the first of {@link RopSpec#clearColors}. */
    public static final int FIRST = 4;

    /** No code: the value must be written to every texel. */
    public static final int NONE = -1;

    private ClearCodes() {}

    /**
     * The texel that a tile cleared to one of the device's clear colours consists of: the colour in the format's numbers; of a
     * depth/stencil format the first component as depth, and stencil 0.
     *
     * @param index index among {@link RopSpec#clearColors}
     * @param loHi receives the first 64 bits and the rest
     */
    public static void texel(RopSpec spec, Format format, int index, long[] loHi) {
        double[] numbers = numbers(spec.clearColors().get(index));
        if (!format.color()) {
            numbers[1] = 0;
        }
        TexelCodec.encode(format, numbers, loHi);
    }

    /** The texel of a clear value in a format. */
    static void texel(Format format, ClearValue value, long[] loHi) {
        TexelCodec.encode(format, numbers(value.color()), loHi);
    }

    /** The metadata code that stands for a texel in an image of a format, or {@link #NONE}. */
    static int code(RopSpec spec, Format format, long[] wanted) {
        long[] held = new long[2];
        for (int i = 0; i < spec.clearColors().size(); i++) {
            texel(spec, format, i, held);
            if (held[0] == wanted[0] && held[1] == wanted[1]) {
                return FIRST + i;
            }
        }
        return NONE;
    }

    private static double[] numbers(List<Double> components) {
        double[] numbers = new double[4];
        for (int i = 0; i < Math.min(numbers.length, components.size()); i++) {
            numbers[i] = components.get(i);
        }
        return numbers;
    }
}
