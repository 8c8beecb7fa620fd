// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.NetworkSpec;
import dev.sluice.device.TlbSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.network.Router;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.tlb.PageTableLayout;
import dev.sluice.machine.tlb.SharedTlb;
import java.util.ArrayList;
import java.util.List;

/** Components on top of each other, as a device has them: translation, first level, crossbar, second level, router. */
final class StackSubjects {

    private static final int L1_LATENCY = 5;
    private static final int L2_LATENCY = 20;
    private static final int CROSSBAR = 8;
    private static final int UNITS = 3;

    private StackSubjects() {}

    static List<Subject> all() {
        return List.of(new Stack("ample", 16), new Stack("one of everything", 1));
    }

    private static final class Stack extends Subject {
        private final int room;
        private List<Cache> second = List.of();

        Stack(String name, int room) {
            super("stack " + name);
            this.room = room;
        }

        private CacheSpec spec(CacheSpecs specs, int latency) {
            specs.latency = latency;
            specs.queue = room;
            specs.mshrs = room;
            specs.mshrMerges = room;
            return specs.build();
        }

        @Override
        List<Downstream> wire(Bench bench) {
            MockMemory memory = bench.memory("memory");
            Router router = Router.byAddress(memory.path(256), memory.path(256), new SnoopedRanges());
            CacheSpecs below = CacheSpecs.l2(DirtyTracking.BYTE).geometry(2, 2, 128, 32);
            below.slices = 2;
            CacheSpec l2 = spec(below, L2_LATENCY);
            second = CacheSubjects.slices(bench, l2, router);
            Crossbar crossbar = new Crossbar(
                    new NetworkSpec("crossbar", CROSSBAR, 32),
                    "l2",
                    bench.pool,
                    UNITS,
                    second.stream().map(Cache::newPort).toList(),
                    SliceHash.of(l2),
                    128);
            TlbSpec tlb = new TlbSpec(2, 2, 0, new TlbSpec.Shared(4, 2, 7), 1, 2, room);
            MockMemory table = new MockMemory(bench.engine, "table", bench.pool, 40, 1);
            SharedTlb shared = bench.engine.add(new SharedTlb(
                    bench.engine,
                    "tlb",
                    bench.pool,
                    tlb,
                    512,
                    new PageTableLayout(1 << 30, 2, 512, 1 << 30, 1 << 30),
                    table.path(32)));
            List<Downstream> ways = new ArrayList<>();
            CacheSpec l1 = spec(CacheSpecs.l1().geometry(2, 2, 128, 32), L1_LATENCY);
            for (int unit = 0; unit < UNITS; unit++) {
                List<Cache> first = CacheSubjects.slices(bench, l1, crossbar.path(unit));
                ways.add(shared.inFrontOf("tlb" + unit, CacheSubjects.entrance(first)));
            }
            return ways;
        }

        @Override
        int read() {
            return 7 + 2 * 40 + L1_LATENCY + CROSSBAR + L2_LATENCY + Bench.MEMORY_LATENCY + CROSSBAR + 1;
        }

        @Override
        int readAgain() {
            return L1_LATENCY;
        }

        @Override
        int write() {
            return CROSSBAR + 1 + L2_LATENCY + CROSSBAR;
        }

        @Override
        double interval() {
            return 1;
        }

        @Override
        boolean keepsOrder() {
            return false;
        }

        @Override
        boolean passesAllOn() {
            return false;
        }

        @Override
        void settle(Bench bench) {
            CacheSubjects.flush(bench, second);
        }
    }
}
