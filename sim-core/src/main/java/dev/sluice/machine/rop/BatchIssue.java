// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

/** Cuts the test or the write of a batch into tile operations, in order, for as long as there is room. */
final class BatchIssue {

    private final RenderOutputUnit unit;
    private final TileOperations tiles;
    private final TileCursor cursor;
    private long pixels;
    private int target;

    /** @param tiles who carries the tile operations out */
    BatchIssue(RenderOutputUnit unit, TileOperations tiles, int tileBytes) {
        this.unit = unit;
        this.tiles = tiles;
        this.cursor = new TileCursor(tileBytes);
    }

    /** Pixels that the unit has to serve for an operation: 0 if there is nothing to do. */
    int work(RopOperation operation) {
        PixelBatch batch = operation.batch();
        RenderState state = operation.state();
        if (operation.kind == RopOperation.Kind.TEST) {
            return state.tests() == null ? 0 : Long.bitCount(batch.pixels());
        }
        int outputs = batch.outputs & state.written();
        return Long.bitCount(batch.pixels() & batch.colorMask) * Integer.bitCount(outputs);
    }

    /** Pixels of which a sample is left. */
    int passed(PixelBatch batch) {
        return Long.bitCount(batch.pixels());
    }

    /** Makes an operation the one that is issued next. */
    void begin(RopOperation operation) {
        PixelBatch batch = operation.batch();
        pixels = batch.pixels();
        target = -1;
        if (operation.kind == RopOperation.Kind.TEST) {
            beginTest(operation, batch);
        } else {
            pixels &= batch.colorMask;
            nextTarget(operation);
        }
    }

    private void beginTest(RopOperation operation, PixelBatch batch) {
        RenderState state = operation.state();
        DepthStencilTests tests = state.tests();
        Target depth = state.depth();
        if (tests == null || depth == null) {
            pixels = 0;
            return;
        }
        unit.counters().pixelsTested += Long.bitCount(pixels);
        if (tests.never() && !tests.writes()) {
            for (int s = 0; s < state.samples(); s++) {
                batch.coverage[s] = 0;
            }
            pixels = 0;
        } else if (tests.read().count() == 0 && !tests.writes()) {
            pixels = 0;
        }
        startBlock(depth, batch);
    }

    private void startBlock(Target at, PixelBatch batch) {
        int width = Math.min(PixelBatch.EDGE, at.width() - batch.x);
        int height = Math.min(PixelBatch.EDGE, at.height() - batch.y);
        cursor.start(at, batch.x, batch.y, width, height);
    }

    private boolean nextTarget(RopOperation operation) {
        PixelBatch batch = operation.batch();
        RenderState state = operation.state();
        while (++target < state.colorCount()) {
            if (((batch.outputs & state.written()) >>> target & 1) != 0) {
                startBlock(state.color(target), batch);
                return true;
            }
        }
        return false;
    }

    /** Issues what is left of the operation; false if the unit takes no more now. */
    boolean issue(RopOperation operation) {
        if (pixels == 0) {
            return true;
        }
        return operation.kind == RopOperation.Kind.TEST ? issueTest(operation) : issueWrite(operation);
    }

    private boolean issueTest(RopOperation operation) {
        PixelBatch batch = operation.batch();
        DepthStencilTests tests = operation.state().tests();
        while (tests != null) {
            if (!tiles.hasRoom()) {
                return false;
            }
            if (!cursor.next()) {
                return true;
            }
            long covered = pixels & part(batch);
            if (covered != 0) {
                TileOperation tile = tiles.open(TileOperation.TEST, operation, cursor, true);
                tile.relativeTo(batch);
                tile.pixels = covered;
                tile.reads = tests.read().count() > 0;
                tile.writes = tests.writes();
                tiles.launch(tile);
            }
        }
        return true;
    }

    private boolean issueWrite(RopOperation operation) {
        PixelBatch batch = operation.batch();
        RenderState state = operation.state();
        while (target < state.colorCount()) {
            if (!tiles.hasRoom()) {
                return false;
            }
            if (!cursor.next()) {
                nextTarget(operation);
                continue;
            }
            long covered = pixels & part(batch);
            if (covered != 0) {
                TileOperation tile = tiles.open(TileOperation.COLOR, operation, cursor, false);
                tile.relativeTo(batch);
                tile.pixels = covered;
                tile.target = target;
                tile.reads = state.blend(target).reads();
                tile.writes = true;
                count(batch, state, tile);
                tiles.launch(tile);
            }
        }
        return true;
    }

    private void count(PixelBatch batch, RenderState state, TileOperation tile) {
        RopCounters counters = unit.counters();
        int written = Long.bitCount(tile.pixels);
        counters.pixelsWritten += written;
        counters.pixelsBlended += tile.reads ? written : 0;
        for (int s = 0; s < state.samples(); s++) {
            counters.samplesWritten += Long.bitCount(batch.coverage[s] & tile.pixels);
        }
    }

    /** The pixels of the block that lie in the current tile. */
    private long part(PixelBatch batch) {
        long row = (1L << cursor.width) - 1 << cursor.x - batch.x;
        long mask = 0;
        for (int i = 0; i < cursor.height; i++) {
            mask |= row << (cursor.y - batch.y + i) * PixelBatch.EDGE;
        }
        return mask;
    }
}
