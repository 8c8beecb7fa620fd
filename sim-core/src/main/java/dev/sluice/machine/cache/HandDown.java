// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;

/** Hands clean lines that make room down to an exclusive cache, with the stamp from before their first byte was fetched. */
final class HandDown {

    private final Cache cache;
    private final ChangeStamps stamps;
    private final int[] since;

    HandDown(Cache cache, ChangeStamps stamps) {
        this.cache = cache;
        this.stamps = stamps;
        this.since = new int[cache.tags.lines];
    }

    /** A line is put into its place, before anything of it is fetched. */
    void came(int line) {
        since[line] = stamps.now();
    }

    /** Two lines change places. */
    void exchanged(int a, int b) {
        int stamp = since[a];
        since[a] = since[b];
        since[b] = stamp;
    }

    /** A clean line makes room for a request. A copy of another half's line goes without: the way down from here is that half's. */
    void send(int line, Request because) {
        HalfCopies halves = cache.halves;
        if (halves != null && halves.isCopy(cache.addressOf(line))) {
            return;
        }
        cache.writeBacks.handDown(line, because.client, because.command, since[line]);
    }
}
