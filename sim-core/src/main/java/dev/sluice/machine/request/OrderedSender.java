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
    private final RequestChain chain = new RequestChain();
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
        if (chain.isEmpty()) {
            int holder = request.holder;
            if (path.trySend(request)) {
                told(request, holder);
                return;
            }
            path.await(request, owner, creditKind, 0);
        }
        chain.add(request);
        waiting++;
    }

    /** The path has room for the first request that waits. */
    public void onCredit() {
        boolean promised = true;
        Request request;
        while ((request = chain.poll()) != null) {
            int holder = request.holder;
            if (promised) {
                path.sendAwaited(request);
                promised = false;
            } else if (!path.trySend(request)) {
                chain.addFirst(request);
                path.await(request, owner, creditKind, 0);
                return;
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
        return chain.isEmpty();
    }

    /** The first request that waits, linked to those behind it, or null. */
    public @Nullable Request first() {
        return chain.first();
    }

    /** Requests that wait. */
    public int waiting() {
        return waiting;
    }

    /** Adds the edges of whoever waits for the path, if this sender does. */
    public void describeWaits(WaitGraph graph) {
        if (!chain.isEmpty()) {
            path.describeWaits(graph);
        }
    }
}
