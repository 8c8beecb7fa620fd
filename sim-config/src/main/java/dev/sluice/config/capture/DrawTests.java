// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.PassStep;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.image.Aspect;
import org.jspecify.annotations.Nullable;

/**
 * What the fragments of a draw are tested against, of the state of its pipeline and of its command buffer.
 *
 * <p>Tests of an aspect that is not attached pass (Vulkan specification, sections Depth Test and Stencil Test).
 *
 * @param compare of depth
 * @param depthWrite whether fragments that pass write depth
 * @param stencil the stencil test, or null
 * @param bounds what depth must lie in, or null
 */
record DrawTests(
        Compare compare,
        boolean depthWrite,
        PassStep.@Nullable StencilState stencil,
        PassStep.@Nullable DepthBounds bounds) {

    static DrawTests of(Notes notes, Pass pass, CapturedPipeline pipeline, GraphicsState state) {
        DepthStencilState own = pipeline.tests();
        boolean depth = pass.attaches(Aspect.DEPTH);
        boolean tests = depth && pipeline.flag(state, "DEPTH_TEST_ENABLE", "depthTestEnable", own.depthTest());
        boolean dynamic = pipeline.isDynamic("DEPTH_COMPARE_OP") && state.compare != null;
        Compare compare = dynamic && state.compare != null ? state.compare : own.compare();
        return new DrawTests(
                tests ? compare : Compare.ALWAYS,
                tests && pipeline.flag(state, "DEPTH_WRITE_ENABLE", "depthWriteEnable", own.depthWrite()),
                stencil(notes, pass, pipeline, state),
                depth ? bounds(pipeline, state) : null);
    }

    private static PassStep.@Nullable DepthBounds bounds(CapturedPipeline pipeline, GraphicsState state) {
        DepthStencilState own = pipeline.tests();
        if (!pipeline.flag(state, "DEPTH_BOUNDS_TEST_ENABLE", "depthBoundsTestEnable", own.boundsTest())) {
            return null;
        }
        PassStep.DepthBounds set = state.bounds;
        return pipeline.isDynamic("DEPTH_BOUNDS") && set != null ? set : own.bounds();
    }

    private static PassStep.@Nullable StencilState stencil(
            Notes notes, Pass pass, CapturedPipeline pipeline, GraphicsState state) {
        DepthStencilState own = pipeline.tests();
        if (!pass.attaches(Aspect.STENCIL)
                || !pipeline.flag(state, "STENCIL_TEST_ENABLE", "stencilTestEnable", own.stencilTest())) {
            return null;
        }
        StencilFaces faces = own.stencil().with(state.stencil, pipeline);
        long culled = pipeline.culled(state);
        if (faces.differ(culled)) {
            notes.once("of faces that are tested against stencil differently all count as those that write it");
        }
        return faces.drawn(culled);
    }
}
