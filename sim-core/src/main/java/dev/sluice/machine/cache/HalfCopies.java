// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;

/**
 * A slice of a cache in halves that keep copies of each other's lines ({@link dev.sluice.device.CacheHalves#copies}).
 *
 * <p>Each line has one slice that answers for it. Units of the other halves read it through a slice of their own, which fetches what it
 * does not have from there and keeps it. What a store or an atomic changes leaves those slices when it is looked up, and what is on its
 * way to them is not kept: so a read that is looked up later finds the change.
 */
final class HalfCopies {

    private final SliceHash hash;
    private final int own;
    private final Cache[] others;
    private final DirectPath inbound;
    /** How much of the slice may wait for copies. */
    final CopyRoom room;

    /**
     * @param slice the slice
     * @param own which slice this is
     * @param others the slices that may have copies of its lines, one in each other half
     * @param inbound the wire on which they ask for them
     */
    HalfCopies(Cache slice, SliceHash hash, int own, Cache[] others, DirectPath inbound) {
        this.hash = hash;
        this.own = own;
        this.others = others;
        this.inbound = inbound;
        this.room = new CopyRoom(slice, this);
    }

    /** Whether a read is of a line of another half for which there is never room here. */
    boolean goesPast(Request read) {
        return isCopy(read.address) && room.never(read.client);
    }

    /** Whether a read that misses is of a line of another half for which there is no room just now; {@code line} is -1 if it is not there. */
    boolean waits(Request read, int set, int line) {
        return isCopy(read.address) && !room.any(set, line, read.client);
    }

    /** Whether a line here is a copy. */
    boolean isCopy(long address) {
        return hash.slice(address) != own;
    }

    /** Whether another half asks, for a copy. */
    boolean asks(Request request) {
        return request.via == inbound;
    }

    /** What a store or an atomic touches changes. */
    void changes(Request change) {
        for (Cache other : others) {
            other.stats().structure().recalledCopies += other.lookups.invalidations.recall(change);
        }
    }
}
