// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import java.util.function.Consumer;

/** A path that tells of every request in the cycle in which it goes in or begins to wait for room; replies do not come by it. */
final class RecordingPath implements Downstream {

    private final Downstream path;
    private final Consumer<Request> listener;

    RecordingPath(Downstream path, Consumer<Request> listener) {
        this.path = path;
        this.listener = listener;
    }

    @Override
    public int maxRequestBytes() {
        return path.maxRequestBytes();
    }

    @Override
    public int maxAtomicBytes() {
        return path.maxAtomicBytes();
    }

    @Override
    public boolean trySend(Request request) {
        if (!path.trySend(request)) {
            return false;
        }
        listener.accept(request);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        listener.accept(request); // its place among those who wait decides who goes first
        path.await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        path.sendAwaited(request);
    }

    @Override
    public void reply(Request request, long delay) {
        path.reply(request, delay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        path.describeWaits(graph);
    }
}
