// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.KernelProgram;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/** Measures how many requests a second the compute units make, in front of an ideal memory; run by hand. */
final class ComputeProbe {

    private ComputeProbe() {}

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        for (int round = 0; round < rounds; round++) {
            for (boolean functional : new boolean[] {true, false}) {
                measure("streaming", "v = load.u32 a[gid & 262143]", 1 << 18, functional);
                measure(
                        "streaming loop",
                        "for i in 0..64 { v = load.u32 a[(gid + i * 8192) & 262143] }",
                        4096,
                        functional);
                measure("random", "v = load.u32 a[hash(gid) & 262143]", 1 << 13, functional);
                measure(
                        "random loop",
                        "for i in 0..16 { v = load.u32 a[hash(gid + i * 8192) & 262143] }",
                        1024,
                        functional);
            }
        }
    }

    private static void measure(String name, String code, int groups, boolean functional) {
        if (!name.equals(System.getProperty("only", name))) {
            return;
        }
        Machine.Builder with = new Machine.Builder();
        with.units = Integer.getInteger("units", 80);
        with.waveSize = 32;
        with.waves = Integer.getInteger("waves", 64);
        with.issue = 4;
        with.queue = 64;
        with.latency = 200;
        with.credits = 1 << 20;
        with.functional = functional;
        Machine machine = with.build();
        machine.memory.recording = false;
        KernelProgram program = Machine.kernel(code, 256, "a");
        ThreadMXBean threads = ManagementFactory.getThreadMXBean(); // processor time: other processes do not matter
        long start = threads.getCurrentThreadCpuTime();
        machine.start(program, groups, new long[] {0}, new long[] {1 << 30});
        machine.finish();
        double seconds = (threads.getCurrentThreadCpuTime() - start) * 1e-9;
        System.out.printf(
                Locale.ROOT,
                "%-16s %-12s %9d requests %6.2f M/s, %5.1f ns each, %d cycles, %.2f events each%n",
                name,
                functional ? "bytes" : "timing only",
                machine.dispatcher.requests(),
                machine.dispatcher.requests() / seconds * 1e-6,
                seconds * 1e9 / machine.dispatcher.requests(),
                machine.engine.now(),
                (double) machine.engine.executedEvents() / machine.dispatcher.requests());
    }
}
