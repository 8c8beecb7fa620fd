// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.config.device.Devices;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.dram.DramSystem;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.RequestPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Requests per second that the HBM2 of {@code nvidia-v100} serves, in address order or at random. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DramBenchmark {

    private static final int REQUESTS = 1 << 18;

    /** Bytes per request; 32 is a random sector, 128 a streamed line. */
    @Param({"32", "128"})
    public int requestBytes;

    private Engine engine;
    private LoadGenerator generator;

    @Setup
    public void setUp() {
        GpuSpec device = Devices.load("nvidia-v100");
        engine = new Engine();
        RequestPool pool = new RequestPool(false);
        DramSystem memory = new DramSystem(
                engine, "vram", device.vram(), device.clockHz(), 0, new BackingStore(), pool, SimObserver.NONE, null);
        generator = engine.add(new LoadGenerator(engine, pool, memory, 512, 1 << 26, requestBytes));
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long requests() {
        generator.start(REQUESTS);
        engine.run();
        return engine.now();
    }
}
