// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

/** What a unit counts; see {@link RopResult}. */
final class RopCounters {

    long pixelsTested;
    long pixelsPassed;
    long pixelsWritten;
    long pixelsBlended;
    long samplesWritten;
    long tilesRead;
    long tilesWritten;
    long tilesFastCleared;
    long tilesCleared;
    long pixelsResolved;
    long requests;
    long sectors;

    RopResult result(long busyCycles) {
        return new RopResult(
                pixelsTested,
                pixelsPassed,
                pixelsWritten,
                pixelsBlended,
                samplesWritten,
                tilesRead,
                tilesWritten,
                tilesFastCleared,
                tilesCleared,
                pixelsResolved,
                requests,
                sectors,
                busyCycles);
    }
}
