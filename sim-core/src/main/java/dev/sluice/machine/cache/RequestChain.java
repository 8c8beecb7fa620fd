// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** Requests that are linked by {@link Request#next}, in the order in which they were added. */
final class RequestChain {

    private @Nullable Request first;
    private @Nullable Request last;

    /** Puts a request behind all others. */
    void add(Request request) {
        request.next = null;
        Request before = last;
        if (before == null) {
            first = request;
        } else {
            before.next = request;
        }
        last = request;
    }

    /** The first, linked to those behind it; null if there are none. */
    @Nullable
    Request first() {
        return first;
    }

    /** The last; null if there are none. */
    @Nullable
    Request last() {
        return last;
    }

    /** Forgets all of them, which stay linked. */
    void clear() {
        first = null;
        last = null;
    }
}
