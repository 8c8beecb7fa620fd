// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** One sender's path through a {@link Crossbar}. */
final class CrossbarPath implements Downstream {

    private final Crossbar crossbar;
    private final int sender;
    private final @Nullable SliceReplies replies;
    /** Cycles that an access of each slice takes longer; null where all slices are near. */
    private int @Nullable [] extra;

    /** By slice of a line, the one through which reads of it go; null where that is the same. */
    private int @Nullable [] readThrough;

    /** Whose ports its packets go through, or -1. */
    private int cluster = -1;

    private long near;
    private long far;

    CrossbarPath(Crossbar crossbar, int sender, @Nullable SliceReplies replies) {
        this.crossbar = crossbar;
        this.sender = sender;
        this.replies = replies;
    }

    /** Says how much farther than the nearest each slice is. */
    void reach(int[] cycles) {
        extra = cycles;
    }

    /** Says through which slices it reads. */
    void readThrough(int[] slices) {
        readThrough = slices;
    }

    /** Says whose ports its packets go through. */
    void cluster(int number) {
        cluster = number;
    }

    @Override
    public int maxRequestBytes() {
        return crossbar.maxRequestBytes();
    }

    @Override
    public void perform(Request request) {
        crossbar.perform(request, slice(request));
    }

    @Override
    public boolean trySend(Request request) {
        int slice = slice(request);
        Port port = crossbar.port(slice);
        if (!port.hasCredit()) {
            return false;
        }
        request.via = this;
        long delay = crossbar.delayOfRequest(request, slice, cluster);
        request.travelled(delay);
        port.send(delay, request.index);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        crossbar.port(slice(request)).await(waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        request.via = this;
        int slice = slice(request);
        long delay = crossbar.delayOfRequest(request, slice, cluster);
        request.travelled(delay);
        crossbar.port(slice).sendPromised(delay, request.index);
    }

    @Override
    public void reply(Request request, long delay) {
        if (replies != null) {
            replies.give(request, this, delay);
            return;
        }
        deliver(request, crossbar.delayOfReply(request, sender, cluster, delay, 0), delay);
    }

    /** The first flit of a reply leaves its slice now, the last {@code tail} cycles later. */
    void leave(Request request, int tail) {
        deliver(request, crossbar.delayOfReply(request, sender, cluster, 0, tail), 0);
    }

    private void deliver(Request request, long arrives, long leaves) {
        long delay = arrives + farther(request);
        request.travelled(delay - leaves);
        request.deliverReply(delay);
    }

    /** Paid behind the ports, which a far reply takes no earlier and no later than a near one. */
    private int farther(Request request) {
        int[] cycles = extra;
        if (cycles == null) {
            return 0;
        }
        int more = cycles[slice(request)];
        if (more == 0) {
            near++;
        } else {
            far++;
        }
        return more;
    }

    /** Replies from slices that are near, and from those that are far; only where the device tells them apart. */
    long near() {
        return near;
    }

    long far() {
        return far;
    }

    void reset() {
        near = 0;
        far = 0;
    }

    int slice(Request request) {
        int slice = crossbar.slice(request);
        int[] through = readThrough;
        return through == null || request.kind != Request.READ ? slice : through[slice];
    }

    int replyFlits(Request request) {
        return crossbar.replyFlits(request);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        crossbar.describeWaits(graph);
    }
}
