// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;

/** Hands clean lines that make room down to an exclusive cache, with the stamp from before their first byte was fetched. */
final class HandDown {

    private final WriteBacks writeBacks;
    private final ChangeStamps stamps;
    private final int[] since;

    HandDown(WriteBacks writeBacks, TagArray tags, ChangeStamps stamps) {
        this.writeBacks = writeBacks;
        this.stamps = stamps;
        this.since = new int[tags.lines];
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

    /** A clean line makes room for a request. */
    void send(int line, Request because) {
        writeBacks.handDown(line, because.client, because.command, since[line]);
    }
}
