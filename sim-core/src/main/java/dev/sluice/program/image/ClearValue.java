// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.List;

/**
 * A clear colour or a clear depth and stencil.
 *
 * @param color red, green, blue, alpha; integers for integer formats; depth in the first place and stencil in the second for
 *     depth/stencil formats
 */
public record ClearValue(List<Double> color) {

    /** All zero. */
    public static final ClearValue ZERO = new ClearValue(List.of(0.0, 0.0, 0.0, 0.0));

    public ClearValue {
        color = List.copyOf(color);
    }

    /** A depth and a stencil value. */
    public static ClearValue depthStencil(double depth, int stencil) {
        return new ClearValue(List.of(depth, (double) stencil, 0.0, 0.0));
    }
}
