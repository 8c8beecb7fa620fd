// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

/**
 * What layout transitions cost since the region of interest began.
 *
 * @param nothing transitions that needed no work
 * @param initialised transitions that set metadata up
 * @param eliminated transitions that wrote cleared tiles
 * @param decompressed transitions that wrote compressed and cleared tiles
 * @param tilesVisited tiles whose metadata was looked at or set up
 * @param tilesChanged tiles whose bytes were written
 * @param requests requests that the engine sent
 * @param sectors sectors that they addressed
 * @param bytesRead bytes of tiles read
 * @param bytesWritten bytes of tiles written
 * @param metadataRead bytes of metadata read
 * @param metadataWritten bytes of metadata written
 * @param busyCycles cycles during which a transition was under way
 */
public record TransitionResult(
        long nothing,
        long initialised,
        long eliminated,
        long decompressed,
        long tilesVisited,
        long tilesChanged,
        long requests,
        long sectors,
        long bytesRead,
        long bytesWritten,
        long metadataRead,
        long metadataWritten,
        long busyCycles) {

    /** Nothing at all. */
    public static final TransitionResult NONE = new TransitionResult(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
