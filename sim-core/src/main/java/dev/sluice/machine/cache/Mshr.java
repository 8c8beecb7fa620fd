// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** One outstanding line: what is being fetched for it and who waits. Sector masks are in granules of the line. */
final class Mshr {

    final int index;
    int line;
    /** Granules asked for and not come yet. */
    int pending;
    /** Of those, granules that must not be installed, because a store or an invalidate overtook the fetch. */
    int poison;
    /** Requests that wait here. */
    int count;
    /** Granules that waiting reads still need. */
    int waitReads;
    /** Granules that waiting writes and atomics will change. */
    int waitWrites;

    @Nullable
    Request head;

    @Nullable
    Request tail;
    /** Requests that look up again once all fills have come, in order. */
    @Nullable
    Request deferredHead;

    @Nullable
    Request deferredTail;

    Mshr(int index) {
        this.index = index;
    }

    void append(Request request) {
        request.next = null;
        Request last = tail;
        if (last == null) {
            head = request;
        } else {
            last.next = request;
        }
        tail = request;
        count++;
    }

    void defer(Request request) {
        request.next = null;
        Request last = deferredTail;
        if (last == null) {
            deferredHead = request;
        } else {
            last.next = request;
        }
        deferredTail = request;
        count++;
    }
}
