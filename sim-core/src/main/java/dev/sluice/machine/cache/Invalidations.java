// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver.DropReason;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;

/**
 * Takes granules out of a slice on behalf of single accesses, where maintenance does it for whole caches: of what goes past and changes
 * them below, of a line that an inclusive cache below evicts, and of what is changed in another half.
 *
 * <p>What is on its way of them is not kept. A line of which nothing is left leaves.
 */
final class Invalidations {

    private final Cache cache;
    private final TagArray tags;
    private final MshrTable mshrs;
    private final FillPath fills;
    private final WriteBacks writeBacks;
    private final Lookups lookups;
    private final LineMap map;
    private final int lineBytes;
    private final HollowLines hollow;

    Invalidations(
            Cache cache,
            TagArray tags,
            MshrTable mshrs,
            FillPath fills,
            WriteBacks writeBacks,
            Lookups lookups,
            HollowLines hollow) {
        this.cache = cache;
        this.tags = tags;
        this.mshrs = mshrs;
        this.fills = fills;
        this.writeBacks = writeBacks;
        this.lookups = lookups;
        this.map = cache.map();
        this.lineBytes = cache.spec().geometry().line();
        this.hollow = hollow;
    }

    /** A request goes past that changes granules of a line below. */
    void passed(Request r, int line, int granules) {
        tellLost(line, granules);
        remove(line, granules);
        LookupTrace trace = cache.trace();
        if (trace != null) {
            trace.drop(r, granules);
        }
        leaveIfHollow(line, r, DropReason.PASSED);
    }

    /** Drops what is here of what a store or an atomic changes in another half; returns how many sectors were here. */
    int recall(Request change) {
        int line = lookups.find(change.address);
        if (line < 0) {
            return 0;
        }
        int granules = lookups.granules(change);
        int state = tags.state(line);
        tellLost(line, granules);
        remove(line, granules);
        leaveIfHollow(line, change, DropReason.PASSED);
        return Integer.bitCount(state & granules);
    }

    /** Drops the copies of bytes that a level below no longer has; returns how many lines had some. */
    int giveUp(long address, int bytes, Request because, boolean atOnce) {
        boolean within = atOnce ? hollow.begin() : hollow.within();
        int lines = 0;
        for (long at = address & -lineBytes; at < address + bytes; at += lineBytes) {
            int line = lookups.find(at);
            ExclusiveLines exclusive = lookups.exclusive;
            if (exclusive != null) {
                exclusive.stamps.changed(map.lineNumber(at));
            }
            if (line >= 0) {
                int from = (int) Math.max(0, address - at) / Request.SECTOR_BYTES;
                int to = (int) Math.min(lineBytes, address + bytes - at) / Request.SECTOR_BYTES;
                lines += giveUp(line, (1 << to) - (1 << from), because, within);
            }
        }
        if (atOnce) {
            hollow.end(within, because.command);
        }
        return lines;
    }

    /** @param within whether this cache is about to do something at once, perhaps with this line */
    private int giveUp(int line, int granules, Request because, boolean within) {
        int state = tags.state(line);
        if (lookups.canBeDirty) {
            if ((state & TagArray.PINNED) != 0 && mshrs.busy(TagArray.mshr(state), granules)) {
                return 0;
            }
            if ((state & granules << TagArray.DIRTY_SHIFT) != 0) {
                writeBacks.write(line, granules, because.client, because.command, WriteBackReason.EVICTION);
            }
        }
        remove(line, granules);
        if (within) {
            if (tags.hollow(line)) {
                hollow.add(tags.lineNumber(line));
            }
        } else {
            leaveIfHollow(line, because, DropReason.INCLUSION);
        }
        return (state & (granules | granules << TagArray.DIRTY_SHIFT)) != 0 ? 1 : 0;
    }

    private void tellLost(int line, int granules) {
        CacheProbe probe = cache.probe;
        if (probe != null) {
            int state = tags.state(line);
            int here = state & TagArray.VALID;
            int held = (state & TagArray.PINNED) == 0 ? here : here | mshrs.pending(TagArray.mshr(state));
            probe.lost(tags.lineNumber(line), granules & held);
        }
    }

    private void remove(int line, int granules) {
        fills.poison(line, granules);
        tags.clear(line, granules);
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.shrunk(line, granules);
        }
    }

    private void leaveIfHollow(int line, Request because, DropReason reason) {
        if (tags.hollow(line)) {
            if (cache.observed) {
                cache.reports.dropped(line, because.command, reason);
            }
            cache.drop(line);
        }
    }
}
