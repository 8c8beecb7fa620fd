// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

/**
 * The two stages of depth and stencil tests, which belong together: a write happens in either, load operations are in the early
 * one and store operations in the late one (Vulkan specification, section Pipeline Stages).
 */
public final class DepthTests {
    /** Both stages. */
    public static final long STAGES = Stages.of(Stage.EARLY_FRAGMENT_TESTS, Stage.LATE_FRAGMENT_TESTS);

    private static final long ACCESSES =
            Accesses.of(Access.DEPTH_STENCIL_ATTACHMENT_READ, Access.DEPTH_STENCIL_ATTACHMENT_WRITE);

    private DepthTests() {}

    /** Those of the accesses that the tests make. */
    public static long accesses(long accesses) {
        return accesses & ACCESSES;
    }

    /**
     * Stages with both tests, if there is one among them and the accesses are such of tests. As a scope that holds one has the
     * work of the other in it anyway, nothing more is waited for.
     */
    public static long both(long stages, long accesses) {
        return accesses(accesses) != 0 && (stages & STAGES) != 0 ? stages | STAGES : stages;
    }
}
