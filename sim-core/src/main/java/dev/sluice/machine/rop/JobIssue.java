// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kind.UnknownKindException;
import java.util.List;

/** A unit's part of jobs: what it orders of its caches, and the tile operations of clears and resolves. */
final class JobIssue {

    private final ShareCursor share;
    private final RopPath color;
    private final RopPath depth;
    private final JobOrders orders;
    private final int tileBytes;
    private final ClearIssue clears;
    private final ResolveIssue resolves;

    /** @param orders carries out what the jobs order of the unit and its caches */
    JobIssue(RenderOutputUnit unit, JobOrders orders, int number, RopSpec spec, RopPath color, RopPath depth) {
        this.orders = orders;
        this.color = color;
        this.depth = depth;
        this.tileBytes = spec.tileBytes();
        this.share = new ShareCursor(number, spec.count(), tileBytes);
        this.clears = new ClearIssue(unit, orders, number, spec, color, depth);
        this.resolves = new ResolveIssue(unit, orders, number, spec);
    }

    /** Whether a job begins only when everything before it is done. */
    boolean waitsForAll(RopJob job) {
        return !(job instanceof ClearJob clear) || clears.marks(clear);
    }

    /** Whether nothing after a job begins before it is done. */
    boolean alone(RopJob job) {
        return (!(job instanceof CachedTilesJob tiles) || tiles.discards()) && waitsForAll(job);
    }

    /** Makes a job the one that is issued next. */
    void begin(RopOperation operation) {
        RopJob job = operation.job();
        if (job instanceof ClearJob clear) {
            clears.begin(operation, clear);
        } else if (job instanceof ResolveJob resolve) {
            resolves.begin(resolve);
        } else if (job instanceof CachedTilesJob tiles) {
            collect(operation, tiles.targets(), tiles.rect(), tiles.discards());
            maintain(operation, color.control(), 0, tiles.discards());
            maintain(operation, depth.control(), 1, tiles.discards());
        } else {
            throw new UnknownKindException(job);
        }
    }

    private void collect(RopOperation operation, List<Target> targets, Rect rect, boolean wholeOnly) {
        operation.ranges[0].clear();
        operation.ranges[1].clear();
        for (int i = 0; i < targets.size(); i++) {
            Target target = targets.get(i);
            TileRanges ranges = operation.ranges[target.color() ? 0 : 1];
            share.start(target, rect);
            while (share.next()) {
                if (share.tile.whole || !wholeOnly) {
                    ranges.add(share.tile.address, share.tile.address + tileBytes);
                }
            }
        }
    }

    private void maintain(RopOperation operation, TileCacheControl control, int way, boolean discard) {
        TileRanges ranges = operation.ranges[way];
        if (ranges.count() == 0) {
            return;
        }
        if (discard) {
            orders.discard(operation, control, ranges);
        } else {
            orders.flush(operation, control, ranges);
        }
    }

    /** Issues what is left of a job; false if the unit takes no more now. */
    boolean issue(RopOperation operation) {
        RopJob job = operation.job();
        if (job instanceof ClearJob clear) {
            return clears.issue(operation, clear);
        }
        return !(job instanceof ResolveJob resolve) || resolves.issue(operation, resolve);
    }

    /** Metadata of a run of tiles has been written. */
    void fastCleared() {
        clears.marked();
    }

    /** Fills the write of a clear's tile. */
    void fillClear(TileOperation tile, Request write) {
        clears.fill(tile, write);
    }

    /** Names the bytes that a resolve reads of a tile. */
    void coverSource(TileOperation tile, Request read) {
        resolves.cover(tile, read);
    }

    /** Takes what a resolve has read of a tile. */
    void take(TileOperation source, Request read) {
        Payload payload = read.payload;
        if (payload != null) {
            resolves.take(source, payload);
        }
    }
}
