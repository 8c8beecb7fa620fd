// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Request;

/** Carries a unit's parts of jobs out outside simulated time, tile by tile, with the counters that they have within. */
final class JobsAtOnce implements JobOrders, TileOperations {

    private final TileRequests requests;
    private final JobIssue jobs;
    private final RopOperation operation = new RopOperation(0);
    private final TileOperation tile = new TileOperation(0);
    /** Of a resolve: the tile that is read, while {@link #tile} is the one that averages go to. */
    private final TileOperation source = new TileOperation(0);

    JobsAtOnce(RenderOutputUnit unit, TileRequests requests, int number, RopSpec spec, RopPath color, RopPath depth) {
        this.requests = requests;
        this.jobs = new JobIssue(unit, this, number, spec, color, depth);
    }

    void perform(RopJob job) {
        operation.start(RopOperation.Kind.JOB, null, null, job);
        jobs.begin(operation);
        if (!jobs.issue(operation)) {
            throw new IllegalStateException("a job at once waits for something");
        }
    }

    @Override
    public TileOperations tiles() {
        return this;
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public boolean serves() {
        return true;
    }

    @Override
    public void reserve(RopOperation of, int pixels) {
        // pixels take no time
    }

    @Override
    public void discard(RopOperation of, TileCacheControl cache, TileRanges ranges) {
        cache.discardAtOnce(ranges, of.command());
    }

    @Override
    public void flush(RopOperation of, TileCacheControl cache, TileRanges ranges) {
        cache.flushAtOnce(ranges, of.command());
    }

    @Override
    public void mark(RopOperation of, ClearJob job, FastClear below, long firstTile, int count, int code) {
        below.clearAtOnce(job.target().surface(), firstTile, count, code, job.command(), job.agent());
        jobs.fastCleared();
    }

    @Override
    public TileOperation open(int kind, RopOperation owner, TileCursor at, boolean depth) {
        TileOperation opened = kind == TileOperation.SOURCE ? source : tile;
        opened.start(kind, owner, at, depth);
        return opened;
    }

    @Override
    public void launch(TileOperation of) {
        if (of.kind == TileOperation.SOURCE) {
            read(of);
            return;
        }
        Request write = requests.start(of, Request.WRITE);
        jobs.fillClear(of, write);
        requests.perform(of, write);
        requests.release(write);
    }

    private void read(TileOperation of) {
        Request read = requests.start(of, Request.READ);
        jobs.coverSource(of, read);
        requests.perform(of, read);
        jobs.take(of, read);
        requests.release(read);
        TileOperation parent = of.parent;
        if (parent != null) {
            resolved(parent);
        }
    }

    @Override
    public void resolved(TileOperation of) {
        Request held = of.held;
        if (--of.missing == 0 && held != null) {
            of.held = null;
            requests.perform(of, held);
            requests.release(held);
        }
    }
}
