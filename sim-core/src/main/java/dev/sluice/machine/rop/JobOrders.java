// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

/** What the parts of jobs order of their unit and of the caches below it, in simulated time or outside of it. */
interface JobOrders {

    /** Who carries out the tile operations that jobs are cut into. */
    TileOperations tiles();

    /** Whether pixels can be served now. */
    boolean serves();

    /** Serves pixels for an operation, which is not done before. */
    void reserve(RopOperation operation, int pixels);

    /** Has a cache drop an operation's tiles, which waits for that. */
    void discard(RopOperation operation, TileCacheControl cache, TileRanges tiles);

    /** Has a cache write an operation's tiles down, which waits for that. */
    void flush(RopOperation operation, TileCacheControl cache, TileRanges tiles);

    /** Has a run of tiles marked as cleared, for which the operation waits, and the clear is told. */
    void mark(RopOperation operation, ClearJob job, FastClear below, long firstTile, int count, int code);

    /** One of the things that the write of a tile of averages waits for is there. */
    void resolved(TileOperation tile);
}
