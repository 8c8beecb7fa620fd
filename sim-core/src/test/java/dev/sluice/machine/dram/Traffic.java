// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;

/** A requester that keeps a number of reads or writes outstanding until it has sent them all. */
final class Traffic extends Component {

    private static final int REPLY = 0;
    private static final int CREDIT = 1;
    private static final int START = 2;

    private final RequestPool pool;
    private final Downstream memory;
    private final int window;
    private final int bytes;
    private final long footprint;
    private final boolean random;
    private final int writePercent;
    private long remaining;
    private long state;
    private long position;
    private int outstanding;
    private boolean waiting;
    long answered;
    long lastReply;

    Traffic(
            Engine engine,
            RequestPool pool,
            Downstream memory,
            int window,
            int bytes,
            long footprint,
            boolean random,
            int writePercent,
            long count,
            long seed) {
        super(engine, "traffic");
        this.pool = pool;
        this.memory = memory;
        this.window = window;
        this.bytes = bytes;
        this.footprint = footprint;
        this.random = random;
        this.writePercent = writePercent;
        this.remaining = count;
        this.state = seed * 2 + 1;
    }

    void start() {
        wake(0, START, 0);
    }

    /** Sends more after all earlier ones. */
    void more(long count) {
        remaining += count;
        start();
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (kind == REPLY) {
            pool.release(pool.get(argument));
            outstanding--;
            answered++;
            lastReply = now();
        } else if (kind == CREDIT) {
            waiting = false;
            memory.sendAwaited(pool.get(argument));
        }
        while (!waiting && outstanding < window && remaining > 0) {
            send();
        }
    }

    private void send() {
        long address = random ? Long.remainderUnsigned(next(), footprint / bytes) * bytes : position;
        position += bytes;
        if (position >= footprint) {
            position = 0;
        }
        boolean write = writePercent > 0 && Long.remainderUnsigned(next(), 100) < writePercent;
        Request request = pool.acquire();
        request.start(write ? Request.WRITE : Request.READ, address, (1 << bytes / 32) - 1, 0, -1, 1);
        if (write) {
            request.coverSectors();
        }
        request.replyTo(this, REPLY, request.index);
        remaining--;
        outstanding++;
        if (!memory.trySend(request)) {
            waiting = true;
            memory.await(request, this, CREDIT, request.index);
        }
    }

    private long next() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return state * 0x2545F4914F6CDD1DL >>> 1;
    }
}
