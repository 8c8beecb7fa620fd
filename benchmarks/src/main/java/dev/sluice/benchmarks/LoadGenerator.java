// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;

/** Keeps a number of reads under way: one after the other in address order for whole lines, at random for sectors. */
final class LoadGenerator extends Component {

    private static final int REPLY = 0;
    private static final int RETRY = 1;

    private final RequestPool pool;
    private final Downstream down;
    private final int inFlight;
    private final long workingSet;
    private final int requestBytes;
    private long left;
    private long next;
    private long state = 1;

    LoadGenerator(Engine engine, RequestPool pool, Downstream down, int inFlight, long workingSet, int requestBytes) {
        super(engine, "load generator");
        this.pool = pool;
        this.down = down;
        this.inFlight = inFlight;
        this.workingSet = workingSet;
        this.requestBytes = requestBytes;
    }

    void start(int requests) {
        left = requests;
        for (int i = 0; i < inFlight && left > 0; i++) {
            send();
        }
    }

    private void send() {
        left--;
        Request request = pool.acquire();
        request.start(Request.READ, address(), (1 << (requestBytes / Request.SECTOR_BYTES)) - 1, client(), 0, 0);
        request.coverSectors();
        request.replyTo(this, REPLY, request.index);
        if (!down.trySend(request)) {
            down.await(request, this, RETRY, request.index);
        }
    }

    private static int client() {
        return Client.STORAGE.ordinal();
    }

    private long address() {
        if (requestBytes > Request.SECTOR_BYTES) {
            next = (next + requestBytes) % workingSet;
            return next;
        }
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (state >>> 20) % (workingSet / requestBytes) * requestBytes;
    }

    @Override
    public void onEvent(int kind, int argument) {
        Request request = pool.get(argument);
        if (kind == RETRY) {
            down.sendAwaited(request);
            return;
        }
        pool.release(request);
        if (left > 0) {
            send();
        }
    }
}
