// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Request;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ways on which a {@link CompressionUnit} asks for tiles' bytes and for metadata, and what comes of it: in simulated time, in which
 * requests wait for credits and answers are events, or at once, when a request is answered within the call and the unit takes its
 * answers up one after the other.
 */
final class CompressionPaths {

    /** What {@link #begin} returns where the unit did not work at once before. */
    private static final int OUTERMOST = -1;

    private final CompressionUnit unit;
    private final Downstream data;
    private final Downstream metadata;
    private final OrderedSender dataOut;
    private final OrderedSender metadataOut;

    private boolean atOnce;
    /** What the unit goes on with at once: events' kinds, above their arguments, in order. */
    private long[] steps = new long[8];

    private int stepCount;

    /** @param sent told of what has left in simulated time */
    CompressionPaths(CompressionUnit unit, Downstream data, Downstream metadata, OrderedSender.Listener sent) {
        this.unit = unit;
        this.data = data;
        this.metadata = metadata;
        this.dataOut = new OrderedSender(unit, data, CompressionUnit.DATA_CREDIT, sent);
        this.metadataOut = new OrderedSender(unit, metadata, CompressionUnit.METADATA_CREDIT, sent);
    }

    /** Whether the unit works outside simulated time just now. */
    boolean atOnce() {
        return atOnce;
    }

    /**
     * The unit works at once from here on, until {@link #finish}. It may already: what an inclusive cache below gives up for a request
     * comes down through the same unit.
     *
     * @return what {@link #finish} is to be told
     */
    int begin() {
        int within = atOnce ? stepCount : OUTERMOST;
        atOnce = true;
        return within;
    }

    /** Has the unit take up all that its work at once led to since {@link #begin}. */
    void finish(int within) {
        int from = Math.max(within, 0);
        for (int i = from; i < stepCount; i++) {
            unit.onEvent((int) (steps[i] >>> Integer.SIZE), (int) steps[i]);
        }
        stepCount = from;
        atOnce = within != OUTERMOST;
    }

    private void then(int kind, int argument) {
        if (stepCount == steps.length) {
            steps = Arrays.copyOf(steps, 2 * stepCount);
        }
        steps[stepCount++] = (long) kind << Integer.SIZE | argument;
    }

    /** Sends a request of the unit's own for a tile's bytes. */
    void data(Request request) {
        send(request, data, dataOut, CompressionUnit.DATA);
    }

    /** Sends a request of the unit's own for metadata. */
    void metadata(Request request) {
        send(request, metadata, metadataOut, CompressionUnit.METADATA);
    }

    private void send(Request request, Downstream path, OrderedSender sender, int answer) {
        if (atOnce) {
            path.perform(request);
            then(answer, request.index);
        } else {
            sender.send(request);
        }
    }

    /** Hands a request on that somebody else answers in simulated time; says whether that is done. */
    boolean passOn(Request request) {
        if (atOnce) {
            data.perform(request);
            return true;
        }
        dataOut.send(request);
        return false;
    }

    /** Has an event of the unit come after some cycles. */
    void after(int cycles, int kind, int argument) {
        if (atOnce) {
            then(kind, argument);
        } else {
            unit.engine().schedule(unit, cycles, kind, argument);
        }
    }

    void onDataCredit() {
        dataOut.onCredit();
    }

    void onMetadataCredit() {
        metadataOut.onCredit();
    }

    /** The first request that waits for room, by path. */
    List<Supplier<@Nullable Request>> waiting() {
        return List.of(dataOut::first, metadataOut::first);
    }

    void audit(Audit audit) {
        audit.held(unit, "requests to the next level", dataOut.waiting() + metadataOut.waiting());
    }

    void describeWaits(WaitGraph graph) {
        dataOut.describeWaits(graph);
        metadataOut.describeWaits(graph);
    }
}
