// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A memory alone on an engine, with a requester that sends single requests at given cycles and notes when they are answered. */
final class Bench {

    private static final int SEND = 0;
    private static final int REPLY = 1;
    private static final int CREDIT = 2;

    final Engine engine = new Engine();
    final RequestPool pool;
    final BackingStore store = new BackingStore();
    final DramSystem memory;
    final List<String> commands = new ArrayList<>();
    /** Reply cycles by request index, in order of replies. */
    final Map<Integer, Long> replies = new LinkedHashMap<>();

    private final Requester requester;

    Bench(DramSpec spec) {
        this(spec, false, SimObserver.NONE, null);
    }

    Bench(DramSpec spec, boolean functional, SimObserver observer, @Nullable AccessChecker checker) {
        pool = new RequestPool(functional);
        memory = new DramSystem(engine, "vram", spec, Specs.CORE_HZ, 0, store, pool, observer, checker);
        requester = engine.add(new Requester());
        memory.channel(0)
                .device()
                .listen((kind, bank, row, tick) -> commands.add(kind + " " + bank + " " + row + " @" + tick));
    }

    Request read(long cycle, long address, int bytes) {
        return send(cycle, Request.READ, address, bytes);
    }

    Request write(long cycle, long address, int bytes) {
        Request request = send(cycle, Request.WRITE, address, bytes);
        request.coverSectors();
        return request;
    }

    Request send(long cycle, int kind, long address, int bytes) {
        Request request = pool.acquire();
        request.start(kind, address, (1 << bytes / 32) - 1, 0, -1, 1);
        request.replyTo(requester, REPLY, request.index);
        engine.scheduleAt(requester, cycle, SEND, request.index);
        return request;
    }

    long replyOf(Request request) {
        return replies.get(request.index);
    }

    /** The commands of a kind, as {@code bank row}. */
    List<String> issued(String kind) {
        return commands.stream()
                .filter(c -> c.startsWith(kind))
                .map(c -> c.substring(kind.length() + 1, c.indexOf(" @")))
                .toList();
    }

    void run() {
        engine.run();
        engine.auditAtEnd();
    }

    private final class Requester extends Component {

        Requester() {
            super(Bench.this.engine, "requester");
        }

        @Override
        public void onEvent(int kind, int argument) {
            Request request = pool.get(argument);
            if (kind == SEND) {
                if (!memory.trySend(request)) {
                    memory.await(request, this, CREDIT, argument);
                }
            } else if (kind == CREDIT) {
                memory.sendAwaited(request);
            } else {
                replies.put(argument, now());
            }
        }
    }
}
