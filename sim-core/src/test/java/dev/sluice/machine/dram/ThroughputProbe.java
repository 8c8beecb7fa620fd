// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.RequestPool;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Prints how many requests per second of CPU time the memory alone simulates; arguments: requests per run. */
final class ThroughputProbe {

    private ThroughputProbe() {}

    public static void main(String[] args) {
        long count = args.length > 0 ? Long.parseLong(args[0]) : 4_000_000;
        for (int round = 0; round < 3; round++) {
            run("hbm2  stream 128", Specs.preset("hbm2", 32), 128, false, 0, count);
            run("hbm2  random  32", Specs.preset("hbm2", 32), 32, true, 0, count);
            run("gddr6 stream 128", Specs.preset("gddr6-14", 16), 128, false, 0, count);
            run("gddr6 random  32", Specs.preset("gddr6-14", 16), 32, true, 0, count);
            run("gddr6 mixed  128", Specs.preset("gddr6-14", 16), 128, false, 33, count);
            run("hbm2  random mix", Specs.preset("hbm2", 32), 32, true, 33, count);
        }
    }

    private static void run(String name, DramSpec spec, int bytes, boolean random, int writes, long count) {
        Engine engine = new Engine();
        RequestPool pool = new RequestPool(false);
        DramSystem memory = new DramSystem(
                engine, "vram", spec, 1_380_000_000L, 0, new BackingStore(), pool, SimObserver.NONE, null);
        Traffic traffic = engine.add(
                new Traffic(engine, pool, memory, 24 * spec.channels(), bytes, 64 << 20, random, writes, count, 7));
        traffic.start();
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        engine.run();
        double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9;
        engine.auditAtEnd();
        var result = memory.result();
        System.out.printf(
                Locale.ROOT,
                "%s  %.2f M/s, %.1f events/request, %.1f of %.1f B/cycle, hits %.2f, conflicts %.2f, p50 %d%n",
                name,
                count / seconds / 1e6,
                engine.executedEvents() / (double) count,
                result.achievedBytesPerCycle(),
                result.peakBytesPerCycle(),
                result.rowHits() / (double) (result.reads() + result.writes()),
                result.rowConflicts() / (double) (result.reads() + result.writes()),
                result.latencyHistogram().p50());
    }
}
