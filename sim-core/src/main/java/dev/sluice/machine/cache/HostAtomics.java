// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestChain;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Atomics that go past a slice to host memory ({@link dev.sluice.device.CacheStructure.Bypass#HOST}): one at a time of each line, so
 * that many of one word take a way there and back each.
 *
 * <p>Whatever wants the line while atomics wait for each other waits behind them: it may come after them in its own thread. An atomic
 * that is under way holds nobody up who is no atomic, for all go the same way.
 */
final class HostAtomics {

    private final Lookups lookups;
    /** As many may wait for a line as for a register. */
    private final int most;

    private long[] lines = new long[8];
    /** What waits for each line. */
    private RequestChain[] chains = chains(8);

    private int[] waiting = new int[8];
    private int count;

    HostAtomics(Lookups lookups, int most) {
        this.lookups = lookups;
        this.most = most;
    }

    /** Lines of which an atomic is under way. */
    int underWay() {
        return count;
    }

    /** How many wait, of all lines. */
    int waiting() {
        int sum = 0;
        for (int at = 0; at < count; at++) {
            sum += waiting[at];
        }
        return sum;
    }

    /** One of those that wait, line by line, and of a line in order. */
    @Nullable
    Request waiting(int number) {
        int at = 0;
        int left = number;
        while (at < count && left >= waiting[at]) {
            left -= waiting[at++];
        }
        Request request = at < count ? chains[at].first() : null;
        for (; request != null && left > 0; left--) {
            request = request.next;
        }
        return request;
    }

    /** Sends an atomic, or sets it aside while another one of its line is under way; returns what {@link Lookups#accept} is to. */
    int pass(Request atomic, long line, int want) {
        int at = find(line);
        if (at >= 0) {
            return setAside(at, atomic);
        }
        if (count == lines.length) {
            grow();
        }
        lines[count] = line;
        waiting[count++] = 0;
        lookups.sendPast(atomic, want);
        return Lookups.TAKEN;
    }

    /** Whether atomics of a line wait, so that a load or a store of it is to be {@link #setAside}. */
    boolean waitFor(long line) {
        int at = count == 0 ? -1 : find(line);
        return at >= 0 && !chains[at].isEmpty();
    }

    /** Sets a load or a store aside behind the atomics of its line; returns what {@link Lookups#accept} is to. */
    int setAside(Request request, long line) {
        return setAside(find(line), request);
    }

    private int setAside(int at, Request request) {
        if (waiting[at] == most) {
            return Lookups.NO_MSHR;
        }
        if (lookups.cache.observed) {
            lookups.cache.reports.waits(request, SimObserver.WaitReason.QUEUE);
        }
        waiting[at]++;
        chains[at].add(request);
        return Lookups.TAKEN;
    }

    /** The atomic of a line that was under way has been answered: those behind it go, up to the second atomic. */
    void answered(long line) {
        int at = find(line);
        boolean atomic = false;
        RequestChain chain = chains[at];
        Request request = chain.first();
        while (request != null && !(atomic && request.kind == Request.ATOMIC)) {
            chain.poll();
            atomic |= request.kind == Request.ATOMIC;
            waiting[at]--;
            lookups.sendPast(request, lookups.granules(request));
            request = chain.first();
        }
        if (!atomic) {
            remove(at);
        }
    }

    private void remove(int at) {
        count--;
        RequestChain empty = chains[at];
        lines[at] = lines[count];
        chains[at] = chains[count];
        waiting[at] = waiting[count];
        chains[count] = empty;
    }

    private int find(long line) {
        for (int at = 0; at < count; at++) {
            if (lines[at] == line) {
                return at;
            }
        }
        return -1;
    }

    private void grow() {
        int larger = 2 * count;
        lines = Arrays.copyOf(lines, larger);
        RequestChain[] more = chains(larger);
        System.arraycopy(chains, 0, more, 0, count);
        chains = more;
        waiting = Arrays.copyOf(waiting, larger);
    }

    private static RequestChain[] chains(int count) {
        RequestChain[] chains = new RequestChain[count];
        Arrays.setAll(chains, i -> new RequestChain());
        return chains;
    }
}
