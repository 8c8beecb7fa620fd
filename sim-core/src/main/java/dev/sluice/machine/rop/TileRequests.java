// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A unit's requests to its caches of tiles: made, sent in order, counted, and told to those who watch. */
final class TileRequests {

    private static final int COLOR_CLIENT = Client.all().indexOf(Client.COLOR_ATTACHMENT);
    private static final int DEPTH_CLIENT = Client.all().indexOf(Client.DEPTH_STENCIL_ATTACHMENT);

    private final RenderOutputUnit unit;
    private final RequestPool pool;
    private final SimObserver observer;
    private final boolean observed;
    private final @Nullable AccessChecker checker;
    private final OrderedSender color;
    private final OrderedSender depth;
    private final Downstream colorPath;
    private final Downstream depthPath;
    private final boolean colorRowsPass;
    private final boolean depthRowsPass;
    /**
     * A read that no write of its operation follows, so that others may write its tile before it is answered.
     *
     * @param request by its index in the pool
     * @param bytes masks by sector, as caches make other use of the request's meanwhile
     */
    private record Passed(int request, long address, int agent, int[] bytes) {}

    /** Reads under way that may be passed; none in a run that is not judged. */
    private final List<Passed> passed = new ArrayList<>();

    private long sent;
    private long answered;

    TileRequests(
            RenderOutputUnit unit,
            RequestPool pool,
            RopPath color,
            RopPath depth,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        this.unit = unit;
        this.pool = pool;
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.checker = checker;
        this.color = new OrderedSender(unit, color.path(), RenderOutputUnit.COLOR_CREDIT);
        this.depth = new OrderedSender(unit, depth.path(), RenderOutputUnit.DEPTH_CREDIT);
        this.colorPath = color.path();
        this.depthPath = depth.path();
        this.colorRowsPass = color.rowsPass();
        this.depthRowsPass = depth.rowsPass();
    }

    /** A request of an operation to the tile at its address. */
    Request start(TileOperation tile, int kind) {
        return restart(pool.acquire(), tile, kind);
    }

    /** Makes another request of one that was answered; what its payload holds stays. */
    Request restart(Request request, TileOperation tile, int kind) {
        RopOperation owner = tile.owner();
        int client = tile.depth ? DEPTH_CLIENT : COLOR_CLIENT;
        request.start(kind, tile.address, 0, client, owner.command(), owner.agent());
        boolean passes = tile.row() && (tile.depth ? depthRowsPass : colorRowsPass);
        request.flags = (byte) (passes ? Request.IMAGE | Request.BYPASS : Request.IMAGE);
        request.tag = tile.index;
        return request;
    }

    /** Sends a request after all that were sent to the same cache before. */
    void send(TileOperation tile, Request request) {
        count(request);
        sent++;
        request.replyTo(unit, RenderOutputUnit.REPLY, request.index);
        if (observed) {
            observer.issue(unit.now(), unit.name(), request);
        }
        (tile.depth ? depth : color).send(request);
    }

    /** The same of a read whose tile others may write before it is answered. */
    void sendPassed(TileOperation tile, Request read) {
        if (checker != null && read.payload != null) {
            int[] bytes = new int[Request.MAX_SECTORS];
            Arrays.setAll(bytes, read::sectorBytes);
            passed.add(new Passed(read.index, read.address, read.agent, bytes));
        }
        send(tile, read);
    }

    /** Carries a request out at once. */
    void perform(TileOperation tile, Request request) {
        count(request);
        (tile.depth ? depthPath : colorPath).perform(request);
        if (request.kind == Request.READ) {
            request.replyTo = unit; // who reads, for the explanation of a finding
            tellRead(request);
        }
    }

    private void count(Request request) {
        RopCounters counters = unit.counters();
        counters.requests++;
        counters.sectors += request.sectorCount();
        if (request.kind == Request.WRITE) {
            counters.tilesWritten++;
            Payload payload = request.payload;
            if (payload != null) {
                tellWritten(request, payload);
            }
        } else {
            counters.tilesRead++;
        }
    }

    /** The request that was answered, by its index. */
    Request answered(int index) {
        Request request = pool.get(index);
        answered++;
        if (observed) {
            observer.complete(unit.now(), unit.name(), request);
        }
        if (request.kind == Request.READ) {
            tellRead(request);
        }
        return request;
    }

    private void tellRead(Request request) {
        if (!passed.isEmpty()) {
            passed.removeIf(read -> read.request == request.index);
        }
        if (checker != null && request.payload != null) {
            checker.read(request);
        }
    }

    void release(Request request) {
        pool.release(request);
    }

    /** Tells the checker of a tile that a clear sets without any request. */
    void wroteUnsent(ClearJob job, long address, int bytes) {
        if (checker == null || !pool.functional()) {
            return;
        }
        Request request = pool.acquire();
        int client = job.target().color() ? COLOR_CLIENT : DEPTH_CLIENT;
        request.start(Request.WRITE, address, 0, client, job.command(), job.agent());
        request.addBytes(0, bytes);
        Payload payload = request.payload;
        if (payload != null) {
            job.fill(payload.writable(), 0, bytes);
            tellWritten(request, payload);
        }
        pool.release(request);
    }

    private void tellWritten(Request request, Payload payload) {
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            payload.setVersion(Integer.numberOfTrailingZeros(rest), request.agent);
        }
        if (checker != null) {
            for (Passed read : passed) {
                if (read.address == request.address) {
                    checker.overtakes(request, read.agent, read.bytes);
                }
            }
            checker.wrote(request);
        }
    }

    /** The path of colour tiles has room. */
    void onColorCredit() {
        color.onCredit();
    }

    /** The path of depth tiles has room. */
    void onDepthCredit() {
        depth.onCredit();
    }

    /** The table of what waits for room in the caches, for somebody who looks. */
    WaitingOnPaths view(Texts texts) {
        return new WaitingOnPaths(texts, List.of(color::first, depth::first));
    }

    void audit(Audit audit) {
        audit.balance(unit, "requests", sent, answered);
    }

    void describeWaits(WaitGraph graph) {
        color.describeWaits(graph);
        depth.describeWaits(graph);
        if (sent > answered) {
            graph.edge(unit.name(), "the levels below", "replies to " + (sent - answered) + " requests");
        }
    }
}
