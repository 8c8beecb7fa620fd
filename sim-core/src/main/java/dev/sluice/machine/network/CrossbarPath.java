// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;

/** One sender's path through a {@link Crossbar}. */
final class CrossbarPath implements Downstream {

    private final Crossbar crossbar;
    private final int sender;

    CrossbarPath(Crossbar crossbar, int sender) {
        this.crossbar = crossbar;
        this.sender = sender;
    }

    @Override
    public int maxRequestBytes() {
        return crossbar.maxRequestBytes();
    }

    @Override
    public boolean trySend(Request request) {
        int slice = crossbar.slice(request);
        Port port = crossbar.port(slice);
        if (!port.hasCredit()) {
            return false;
        }
        request.via = this;
        port.send(crossbar.delayOfRequest(request, slice), request.index);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        crossbar.port(crossbar.slice(request)).await(waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        request.via = this;
        int slice = crossbar.slice(request);
        crossbar.port(slice).sendPromised(crossbar.delayOfRequest(request, slice), request.index);
    }

    @Override
    public void reply(Request request, long delay) {
        request.deliverReply(crossbar.delayOfReply(request, sender, delay));
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        crossbar.describeWaits(graph);
    }
}
