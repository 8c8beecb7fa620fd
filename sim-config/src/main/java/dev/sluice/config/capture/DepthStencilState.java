// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep;
import dev.sluice.program.DrawState.Compare;
import org.jspecify.annotations.Nullable;

/**
 * The static tests of a graphics pipeline ({@code VkPipelineDepthStencilStateCreateInfo}).
 *
 * @param bounds what depth must lie in, if {@code boundsTest}
 */
record DepthStencilState(
        boolean depthTest,
        boolean depthWrite,
        Compare compare,
        boolean boundsTest,
        PassStep.DepthBounds bounds,
        boolean stencilTest,
        StencilFaces stencil) {
    /** Of a pipeline without. */
    static final DepthStencilState NONE = new DepthStencilState(
            false, false, Compare.ALWAYS, false, new PassStep.DepthBounds(0, 1), false, StencilFaces.UNSET);

    static DepthStencilState of(@Nullable Struct state) {
        return state == null
                ? NONE
                : new DepthStencilState(
                        state.number("depthTestEnable", 0) != 0,
                        state.number("depthWriteEnable", 0) != 0,
                        StencilFaces.compare(state.text("depthCompareOp")),
                        state.number("depthBoundsTestEnable", 0) != 0,
                        bounds(state),
                        state.number("stencilTestEnable", 0) != 0,
                        StencilFaces.of(state));
    }

    /** Bounds in the order and within the range that a stream takes. */
    static PassStep.DepthBounds bounds(Struct state) {
        double min = Math.max(0, Math.min(1, state.real("minDepthBounds", 0)));
        double max = Math.max(0, Math.min(1, state.real("maxDepthBounds", 1)));
        return new PassStep.DepthBounds(Math.min(min, max), max);
    }
}
