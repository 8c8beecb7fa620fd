// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.MeantBytes;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import org.jspecify.annotations.Nullable;

/** The requests of a unit that wait for one path down, in order: the oldest holds up the others. */
final class RequestPath {

    private static final int OPEN = 0;
    private static final int WAITING = 1;
    private static final int PROMISED = 2;

    final Downstream down;
    /** Who carries requests out at once; null if the path has to be asked. */
    private final @Nullable Immediate receiver;

    final int lineBytes;
    private final int index;
    private @Nullable Request head;
    private @Nullable Request tail;
    private int state = OPEN;

    RequestPath(Downstream down, int index) {
        this.down = down;
        this.receiver = down.receiver();
        this.index = index;
        this.lineBytes = Math.min(down.maxRequestBytes(), Request.MAX_BYTES);
    }

    /** Carries a request out at once, as {@link Downstream#perform} says. */
    void perform(Request request) {
        Immediate known = receiver;
        if (known != null) {
            known.perform(request);
        } else {
            down.perform(request);
        }
    }

    /** Carries a read of an instruction out where its bytes lie, as {@link Immediate#readInPlace} says; -1 if it takes a request. */
    int readInPlace(AccessSite site, long address, int sectors, int command, @Nullable MeantBytes meant) {
        Immediate known = receiver;
        return known == null ? -1 : known.readInPlace(address, sectors, site.flags, site.client, command, meant);
    }

    /** What {@link #readInPlace} reads; null in a run without bytes. */
    @Nullable
    SectorStore contents() {
        Immediate known = receiver;
        return known == null ? null : known.bytesInPlace();
    }

    void add(Request request) {
        request.next = null;
        Request last = tail;
        if (last == null) {
            head = request;
        } else {
            last.next = request;
        }
        tail = request;
    }

    /** Adds a request and sends it, or sees to it that it is sent once there is room; none may be there before. */
    boolean sendOnly(Request request, Component unit) {
        if (down.trySend(request)) {
            return true;
        }
        add(request);
        await(request, unit);
        return false;
    }

    private void await(Request request, Component unit) {
        state = WAITING;
        down.await(request, unit, ComputeUnit.PATH_READY, index);
    }

    /** The oldest request, if it can be tried now. */
    @Nullable
    Request sendable() {
        return state == WAITING ? null : head;
    }

    /** The oldest request, linked to those behind it, or null. */
    @Nullable
    Request first() {
        return head;
    }

    /** The path has kept a place for the oldest request. */
    void promised() {
        state = PROMISED;
    }

    /** Sends the oldest request; if there is no room, the unit is woken once there is. */
    boolean send(Component unit) {
        Request request = head;
        if (request == null) {
            return false;
        }
        Request next = request.next;
        request.next = null; // the receiver's from here on
        if (state == PROMISED) {
            state = OPEN;
            down.sendAwaited(request);
        } else if (!down.trySend(request)) {
            request.next = next;
            await(request, unit);
            return false;
        }
        head = next;
        if (next == null) {
            tail = null;
        }
        return true;
    }
}
