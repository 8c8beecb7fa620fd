// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The run's requests: acquired, sent, answered and released without allocation once the high-water mark is reached. */
public final class RequestPool implements Blocks.Holder {

    private final boolean functional;
    private final Blocks blocks = new Blocks();
    private Request[] all = new Request[0];
    private int[] free = new int[0];
    private int freeCount;
    private long released;
    /** The byte masks of all requests, four words each: apart, because most requests never need theirs. */
    long[] masks = new long[0];

    /** A cycle that the holder of each request has noted. */
    long[] stamps = new long[0];

    /** The cycle at which a compute unit issued each request, modulo 2 to the 32. */
    int[] issues = new int[0];

    /** Operands of replies, of requests that have others than their index; few do. */
    private int[] arguments = new int[0];

    private final AtomicsPool atomics = new AtomicsPool();

    /** Follows the requests; null in most runs. */
    private @Nullable RequestTable table;

    /** Who issued each request and where: unit in the upper half, site in the lower; null as long as nobody asks. */
    private long @Nullable [] origins;

    /** @param functional whether requests carry bytes (false in a timing-only run) */
    public RequestPool(boolean functional) {
        this.functional = functional;
        blocks.register(this);
        grow(256);
    }

    /** The bytes that requests, and all stores of their run, share. */
    public Blocks blocks() {
        return blocks;
    }

    @Override
    public int markBlocks() {
        for (Request request : all) {
            Payload payload = request.payload;
            if (payload != null && !request.pooled()) {
                payload.mark();
            }
        }
        return all.length;
    }

    /** Whether requests carry bytes. */
    public boolean functional() {
        return functional;
    }

    /** The request with this pool index. */
    public Request get(int index) {
        return all[index];
    }

    /** Takes a request out of the pool; call {@link Request#start} on it. */
    public Request acquire() {
        if (freeCount == 0) {
            grow(all.length * 2);
        }
        Request request = all[free[--freeCount]];
        request.pooled(false);
        RequestTable told = table;
        if (told != null) {
            told.began(request.index);
        }
        return request;
    }

    /** Gives a request back. */
    public void release(Request request) {
        if (request.pooled()) {
            throw new IllegalStateException("request " + request.index + " was released twice");
        }
        request.pooled(true);
        Payload payload = request.payload;
        if (payload != null) {
            payload.clear();
        }
        long[] from = origins;
        if (from != null) {
            from[request.index] = Request.NO_ORIGIN;
        }
        RequestTable told = table;
        if (told != null) {
            told.touched(request.index);
        }
        if (request.kind == Request.ATOMIC) {
            atomics.release(request.index);
        }
        released++;
        free[freeCount++] = request.index;
    }

    /** Has a table follow the requests from now on. */
    void watch(RequestTable by) {
        table = by;
    }

    /** Whether a table follows the requests. */
    boolean watched() {
        return table != null;
    }

    /** A request was made for the sake of another one. */
    public void madeFor(Request request, Request cause) {
        RequestTable told = table;
        if (told != null) {
            told.madeFor(request.index, cause.index);
        }
    }

    /** What a request is may have changed. */
    public void changed(Request request) {
        RequestTable told = table;
        if (told != null) {
            told.touched(request.index);
        }
    }

    /** A request waits to be sent, for the first time or on from where it is. */
    void waits(Request request) {
        RequestTable told = table;
        if (told != null) {
            told.waits(request.index);
        }
    }

    /** A request is where the answer to what it was sent on for has come. */
    void isThere(Request request) {
        RequestTable told = table;
        if (told != null) {
            told.isThere(request.index);
        }
    }

    /** A request is answered; its answer waits on its way back. */
    public void answered(Request request) {
        RequestTable told = table;
        if (told != null) {
            told.answered(request.index);
        }
    }

    /** The answer to a request will come to who asked in some cycles. */
    void answerArrives(Request request, long delay) {
        RequestTable told = table;
        if (told != null) {
            told.answerArrives(request.index, delay);
        }
    }

    /** Requests that there are, under way or not. */
    int size() {
        return all.length;
    }

    /** Requests that have come to their end since the pool was made. */
    public long released() {
        return released;
    }

    /** Requests acquired and not released. */
    public int inUse() {
        return all.length - freeCount;
    }

    /** Lets requests carry who issued them and where, from now on; without this they do not. */
    public void keepOrigins() {
        if (origins == null) {
            long[] made = new long[all.length];
            Arrays.fill(made, Request.NO_ORIGIN);
            origins = made;
        }
    }

    /** Whether requests carry who issued them and where. */
    public boolean keepsOrigins() {
        return origins != null;
    }

    long origin(int index) {
        long[] from = origins;
        return from == null ? Request.NO_ORIGIN : from[index];
    }

    void origin(int index, long origin) {
        long[] from = origins;
        if (from != null) {
            from[index] = origin;
        }
    }

    int argument(int index) {
        return arguments[index];
    }

    void argument(int index, int argument) {
        if (index >= arguments.length) {
            arguments = Arrays.copyOf(arguments, all.length);
        }
        arguments[index] = argument;
    }

    @Nullable
    AtomicOperands atomics(int index) {
        return atomics.get(index);
    }

    AtomicOperands newAtomics(int index) {
        return atomics.of(index, all.length);
    }

    private void grow(int size) {
        int old = all.length;
        all = Arrays.copyOf(all, size);
        free = Arrays.copyOf(free, size);
        masks = Arrays.copyOf(masks, size * Request.MASK_WORDS);
        stamps = Arrays.copyOf(stamps, size);
        long[] from = origins;
        if (from != null) {
            from = Arrays.copyOf(from, size);
            Arrays.fill(from, old, size, Request.NO_ORIGIN);
            origins = from;
        }
        issues = Arrays.copyOf(issues, size);
        for (int i = size - 1; i >= old; i--) {
            all[i] = new Request(this, i, functional);
            free[freeCount++] = i;
        }
    }
}
