// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import org.jspecify.annotations.Nullable;

/**
 * The path down from a component to the next level: a port of one receiver, a crossbar to slices, or a router by address.
 *
 * <p>Senders use it like this: {@link #trySend}; if that fails {@link #await} and, when woken, {@link #sendAwaited}.
 */
public interface Downstream {

    /** The longest request, in bytes, that this path takes; requests are aligned to it or shorter. A power of two. */
    int maxRequestBytes();

    /** The longest atomic that it takes, as {@link #maxRequestBytes()} unless atomics go on to a level that takes less. */
    default int maxAtomicBytes() {
        return maxRequestBytes();
    }

    /**
     * Carries a request out at once, outside simulated time: afterwards everything is as if it had been answered, but for the
     * time. Nothing may be under way in the machine, and nobody gets a reply.
     */
    default void perform(Request request) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " takes requests in simulated time only");
    }

    /**
     * Reads what a request will need where it is sent soon, so that the host has it at hand then; changes nothing. Returns anything made
     * of it.
     */
    default long announce(Request request) {
        return 0;
    }

    /** Who {@link #perform carries out} whatever is sent this way; null if it is not one, or if the path does something of its own. */
    default @Nullable Immediate receiver() {
        return null;
    }

    /** Sends a request if there is room; on success the receiver will answer it exactly once. */
    boolean trySend(Request request);

    /** Asks to be woken by the given event once this request can be sent; the place is then kept for it. */
    void await(Request request, Component waiter, int kind, int argument);

    /** Sends a request whose place {@link #await} secured. */
    void sendAwaited(Request request);

    /** Carries a reply back to the requester, {@code delay} cycles from now plus the path's own time. */
    void reply(Request request, long delay);

    /** Adds the edges of everyone who waits here. */
    void describeWaits(WaitGraph graph);
}
