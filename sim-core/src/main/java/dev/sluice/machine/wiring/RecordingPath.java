// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;

/** A path that tells of every request that goes in, begins to wait for room, or goes in after it waited; replies do not come by it. */
final class RecordingPath implements Downstream {

    /** Told of requests, in the cycle in which that happens. */
    @FunctionalInterface
    interface Listener {
        void told(Request request, Step step);
    }

    /** What becomes of a request. */
    enum Step {
        /** It is about to be tried: one that goes in may be answered, and another one, before it is told that it did. */
        TRIES,
        /** The one that tried last. */
        GOES_IN,
        BEGINS_TO_WAIT,
        GOES_IN_AT_LAST
    }

    private final Downstream path;
    private final Listener listener;

    RecordingPath(Downstream path, Listener listener) {
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
        listener.told(request, Step.TRIES);
        if (!path.trySend(request)) {
            return false;
        }
        listener.told(request, Step.GOES_IN);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        listener.told(request, Step.BEGINS_TO_WAIT); // its place among those who wait decides who goes first
        path.await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        listener.told(request, Step.GOES_IN_AT_LAST);
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
