// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.AtomicUnit;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayList;
import java.util.List;

/** An ideal memory: serves bytes on arrival and answers after a settable latency; can be paused to build back-pressure. */
public final class MockMemory extends Component implements Immediate {

    private static final int ARRIVE = 0;

    /** A request as it arrived. */
    public record Seen(long cycle, int kind, int flags, long address, int sectors, int bytes) {}

    /** What the memory holds; empty of written bytes in a timing-only run. */
    public final BackingStore store = new BackingStore();
    /** Arrivals, when {@link #recording} is set. */
    public final List<Seen> seen = new ArrayList<>();
    /** Whether arrivals are kept in {@link #seen}. */
    public boolean recording;
    /** Cycles from arrival to the start of the reply. */
    public int latency;
    /** Sectors read so far. */
    public long readSectors;
    /** Bytes written so far. */
    public long writtenBytes;

    private final RequestPool pool;
    private final Port port;
    private final List<Request> held = new ArrayList<>();
    private boolean paused;
    private long arrived;
    private long answered;

    /** A memory with 1024 input credits. */
    public MockMemory(Engine engine, String name, RequestPool pool, int latency) {
        this(engine, name, pool, latency, 1024);
    }

    /** A memory with the given input credits; adds itself to the engine. */
    public MockMemory(Engine engine, String name, RequestPool pool, int latency, int credits) {
        super(engine, name);
        this.pool = pool;
        this.latency = latency;
        this.port = new Port(name + ".in", this, ARRIVE, credits);
        engine.add(this);
    }

    /** The input. */
    public Port port() {
        return port;
    }

    /** A path here without latency of its own. */
    public DirectPath path(int maxRequestBytes) {
        return new DirectPath(port, 0, 0, maxRequestBytes);
    }

    /** From now on arrivals are held, with their credits, until {@link #resume()}. */
    public void pause() {
        paused = true;
    }

    /** Serves what was held, in order. */
    public void resume() {
        paused = false;
        List<Request> now = new ArrayList<>(held);
        held.clear();
        now.forEach(this::serve);
    }

    /** Serves the first held request alone; later ones stay held. */
    public void serveOne() {
        serve(held.remove(0));
    }

    /** Requests held by {@link #pause()}. */
    public int heldCount() {
        return held.size();
    }

    @Override
    public void onEvent(int kind, int argument) {
        Request request = pool.get(argument);
        arrived++;
        if (recording) {
            seen.add(new Seen(
                    now(), request.kind, request.flags, request.address, request.sectors, request.byteCount()));
        }
        if (paused) {
            held.add(request);
        } else {
            serve(request);
        }
    }

    private void serve(Request request) {
        perform(request);
        port.release();
        answered++;
        request.reply(latency);
    }

    @Override
    public void perform(Request request) {
        switch (request.kind) {
            case Request.READ -> {
                store.read(request);
                readSectors += request.sectorCount();
            }
            case Request.WRITE -> {
                store.write(request);
                writtenBytes += request.byteCount();
            }
            case Request.ATOMIC -> AtomicUnit.execute(request, store);
            default -> throw new IllegalStateException("kind " + request.kind);
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
