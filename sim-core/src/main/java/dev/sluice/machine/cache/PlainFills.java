// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;

/**
 * The short way of a fill for which few wait: a read that went down for itself, alone or before one store or atomic, or one of these.
 *
 * <p>It installs the fill, serves who waits and gives the register back, with the same effects as {@link FillPath#onFill}, or changes
 * nothing.
 */
final class PlainFills {

    private final int lineShift;
    private final int granuleMask;
    private final int latency;
    private final boolean canBeDirty;
    private final boolean functional;

    PlainFills(Cache cache) {
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
        this.granuleMask = (cache.spec().geometry().line() >>> 5) - 1;
        this.latency = cache.spec().timing().latency();
        this.canBeDirty = cache.spec().policy().canBeDirty();
        this.functional = cache.data.functional();
    }

    /** The read that opened a register came back with all its granules; returns whether that is all, else nothing was changed. */
    boolean carriedBack(Cache cache, Request read, int entry) {
        MshrTable mshrs = cache.mshrs;
        int granules = cache.carried.granules(entry);
        int poisoned = mshrs.poison(entry);
        if (poisoned != 0 && canBeDirty) {
            return false;
        }
        int before = mshrs.state(entry);
        int state = before | granules & ~poisoned;
        Request change = null;
        if (!mshrs.isForOneRead(entry, granules)) {
            change = mshrs.isForReadAndChange(entry, granules) ? mshrs.firstWaiting(entry) : null;
            if (change == null || !mayChange(cache, change, state)) {
                return false;
            }
        }
        int line = mshrs.line(entry);
        if (functional) {
            int shift = (int) (read.address >>> 5) & granuleMask;
            cache.data.install(line, read, state & ~before, shift);
            int others = cache.data.keepsBytes() ? granules & state : granules & before;
            if (others != 0) { // the line has what the read did not bring
                cache.data.load(line, read, others, shift);
            }
        }
        count(cache, granules, read);
        cache.carried.back(read, entry);
        Pace pace = cache.pace;
        cache.answer(read, pace == null ? latency : latency + pace.read(read));
        close(cache, entry, line, read.address, state);
        if (change != null) {
            perform(cache, change, line);
        } else if (state == 0) { // what came was overtaken
            cache.drop(line);
        }
        cache.wakeStalled();
        return true;
    }

    /** Granules came of which one store or atomic may have been waiting; returns whether that is all, else nothing was changed. */
    boolean filled(Cache cache, Request fill) {
        MshrTable mshrs = cache.mshrs;
        int entry = fill.tag;
        int shift = (int) (fill.address >>> 5) & granuleMask;
        int arrived = fill.sectors << shift;
        if (!mshrs.isForOneChange(entry, arrived)) {
            return false;
        }
        Request change = mshrs.firstWaiting(entry);
        int before = mshrs.state(entry);
        int state = before | arrived;
        if (change == null || !mayChange(cache, change, state)) {
            return false;
        }
        int line = mshrs.line(entry);
        if (functional) {
            cache.data.install(line, fill, state & ~before, shift);
        }
        count(cache, arrived, fill);
        close(cache, entry, line, fill.address, state);
        perform(cache, change, line);
        cache.pool.release(fill);
        cache.wakeStalled();
        return true;
    }

    /** Whether all is there that a store or an atomic needs, of a line in this state. */
    private boolean mayChange(Cache cache, Request change, int state) {
        int shift = (int) (change.address >>> 5) & granuleMask;
        return (cache.lookups.stores.mustBeValid(change, change.sectors << shift, shift) & ~state) == 0;
    }

    private void perform(Cache cache, Request change, int line) {
        int shift = (int) (change.address >>> 5) & granuleMask;
        cache.lookups.stores.perform(change, line, change.sectors << shift, shift);
    }

    private static void count(Cache cache, int granules, Request fill) {
        cache.filled(fill);
        int sectors = Integer.bitCount(granules);
        cache.counters.fills += sectors;
        cache.counters.fillBytes += (long) sectors << 5;
    }

    private void close(Cache cache, int entry, int line, long address, int state) {
        MshrTable mshrs = cache.mshrs;
        cache.tags.unpin(line, address >>> lineShift, state);
        if (mshrs.full()) {
            mshrs.freed(cache.now());
        }
        mshrs.release(entry);
    }
}
