// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.ChangesInOrder;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** One sender's path through a {@link Crossbar}. */
final class CrossbarPath implements Downstream, ChangesInOrder {

    private final Crossbar crossbar;
    private final int sender;
    private final @Nullable SliceReplies replies;
    /** Cycles that an access of each slice takes longer; null where all slices are near. */
    private int @Nullable [] extra;

    /** By slice of a line, the one through which reads of it go; null where that is the same. */
    private int @Nullable [] readThrough;

    /** What it changes in other slices than it reads through, until it is looked up; null where there are none. */
    private @Nullable LinesUnderWay changed;

    /** What it reads through other slices than it changes it in, until it is answered; null where there are none. */
    private @Nullable LinesUnderWay read;

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
        changed = new LinesUnderWay(crossbar.maxRequestBytes());
        read = new LinesUnderWay(crossbar.maxRequestBytes());
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
        if (!port.hasCredit() || mustWait(request)) {
            return false;
        }
        request.via = this;
        note(request);
        long delay = crossbar.delayOfRequest(request, slice, cluster);
        request.travelled(delay);
        port.send(delay, request.index);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        LinesUnderWay lines = before(request);
        if (lines != null && lines.has(request)) {
            lines.hold(request, waiter, kind, argument);
        } else {
            port(request).await(waiter, kind, argument);
        }
    }

    Port port(Request request) {
        return crossbar.port(slice(request));
    }

    /** What has to be over before a request may leave: of reads what changes their line, and of that the reads of it. */
    private @Nullable LinesUnderWay before(Request request) {
        return request.kind == Request.READ ? changed : read;
    }

    private boolean mustWait(Request request) {
        LinesUnderWay lines = before(request);
        return lines != null && lines.has(request);
    }

    /** A request leaves; noted if its line is read through another slice than it is changed in. */
    private void note(Request request) {
        LinesUnderWay lines = request.kind == Request.READ ? read : changed;
        if (lines != null && isApart(request)) {
            lines.add(request);
        }
    }

    private boolean isApart(Request request) {
        int[] through = readThrough;
        int slice = crossbar.slice(request);
        return through != null && through[slice] != slice;
    }

    @Override
    public void lookedUp(Request change) {
        LinesUnderWay lines = changed;
        if (lines != null && lines.remove(change)) {
            lines.release(this);
        }
    }

    /** A read has the bytes that it will have. */
    private void answered(Request request) {
        LinesUnderWay lines = read;
        if (lines != null && request.kind == Request.READ && isApart(request) && lines.remove(request)) {
            lines.release(this);
        }
    }

    @Override
    public void sendAwaited(Request request) {
        request.via = this;
        note(request);
        int slice = slice(request);
        long delay = crossbar.delayOfRequest(request, slice, cluster);
        request.travelled(delay);
        crossbar.port(slice).sendPromised(delay, request.index);
    }

    @Override
    public void reply(Request request, long delay) {
        answered(request);
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
        int[] through = readThrough;
        if (through != null && changed != null && read != null) {
            changed.describeWaits(
                    graph, r -> crossbar.port(crossbar.slice(r)), "what it changed of a line to be looked up");
            read.describeWaits(
                    graph, r -> crossbar.port(through[crossbar.slice(r)]), "what it reads of a line to be answered");
        }
    }
}
