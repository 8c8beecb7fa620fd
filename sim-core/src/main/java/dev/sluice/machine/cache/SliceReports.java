// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;

/** What a slice tells the observer of the run, in the observer's terms of sets and ways. */
final class SliceReports {

    private final Cache cache;
    private final SimObserver observer;

    SliceReports(Cache cache, SimObserver observer) {
        this.cache = cache;
        this.observer = observer;
    }

    /** How a look-up of sectors went. */
    void lookedUp(Request request, int sectors, int misses, SimObserver.Outcome outcome) {
        int line = cache.lookups.find(request.address);
        observer.lookup(cache.now(), cache.name(), setOf(request), cache.wayOf(line), request, outcome);
        observer.counted(cache.now(), cache.name(), sectors - misses, misses, request.kind != Request.READ);
    }

    /** A line is about to leave. */
    void dropped(int line, int command, SimObserver.DropReason reason) {
        observer.drop(
                cache.now(),
                cache.name(),
                cache.setOf(line),
                cache.wayOf(line),
                cache.addressOf(line),
                command,
                reason);
    }

    /** Why a look-up cannot be made yet. */
    void waits(Request request, SimObserver.WaitReason reason) {
        observer.waits(cache.now(), cache.name(), setOf(request), request, reason);
    }

    private int setOf(Request request) {
        return cache.setOf(cache.lineNumber(request.address));
    }
}
