// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** A unit's part of a resolve: for each tile of the destination, the reads of the source's tiles and one write. */
final class ResolveIssue {

    private final RenderOutputUnit unit;
    private final JobOrders orders;
    private final ShareCursor share;
    private final TileCursor sources;
    /** The destination whose sources are being issued. */
    private @Nullable TileOperation current;

    ResolveIssue(RenderOutputUnit unit, JobOrders orders, int number, RopSpec spec) {
        this.unit = unit;
        this.orders = orders;
        this.share = new ShareCursor(number, spec.count(), spec.tileBytes());
        this.sources = new TileCursor(spec.tileBytes());
    }

    void begin(ResolveJob job) {
        share.start(job.destination(), job.rect());
        current = null;
    }

    boolean issue(RopOperation operation, ResolveJob job) {
        TileOperations tiles = orders.tiles();
        while (tiles.hasRoom()) {
            TileOperation destination = current;
            if (destination == null) {
                if (!orders.serves()) {
                    return false;
                }
                if (!share.next()) {
                    return true;
                }
                current = destination(operation, job);
            } else if (sources.next()) {
                TileOperation source = tiles.open(
                        TileOperation.SOURCE, operation, sources, !job.source().color());
                source.reads = true;
                source.parent = destination;
                destination.missing++;
                tiles.launch(source);
            } else {
                current = null;
                orders.resolved(destination);
            }
        }
        return false;
    }

    private TileOperation destination(RopOperation operation, ResolveJob job) {
        TileCursor at = share.tile;
        int pixels = at.width * at.height;
        orders.reserve(operation, pixels);
        unit.counters().pixelsResolved += pixels;
        TileOperation tile = orders.tiles()
                .open(TileOperation.RESOLVE, operation, at, !job.destination().color());
        Request write = unit.requests().start(tile, Request.WRITE);
        tile.coverPart(write, 1, job.bytes());
        tile.held = write;
        tile.missing = 1; // until all sources are under way
        sources.start(job.source(), at.x, at.y, at.width, at.height);
        return tile;
    }

    private static ResolveJob job(TileOperation tile) {
        if (tile.owner().job() instanceof ResolveJob job) {
            return job;
        }
        throw new IllegalStateException("a resolve without its job");
    }

    /** Names the bytes that are read of a source. */
    void cover(TileOperation source, Request read) {
        ResolveJob job = job(source);
        source.coverPart(read, job.function().samplesRead(job.source().samples()), job.bytes());
    }

    /** Resolves what was read of a source. */
    void take(TileOperation source, Payload read) {
        ResolveJob job = job(source);
        TileOperation destination = source.parent;
        Request write = destination == null ? null : destination.held;
        Payload to = write == null ? null : write.payload;
        if (destination != null && to != null) {
            int texelBytes = job.source().format().texelBytes();
            ResolveTiles.resolve(job.function(), texelBytes, job.source().samples(), source, read, destination, to);
        }
    }
}
