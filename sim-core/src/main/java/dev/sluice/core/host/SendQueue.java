package dev.sluice.core.host;

import dev.sluice.core.engine.WaitGraph;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.Request;
import org.jspecify.annotations.Nullable;

/** Requests on their way out of {@link HostMemoryPort}, first in first out: what is enqueued first is served first. */
final class SendQueue {

    private final HostMemoryPort owner;
    private final Downstream way;
    private final int creditKind;
    private @Nullable Request first;
    private @Nullable Request last;

    SendQueue(HostMemoryPort owner, Downstream way, int creditKind) {
        this.owner = owner;
        this.way = way;
        this.creditKind = creditKind;
    }

    void send(Request request) {
        Request tail = last;
        if (tail != null) {
            tail.next = request;
            last = request;
            return;
        }
        boolean fromDevice = request.holder == HostMemoryPort.FROM_DEVICE;
        if (way.trySend(request)) {
            owner.sent(fromDevice);
        } else {
            first = request;
            last = request;
            way.await(request, owner, creditKind, 0);
        }
    }

    /** The path has room for the first request. */
    void onCredit() {
        boolean promised = true;
        while (first != null) {
            Request request = first;
            boolean fromDevice = request.holder == HostMemoryPort.FROM_DEVICE;
            Request rest = request.next;
            request.next = null;
            if (promised) {
                way.sendAwaited(request);
                promised = false;
            } else if (!way.trySend(request)) {
                request.next = rest;
                way.await(request, owner, creditKind, 0);
                return;
            }
            first = rest;
            if (rest == null) {
                last = null;
            }
            owner.sent(fromDevice);
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    void describeWaits(WaitGraph graph) {
        if (first != null) {
            way.describeWaits(graph);
        }
    }
}
