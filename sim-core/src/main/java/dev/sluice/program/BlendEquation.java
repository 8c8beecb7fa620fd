// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * How the colour of a fragment and the one that is stored are blended (Vulkan specification, section Blending): each is multiplied by
 * a factor, and an operation combines both, for red, green and blue in one way and for alpha in another.
 *
 * @param srcColor factor of the fragment's red, green and blue
 * @param dstColor factor of those that are stored
 * @param colorOp what combines them
 * @param srcAlpha factor of the fragment's alpha
 * @param dstAlpha factor of the alpha that is stored
 * @param alphaOp what combines these
 */
public record BlendEquation(
        Factor srcColor, Factor dstColor, Operation colorOp, Factor srcAlpha, Factor dstAlpha, Operation alphaOp) {

    /** Source over: rgb = src.rgb * src.a + dst.rgb * (1 - src.a), a = src.a + dst.a * (1 - src.a). */
    public static final BlendEquation OVER = new BlendEquation(
            Factor.SRC_ALPHA,
            Factor.ONE_MINUS_SRC_ALPHA,
            Operation.ADD,
            Factor.ONE,
            Factor.ONE_MINUS_SRC_ALPHA,
            Operation.ADD);

    /** What a colour is multiplied by (VkBlendFactor, but for a second colour of the fragment). */
    public enum Factor {
        ZERO,
        ONE,
        SRC_COLOR,
        ONE_MINUS_SRC_COLOR,
        DST_COLOR,
        ONE_MINUS_DST_COLOR,
        SRC_ALPHA,
        ONE_MINUS_SRC_ALPHA,
        DST_ALPHA,
        ONE_MINUS_DST_ALPHA,
        CONSTANT_COLOR,
        ONE_MINUS_CONSTANT_COLOR,
        CONSTANT_ALPHA,
        ONE_MINUS_CONSTANT_ALPHA,
        SRC_ALPHA_SATURATE;

        /** Whether it is one of the constants that go with the equation. */
        public boolean constant() {
            return switch (this) {
                case CONSTANT_COLOR, ONE_MINUS_CONSTANT_COLOR, CONSTANT_ALPHA, ONE_MINUS_CONSTANT_ALPHA -> true;
                case ZERO,
                        ONE,
                        SRC_COLOR,
                        ONE_MINUS_SRC_COLOR,
                        DST_COLOR,
                        ONE_MINUS_DST_COLOR,
                        SRC_ALPHA,
                        ONE_MINUS_SRC_ALPHA,
                        DST_ALPHA,
                        ONE_MINUS_DST_ALPHA,
                        SRC_ALPHA_SATURATE -> false;
            };
        }

        /** Whether it depends on what is stored; of alpha, {@link #SRC_ALPHA_SATURATE} is 1. */
        boolean reads(boolean ofAlpha) {
            return switch (this) {
                case DST_COLOR, ONE_MINUS_DST_COLOR, DST_ALPHA, ONE_MINUS_DST_ALPHA -> true;
                case SRC_ALPHA_SATURATE -> !ofAlpha;
                case ZERO,
                        ONE,
                        SRC_COLOR,
                        ONE_MINUS_SRC_COLOR,
                        SRC_ALPHA,
                        ONE_MINUS_SRC_ALPHA,
                        CONSTANT_COLOR,
                        ONE_MINUS_CONSTANT_COLOR,
                        CONSTANT_ALPHA,
                        ONE_MINUS_CONSTANT_ALPHA -> false;
            };
        }
    }

    /** What combines two colours that were multiplied by their factors; of the last two, without these (VkBlendOp). */
    public enum Operation {
        ADD,
        SUBTRACT,
        REVERSE_SUBTRACT,
        MIN,
        MAX;

        /** Whether factors count. */
        public boolean weighs() {
            return this != MIN && this != MAX;
        }
    }

    /**
     * Whether the result depends on what is stored.
     *
     * @param color whether red, green or blue are written
     * @param alpha whether alpha is
     */
    public boolean reads(boolean color, boolean alpha) {
        return color && reads(srcColor, dstColor, colorOp, false) || alpha && reads(srcAlpha, dstAlpha, alphaOp, true);
    }

    private static boolean reads(Factor src, Factor dst, Operation op, boolean ofAlpha) {
        return !op.weighs() || dst != Factor.ZERO || src.reads(ofAlpha);
    }

    /** Whether constants count. */
    public boolean usesConstants() {
        return colorOp.weighs() && (srcColor.constant() || dstColor.constant())
                || alphaOp.weighs() && (srcAlpha.constant() || dstAlpha.constant());
    }
}
