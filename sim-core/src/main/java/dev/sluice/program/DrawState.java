// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import org.jspecify.annotations.Nullable;

/**
 * What render output units do with fragments.
 *
 * @param colors what becomes of colours that pass the tests
 * @param depthTest {@code ALWAYS} with {@code depthWrite} false touches no depth
 * @param depth the depth of fragments whose kernel writes none, 0 to 1
 * @param bounds what the depth that is stored must lie in, or null; tested before all else
 * @param stencil tested before depth
 */
public record DrawState(
        ColorBlend colors,
        Compare depthTest,
        boolean depthWrite,
        double depth,
        @Nullable DepthBounds bounds,
        StencilTest stencil) {

    /** No blending, no depth. */
    public static final DrawState PLAIN = new DrawState(ColorBlend.NONE, Compare.ALWAYS, false, 0);

    /** A draw without stencil and bounds. */
    public DrawState(ColorBlend colors, Compare depthTest, boolean depthWrite, double depth) {
        this(colors, depthTest, depthWrite, depth, null, StencilTest.NONE);
    }

    /** Comparison of depth or stencil: that of the fragment OP stored. */
    public enum Compare {
        NEVER,
        LESS,
        EQUAL,
        LESS_OR_EQUAL,
        GREATER,
        NOT_EQUAL,
        GREATER_OR_EQUAL,
        ALWAYS;

        /** Whether numbers of a fragment and of what is stored compare so: those of all formats of depth and stencil are exact here. */
        public boolean test(double fragment, double stored) {
            return switch (this) {
                case NEVER -> false;
                case LESS -> fragment < stored;
                case EQUAL -> fragment == stored;
                case LESS_OR_EQUAL -> fragment <= stored;
                case GREATER -> fragment > stored;
                case NOT_EQUAL -> fragment != stored;
                case GREATER_OR_EQUAL -> fragment >= stored;
                case ALWAYS -> true;
            };
        }
    }

    /**
     * The depth bounds test: samples pass where the depth that is stored lies within (Vulkan specification, section Depth Bounds
     * Test).
     *
     * @param min at least, 0 to 1
     * @param max at most, 0 to 1
     */
    public record DepthBounds(double min, double max) {}

    /** Whether the depth/stencil attachment is accessed. */
    public boolean usesDepth() {
        return depthTest != Compare.ALWAYS || depthWrite || bounds != null || stencil.used();
    }

    /** The depth test against a format: one without depth passes. */
    private Compare depthTest(Format format) {
        return format.has(Aspect.DEPTH) ? depthTest : Compare.ALWAYS;
    }

    /** Whether depth in a format is read. */
    public boolean readsDepth(Format format) {
        return format.has(Aspect.DEPTH) && (depthTest != Compare.ALWAYS || bounds != null);
    }

    /** Whether stencil in a format is read. */
    public boolean readsStencil(Format format) {
        return format.has(Aspect.STENCIL) && stencil.reads(depthTest(format));
    }

    /** Whether stencil in a format is written. */
    public boolean writesStencil(Format format) {
        return format.has(Aspect.STENCIL) && stencil.writes(depthTest(format));
    }

    /** Whether no fragment passes against a format, whatever is stored. */
    public boolean neverPasses(Format format) {
        return depthTest(format) == Compare.NEVER || format.has(Aspect.STENCIL) && stencil.compare() == Compare.NEVER;
    }

    /** Whether every fragment passes against a format, whatever is stored. */
    public boolean alwaysPasses(Format format) {
        return depthTest(format) == Compare.ALWAYS
                && (bounds == null || !format.has(Aspect.DEPTH))
                && (!format.has(Aspect.STENCIL) || stencil.compare() == Compare.ALWAYS);
    }
}
