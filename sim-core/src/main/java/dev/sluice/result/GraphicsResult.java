// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import dev.sluice.program.edit.Cure;
import org.jspecify.annotations.Nullable;

/** The parts of a result that only streams with images have. */
public final class GraphicsResult {

    private GraphicsResult() {}

    /**
     * What render output units did, and what compression saved.
     *
     * @param pixelsTested pixels that went through the depth or stencil test
     * @param pixelsPassed those of which a sample passed
     * @param pixelsWritten pixels written, by colour target
     * @param pixelsBlended those of them that were blended with what was there
     * @param samplesWritten samples of the pixels written
     * @param tilesFastCleared tiles cleared through their metadata
     * @param tilesCleared tiles cleared by writing them, whole or in part
     * @param pixelsResolved pixels of which samples were averaged
     * @param requests requests sent to the tile caches
     * @param sectors sectors that they address
     * @param busyCycles cycles in which pixels were processed, summed over units
     * @param tilesRead tiles that the units fetched from below their caches, by state
     * @param tilesWritten tiles that they wrote down, by state
     * @param storedBytes bytes of tiles that travelled between the units and memory
     * @param rawBytes bytes that they would have been without compression
     * @param bytesSaved the difference
     * @param compressionRatio raw by stored, 1 where nothing travelled
     * @param metadataReads requests for metadata
     * @param metadataWrites requests that changed metadata
     * @param readers what clients that read compressed tiles did
     * @param transitions layout transitions
     */
    public record Rop(
            long pixelsTested,
            long pixelsPassed,
            long pixelsWritten,
            long pixelsBlended,
            long samplesWritten,
            long tilesFastCleared,
            long tilesCleared,
            long pixelsResolved,
            long requests,
            long sectors,
            long busyCycles,
            TileStates tilesRead,
            TileStates tilesWritten,
            long storedBytes,
            long rawBytes,
            long bytesSaved,
            double compressionRatio,
            long metadataReads,
            long metadataWrites,
            Readers readers,
            Transitions transitions) {

        /** The same with another ratio of compression. */
        public Rop withRatio(double ratio) {
            return new Rop(
                    pixelsTested,
                    pixelsPassed,
                    pixelsWritten,
                    pixelsBlended,
                    samplesWritten,
                    tilesFastCleared,
                    tilesCleared,
                    pixelsResolved,
                    requests,
                    sectors,
                    busyCycles,
                    tilesRead,
                    tilesWritten,
                    storedBytes,
                    rawBytes,
                    bytesSaved,
                    ratio,
                    metadataReads,
                    metadataWrites,
                    readers,
                    transitions);
        }
    }

    /**
     * What clients other than the units read of compressed tiles.
     *
     * @param garbledTiles tiles whose bytes did not belong to their metadata
     */
    public record Readers(
            TileStates tilesRead, long storedBytes, long rawBytes, long metadataReads, long garbledTiles) {}

    /** Layout transitions by the work they took, and what that cost. */
    public record Transitions(
            long nothing,
            long initialised,
            long eliminated,
            long decompressed,
            long tilesVisited,
            long tilesChanged,
            long bytesRead,
            long bytesWritten,
            long metadataRead,
            long metadataWritten,
            long busyCycles) {}

    /** Address translation: look-ups of the first level, hits there and in the shared one, and page walks. */
    public record Tlb(
            long lookups,
            long hits,
            long sharedHits,
            long walks,
            long merged,
            long walkReads,
            long walkBytes,
            long stallCycles) {}

    /** What the display showed; {@code checksum} is the CRC-32 of the last image's pixels. */
    public record Display(
            long presents,
            long bytesRead,
            long requests,
            long cycles,
            @Nullable String checksum,
            long tornBytes) {}

    /**
     * A presentation that showed what a write not ordered before it left.
     *
     * @param presentation the host operation
     * @param writer the command whose bytes were shown
     * @param offset first byte from the image's first
     * @param size bytes from the first to the last
     * @param bytes how many of them
     */
    public record Tearing(
            String presentation,
            String image,
            String writer,
            long offset,
            long size,
            long bytes,
            Cure suggestion,
            String where,
            long cycle) {}
}
