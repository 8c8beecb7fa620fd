// SPDX-License-Identifier: Apache-2.0
package dev.sluice.benchmarks;

import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
 * The three parts of {@code sluice check} on a long stream: reading it, finding what it accesses, and judging that.
 *
 * <p>Every other command is a barrier, global or of one buffer; between them are dispatches, copies and fills over 64 buffers.
 * The target of docs/performance.md is for the three together at 10,000 commands.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class HazardBenchmark {
    private static final int BUFFERS = 64;
    private static final int SUBMISSION = 500;

    /** Commands of the stream. */
    @Param({"1000", "10000"})
    public int commands;

    private GpuSpec device;
    private byte[] text;
    private StreamProgram stream;
    private AccessTrace trace;

    @Setup
    public void setUp() {
        device = Devices.load("seed-discrete-l2");
        text = text(commands).getBytes(StandardCharsets.UTF_8);
        stream = load();
        trace = trace();
    }

    @Benchmark
    public StreamProgram load() {
        return StreamReader.read("long.yaml", text, null).resolve(device);
    }

    @Benchmark
    public AccessTrace trace() {
        return AccessTrace.of(stream, DeviceFacts.of(device));
    }

    @Benchmark
    public int check() {
        return HazardChecker.check(trace).hazards().size();
    }

    private static String text(int commands) {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder("""
                sluice: 1
                name: long
                memory: [{name: local, size: 64MiB, properties: [DEVICE_LOCAL]}]
                kernels:
                  scale:
                    localSize: [64, 1, 1]
                    bindings: {src: storage, dst: storage}
                    code: |
                      v = load.u32 src[gid]
                      store.u32 dst[gid] = v * 2
                buffers:
                """);
        for (int i = 0; i < BUFFERS; i++) {
            text.append("  - {name: b")
                    .append(i)
                    .append(", memory: local, offset: ")
                    .append(i * 256);
            text.append("KiB, size: 256KiB, usage: [TRANSFER_SRC, TRANSFER_DST, STORAGE_BUFFER]}\n");
        }
        text.append("program:\n");
        int written = 0;
        for (int i = 0; i < commands; i++) {
            if (i % SUBMISSION == 0) {
                text.append("  - queueSubmit:\n      queue: universal.0\n      commands:\n");
            }
            if (i % 2 == 1) {
                barrier(text, random.nextBoolean(), written);
            } else {
                written = random.nextInt(BUFFERS);
                action(text, random, (written + 1 + random.nextInt(BUFFERS - 1)) % BUFFERS, written);
            }
        }
        return text.toString();
    }

    private static void action(StringBuilder text, Random random, int src, int dst) {
        switch (random.nextInt(4)) {
            case 0 ->
                text.append("        - fillBuffer: {dst: b").append(dst).append(", offset: 0, size: 64KiB, data: 1}\n");
            case 1 ->
                text.append("        - copyBuffer: {src: b")
                        .append(src)
                        .append(", dst: b")
                        .append(dst)
                        .append(", regions: [{srcOffset: 4KiB, dstOffset: 8KiB, size: 16KiB}]}\n");
            default ->
                text.append("        - dispatch: {kernel: scale, groups: [")
                        .append(4 << random.nextInt(5))
                        .append("], bind: {src: b")
                        .append(src)
                        .append(", dst: b")
                        .append(dst)
                        .append("}}\n");
        }
    }

    private static void barrier(StringBuilder text, boolean global, int buffer) {
        text.append("        - pipelineBarrier: {")
                .append(global ? "memory" : "buffers")
                .append(
                        ": [{srcStage: [COMPUTE_SHADER, COPY, CLEAR], srcAccess: [SHADER_STORAGE_WRITE, TRANSFER_WRITE],")
                .append(" dstStage: [COMPUTE_SHADER, COPY, CLEAR],")
                .append(" dstAccess: [SHADER_STORAGE_READ, SHADER_STORAGE_WRITE, TRANSFER_READ, TRANSFER_WRITE]");
        if (!global) {
            text.append(", buffer: b").append(buffer).append(", offset: 0, size: 256KiB");
        }
        text.append("}]}\n");
    }
}
