// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** Tests and writes the pixels of batches outside simulated time, tile by tile, with the counters that it has within. */
final class BatchesAtOnce implements TileOperations {

    private final RenderOutputUnit unit;
    private final TileRequests requests;
    private final BatchIssue issue;
    private final RopOperation operation = new RopOperation(0);
    private final TileOperation tile = new TileOperation(0);

    BatchesAtOnce(RenderOutputUnit unit, TileRequests requests, int tileBytes) {
        this.unit = unit;
        this.requests = requests;
        this.issue = new BatchIssue(unit, this, tileBytes);
    }

    void test(PixelBatch batch) {
        carryOut(RopOperation.Kind.TEST, batch);
        unit.counters().pixelsPassed += issue.passed(batch);
    }

    void write(PixelBatch batch) {
        carryOut(RopOperation.Kind.WRITE, batch);
    }

    private void carryOut(RopOperation.Kind kind, PixelBatch batch) {
        operation.start(kind, batch, null, null);
        issue.begin(operation);
        issue.issue(operation);
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public TileOperation open(int kind, RopOperation owner, TileCursor at, boolean depth) {
        tile.start(kind, owner, at, depth);
        return tile;
    }

    @Override
    public void launch(TileOperation of) {
        boolean test = of.kind == TileOperation.TEST;
        Request request = requests.start(of, of.reads ? Request.READ : Request.WRITE);
        if (of.reads) {
            if (test) {
                SampleTests.coverRead(of, request);
            } else {
                ColorTiles.coverColor(of, request);
            }
            requests.perform(of, request);
            if (test && !SampleTests.test(of, request) || !of.writes) {
                requests.release(request);
                return;
            }
            request = requests.restart(request, of, Request.WRITE); // over the bytes that were read
        } else if (test) {
            SampleTests.settle(of);
        }
        if (test) {
            SampleTests.fillWrite(of, request);
        } else {
            ColorTiles.coverColor(of, request);
            Payload payload = request.payload;
            if (payload != null) {
                ColorTiles.applyColor(of, payload);
            }
        }
        requests.perform(of, request);
        requests.release(request);
    }
}
