package dev.sluice.core.network;

import dev.sluice.core.engine.Component;
import dev.sluice.core.engine.WaitGraph;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.Request;

/**
 * The path down of a client that reads through one level and writes past it, as the copies of Adreno do (profile turnip: reads
 * through UCHE, writes through the colour cache to memory). The router itself takes no time and keeps no order between the two.
 */
public final class DirectionRouter implements Downstream {

    private final Downstream reads;
    private final Downstream writes;
    private final int maxRequestBytes;

    /**
     * @param reads the path of reads
     * @param writes the path of writes and atomics
     */
    public DirectionRouter(Downstream reads, Downstream writes) {
        this.reads = reads;
        this.writes = writes;
        this.maxRequestBytes = Math.min(reads.maxRequestBytes(), writes.maxRequestBytes());
    }

    @Override
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    @Override
    public boolean trySend(Request request) {
        return way(request).trySend(request);
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        way(request).await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        way(request).sendAwaited(request);
    }

    @Override
    public void reply(Request request, long delay) {
        way(request).reply(request, delay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        reads.describeWaits(graph);
        writes.describeWaits(graph);
    }

    private Downstream way(Request request) {
        return request.kind == Request.READ ? reads : writes;
    }
}
