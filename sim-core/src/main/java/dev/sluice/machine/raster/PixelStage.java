// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

/** The stages of a draw after its geometry, in the order in which a fragment passes them. */
public enum PixelStage {
    /** Depth and stencil tests before shading: used unless the fragment kernel writes depth. */
    EARLY_TESTS,
    /** Fragment waves on the compute units. */
    FRAGMENT,
    /** Depth and stencil tests after shading: used if the fragment kernel writes depth. */
    LATE_TESTS,
    /** Blending and colour writes. */
    COLOR_OUTPUT
}
