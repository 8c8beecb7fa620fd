// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import org.jspecify.annotations.Nullable;

/**
 * What render output units do with fragments.
 *
 * @param blend source over: rgb = src.rgb * src.a + dst.rgb * (1 - src.a), a = src.a + dst.a * (1 - src.a); integer formats
 *     are never blended
 * @param depthTest {@code ALWAYS} with {@code depthWrite} false touches no depth
 * @param depth the depth of fragments whose kernel writes none, 0 to 1
 * @param bounds what the depth that is stored must lie in, or null; tested before all else
 * @param stencil tested before depth
 * @param logicOp combines the bits of colours in the place of blending, in formats that are neither sRGB nor floating-point
 *     (Vulkan specification, section Logical Operations); or null
 */
public record DrawState(
        boolean blend,
        Compare depthTest,
        boolean depthWrite,
        double depth,
        @Nullable DepthBounds bounds,
        StencilTest stencil,
        @Nullable LogicOp logicOp) {

    /** No blending, no depth. */
    public static final DrawState PLAIN = new DrawState(false, Compare.ALWAYS, false, 0);

    /** A draw that has to do with depth alone. */
    public DrawState(boolean blend, Compare depthTest, boolean depthWrite, double depth) {
        this(blend, depthTest, depthWrite, depth, null, StencilTest.NONE, null);
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

    /** Whether colours of a format are blended: integers never are, nor is anything where there is a logical operation. */
    public boolean blends(Format format) {
        return blend
                && logicOp == null
                && format.color()
                && !format.channels().get(0).numeric().integer();
    }

    /** The logical operation on colours of a format; {@code COPY} where they are only replaced. */
    public LogicOp logicOp(Format format) {
        Numeric numeric = format.channels().get(0).numeric();
        return logicOp == null || numeric == Numeric.SFLOAT || numeric == Numeric.SRGB ? LogicOp.COPY : logicOp;
    }

    /** Whether what is stored in a colour format is read. */
    public boolean readsColor(Format format) {
        return blends(format) || logicOp(format).reads();
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
