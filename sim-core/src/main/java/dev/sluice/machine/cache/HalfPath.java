// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import java.util.Objects;

/**
 * The way down from a slice whose half keeps copies of lines of the other halves: to the slice that has such a line, and for lines
 * of its own to the next level.
 */
public final class HalfPath implements Downstream {

    private final Downstream below;
    private final SliceHash hash;
    private final int own;
    /** By slice, the wire into it; null for slices of whose lines none comes here. */
    private DirectPath[] homes = new DirectPath[0];

    /**
     * @param below the next level, for lines of its own
     * @param hash of the slices
     * @param own which slice this is the way of
     */
    public HalfPath(Downstream below, SliceHash hash, int own) {
        this.below = below;
        this.hash = hash;
        this.own = own;
    }

    void lead(DirectPath[] wires) {
        homes = wires;
    }

    private Downstream next(Request request) {
        int slice = hash.slice(request.address);
        return slice == own ? below : Objects.requireNonNull(homes[slice]);
    }

    @Override
    public int maxRequestBytes() {
        return below.maxRequestBytes();
    }

    @Override
    public int maxAtomicBytes() {
        return below.maxAtomicBytes();
    }

    @Override
    public void perform(Request request) {
        Downstream next = next(request);
        if (next == below) {
            next.perform(request);
            return;
        }
        Downstream came = request.via;
        request.via = next; // as in simulated time, it tells the slice who asks
        next.perform(request);
        request.via = came;
    }

    @Override
    public long announce(Request request) {
        return next(request).announce(request);
    }

    @Override
    public boolean trySend(Request request) {
        return next(request).trySend(request);
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        next(request).await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        next(request).sendAwaited(request);
    }

    /** Never asked for: whom it is sent to answers. */
    @Override
    public void reply(Request request, long delay) {
        throw new UnsupportedOperationException("a reply takes the way that its request was sent");
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        below.describeWaits(graph);
    }
}
