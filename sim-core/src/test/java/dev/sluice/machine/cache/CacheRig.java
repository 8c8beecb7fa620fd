// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.truth.AccessChecker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One cache alone between requesters and a memory. */
final class CacheRig {

    final Engine engine = new Engine();
    final RequestPool pool;
    final MockMemory memory;
    final RefillLedger ledger;
    final CacheNodeStats stats;
    final Cache cache;
    final List<Long> maintenanceDone = new ArrayList<>();
    private final List<Runnable> actions = new ArrayList<>();
    private final Component listener;
    private final SimObserver observer;

    CacheRig(CacheSpec spec) {
        this(spec, 100, true, null);
    }

    CacheRig(CacheSpec spec, SimObserver observer) {
        this(spec, 100, true, null, new RefillLedger(), observer);
    }

    CacheRig(CacheSpec spec, int memoryLatency, boolean functional, @Nullable AccessChecker checker) {
        this(spec, memoryLatency, functional, checker, new RefillLedger());
    }

    CacheRig(
            CacheSpec spec,
            int memoryLatency,
            boolean functional,
            @Nullable AccessChecker checker,
            RefillLedger ledger) {
        this(spec, memoryLatency, functional, checker, ledger, SimObserver.NONE);
    }

    private CacheRig(
            CacheSpec spec,
            int memoryLatency,
            boolean functional,
            @Nullable AccessChecker checker,
            RefillLedger ledger,
            SimObserver observer) {
        this.observer = observer;
        this.ledger = ledger;
        pool = new RequestPool(functional);
        memory = new MockMemory(engine, "memory", pool, memoryLatency);
        stats = new CacheNodeStats(spec, 1);
        cache = cache(spec, "cache", memory.path(256), stats, checker);
        listener = engine.add(new Component(engine, "listener") {
            @Override
            public void onEvent(int kind, int argument) {
                if (kind == 0) {
                    maintenanceDone.add(now());
                } else {
                    actions.get(argument).run();
                }
            }
        });
    }

    Cache cache(
            CacheSpec spec, String name, Downstream down, CacheNodeStats nodeStats, @Nullable AccessChecker checker) {
        return engine.add(new Cache(
                engine, name, spec, SliceHash.of(spec), 0, pool, down, nodeStats, ledger, 1, observer, checker));
    }

    /** A requester with an input of its own. */
    MockRequester requester(String name) {
        return requester(name, cache);
    }

    MockRequester requester(String name, Cache to) {
        return new MockRequester(
                engine,
                name,
                pool,
                new DirectPath(to.newPort(), 0, 0, to.spec().geometry().line()));
    }

    /** Does something at a cycle. */
    void at(long cycle, Runnable action) {
        actions.add(action);
        engine.scheduleAt(listener, cycle, 1, actions.size() - 1);
    }

    /** Orders maintenance at once. */
    Maintenance order(Maintenance.Verb verb) {
        return order(cache, new Maintenance().start(verb, -1, -1));
    }

    Maintenance order(Cache to, Maintenance maintenance) {
        maintenance.replyTo(listener, 0, 0);
        to.orders().start(maintenance);
        return maintenance;
    }

    /** Runs until nothing is left and checks that nothing vanished. */
    void finish() {
        engine.run();
        engine.auditAtEnd();
        if (pool.inUse() != 0) {
            throw new AssertionError(pool.inUse() + " requests were never released");
        }
    }
}
