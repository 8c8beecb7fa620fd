// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;

/**
 * The short way of a fill for which one request waits, alone: a read that went down for itself, or a store or an atomic.
 *
 * <p>It installs the fill, serves the request and gives the register back, with the same effects as {@link FillPath#onFill}, or changes
 * nothing.
 */
final class PlainFills {

    private final Cache cache;
    private final RequestPool pool;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final CarriedReads carried;
    private final int granuleMask;
    private final int latency;
    private final boolean canBeDirty;
    private final boolean functional;

    PlainFills(
            Cache cache, RequestPool pool, TagArray tags, DataArray data, MshrTable mshrs, CarriedReads carried) {
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.carried = carried;
        this.granuleMask = (cache.spec().geometry().line() >>> 5) - 1;
        this.latency = cache.spec().timing().latency();
        this.canBeDirty = cache.spec().policy().canBeDirty();
        this.functional = data.functional();
    }

    /** The read that opened a register came back with all its granules; returns whether that is all, else nothing was changed. */
    boolean carriedBack(Request read, int entry, int granules) {
        int poisoned = mshrs.poison(entry);
        if (!mshrs.isForOneRead(entry, granules) || poisoned != 0 && canBeDirty) {
            return false;
        }
        int line = mshrs.line(entry);
        int before = mshrs.state(entry);
        int state = before | granules & ~poisoned;
        if (functional) {
            int shift = (int) (read.address >>> 5) & granuleMask;
            data.install(line, read, state & ~before, shift);
            data.load(line, read, granules & state, shift);
        }
        count(granules, read);
        carried.back(read, entry);
        Pace pace = cache.lookups.pace;
        cache.answer(read, pace == null ? latency : latency + pace.read(read));
        close(entry, line, state);
        if (state == 0) { // what came was overtaken
            cache.drop(line);
        }
        cache.wakeStalled();
        return true;
    }

    /** Granules came of which one store or atomic may have been waiting; returns whether that is all, else nothing was changed. */
    boolean filled(Request fill) {
        int entry = fill.tag;
        int shift = (int) (fill.address >>> 5) & granuleMask;
        int arrived = fill.sectors << shift;
        if (!mshrs.isForOneChange(entry, arrived)) {
            return false;
        }
        Request change = mshrs.onlyWaiting(entry);
        int line = mshrs.line(entry);
        int before = mshrs.state(entry);
        int state = before | arrived;
        int from = (int) (change.address >>> 5) & granuleMask;
        int want = change.sectors << from;
        Stores stores = cache.lookups.stores;
        if ((stores.mustBeValid(change, want, from) & ~state) != 0) {
            return false;
        }
        if (functional) {
            data.install(line, fill, state & ~before, shift);
        }
        count(arrived, fill);
        close(entry, line, state);
        stores.perform(change, line, want, from);
        pool.release(fill);
        cache.wakeStalled();
        return true;
    }

    private void count(int granules, Request fill) {
        cache.filled(fill);
        int sectors = Integer.bitCount(granules);
        cache.counters.fills += sectors;
        cache.counters.fillBytes += (long) sectors << 5;
    }

    private void close(int entry, int line, int state) {
        tags.unpin(line, state);
        if (mshrs.full()) {
            mshrs.freed(cache.now());
        }
        mshrs.release(entry);
    }
}
