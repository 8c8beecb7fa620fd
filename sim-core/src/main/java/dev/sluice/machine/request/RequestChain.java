// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import org.jspecify.annotations.Nullable;

/** Requests that are linked by {@link Request#next}, in the order in which they were added. */
public final class RequestChain {

    private @Nullable Request first;
    private @Nullable Request last;

    /** Puts a request behind all others. */
    public void add(Request request) {
        request.next = null;
        Request before = last;
        if (before == null) {
            first = request;
        } else {
            before.next = request;
        }
        last = request;
    }

    /** Puts a request before all others. */
    public void addFirst(Request request) {
        request.next = first;
        first = request;
        if (last == null) {
            last = request;
        }
    }

    /** Takes the first, whose link is cut; null if there are none. */
    public @Nullable Request poll() {
        Request request = first;
        if (request != null) {
            first = request.next;
            request.next = null;
            if (first == null) {
                last = null;
            }
        }
        return request;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return first == null;
    }

    /** The first, linked to those behind it; null if there are none. */
    public @Nullable Request first() {
        return first;
    }

    /** The last; null if there are none. */
    public @Nullable Request last() {
        return last;
    }

    /** Forgets all of them, which stay linked. */
    public void clear() {
        first = null;
        last = null;
    }
}
