// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/**
 * What render output units do with fragments.
 *
 * @param blend source over: rgb = src.rgb * src.a + dst.rgb * (1 - src.a), a = src.a + dst.a * (1 - src.a); integer formats
 *     are never blended
 * @param depthTest {@code ALWAYS} with {@code depthWrite} false touches no depth
 * @param depth the depth of fragments whose kernel writes none, 0 to 1
 * @param stencilWrite the stencil value that passing fragments write, -1 for none
 */
public record DrawState(boolean blend, Compare depthTest, boolean depthWrite, double depth, int stencilWrite) {

    /** No blending, no depth. */
    public static final DrawState PLAIN = new DrawState(false, Compare.ALWAYS, false, 0, -1);

    /** Depth comparison: fragment OP stored. */
    public enum Compare {
        NEVER,
        LESS,
        EQUAL,
        LESS_OR_EQUAL,
        GREATER,
        NOT_EQUAL,
        GREATER_OR_EQUAL,
        ALWAYS
    }

    /** Whether the depth/stencil attachment is accessed. */
    public boolean usesDepth() {
        return depthTest != Compare.ALWAYS || depthWrite || stencilWrite >= 0;
    }
}
