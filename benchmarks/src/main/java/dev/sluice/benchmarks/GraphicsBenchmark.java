// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.Sluice;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The whole simulator drawing: {@code benchmarks/textured-draw}, four draws over a compressed target, textured and blended.
 *
 * <p>The counter {@code requests} compares with that of {@link EndToEndBenchmark}: it is to be at most 1.5 times less.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class GraphicsBenchmark {

    private static final String STREAM = "configs/streams/benchmarks/textured-draw.yaml";

    /** Names of shipped devices that have output units. */
    @Param({"rdna2-6900xt", "seed-discrete-l2"})
    public String gpu;

    /** Whether caches hold bytes. */
    @Param({"false", "true"})
    public boolean bytes;

    private GpuSpec device;
    private BarrierProfile profile;
    private StreamProgram program;

    /** Requests simulated, as a rate beside the runs. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Counted {
        public long requests;
    }

    @Setup
    public void setUp() throws IOException {
        device = Devices.load(gpu);
        profile = Profiles.load(device.barrierProfile());
        try (InputStream in =
                Objects.requireNonNull(GraphicsBenchmark.class.getClassLoader().getResourceAsStream(STREAM))) {
            program = StreamReader.read(STREAM, in.readAllBytes(), null).resolve(device);
        }
    }

    @Benchmark
    public long run(Counted counted) {
        var result = Sluice.simulation(device, profile, program, new RunOptions(!bytes, 0, SimObserver.NONE))
                .run();
        counted.requests += result.requests();
        return result.cycles();
    }
}
