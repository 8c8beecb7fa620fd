// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import dev.sluice.device.TlbSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;

/**
 * A look-aside buffer in front of one path down: a request goes on when its page is known.
 *
 * <p>Where a hit costs no time and nothing is queued, it takes the path as if the buffer were not there. Everything else goes
 * through a queue of {@link TlbSpec#queue} requests and leaves it in order: a hit waits behind a miss. Each request of the
 * queue is looked up when it arrives, so that several misses are under way at once; requests to a page that is asked for
 * already wait for the same answer. Replies do not come past here: they take the path below back.
 *
 * <p>It is made by {@link SharedTlb#inFrontOf}.
 */
public final class Tlb extends Component implements Downstream {

    private static final int ARRIVE = 0;
    private static final int CREDIT = 1;

    /** Places that the queue has from the begin; it grows to what arrives at once. */
    private static final int FEW_PLACES = 64;

    private final RequestPool pool;
    private final SharedTlb shared;
    private final Downstream path;
    private final TranslationSets sets;
    private final int latency;
    private final int pageShift;
    private final Port port;

    /** The queue of those that have arrived, a ring: requests by pool index, their pages, whether these are known, and when each arrived. */
    private int[] queued;

    private long[] queuedPage;
    private boolean[] known;
    private long[] since;
    private int head;
    private int count;
    /** Senders that wait for a place in the queue, or have one promised. */
    private int queueWaiters;

    private boolean awaitingCredit;

    private long lookups;
    private long hits;
    private long stallCycles;
    private long entered;
    private long left;

    Tlb(Engine engine, String name, RequestPool pool, TlbSpec spec, long pageBytes, SharedTlb shared, Downstream path) {
        super(engine, name);
        this.pool = pool;
        this.shared = shared;
        this.path = path;
        this.sets = new TranslationSets(spec.entries(), spec.ways());
        this.latency = spec.latency();
        this.pageShift = Long.numberOfTrailingZeros(pageBytes);
        // look-ups are pipelined: one more place per cycle that they take
        long places = (long) spec.queue() + latency;
        this.port = new Port(name + ".in", this, ARRIVE, (int) Math.min(places, Integer.MAX_VALUE));
        int arrived = (int) Math.min(places, FEW_PLACES); // a long look-up is no reason to have as much memory
        this.queued = new int[arrived];
        this.queuedPage = new long[arrived];
        this.known = new boolean[arrived];
        this.since = new long[arrived];
    }

    @Override
    public int maxRequestBytes() {
        return path.maxRequestBytes();
    }

    @Override
    public int maxAtomicBytes() {
        return path.maxAtomicBytes();
    }

    @Override
    public void perform(Request request) {
        long page = request.address >> pageShift;
        int place = sets.find(page);
        lookups++;
        if (place == TranslationSets.ABSENT) {
            shared.missAtOnce(page, request);
            sets.insert(page);
        } else {
            hits++;
            sets.touch(place);
        }
        path.perform(request);
    }

    @Override
    public boolean trySend(Request request) {
        if (passes()) {
            int place = sets.find(request.address >> pageShift);
            if (place != TranslationSets.ABSENT) {
                if (!path.trySend(request)) {
                    return false;
                }
                sets.touch(place);
                lookups++;
                hits++;
                return true;
            }
        }
        if (!port.hasCredit()) {
            return false;
        }
        port.send(latency, request.index);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        if (passes() && sets.find(request.address >> pageShift) != TranslationSets.ABSENT) {
            request.via = null;
            path.await(request, waiter, kind, argument);
        } else {
            request.via = this; // tells sendAwaited which of the two places was kept
            queueWaiters++;
            port.await(waiter, kind, argument);
        }
    }

    @Override
    public void sendAwaited(Request request) {
        if (request.via == this) {
            queueWaiters--;
            port.sendPromised(latency, request.index);
            return;
        }
        path.sendAwaited(request);
        lookups++;
        hits++;
        int place = sets.find(request.address >> pageShift);
        if (place != TranslationSets.ABSENT) {
            sets.touch(place);
        }
    }

    @Override
    public void reply(Request request, long delay) {
        path.reply(request, delay);
    }

    @Override
    protected int requestOf(int kind, int argument) {
        return kind == ARRIVE ? argument : NO_REQUEST;
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case ARRIVE -> arrive(argument);
            case CREDIT -> {
                awaitingCredit = false;
                path.sendAwaited(pool.get(queued[head]));
                leave();
                pump();
            }
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    /** The second level or a walk has found a page. */
    void translated(long page) {
        sets.insert(page);
        for (int i = 0; i < count; i++) {
            int at = place(i);
            if (queuedPage[at] == page) {
                known[at] = true;
            }
        }
        pump();
    }

    /** Requests looked up since the statistics were reset. */
    long lookups() {
        return lookups;
    }

    long hits() {
        return hits;
    }

    long stallCycles() {
        return stallCycles;
    }

    void resetStatistics() {
        lookups = 0;
        hits = 0;
        stallCycles = 0;
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "translations", entered, left);
        audit.held(this, "places of the queue", port.used());
        audit.held(this, "senders waiting for the queue", queueWaiters);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        if (count > 0 && !known[head]) {
            graph.edge(this, shared, "the translation of page " + queuedPage[head]);
        }
        port.describeWaits(graph);
        path.describeWaits(graph);
    }

    private boolean passes() {
        return latency == 0 && port.used() == 0 && queueWaiters == 0;
    }

    private void arrive(int index) {
        Request request = pool.get(index);
        long page = request.address >> pageShift;
        int place = sets.find(page);
        boolean asked = place == TranslationSets.ABSENT && asked(page);
        if (count == queued.length) {
            grow();
        }
        int at = place(count++);
        queued[at] = index;
        queuedPage[at] = page;
        known[at] = place != TranslationSets.ABSENT;
        since[at] = now();
        entered++;
        lookups++;
        if (known[at]) {
            hits++;
            sets.touch(place);
            if (count == 1) {
                pump();
            }
        } else if (!asked) {
            shared.miss(this, page, request.command, request.agent);
        }
    }

    private void grow() {
        int size = queued.length * 2;
        int[] requests = new int[size];
        long[] pages = new long[size];
        boolean[] translated = new boolean[size];
        long[] arrivals = new long[size];
        for (int i = 0; i < count; i++) {
            int at = place(i);
            requests[i] = queued[at];
            pages[i] = queuedPage[at];
            translated[i] = known[at];
            arrivals[i] = since[at];
        }
        queued = requests;
        queuedPage = pages;
        known = translated;
        since = arrivals;
        head = 0;
    }

    /** Whether a request of the queue waits for this page. */
    private boolean asked(long page) {
        for (int i = 0; i < count; i++) {
            int at = place(i);
            if (queuedPage[at] == page && !known[at]) {
                return true;
            }
        }
        return false;
    }

    /** Sends what is translated, from the head of the queue on. */
    private void pump() {
        while (count > 0 && known[head] && !awaitingCredit) {
            Request request = pool.get(queued[head]);
            if (!path.trySend(request)) {
                awaitingCredit = true;
                path.await(request, this, CREDIT, 0);
                return;
            }
            leave();
        }
    }

    private void leave() {
        stallCycles += now() - since[head];
        head = head + 1 == queued.length ? 0 : head + 1;
        count--;
        left++;
        port.release();
    }

    private int place(int fromHead) {
        int at = head + fromHead;
        return at >= queued.length ? at - queued.length : at;
    }
}
