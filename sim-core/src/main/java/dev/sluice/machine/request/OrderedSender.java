// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import org.jspecify.annotations.Nullable;

/** Sends a component's requests down one path in order, and keeps those that found no credit in a list of their own links. */
public final class OrderedSender {

    /** Told of each request once it has been sent; the receiver may have it already. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A request has been sent.
         *
         * @param holder {@link Request#holder} as the sender left it
         */
        void sent(Request request, int holder);
    }

    private final Component owner;
    private final Downstream path;
    private final int creditKind;
    private final @Nullable Listener listener;
    private @Nullable Request first;
    private @Nullable Request last;
    private int waiting;

    /** @param creditKind the owner's event under which {@link #onCredit} is to be called */
    public OrderedSender(Component owner, Downstream path, int creditKind) {
        this(owner, path, creditKind, null);
    }

    /**
     * A sender that tells of what it sends.
     *
     * @param creditKind the owner's event under which {@link #onCredit} is to be called
     */
    public OrderedSender(Component owner, Downstream path, int creditKind, @Nullable Listener listener) {
        this.owner = owner;
        this.path = path;
        this.creditKind = creditKind;
        this.listener = listener;
    }

    /** Sends a request now, or after those that wait. */
    public void send(Request request) {
        Request tail = last;
        int holder = request.holder;
        if (tail != null) {
            tail.next = request;
        } else if (path.trySend(request)) {
            told(request, holder);
            return;
        } else {
            first = request;
            path.await(request, owner, creditKind, 0);
        }
        request.next = null;
        last = request;
        waiting++;
    }

    /** The path has room for the first request that waits. */
    public void onCredit() {
        boolean promised = true;
        while (first != null) {
            Request request = first;
            Request rest = request.next;
            int holder = request.holder;
            request.next = null;
            if (promised) {
                path.sendAwaited(request);
                promised = false;
            } else if (!path.trySend(request)) {
                request.next = rest;
                path.await(request, owner, creditKind, 0);
                return;
            }
            first = rest;
            if (rest == null) {
                last = null;
            }
            waiting--;
            told(request, holder);
        }
    }

    private void told(Request request, int holder) {
        if (listener != null) {
            listener.sent(request, holder);
        }
    }

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return first == null;
    }

    /** The first request that waits, linked to those behind it, or null. */
    public @Nullable Request first() {
        return first;
    }

    /** Requests that wait. */
    public int waiting() {
        return waiting;
    }

    /** Adds the edges of whoever waits for the path, if this sender does. */
    public void describeWaits(WaitGraph graph) {
        if (first != null) {
            path.describeWaits(graph);
        }
    }
}
