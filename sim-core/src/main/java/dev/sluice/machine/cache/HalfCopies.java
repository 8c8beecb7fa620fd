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
    /** Look-ups for other halves that stall: never behind a read that waits for a copy, which could be theirs in turn. */
    final StalledLookUps asking;
    /** Whether those are first to try again. */
    private boolean askingFirst;

    /**
     * @param slice the slice
     * @param asking its queue of look-ups for other halves
     * @param own which slice this is
     * @param others the slices that may have copies of its lines, one in each other half
     * @param inbound the wire on which they ask for them
     */
    HalfCopies(Cache slice, StalledLookUps asking, SliceHash hash, int own, Cache[] others, DirectPath inbound) {
        this.hash = hash;
        this.own = own;
        this.others = others;
        this.inbound = inbound;
        this.asking = asking;
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

    /** Lets look-ups try again, by turns first those for other halves and those of units. */
    void retry(StalledLookUps own) {
        askingFirst = !askingFirst;
        (askingFirst ? asking : own).retry();
        (askingFirst ? own : asking).retry();
    }

    /** Whether a line here is a copy. */
    boolean isCopy(long address) {
        return hash.slice(address) != own;
    }

    /** Whether another half asks, for a copy. */
    boolean asks(Request request) {
        return request.via == inbound;
    }

    /** Linked requests that had been set aside are looked up again, those for other halves in a queue of their own. */
    void lookUpAgain(Request first, StalledLookUps own) {
        Request ofUnits = null;
        Request lastOfUnits = null;
        Request ofOthers = null;
        Request lastOfOthers = null;
        for (Request request = first; request != null; ) {
            Request next = request.next;
            request.next = null;
            if (asks(request)) {
                if (lastOfOthers == null) {
                    ofOthers = request;
                } else {
                    lastOfOthers.next = request;
                }
                lastOfOthers = request;
            } else {
                if (lastOfUnits == null) {
                    ofUnits = request;
                } else {
                    lastOfUnits.next = request;
                }
                lastOfUnits = request;
            }
            request = next;
        }
        if (ofUnits != null && lastOfUnits != null) {
            own.again(ofUnits, lastOfUnits);
        }
        if (ofOthers != null && lastOfOthers != null) {
            asking.again(ofOthers, lastOfOthers);
        }
    }

    /** What a store or an atomic touches changes. */
    void changes(Request change) {
        for (Cache other : others) {
            other.stats().structure().recalledCopies += other.lookups.recall(change);
        }
    }
}
