// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many requests a second go through two cache levels and a crossbar: run {@code main}, arguments {@code functional} and
 * {@code random} optional. Most requests miss in a small L1 and hit in L2.
 */
public final class CacheThroughputProbe {

    /** Keeps a number of reads in flight. */
    static final class Pump extends Component {
        private final RequestPool pool;
        private final Downstream down;
        private final int window;
        private final long bytes;
        private final boolean random;
        private long next;
        private long state;
        long left;
        long done;
        private int inFlight;
        private boolean waiting;
        private @Nullable Request head;

        Pump(
                Engine engine,
                String name,
                RequestPool pool,
                Downstream down,
                int window,
                long bytes,
                long start,
                boolean random) {
            super(engine, name);
            this.pool = pool;
            this.down = down;
            this.window = window;
            this.bytes = bytes;
            this.random = random;
            this.next = start;
            this.state = start + 1;
            engine.add(this);
        }

        void start(long requests) {
            left = requests;
            wake(0, 0, 0);
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (kind == 1) {
                pool.release(pool.get(argument));
                done++;
                inFlight--;
            } else if (kind == 2) {
                waiting = false;
                down.sendAwaited(Objects.requireNonNull(head));
            }
            while (!waiting && left > 0 && inFlight < window) {
                left--;
                inFlight++;
                Request r = pool.acquire();
                r.start(Request.READ, address(), 15, 0, 0, 1);
                r.replyTo(this, 1, r.index);
                if (!down.trySend(r)) {
                    waiting = true;
                    head = r;
                    down.await(r, this, 2, 0);
                }
            }
        }

        private long address() {
            if (random) {
                state ^= state << 13;
                state ^= state >>> 7;
                state ^= state << 17;
                return (state >>> 8) % (bytes / 128) * 128;
            }
            long address = next;
            next = (next + 128) % bytes;
            return address;
        }
    }

    private static final int WINDOW = Integer.getInteger("window", 48);
    private static final int UNITS = Integer.getInteger("units", 80);

    final Engine engine = new Engine();
    final List<Pump> pumps = new ArrayList<>();
    final CacheNodeStats l1Stats;
    final CacheNodeStats l2Stats;

    CacheThroughputProbe(boolean functional, boolean random, int units) {
        RequestPool pool = new RequestPool(functional);
        MockMemory memory = new MockMemory(engine, "memory", pool, 200);
        CacheSpecs b2 = CacheSpecs.l2(CacheSpec.DirtyTracking.SECTOR).geometry(64, 24, 128, 32);
        b2.slices = 32;
        b2.mshrs = 192;
        b2.latency = 120;
        b2.queue = 32;
        b2.hash = CacheSpec.Hash.XOR;
        CacheSpec l2 = b2.build();
        CacheSpecs b1 = CacheSpecs.l1().geometry(32, 4, 128, 32);
        b1.mshrs = 64;
        b1.latency = 28;
        CacheSpec l1 = b1.build();
        l1Stats = new CacheNodeStats(l1, units);
        l2Stats = new CacheNodeStats(l2, 1);
        RefillLedger ledger = new RefillLedger();
        SliceHash hash = SliceHash.of(l2);
        List<dev.sluice.machine.engine.Port> ports = new ArrayList<>();
        for (int s = 0; s < 32; s++) {
            Cache slice = engine.add(new Cache(
                    engine,
                    "l2[" + s + "]",
                    l2,
                    hash,
                    s,
                    pool,
                    memory.path(256),
                    l2Stats,
                    ledger,
                    1,
                    SimObserver.NONE,
                    null));
            ports.add(slice.newPort());
        }
        Crossbar crossbar = new Crossbar(new NetworkSpec("crossbar", 20, 32), "l2", pool, units, ports, hash, 128);
        for (int u = 0; u < units; u++) {
            Cache cache = engine.add(new Cache(
                    engine,
                    "l1[" + u + "]",
                    l1,
                    SliceHash.of(l1),
                    0,
                    pool,
                    crossbar.path(u),
                    l1Stats,
                    ledger,
                    1,
                    SimObserver.NONE,
                    null));
            Downstream path = new DirectPath(cache.newPort(), 0, 0, 128);
            pumps.add(new Pump(engine, "pump" + u, pool, path, WINDOW, 3 << 20, u * 37L * 128, random));
        }
    }

    void run(long requestsPerUnit) {
        pumps.forEach(p -> p.start(requestsPerUnit));
        engine.run();
    }

    /** Prints requests per second of processor time, so that other load on the machine matters less. */
    public static void main(String[] arguments) {
        List<String> options = List.of(arguments);
        CacheThroughputProbe probe =
                new CacheThroughputProbe(options.contains("functional"), options.contains("random"), UNITS);
        java.lang.management.ThreadMXBean cpu = java.lang.management.ManagementFactory.getThreadMXBean();
        long events = 0;
        for (int round = 0; round < 4; round++) {
            long before = cpu.getCurrentThreadCpuTime();
            probe.run(4_000_000 / UNITS);
            double seconds = (cpu.getCurrentThreadCpuTime() - before) * 1e-9;
            System.out.printf(
                    java.util.Locale.ROOT,
                    "%.2f M requests/s, %.1f events each, L1 hits %.1f%%, L2 hits %.1f%%%n",
                    4.0 / seconds,
                    (probe.engine.executedEvents() - events) / 4e6,
                    100.0 * probe.l1Stats.total().readHits / probe.l1Stats.total().reads,
                    100.0 * probe.l2Stats.total().readHits / probe.l2Stats.total().reads);
            events = probe.engine.executedEvents();
        }
    }
}
