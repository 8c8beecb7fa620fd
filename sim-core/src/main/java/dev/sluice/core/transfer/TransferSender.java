package dev.sluice.core.transfer;

import dev.sluice.core.engine.Component;
import dev.sluice.core.engine.WaitGraph;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.Request;
import org.jspecify.annotations.Nullable;

/** Sends requests down one way in order, and keeps those that found no credit. */
final class TransferSender {

    private final Component owner;
    private final Downstream way;
    private final int creditKind;
    private @Nullable Request first;
    private @Nullable Request last;

    TransferSender(Component owner, Downstream way, int creditKind) {
        this.owner = owner;
        this.way = way;
        this.creditKind = creditKind;
    }

    void send(Request request) {
        Request tail = last;
        if (tail != null) {
            tail.next = request;
            last = request;
        } else if (!way.trySend(request)) {
            keep(request);
        }
    }

    /** The way has room for the first request. */
    void onCredit() {
        Request request = first;
        while (request != null) {
            Request rest = request.next;
            request.next = null;
            if (request == first) {
                way.sendAwaited(request);
            } else if (!way.trySend(request)) {
                request.next = rest;
                first = request;
                way.await(request, owner, creditKind, 0);
                return;
            }
            request = rest;
        }
        first = null;
        last = null;
    }

    private void keep(Request request) {
        first = request;
        last = request;
        way.await(request, owner, creditKind, 0);
    }

    void describeWaits(WaitGraph graph) {
        if (first != null) {
            way.describeWaits(graph);
        }
    }
}
