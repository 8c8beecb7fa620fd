// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.RunResult.DramResult;
import org.junit.jupiter.api.Test;

/** A memory as its neighbours see it: where it begins, what it takes, what it reports. */
final class DramSystemTest {

    private static final long BASE = 1L << 30;

    @Test
    void addresses_count_from_the_base() {
        Engine engine = new Engine();
        RequestPool pool = new RequestPool(false);
        BackingStore store = new BackingStore();
        long odd = BASE + 256; // no multiple of the three channels' interleave
        DramSystem memory = new DramSystem(
                engine,
                "vram",
                Specs.of(Specs.NO_REFRESH, 3, 1, "RoBaRaCoBgCh", "frfcfs", Specs.CORE_HZ, false),
                Specs.CORE_HZ,
                odd,
                store,
                pool,
                SimObserver.NONE,
                null);
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            int channel = i;
            memory.channel(i).device().listen((kind, bank, row, tick) -> seen.append(channel));
        }
        Component sender = engine.add(new Component(engine, "sender") {
            @Override
            public void onEvent(int kind, int argument) {
                // replies are not looked at
            }
        });
        Request read = pool.acquire();
        read.start(Request.READ, odd, 1, 0, -1, 1);
        read.replyTo(sender, 0, 0);
        assertThat(memory.trySend(read)).isTrue();
        engine.run();
        assertThat(seen).hasToString("00"); // activate and read, of the first channel
        assertThat(memory.store()).isSameAs(store);
        assertThat(memory.maxRequestBytes()).isEqualTo(256);
    }

    @Test
    void what_it_reports_is_of_the_region_of_interest() {
        long clock = Specs.CORE_HZ / 2; // a tick is two cycles
        Bench bench = new Bench(Specs.of(Specs.NO_REFRESH, 1, 1, "RoBaRaCoBgCh", "frfcfs", clock, false));
        bench.read(0, 0, 128);
        bench.run();
        bench.engine.runUntil(1000);
        bench.memory.resetStatistics();
        long began = bench.engine.now();
        bench.read(2000, 0, 64);
        bench.write(2001, 512, 32);
        bench.run();
        DramResult result = bench.memory.result();
        assertThat(result.readBytes()).isEqualTo(64);
        assertThat(result.writeBytes()).isEqualTo(32);
        assertThat(result.busyCycles()).isEqualTo(3L * Specs.NO_REFRESH.burst() * 2);
        assertThat(result.achievedBytesPerCycle()).isEqualTo(96.0 / (bench.engine.now() - began));
        assertThat(result.peakBytesPerCycle()).isEqualTo(8);
    }

    @Test
    void says_who_waits_for_a_place_in_a_queue() {
        Bench bench = new Bench(Specs.of(Specs.NO_REFRESH));
        for (int i = 0; i < 200; i++) {
            bench.read(0, i * 32L * 1024, 32);
        }
        bench.engine.runUntil(3);
        WaitGraph graph = new WaitGraph();
        bench.memory.describeWaits(graph);
        assertThat(graph.lines()).anyMatch(line -> line.startsWith("requester waits for vram[0]: a credit"));
        bench.run();
    }
}
