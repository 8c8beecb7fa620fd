// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * A frame of a run, or what came before the first or after the last. They overlap where the device overlaps their work. A run
 * that presents nothing is one frame.
 *
 * @param frame its number: 0 for the set-up, 1 for the first frame, one more than the last for the rest
 * @param part {@code setUp}, {@code frame} or {@code rest}
 * @param startCycle when the device reached the first of its work
 * @param endCycle when the last of its work was done, and the display had read its images
 * @param submissions batches that the host submitted in it
 */
public record FrameResult(int frame, String part, long startCycle, long endCycle, long submissions) {
    /** What comes before the first image is acquired. */
    public static final String SET_UP = "setUp";
    /** What ends with a presentation; the whole of a run that presents nothing. */
    public static final String FRAME = "frame";
    /** What comes after the last presentation. */
    public static final String REST = "rest";

    /** How long it took. */
    public long cycles() {
        return endCycle - startCycle;
    }
}
