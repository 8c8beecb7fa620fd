// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import org.jspecify.annotations.Nullable;

/** A private wire of fixed latency to one receiver. */
public final class DirectPath implements Downstream {

    private final Port port;
    private final int requestLatency;
    private final int replyLatency;
    private final int maxRequestBytes;
    private final boolean atOnce;

    /** A wire into a cache that only clients enter, without latency: what is sent arrives within the event that sends it. */
    public static DirectPath atOnce(Port port, int maxRequestBytes) {
        return new DirectPath(port, 0, 0, maxRequestBytes, true);
    }

    /** Latencies in core cycles, 0 or more. */
    public DirectPath(Port port, int requestLatency, int replyLatency, int maxRequestBytes) {
        this(port, requestLatency, replyLatency, maxRequestBytes, false);
    }

    private DirectPath(Port port, int requestLatency, int replyLatency, int maxRequestBytes, boolean atOnce) {
        this.port = port;
        this.requestLatency = requestLatency;
        this.replyLatency = replyLatency;
        this.maxRequestBytes = maxRequestBytes;
        this.atOnce = atOnce;
    }

    @Override
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    @Override
    public void perform(Request request) {
        ((Immediate) port.owner()).perform(request);
    }

    @Override
    public @Nullable Immediate receiver() {
        return port.owner() instanceof Immediate immediate ? immediate : null;
    }

    @Override
    public boolean trySend(Request request) {
        if (!port.hasCredit()) {
            return false;
        }
        request.via = this;
        if (atOnce) {
            port.handOver(request.index);
        } else {
            port.send(requestLatency, request.index);
        }
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        port.await(waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        request.via = this;
        if (atOnce) {
            port.handOverPromised(request.index);
        } else {
            port.sendPromised(requestLatency, request.index);
        }
    }

    @Override
    public void reply(Request request, long delay) {
        request.deliverReply(delay + replyLatency);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        port.describeWaits(graph);
    }
}
