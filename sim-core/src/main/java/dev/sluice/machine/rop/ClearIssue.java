// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.program.image.Rect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unit's part of a clear.
 *
 * <p>Tiles that lie wholly inside are marked in their metadata, if it can hold the value: first the cache drops what it holds of
 * them, then runs of them are marked. All others are written. Marking stands alone: everything before is done, and nothing
 * after begins. A clear that only writes is in line like any batch.
 */
final class ClearIssue {

    private static final int METADATA_SECTOR_BITS = Request.SECTOR_BYTES * Byte.SIZE;
    private static final int MAX_RUN = 64;
    /** Runs of tiles being marked, at most. */
    private static final int MAX_MARKS = 32;

    private enum Phase {
        DROP,
        MARK,
        WRITE
    }

    private final RenderOutputUnit unit;
    private final JobOrders orders;
    private final RopSpec spec;
    private final RopPath color;
    private final RopPath depth;
    private final ShareCursor share;

    private Phase phase = Phase.WRITE;
    private int code = ClearCodes.NONE;
    private int nextRect;
    /** Whether the cursor stands at a tile that the next run begins with. */
    private boolean atRun;

    private int marks;

    ClearIssue(RenderOutputUnit unit, JobOrders orders, int number, RopSpec spec, RopPath color, RopPath depth) {
        this.unit = unit;
        this.orders = orders;
        this.spec = spec;
        this.color = color;
        this.depth = depth;
        this.share = new ShareCursor(number, spec.count(), spec.tileBytes());
    }

    private @Nullable FastClear fastClear(ClearJob job) {
        return path(job).fastClear();
    }

    private RopPath path(ClearJob job) {
        return job.target().color() ? color : depth;
    }

    /** Whether a clear may mark tiles. */
    boolean marks(ClearJob job) {
        return codeOf(job) != ClearCodes.NONE;
    }

    private int codeOf(ClearJob job) {
        FastClear below = fastClear(job);
        int wanted = below == null ? ClearCodes.NONE : job.code(spec);
        boolean can = below != null
                && wanted != ClearCodes.NONE
                && below.allows(job.target().surface(), tileAddress(job.target()));
        return can ? wanted : ClearCodes.NONE;
    }

    private static long tileAddress(Target target) {
        return target.surface().base() + target.surface().layout().tileOffset(target.level(), target.layer(), 0, 0);
    }

    void begin(RopOperation operation, ClearJob job) {
        code = codeOf(job);
        marks = 0;
        restart();
        phase = Phase.WRITE;
        if (code == ClearCodes.NONE) {
            return;
        }
        TileRanges ranges = operation.ranges[0];
        ranges.clear();
        while (nextWhole(job)) {
            ranges.add(share.tile.address, share.tile.address + spec.tileBytes());
        }
        restart();
        if (ranges.count() > 0) {
            phase = Phase.DROP;
            orders.discard(operation, path(job).control(), ranges);
        }
    }

    private void restart() {
        share.stop();
        nextRect = 0;
        atRun = false;
    }

    private boolean next(ClearJob job) {
        List<Rect> rects = job.rects();
        while (!share.next()) {
            if (nextRect == rects.size()) {
                return false;
            }
            share.start(job.target(), rects.get(nextRect++));
        }
        return true;
    }

    private boolean nextWhole(ClearJob job) {
        while (next(job)) {
            if (share.tile.whole) {
                return true;
            }
        }
        return false;
    }

    boolean issue(RopOperation operation, ClearJob job) {
        if (phase == Phase.DROP) {
            if (operation.pending > 0) {
                return false;
            }
            atRun = nextWhole(job);
            phase = Phase.MARK;
        }
        if (phase == Phase.MARK) {
            if (!mark(operation, job)) {
                return false;
            }
            restart();
            phase = Phase.WRITE;
        }
        return write(operation, job);
    }

    /** Marks runs of tiles; false until all are marked. */
    private boolean mark(RopOperation operation, ClearJob job) {
        FastClear below = fastClear(job);
        while (below != null && atRun && marks < MAX_MARKS) {
            long first = share.tile.address;
            int count = 0;
            do {
                unit.requests().wroteUnsent(job, share.tile.address, spec.tileBytes());
                count++;
                atRun = nextWhole(job);
            } while (atRun && count < MAX_RUN && continues(job, first, count));
            unit.counters().tilesFastCleared += count;
            marks++;
            orders.mark(operation, job, below, first, count, code);
        }
        return !atRun && marks == 0;
    }

    /** Whether the current tile follows a run and has its metadata in the same sector. */
    private boolean continues(ClearJob job, long first, int count) {
        return share.tile.address == first + (long) count * spec.tileBytes()
                && metadataSector(job, first) == metadataSector(job, share.tile.address);
    }

    private long metadataSector(ClearJob job, long address) {
        long bit = job.target().surface().metadata() * Byte.SIZE
                + job.target().surface().tileOf(address) * spec.metadataBits();
        return bit / METADATA_SECTOR_BITS;
    }

    /** A run of tiles has been marked. */
    void marked() {
        marks--;
    }

    /** Writes tiles; false until all writes are under way. */
    private boolean write(RopOperation operation, ClearJob job) {
        TileOperations tiles = orders.tiles();
        while (tiles.hasRoom() && orders.serves()) {
            if (!nextToWrite(job)) {
                return true;
            }
            orders.reserve(operation, share.tile.width * share.tile.height);
            TileOperation tile = tiles.open(
                    TileOperation.CLEAR, operation, share.tile, !job.target().color());
            tile.writes = true;
            unit.counters().tilesCleared++;
            tiles.launch(tile);
        }
        return false;
    }

    private boolean nextToWrite(ClearJob job) {
        while (next(job)) {
            if (!share.tile.whole || code == ClearCodes.NONE) {
                return true;
            }
        }
        return false;
    }

    /** Fills the write of a tile. A tile that is cleared as a whole is written with its padding. */
    void fill(TileOperation tile, Request write) {
        if (!(tile.owner().job() instanceof ClearJob job)) {
            throw new IllegalStateException("a clear without its job");
        }
        Payload payload = write.payload;
        if (tile.whole && job.allBytes()) {
            write.addBytes(0, spec.tileBytes());
            if (payload != null) {
                job.fill(payload.writable(), 0, spec.tileBytes());
            }
            return;
        }
        int samples = job.target().samples();
        tile.coverPart(write, samples, job.bytes());
        if (payload != null) {
            for (int s = 0; s < samples; s++) {
                for (int row = 0; row < tile.height; row++) {
                    int at = tile.origin + row * tile.rowStride + s * tile.planeStride;
                    job.fill(payload.writable(), at, tile.width << tile.texelShift);
                }
            }
        }
    }
}
