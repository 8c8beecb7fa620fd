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
import java.nio.charset.StandardCharsets;
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
 * The whole simulator on {@code nvidia-v100}: half streaming, half random requests, L2-resident or bound by memory.
 *
 * <p>The counter {@code requests} is what the targets of docs/performance.md count.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class EndToEndBenchmark {

    /** Names of shipped streams under {@code benchmarks/}. */
    @Param({"l2-resident", "vram-bound"})
    public String stream;

    /** Rounds of the kernel: 50 are the 16 M requests of the targets. */
    @Param("50")
    public int rounds;

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
        device = Devices.load("nvidia-v100");
        profile = Profiles.load(device.barrierProfile());
        String name = "configs/streams/benchmarks/" + stream + ".yaml";
        try (InputStream in =
                Objects.requireNonNull(EndToEndBenchmark.class.getClassLoader().getResourceAsStream(name))) {
            String text =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("rounds: 50", "rounds: " + rounds);
            program = StreamReader.read(name, text.getBytes(StandardCharsets.UTF_8), null)
                    .resolve(device);
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
