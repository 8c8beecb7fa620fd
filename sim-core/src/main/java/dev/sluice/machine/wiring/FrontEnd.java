// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The command processor's own memory accesses: arguments of indirect commands and conditions, through the path of the former. */
final class FrontEnd extends Component {

    private static final int REPLY = 0;
    private static final int RETRY = 1;

    private static final class Fetch {
        final Consumer<ReadBytes> completion;
        final ReadBytes bytes;
        int outstanding;

        Fetch(ReadBytes bytes, Consumer<ReadBytes> completion) {
            this.bytes = bytes;
            this.completion = completion;
        }
    }

    private final RequestPool pool;
    private final Downstream path;
    private final SimObserver observer;
    private final @Nullable AccessChecker checker;
    private final List<Fetch> fetches = new ArrayList<>();
    private long requests;
    private long sectors;
    private long answered;

    FrontEnd(Engine engine, RequestPool pool, Downstream path, SimObserver observer, @Nullable AccessChecker checker) {
        super(engine, "front end");
        this.pool = pool;
        this.path = path;
        this.observer = observer;
        this.checker = checker;
    }

    long requests() {
        return requests;
    }

    long sectors() {
        return sectors;
    }

    /** Reads a few bytes, which may straddle two requests. */
    void fetch(long address, int size, int attribution, int agent, Consumer<ReadBytes> completion) {
        Fetch fetch = new Fetch(new ReadBytes(address, size), completion);
        fetches.add(fetch);
        long max = path.maxRequestBytes();
        long at = address;
        while (at < address + size) {
            long base = Math.floorDiv(at, max) * max;
            long end = Math.min(address + size, base + max);
            Request request = pool.acquire();
            request.start(Request.READ, base, 0, Client.INDIRECT.ordinal(), attribution, agent);
            request.addBytes((int) (at - base), (int) (end - at));
            request.replyTo(this, REPLY, request.index);
            request.tag = fetches.size() - 1;
            fetch.outstanding++;
            requests++;
            sectors += request.sectorCount();
            send(request);
            at = end;
        }
    }

    private void send(Request request) {
        if (observer != SimObserver.NONE) {
            observer.issue(now(), name(), request);
        }
        if (!path.trySend(request)) {
            path.await(request, this, RETRY, request.index);
        }
    }

    @Override
    public void onEvent(int kind, int argument) {
        Request request = pool.get(argument);
        if (kind == RETRY) {
            path.sendAwaited(request);
            return;
        }
        answered++;
        Fetch fetch = fetches.get(request.tag);
        Payload payload = request.payload;
        if (payload != null) {
            fetch.bytes.take(payload, request);
            if (checker != null) {
                checker.read(request);
            }
        }
        if (observer != SimObserver.NONE) {
            observer.complete(now(), name(), request);
        }
        pool.release(request);
        if (--fetch.outstanding == 0) {
            fetch.completion.accept(fetch.bytes);
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", requests, answered);
    }
}
