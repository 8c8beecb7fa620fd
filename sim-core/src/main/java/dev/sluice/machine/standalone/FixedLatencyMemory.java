// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.standalone;

import dev.sluice.device.FixedLatencySpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.AtomicUnit;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;

/**
 * An ideal memory: the bytes move at a request's arrival, the answer comes a fixed time later, requests are served in order of
 * arrival at a fixed bandwidth.
 */
final class FixedLatencyMemory extends Component {

    private static final int ARRIVE = 0;
    private static final int DONE = 1;

    private final FixedLatencySpec spec;
    private final RequestPool pool;
    private final Port port;
    private final BackingStore store = new BackingStore();
    private final BandwidthServer server;
    private long arrived;
    private long answered;

    FixedLatencyMemory(Engine engine, String name, FixedLatencySpec spec, RequestPool pool) {
        super(engine, name);
        this.spec = spec;
        this.pool = pool;
        this.port = new Port(name + ".in", this, ARRIVE, spec.queue());
        this.server = BandwidthServer.of(spec.bytesPerCycle(), 1);
    }

    /** A path here without latency of its own. */
    DirectPath path(int maxRequestBytes) {
        return new DirectPath(port, 0, 0, maxRequestBytes);
    }

    /** Bytes read and written so far. */
    long bytes() {
        return server.served();
    }

    @Override
    public void onEvent(int kind, int argument) {
        Request request = pool.get(argument);
        if (kind == ARRIVE) {
            arrived++;
            move(request);
            long bytes = request.kind == Request.READ
                    ? (long) request.sectorCount() * Request.SECTOR_BYTES
                    : request.byteCount();
            engine().scheduleAt(this, server.reserve(now(), bytes) + spec.latency(), DONE, argument);
        } else {
            port.release();
            answered++;
            request.reply(0);
        }
    }

    private void move(Request request) {
        switch (request.kind) {
            case Request.READ -> store.read(request);
            case Request.WRITE -> store.write(request);
            case Request.ATOMIC -> AtomicUnit.execute(request, store);
            default -> throw new IllegalStateException("request kind " + request.kind);
        }
        request.servedBy(this);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", arrived, answered);
        audit.held(this, "credits", port.used());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        port.describeWaits(graph);
    }
}
