// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import org.jspecify.annotations.Nullable;

/** Carries out in simulated time what a unit's jobs order: caches answer by events. */
final class JobsInTime implements JobOrders {

    private final RenderOutputUnit unit;
    private @Nullable TileWork tiles;

    JobsInTime(RenderOutputUnit unit) {
        this.unit = unit;
    }

    /** Says who carries out tile operations, before the first job. */
    void with(TileWork work) {
        tiles = work;
    }

    @Override
    public TileWork tiles() {
        TileWork work = tiles;
        if (work == null) {
            throw new IllegalStateException(unit.name() + ": a job before the unit was complete");
        }
        return work;
    }

    @Override
    public boolean serves() {
        return unit.serves();
    }

    @Override
    public void reserve(RopOperation operation, int pixels) {
        unit.reserve(operation, pixels);
    }

    @Override
    public void discard(RopOperation operation, TileCacheControl cache, TileRanges ranges) {
        operation.pending++;
        cache.discard(ranges, operation.command(), unit, RenderOutputUnit.MAINTAINED, operation.index);
    }

    @Override
    public void flush(RopOperation operation, TileCacheControl cache, TileRanges ranges) {
        operation.pending++;
        cache.flush(ranges, operation.command(), unit, RenderOutputUnit.MAINTAINED, operation.index);
    }

    @Override
    public void mark(RopOperation operation, ClearJob job, FastClear below, long firstTile, int count, int code) {
        operation.pending++;
        below.clear(
                job.target().surface(),
                firstTile,
                count,
                code,
                job.command(),
                job.agent(),
                unit,
                RenderOutputUnit.FAST_CLEARED,
                operation.index);
    }

    @Override
    public void resolved(TileOperation tile) {
        tiles().resolved(tile);
    }
}
