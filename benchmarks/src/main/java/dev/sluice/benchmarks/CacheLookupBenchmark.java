// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.program.sync.CacheRole;
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

/** Requests per second through one cache over a memory of fixed latency, hits or misses. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CacheLookupBenchmark {

    private static final int REQUESTS = 1 << 18;

    /** Bytes of the working set: 16 KiB fits the cache of 128 KiB, 8 MiB does not. */
    @Param({"16384", "8388608"})
    public int workingSet;

    /** Whether lines hold bytes. */
    @Param({"false", "true"})
    public boolean bytes;

    private Engine engine;
    private LoadGenerator generator;

    @Setup
    public void setUp() {
        engine = new Engine();
        RequestPool pool = new RequestPool(bytes);
        CacheSpec spec = new CacheSpec(
                "l1",
                new CacheRole("L1"),
                CacheSpec.Scope.COMPUTE_UNIT,
                1,
                "vram",
                new CacheSpec.Geometry(128 << 10, 128, 32, 4, 1, 4, CacheSpec.Hash.MODULO, false),
                new CacheSpec.Policy(
                        false,
                        CacheSpec.WritePolicy.THROUGH,
                        CacheSpec.Allocation.NO_WRITE,
                        CacheSpec.DirtyTracking.NONE,
                        "lru",
                        false),
                new CacheSpec.Timing(30, 1),
                new CacheSpec.Ports(64, 512, 8),
                new CacheSpec.Upkeep(false, 1, false));
        FixedLatencyMemory memory = engine.add(new FixedLatencyMemory(engine, pool, 200));
        Cache cache = engine.add(new Cache(
                engine,
                "l1",
                spec,
                SliceHash.of(spec),
                0,
                pool,
                memory.path(),
                new CacheNodeStats(spec, 1),
                new RefillLedger(),
                0,
                SimObserver.NONE,
                null));
        generator = engine.add(new LoadGenerator(
                engine,
                pool,
                new DirectPath(cache.newPort(), 0, 0, spec.geometry().line()),
                64,
                workingSet,
                128));
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long requests() {
        generator.start(REQUESTS);
        engine.run();
        return engine.now();
    }
}
