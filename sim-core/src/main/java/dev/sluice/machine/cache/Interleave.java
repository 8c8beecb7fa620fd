// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import java.util.List;

/** Several paths down that divide addresses among them, as those to the slices of a cache without an interconnect between. */
public final class Interleave implements Downstream {

    private final Downstream[] paths;
    private final SliceHash hash;

    /**
     * @param paths the path of each slice of addresses, in order
     * @throws IllegalArgumentException if their number is not that of the hash
     */
    public Interleave(List<? extends Downstream> paths, SliceHash hash) {
        if (paths.size() != hash.slices()) {
            throw new IllegalArgumentException(paths.size() + " paths to " + hash.slices() + " slices");
        }
        this.paths = paths.toArray(new Downstream[0]);
        this.hash = hash;
    }

    @Override
    public int maxRequestBytes() {
        return paths[0].maxRequestBytes();
    }

    @Override
    public void perform(Request request) {
        paths[hash.slice(request.address)].perform(request);
    }

    @Override
    public boolean trySend(Request request) {
        return paths[hash.slice(request.address)].trySend(request);
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        paths[hash.slice(request.address)].await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        paths[hash.slice(request.address)].sendAwaited(request);
    }

    @Override
    public void reply(Request request, long delay) {
        paths[hash.slice(request.address)].reply(request, delay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (Downstream path : paths) {
            path.describeWaits(graph);
        }
    }
}
