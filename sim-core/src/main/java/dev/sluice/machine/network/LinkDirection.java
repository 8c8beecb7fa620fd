// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.LinkSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One direction of a {@link HostLink}: its wire, its credits, and what is under way, strictly first in first out. */
final class LinkDirection {

    static final int ENTER = 0;
    static final int ARRIVE = 1;
    static final int CREDIT = 2;
    static final int REPLY = 3;
    static final int COMPLETED = 4;

    private static final int MESSAGE = -1;

    private record Message(Component to, int kind, int argument) {}

    private final HostLink link;
    private final RequestPool pool;
    private final LinkPackets packets;
    private final BandwidthServer wire;
    private final long latency;
    private final Port port;
    private final DirectPath entrance;
    private final int eventBase;
    private final boolean towardsHost;
    private final boolean acknowledgesWhenLeft;
    private final Deque<Message> messages = new ArrayDeque<>();

    private @Nullable Downstream far;
    private @Nullable LinkDirection opposite;

    private int[] parents = new int[64];
    private int[] children = new int[64];
    private int[] freeSlots = new int[64];
    private int freeCount;
    private int[] arrived = new int[64];
    private int arrivedFirst;
    private int arrivedCount;
    private boolean waiting;
    private long unacknowledged;

    private long entered;
    private long finished;
    long payloadBytes;
    private long requests;
    private long requestsBefore;
    private long busyBefore;

    LinkDirection(
            HostLink link,
            RequestPool pool,
            LinkSpec spec,
            LinkPackets packets,
            BandwidthServer wire,
            long latency,
            int maxRequestBytes,
            boolean towardsHost) {
        this.link = link;
        this.pool = pool;
        this.packets = packets;
        this.wire = wire;
        this.latency = latency;
        this.towardsHost = towardsHost;
        this.acknowledgesWhenLeft = !towardsHost;
        this.eventBase = towardsHost ? HostLink.TO_HOST : HostLink.TO_DEVICE;
        this.port = new Port(
                link.name() + (towardsHost ? ".toHost" : ".toDevice"), link, eventBase + ENTER, spec.credits());
        this.entrance = new DirectPath(port, 0, 0, maxRequestBytes);
        addFreeSlots(0, children.length);
    }

    void connect(Downstream receiver, LinkDirection other) {
        far = receiver;
        opposite = other;
    }

    Downstream entrance() {
        return entrance;
    }

    long requests() {
        return requests - requestsBefore;
    }

    long busyCycles() {
        return wire.busyCycles() - busyBefore;
    }

    double busyCycles(long now) {
        return wire.busyCycles(now);
    }

    void resetStatistics() {
        requestsBefore = requests;
        busyBefore = wire.busyCycles();
        payloadBytes = 0;
    }

    void message(Component to, int kind, int argument) {
        messages.add(new Message(to, kind, argument));
        long done = wire.reserve(link.now(), packets.run(4));
        link.schedule(done - link.now() + latency, eventBase + ARRIVE, MESSAGE);
    }

    void perform(Request request) {
        Objects.requireNonNull(far).perform(request);
    }

    /** The number of the request that an event brings, or -1. */
    int requestOf(int kind, int argument) {
        return switch (kind) {
            case ENTER -> argument;
            case ARRIVE -> argument == MESSAGE ? -1 : children[argument];
            default -> -1;
        };
    }

