// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

/** Where the samples of a pixel lie: Vulkan's standard sample locations. */
final class SamplePositions {

    /** Sub-pixel positions along an edge of a pixel. */
    static final int SUBPIXELS = 256;

    private static final int SIXTEENTH = SUBPIXELS / 16;

    private static final SamplePositions ONE = new SamplePositions(8, 8);
    private static final SamplePositions TWO = new SamplePositions(12, 12, 4, 4);
    private static final SamplePositions FOUR = new SamplePositions(6, 2, 14, 6, 2, 10, 10, 14);
    private static final SamplePositions EIGHT =
            new SamplePositions(9, 5, 7, 11, 13, 9, 5, 3, 3, 13, 1, 7, 11, 15, 15, 1);

    private final int[] sixteenths;

    private SamplePositions(int... sixteenths) {
        this.sixteenths = sixteenths;
    }

    /**
     * The positions for a number of samples.
     *
     * @throws IllegalArgumentException if it is not 1, 2, 4 or 8
     */
    static SamplePositions of(int samples) {
        return switch (samples) {
            case 1 -> ONE;
            case 2 -> TWO;
            case 4 -> FOUR;
            case 8 -> EIGHT;
            default -> throw new IllegalArgumentException("samples must be 1, 2, 4 or 8, not " + samples);
        };
    }

    /** Distance of a sample from the pixel's left edge, in sub-pixels. */
    int x(int sample) {
        return sixteenths[2 * sample] * SIXTEENTH;
    }

    /** Distance of a sample from the pixel's upper edge, in sub-pixels. */
    int y(int sample) {
        return sixteenths[2 * sample + 1] * SIXTEENTH;
    }
}
