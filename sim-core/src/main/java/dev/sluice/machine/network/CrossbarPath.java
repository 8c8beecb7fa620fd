// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** One sender's path through a {@link Crossbar}. */
final class CrossbarPath implements Downstream {

    private final Crossbar crossbar;
    private final int sender;
    private final @Nullable SliceReplies replies;
    /** Cycles that an access of each slice takes longer; null where all slices are near. */
    private int @Nullable [] extra;

    CrossbarPath(Crossbar crossbar, int sender, @Nullable SliceReplies replies) {
        this.crossbar = crossbar;
        this.sender = sender;
        this.replies = replies;
    }

    /** Says how much farther than the nearest each slice is. */
    void reach(int[] cycles) {
        extra = cycles;
    }

    @Override
    public int maxRequestBytes() {
        return crossbar.maxRequestBytes();
    }

    @Override
    public void perform(Request request) {
        ((Immediate) crossbar.port(crossbar.slice(request)).owner()).perform(request);
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
        if (replies != null) {
            replies.give(request, this, delay);
            return;
        }
        request.deliverReply(crossbar.delayOfReply(request, sender, delay, 0) + farther(request));
    }

    /** The first flit of a reply leaves its slice now, the last {@code tail} cycles later. */
    void leave(Request request, int tail) {
        request.deliverReply(crossbar.delayOfReply(request, sender, 0, tail) + farther(request));
    }

    /** Paid behind the ports, which a far reply takes no earlier and no later than a near one. */
    private int farther(Request request) {
        int[] cycles = extra;
        return cycles == null ? 0 : cycles[slice(request)];
    }

    int slice(Request request) {
        return crossbar.slice(request);
    }

    int replyFlits(Request request) {
        return crossbar.replyFlits(request);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        crossbar.describeWaits(graph);
    }
}