    void onEvent(int kind, int argument) {
        switch (kind) {
            case ENTER -> enter(pool.get(argument));
            case ARRIVE -> {
                pushArrived(argument);
                pump();
            }
            case CREDIT -> {
                waiting = false;
                Request child = pool.get(children[arrived[arrivedFirst]]);
                Objects.requireNonNull(far).sendAwaited(child);
                taken(child);
                pump();
            }
            case REPLY -> answered(argument);
            case COMPLETED -> port.release();
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    private void enter(Request request) {
        entered++;
        requests++;
        request.servedAt(Request.HOST);
        if (freeCount == 0) {
            growSlots();
        }
        int slot = freeSlots[--freeCount];
        Request child = pool.acquire();
        copy(request, child);
        pool.madeFor(child, request);
        child.replyTo(link, eventBase + REPLY, slot);
        children[slot] = child.index;
        parents[slot] = request.index;
        long now = link.now();
        long done = wire.reserve(now, packets.request(request));
        payloadBytes += LinkPackets.requestPayload(request);
        link.carries(LinkPackets.requestPayload(request), towardsHost);
        link.crossed(request, towardsHost);
        link.schedule(done - now + latency, eventBase + ARRIVE, slot);
        if (acknowledgesWhenLeft && request.kind == Request.WRITE) {
            request.reply(done - now);
        }
    }

    private void pump() {
        Downstream receiver = Objects.requireNonNull(far);
        while (!waiting && arrivedCount > 0) {
            int slot = arrived[arrivedFirst];
            if (slot == MESSAGE) {
                if (unacknowledged > 0) {
                    return; // a doorbell does not pass posted writes
                }
                popArrived();
                Message message = messages.remove();
                message.to.engine().schedule(message.to, 0, message.kind, message.argument);
                continue;
            }
            Request child = pool.get(children[slot]);
            if (!receiver.trySend(child)) {
                waiting = true;
                receiver.await(child, link, eventBase + CREDIT, 0);
                return;
            }
            taken(child);
        }
    }

    private void taken(Request child) {
        popArrived();
        if (child.kind == Request.WRITE) {
            unacknowledged++;
            port.release();
        }
    }

    private void answered(int slot) {
        Request child = pool.get(children[slot]);
        if (child.kind == Request.WRITE) {
            unacknowledged--;
            if (!acknowledgesWhenLeft) {
                pool.get(parents[slot]).reply(latency);
            }
        } else {
            complete(child, pool.get(parents[slot]));
        }
        finished++;
        pool.release(child);
        freeSlots[freeCount++] = slot;
        pump();
    }

    private void complete(Request child, Request parent) {
        LinkDirection back = Objects.requireNonNull(opposite);
        Payload from = child.payload;
        Payload to = parent.payload;
        if (from != null && to != null && child.kind == Request.READ) {
            for (int rest = child.sectors; rest != 0; rest &= rest - 1) {
                int sector = Integer.numberOfTrailingZeros(rest);
                to.copySector(sector, from, sector);
            }
        }
        AtomicOperands results = child.atomics();
        AtomicOperands wanted = parent.atomics();
        if (child.kind == Request.ATOMIC && results != null && wanted != null) {
            System.arraycopy(results.results, 0, wanted.results, 0, results.count);
        }
        parent.servedBy(child.servedBy());
        long now = link.now();
        long delay = back.wire.reserve(now, packets.completion(child)) - now + latency;
        back.payloadBytes += LinkPackets.completionPayload(child);
        link.carries(LinkPackets.completionPayload(child), back.towardsHost);
        parent.reply(delay);
        link.schedule(delay, eventBase + COMPLETED, 0);
    }

    private static void copy(Request from, Request to) {
        to.start(from.kind, from.address, from.sectors, from.client, from.command, from.agent);
        to.flags = from.flags;
        to.originOf(from);
        Component owner = from.replyTo;
        if (from.has(Request.WRITE_BACK) && owner != null) {
            to.heldIn(from.heldIn() == null ? owner.name() : from.heldIn());
        }
        to.copyBytes(from);
        Payload source = from.payload;
        Payload target = to.payload;
        if (source != null && target != null && from.kind == Request.WRITE) {
            for (int rest = from.sectors; rest != 0; rest &= rest - 1) {
                int sector = Integer.numberOfTrailingZeros(rest);
                target.copySector(sector, source, sector);
            }
        }
        AtomicOperands operands = from.atomics();
        if (from.kind == Request.ATOMIC && operands != null) {
            AtomicOperands copy = to.newAtomics();
            copy.takeOperation(operands);
            copy.clear(operands.count);
            for (int i = 0; i < operands.count; i++) {
                copy.add(operands.offsets[i], operands.operands[i], operands.compares[i], operands.lanes[i]);
            }
        }
    }

    private void pushArrived(int slot) {
        if (arrivedCount == arrived.length) {
            int[] grown = new int[arrived.length * 2];
            for (int i = 0; i < arrivedCount; i++) {
                grown[i] = arrived[(arrivedFirst + i) & (arrived.length - 1)];
            }
            arrived = grown;
            arrivedFirst = 0;
        }
        arrived[(arrivedFirst + arrivedCount++) & (arrived.length - 1)] = slot;
    }

    private void popArrived() {
        arrivedFirst = (arrivedFirst + 1) & (arrived.length - 1);
        arrivedCount--;
    }

    private void growSlots() {
        int old = children.length;
        children = Arrays.copyOf(children, old * 2);
        parents = Arrays.copyOf(parents, old * 2);
        freeSlots = Arrays.copyOf(freeSlots, old * 2);
        addFreeSlots(old, old * 2);
    }

    private void addFreeSlots(int from, int to) {
        for (int slot = to - 1; slot >= from; slot--) {
            freeSlots[freeCount++] = slot;
        }
    }

    void audit(Audit audit) {
        audit.balance(link, port.name() + " requests", entered, finished);
        audit.held(link, port.name() + " credits", port.used());
        audit.held(link, port.name() + " doorbells", messages.size());
    }

    void describeWaits(WaitGraph graph) {
        port.describeWaits(graph);
        Downstream receiver = far;
        if (waiting && receiver != null) {
            receiver.describeWaits(graph);
        }
    }
}
