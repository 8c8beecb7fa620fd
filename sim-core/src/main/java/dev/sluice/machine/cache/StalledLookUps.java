// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.result.CacheCounters;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a slice's look-ups that stall: the first waits for something that is not there, the others for their turn.
 *
 * <p>Requests keep the order in which they came. One that comes while others stall joins them without a slot of its bank; one that
 * had waited for its bank since before goes in front of those, which are late: none of them is looked up before the last of the
 * former has come. Once the first can go on, each takes the next slot of its bank when it is its turn.
 *
 * <p>It sets {@link Cache#stalling}, so that whoever finds none stalled need not look here.
 */
final class StalledLookUps {

    private final Cache cache;
    private final WaitingLookUps queues;
    private final int number;
    private final LineMap map;
    private final BankSlots banks;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final Walker walker;
    private final CacheCounters counters;
    private final int lineShift;

    private final StallTimes times = new StallTimes();

    private @Nullable Request first;
    private @Nullable Request last;
    /** The first of those that came while others waited for their banks, which go before it; null if none did. */
    private @Nullable Request late;
    /** The one before it, if any. */
    private @Nullable Request lastBeforeLate;

    /** The bank of the first, or -1 if it is not known yet: retries in vain need not look at the request. */
    private int bankOfFirst = -1;
    /** What the first got when it was looked up: an outcome of {@link Lookups}. */
    private int outcome;
    /** Whether the first is known to fail again: nothing that it waits for has changed. */
    private boolean stuck;
    /** Whether the first, or one before it of the same stall, was counted as waiting for an MSHR. */
    private boolean counted;

    private boolean retryScheduled;

    private long lineOfFirst;
    /** The cycle at which the first finds free what was busy. */
    private long wakesAt = -1;
    /** The cycle at which a walk lets the first look up. */
    private long grantedCycle = -1;

    /** Of which request the observer heard last why it waits, and why. */
    private @Nullable Request toldRequest;

    private SimObserver.@Nullable WaitReason toldReason;

    /** @param number by which the queues are told apart */
    StalledLookUps(Cache cache, WaitingLookUps queues, BankSlots banks, Walker walker, int number) {
        this.cache = cache;
        this.queues = queues;
        this.number = number;
        this.map = cache.map();
        this.banks = banks;
        this.mshrs = cache.mshrs;
        this.outlet = cache.outlet;
        this.walker = walker;
        this.counters = cache.counters;
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
    }

    /** Whether any stalls. */
    boolean any() {
        return first != null;
    }

    /** The first of them, linked; null if none stalls. */
    @Nullable
    Request first() {
        return first;
    }

    /** Why the first waits, as far as an observer was told. */
    SimObserver.@Nullable WaitReason reason() {
        return first == null || first != toldRequest ? null : toldReason;
    }

    /** Whether the first waits for an MSHR, or something else that a fill frees. */
    boolean waitForFill() {
        return first != null && outcome == Lookups.NO_MSHR;
    }

    /** How long the first waited for what. */
    StallTimes times() {
        return times;
    }

    /** Whether one that had waited for its bank is before all of them. */
    boolean allLate() {
        return first == late;
    }

    /**
     * A request came while others stall: it waits behind them, and needs no bank until it is its turn.
     *
     * @param othersToCome whether some still wait for their banks that came before it
     */
    void join(Request request, boolean othersToCome) {
        if (cache.observed) {
            cache.reports.waits(request, SimObserver.WaitReason.QUEUE);
        }
        if (late == null && othersToCome) {
            late = request;
            lastBeforeLate = last;
        }
        request.next = null;
        Objects.requireNonNull(last).next = request;
        last = request;
    }

    /** Puts a request that had waited for its bank behind those stalled, but before those that came while it did. */
    void joinInTurn(Request request) {
        Request after = late;
        if (cache.observed && first != after) {
            cache.reports.waits(request, SimObserver.WaitReason.QUEUE);
        }
        Request before = after == null ? last : lastBeforeLate;
        request.next = after;
        if (first == after) {
            goesFirst(request);
            queues.stalls(this, true);
        } else {
            Objects.requireNonNull(before).next = request;
        }
        if (after == null) {
            last = request;
        } else {
            lastBeforeLate = request;
        }
    }

    private void goesFirst(@Nullable Request request) {
        first = request;
        bankOfFirst = -1;
        times.lacks(null, cache.now());
    }

    /** All have come that had waited for their banks; returns whether those behind may try now. */
    boolean allCame() {
        boolean any = late != null;
        late = null;
        return any && !retryScheduled;
    }

    /** A request that was looked up cannot go on: it is the first of those stalled. */
    void stall(Request request, int why) {
        joinInTurn(request);
        blocked(request, why);
    }

    /** The first was looked up and cannot go on. */
    private void blocked(Request request, int why) {
        if (cache.observed) {
            tellWait(request, why);
        }
        outcome = why;
        Pace pace = cache.pace;
        if (why == Lookups.BUSY && pace != null && wakesAt != pace.readyAt()) {
            wakesAt = pace.readyAt();
            cache.wakeWhenReady(wakesAt - cache.now());
        }
        stuck = why != Lookups.BUSY
                && walker.idle()
                && (why == Lookups.NO_OUTPUT || request.kind == Request.READ && mshrs.full());
        lineOfFirst = request.address >>> lineShift;
        boolean lacksLine = why == Lookups.NO_MSHR && !mshrs.full();
        times.lacks(lacksLine ? cache.lookups.waitReason(request, why) : null, cache.now());
        if (why == Lookups.NO_MSHR && !counted) {
            counters.mshrStalls++;
            counted = true;
        }
    }

    /** Tells the observer why the first waits, unless that is what it last heard. */
    private void tellWait(Request request, int why) {
        SimObserver.WaitReason reason = cache.lookups.waitReason(request, why);
        if (request != toldRequest || reason != toldReason) {
            toldRequest = request;
            toldReason = reason;
            cache.reports.waits(request, reason);
        }
    }

    /** Sectors of a line came, and may be what the first waits for. */
    void filled(Request fill) {
        if (stuck && (outcome == Lookups.NO_MSHR || fill.address >>> lineShift == lineOfFirst)) {
            stuck = false;
        }
    }

    /** Something changed of which the first may not know: its next look-up may go otherwise. */
    void unstick() {
        stuck = false;
    }

    /** Whether something that freed may be what the first waits for, and no retry is to come that would see it. */
    boolean mayRetry() {
        return !retryScheduled && !inVain();
    }

    /** Whether what the first waits for is known not to be there. */
    private boolean inVain() {
        return stuck && (outcome == Lookups.NO_MSHR || !outlet.hasRoom());
    }

    /** Has the first try again {@code delay} cycles from now. */
    void retryIn(long delay) {
        retryScheduled = true;
        cache.wakeRetry(delay, number);
    }

    /** The cycle of the retry has come. */
    void retryIsDue() {
        retryScheduled = false;
    }

    /** The one that a retry would look up; null if there is none, or in vain. */
    @Nullable
    Request next() {
        return inVain() ? null : first;
    }

    /** Looks up one after the other as far as slots, the walk and what is free let them, unless they are to try later. */
    void retry() {
        Request request = retryScheduled ? null : first;
        while (request != null && request != late && !inVain()) {
            long now = cache.now();
            long earliest = cache.walking && now != grantedCycle ? walker.yieldTo(now) : now;
            int bank = bankOfFirst;
            if (bank < 0) {
                bank = map.bank(request.address);
                bankOfFirst = bank;
            }
            long cycle = banks.next(bank, earliest);
            if (cycle > now) {
                grantedCycle = cycle;
                retryIn(cycle - now);
                return;
            }
            grantedCycle = -1;
            stuck = false;
            Request following = request.next;
            int port = request.holder;
            request.next = null;
            int why = cache.lookUp(request);
            if (why != Lookups.TAKEN) {
                request.next = following;
                blocked(request, why);
                return;
            }
            banks.take(bank, now);
            leave(following);
            cache.lookedUp(port);
            request = following;
        }
    }

    /** The first has left. */
    private void leave(@Nullable Request following) {
        counted = false;
        toldRequest = null;
        goesFirst(following);
        if (following == null) {
            last = null;
            queues.stalls(this, false);
        }
    }

    /** Requests that had been set aside are looked up again, before anything that arrived later. */
    void again(Request from, Request to) {
        for (Request r = from; r != null; r = r.next) {
            if (r.holder > Cache.NO_PORT) {
                r.holder = Cache.NO_PORT;
            }
            counters.lookups--;
        }
        stuck = false;
        if (first == late) {
            lastBeforeLate = to;
        }
        to.next = first;
        goesFirst(from);
        queues.stalls(this, true);
        if (last == null) {
            last = to;
        }
        counted = false;
    }

    /** Reads the first, which may be looked up once something frees; returns anything made of it. */
    long touch() {
        Request request = first;
        return request == null ? 0 : request.touch();
    }
}
