// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** A unit's tile operations under way, each from its read, or its write, to the last answer. */
final class TileWork implements TileOperations {

    private final RenderOutputUnit unit;
    private final TileRequests requests;
    private final JobIssue jobs;
    private final TileTable table = new TileTable(RenderOutputUnit.OUTSTANDING);

    /** @param jobs says what the tiles of clears and resolves hold */
    TileWork(RenderOutputUnit unit, TileRequests requests, JobIssue jobs) {
        this.unit = unit;
        this.requests = requests;
        this.jobs = jobs;
    }

    @Override
    public boolean hasRoom() {
        return table.hasRoom();
    }

    @Override
    public TileOperation open(int kind, RopOperation owner, TileCursor at, boolean depth) {
        TileOperation tile = table.take();
        tile.start(kind, owner, at, depth);
        owner.pending++;
        return tile;
    }

    /** Begins a tile operation once its tile is free. */
    @Override
    public void launch(TileOperation tile) {
        if (table.enter(tile)) {
            beginTile(tile);
        }
    }

    private void beginTile(TileOperation tile) {
        if (tile.reads) {
            Request read = requests.start(tile, Request.READ);
            switch (tile.kind) {
                case TileOperation.TEST -> SampleTests.coverRead(tile, read);
                case TileOperation.COLOR -> ColorTiles.coverColor(tile, read);
                default -> jobs.coverSource(tile, read);
            }
            if (tile.writes) {
                requests.send(tile, read);
            } else {
                requests.sendPassed(tile, read);
                leave(tile);
            }
        } else {
            if (tile.kind == TileOperation.TEST) {
                SampleTests.settle(tile);
            }
            write(tile, requests.start(tile, Request.WRITE));
        }
    }

    /** Fills a write, whose payload holds what was read if anything was, sends it and gives the tile up. */
    private void write(TileOperation tile, Request write) {
        Payload payload = write.payload;
        switch (tile.kind) {
            case TileOperation.TEST -> SampleTests.fillWrite(tile, write);
            case TileOperation.COLOR -> {
                ColorTiles.coverColor(tile, write);
                if (payload != null) {
                    ColorTiles.applyColor(tile, payload);
                }
            }
            default -> jobs.fillClear(tile, write);
        }
        requests.send(tile, write);
        leave(tile);
    }

    private void leave(TileOperation tile) {
        TileOperation next = table.leave(tile);
        if (next != null) {
            beginTile(next);
        }
    }

    /** Goes on with the tile that a request was answered for. */
    void answered(Request request) {
        TileOperation tile = table.get(request.tag);
        if (request.kind == Request.WRITE) {
            requests.release(request);
            close(tile);
            return;
        }
        switch (tile.kind) {
            case TileOperation.TEST -> {
                boolean writes = SampleTests.test(tile, request);
                readDone(tile, request, writes);
            }
            case TileOperation.COLOR -> readDone(tile, request, true);
            default -> sourceDone(tile, request);
        }
    }

    private void readDone(TileOperation tile, Request request, boolean write) {
        if (tile.writes && write) {
            write(tile, requests.restart(request, tile, Request.WRITE)); // over the bytes that were read
            return;
        }
        requests.release(request);
        if (tile.writes) {
            leave(tile);
        }
        close(tile);
    }

    private void sourceDone(TileOperation source, Request read) {
        TileOperation parent = source.parent;
        jobs.take(source, read);
        requests.release(read);
        close(source);
        if (parent != null) {
            resolved(parent);
        }
    }

    /** One of the things that the write of averages waits for is there. */
    void resolved(TileOperation tile) {
        Request held = tile.held;
        if (--tile.missing == 0 && held != null) {
            tile.held = null;
            requests.send(tile, held);
        }
    }

    private void close(TileOperation tile) {
        RopOperation owner = tile.owner();
        table.giveBack(tile);
        unit.partDone(owner);
    }

    /** The operations, for somebody who looks. */
    TileTable table() {
        return table;
    }

    /** Operations under way. */
    int used() {
        return table.used();
    }
}
