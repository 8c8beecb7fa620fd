// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import java.util.Arrays;

/** What compression saved and cost; public fields because they are counted on the hot path. */
public final class CompressionCounters {

    /** Reads of tiles, whole or in part, by what their metadata said: raw, 2:1, 4:1, 8:1, cleared. */
    public final long[] tilesRead = new long[5];
    /** Tiles written, by what they were stored as: raw, 2:1, 4:1, 8:1, cleared. */
    public final long[] tilesWritten = new long[5];
    /** Bytes of tiles fetched from below. */
    public long readBytes;
    /** Bytes that would have been fetched without compression. */
    public long rawReadBytes;
    /** Bytes of tiles written below. */
    public long writeBytes;
    /** Bytes that would have been written without compression. */
    public long rawWriteBytes;
    /** Requests for metadata. */
    public long metadataReads;

    public long metadataWrites;
    /** Tiles set by writing metadata alone: fast clears, and initialised tiles. */
    public long clearedTiles;
    /** Tiles whose bytes did not belong to what the metadata said: torn, or metadata out of date. */
    public long garbledTiles;

    /** The place of a metadata code in the arrays. */
    static int state(int code) {
        return Math.min(code, TileCodec.CLEAR);
    }

    /** Restarts the region of interest. */
    public void reset() {
        Arrays.fill(tilesRead, 0);
        Arrays.fill(tilesWritten, 0);
        readBytes = 0;
        rawReadBytes = 0;
        writeBytes = 0;
        rawWriteBytes = 0;
        metadataReads = 0;
        metadataWrites = 0;
        clearedTiles = 0;
        garbledTiles = 0;
    }
}
