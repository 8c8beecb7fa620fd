// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

/**
 * What render output units did.
 *
 * @param pixelsTested pixels that went through the depth or stencil test
 * @param pixelsPassed those of which a sample passed
 * @param pixelsWritten pixels written, by colour target
 * @param pixelsBlended those of them that were blended with what was there
 * @param samplesWritten samples of the pixels written
 * @param tilesRead requests that read (part of) a tile
 * @param tilesWritten requests that wrote (part of) a tile
 * @param tilesFastCleared tiles cleared through their metadata
 * @param tilesCleared tiles cleared by writing them, whole or in part
 * @param pixelsResolved pixels of which samples were averaged
 * @param requests requests sent to the caches
 * @param sectors sectors that they address
 * @param busyCycles cycles in which pixels were processed, summed over units
 */
public record RopResult(
        long pixelsTested,
        long pixelsPassed,
        long pixelsWritten,
        long pixelsBlended,
        long samplesWritten,
        long tilesRead,
        long tilesWritten,
        long tilesFastCleared,
        long tilesCleared,
        long pixelsResolved,
        long requests,
        long sectors,
        long busyCycles) {

    /** Nothing done. */
    public static final RopResult NONE = new RopResult(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** The sums. */
    public RopResult plus(RopResult other) {
        return new RopResult(
                pixelsTested + other.pixelsTested,
                pixelsPassed + other.pixelsPassed,
                pixelsWritten + other.pixelsWritten,
                pixelsBlended + other.pixelsBlended,
                samplesWritten + other.samplesWritten,
                tilesRead + other.tilesRead,
                tilesWritten + other.tilesWritten,
                tilesFastCleared + other.tilesFastCleared,
                tilesCleared + other.tilesCleared,
                pixelsResolved + other.pixelsResolved,
                requests + other.requests,
                sectors + other.sectors,
                busyCycles + other.busyCycles);
    }
}
