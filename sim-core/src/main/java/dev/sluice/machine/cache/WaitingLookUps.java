// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestChain;
import org.jspecify.annotations.Nullable;

/**
 * The look-ups of a slice that wait: for the slots of their banks, or in a queue behind one that stalls.
 *
 * <p>A slice has one such queue, and a second one for what other halves of a cache ask for if these keep copies: those must never
 * stand behind a read that waits for a copy, which could be theirs in turn.
 */
final class WaitingLookUps {

    /** Arguments of {@link Cache#RETRY}: which queue tries again. */
    private static final int OWN = 0;

    private static final int ASKING = 1;

    private final Cache cache;
    private final BankSlots banks;
    private final Walker walker;
    private final LineMap map;
    private final StalledLookUps own;
    /** Those of other halves; null where none ask. */
    private @Nullable StalledLookUps asking;
    /** Whether those are first to try again. */
    private boolean askingFirst;
    /** Look-ups that wait for the slots of their banks that they have. */
    private int inTurn;

    private final RequestChain ofUnits = new RequestChain();
    private final RequestChain ofHalves = new RequestChain();

    WaitingLookUps(Cache cache, BankSlots banks, Walker walker) {
        this.cache = cache;
        this.banks = banks;
        this.walker = walker;
        this.map = cache.map();
        this.own = new StalledLookUps(cache, this, banks, walker, OWN);
    }

    /** Has what other halves ask for wait in a queue of its own from now on. */
    void apart() {
        asking = new StalledLookUps(cache, this, banks, walker, ASKING);
    }

    /** Those that stall, without what other halves ask for if that waits apart. */
    StalledLookUps own() {
        return own;
    }

    /** What other halves ask for; null where none ask. */
    @Nullable
    StalledLookUps asking() {
        return asking;
    }

    /** Whether none waits. */
    boolean none() {
        return !cache.stalling && inTurn == 0;
    }

    /** Whether some wait for a fill to free a register. */
    boolean forFill() {
        StalledLookUps others = asking;
        return own.waitForFill() || others != null && others.waitForFill();
    }

    private StalledLookUps queue(int number) {
        StalledLookUps others = asking;
        return others == null || number == OWN ? own : others;
    }

    private StalledLookUps queueOf(Request request) {
        StalledLookUps others = asking;
        return others != null && cache.isAskedByHalf(request) ? others : own;
    }

    /** Looks up what came, now or when it is its turn. */
    void arrive(Request request) {
        if (cache.stalling) {
            StalledLookUps queue = queueOf(request);
            if (queue.any()) {
                queue.join(request, inTurn > 0);
                return;
            }
        }
        long now = cache.now();
        long cycle = banks.take(map.bank(request.address), cache.walking ? walker.yieldTo(now) : now);
        if (cycle > now || (banks.severalACycle && inTurn > 0)) { // those of this cycle came first
            if (cache.observed && cycle > now) {
                cache.reports.waits(request, cache.walking ? SimObserver.WaitReason.WALK : SimObserver.WaitReason.BANK);
            }
            later(request, cycle - now);
        } else {
            lookUp(request);
        }
    }

    /** Looks up what has a slot of its bank {@code delay} cycles from now. */
    void later(Request request, long delay) {
        inTurn++;
        cache.wakeLookUp(delay, request);
    }

    /** Looks up what waited for its bank since it came, unless others stalled meanwhile that came before. */
    void lookUpInTurn(Request request) {
        inTurn--;
        StalledLookUps queue = cache.stalling ? queueOf(request) : own;
        if (queue.allLate()) {
            lookUp(request);
        } else {
            queue.joinInTurn(request);
        }
        if (cache.stalling && inTurn == 0) {
            cache.retryDue |= own.allCame();
            StalledLookUps others = asking;
            cache.retryDue |= others != null && others.allCame();
        }
    }

    private void lookUp(Request request) {
        int port = request.holder;
        int outcome = cache.lookUp(request);
        if (outcome == Lookups.TAKEN) {
            cache.lookedUp(port);
        } else {
            stall(request, outcome);
        }
    }

    /** A request was looked up that cannot go on; {@code outcome} is one of {@link Lookups}. */
    void stall(Request request, int outcome) {
        queueOf(request).stall(request, outcome);
    }

    /** The look-ups of a queue stall from now on, or no longer. */
    void stalls(StalledLookUps queue, boolean now) {
        StalledLookUps others = asking;
        boolean any = others == null ? now : own.any() || others.any();
        boolean known = cache.stalling == any;
        cache.stalling = any;
        if (queue == own && !(known && others == null)) { // on the wire of the others nobody waits
            cache.tellSenders(now);
        }
    }

    /** Sectors of a line came. */
    void filled(Request fill) {
        own.filled(fill);
        StalledLookUps others = asking;
        if (others != null) {
            others.filled(fill);
        }
    }

    /** Something freed: the first of each queue tries again. */
    void wake() {
        wake(own);
        StalledLookUps others = asking;
        if (others != null) {
            wake(others);
        }
    }

    private void wake(StalledLookUps queue) {
        if (queue.any() && queue.mayRetry()) {
            if (cache.handling) {
                cache.retryDue = true;
            } else {
                queue.retryIn(0);
            }
        }
    }

    /** Something changed of which they may not know. */
    void unstick() {
        own.unstick();
        StalledLookUps others = asking;
        if (others != null) {
            others.unstick();
        }
    }

    /** The cycle has come in which a queue is to try again. */
    void retryIsDue(int number) {
        queue(number).retryIsDue();
        cache.retryDue = true;
    }

    /** Tries again, by turns first what other halves ask for and what units do. */
    void retry() {
        StalledLookUps others = asking;
        if (others == null) {
            own.retry();
            return;
        }
        askingFirst = !askingFirst;
        (askingFirst ? others : own).retry();
        (askingFirst ? own : others).retry();
    }

    /** The one that a queue would look up; null if there is none, or in vain. */
    @Nullable
    Request next(int number) {
        return queue(number).next();
    }

    /** Linked requests that had been set aside are looked up again, before anything that arrived later. */
    void again(Request first, Request last) {
        StalledLookUps others = asking;
        if (others == null) {
            own.again(first, last);
            return;
        }
        for (Request request = first; request != null; ) {
            Request next = request.next;
            (cache.isAskedByHalf(request) ? ofHalves : ofUnits).add(request);
            request = next;
        }
        again(ofUnits, own);
        again(ofHalves, others);
    }

    private static void again(RequestChain requests, StalledLookUps queue) {
        Request first = requests.first();
        Request last = requests.last();
        if (first != null && last != null) {
            requests.clear();
            queue.again(first, last);
        }
    }

    /** Reads the first, which may be looked up once something frees; returns anything made of it. */
    long touch() {
        return own.touch();
    }
}
