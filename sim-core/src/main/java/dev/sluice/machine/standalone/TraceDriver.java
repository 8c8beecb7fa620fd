// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.standalone;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.Arrays;

/**
 * Feeds a trace of addresses into a cache: in order, one access a cycle, with a limit on how many are under way.
 *
 * <p>An access that crosses lines becomes a request for each; it is answered when all of them are. Accesses may be added before
 * a run and between runs of {@link MemoryHierarchy#run}.
 */
public final class TraceDriver extends Component {

    private static final int ISSUE = 0;
    private static final int CREDIT = 1;
    private static final int REPLY = 2;

    private final RequestPool pool;
    private final OrderedSender sender;
    private final Client client;
    private final boolean readOnly;
    private final int lineBytes;
    /** Address and length of each access; of a store the complement of its length. */
    private long[] trace = new long[256];

    private int accesses;
    private int issued;
    private boolean ticking;

    /** By place of an access under way: its first cycle, and its requests without an answer. */
    private final long[] began;

    private final int[] open;
    private final int[] free;
    private int freeCount;
    private long answered;
    private long latencySum;
    private long latencyMax;

    TraceDriver(
            Engine engine,
            String name,
            RequestPool pool,
            Downstream down,
            Client client,
            boolean readOnly,
            int outstanding) {
        super(engine, name);
        if (outstanding < 1) {
            throw new IllegalArgumentException("at least one access must be under way, not " + outstanding);
        }
        this.pool = pool;
        this.sender = new OrderedSender(this, down, CREDIT);
        this.client = client;
        this.readOnly = readOnly;
        this.lineBytes = down.maxRequestBytes();
        began = new long[outstanding];
        open = new int[outstanding];
        free = new int[outstanding];
        for (int i = 0; i < outstanding; i++) {
            free[i] = outstanding - 1 - i;
        }
        freeCount = outstanding;
    }

    /**
     * Adds a load of {@code bytes} bytes from {@code address} on.
     *
     * @throws IllegalArgumentException for a negative address or no bytes
     */
    public void read(long address, int bytes) {
        add(address, bytes, bytes);
    }

    /**
     * Adds a store of {@code bytes} bytes from {@code address} on.
     *
     * @throws IllegalArgumentException for a negative address or no bytes, or if the cache is read-only
     */
    public void write(long address, int bytes) {
        if (readOnly) {
            throw new IllegalArgumentException("stores do not go to the read-only cache that " + name() + " feeds");
        }
        add(address, bytes, ~bytes);
    }

    private void add(long address, int bytes, int length) {
        if (address < 0 || bytes < 1) {
            throw new IllegalArgumentException("no access of " + bytes + " bytes at " + address);
        }
        if (2 * accesses == trace.length) {
            trace = Arrays.copyOf(trace, trace.length * 2);
        }
        trace[2 * accesses] = address;
        trace[2 * accesses + 1] = length;
        accesses++;
    }

    /** Accesses answered so far. */
    public long answered() {
        return answered;
    }

    /** Mean cycles from an access's issue to its last answer; 0 before the first. */
    public double meanLatency() {
        return answered == 0 ? 0 : (double) latencySum / answered;
    }

    /** The most cycles from an access's issue to its last answer. */
    public long maxLatency() {
        return latencyMax;
    }

    /** Begins with the accesses that were added, if there are any. */
    void begin() {
        tick(0);
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case ISSUE -> {
                ticking = false;
                issue();
                tick(1);
            }
            case CREDIT -> {
                sender.onCredit();
                tick(1);
            }
            case REPLY -> {
                answer(pool.get(argument));
                tick(1);
            }
            default -> throw new IllegalStateException("event kind " + kind);
        }
    }

    private void tick(int delay) {
        if (!ticking && issued < accesses && freeCount > 0 && sender.isEmpty()) {
            ticking = true;
            engine().schedule(this, delay, ISSUE, 0);
        }
    }

    private void issue() {
        long address = trace[2 * issued];
        long length = trace[2 * issued + 1];
        boolean store = length < 0;
        long end = address + (store ? ~length : length);
        issued++;
        int place = free[--freeCount];
        began[place] = now();
        open[place] = (int) ((end - 1) / lineBytes - address / lineBytes) + 1;
        for (long from = address; from < end; ) {
            long to = Math.min(end, (from / lineBytes + 1) * lineBytes);
            sender.send(request(from, (int) (to - from), store, place));
            from = to;
        }
    }

    private Request request(long address, int bytes, boolean store, int place) {
        Request request = pool.acquire();
        long base = address & -Request.SECTOR_BYTES;
        request.start(store ? Request.WRITE : Request.READ, base, 0, client.ordinal(), -1, 0);
        request.addBytes((int) (address - base), bytes);
        request.replyTo(this, REPLY, request.index);
        request.tag = place;
        return request;
    }

    private void answer(Request request) {
        int place = request.tag;
        pool.release(request);
        if (--open[place] == 0) {
            long latency = now() - began[place];
            latencySum += latency;
            latencyMax = Math.max(latencyMax, latency);
            answered++;
            free[freeCount++] = place;
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "accesses", accesses, answered);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        sender.describeWaits(graph);
    }
}
