// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Halves of a cache that ask each other for copies, and have room for few at a time. */
final class HalfCopiesRunTest {

    /** Scattered reads of two units, half of them of lines of the other half. */
    private static final String STREAM = """
            sluice: 1
            name: scattered
            memory:
              - {name: m, size: 64KiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: m, size: 64KiB}
            kernels:
              gather:
                localSize: [32]
                bindings: {x: storage}
                code: |
                  s = 0
                  for i in 0..8 {
                    v = load.u32 x[hash(gid * 8 + i) % 16384]
                    s = s + v
                  }
                  if s == 1 {
                    store.u32 x[0] = s
                  }
            program:
              - queueSubmit:
                  commands:
                    - fillBuffer: {dst: x, data: 0}
                    - pipelineBarrier:
                        memory: [{srcStage: CLEAR, srcAccess: TRANSFER_WRITE, dstStage: COMPUTE_SHADER, dstAccess: SHADER_STORAGE_READ}]
                    - dispatch: {kernel: gather, groups: [64], bind: {x: x}}
              - deviceWaitIdle
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=4KiB ways=8 mshrs=1",
                "size=4KiB ways=8 mshrs=2",
                "size=256 ways=1 mshrs=64",
                "size=256 ways=2 mshrs=64",
                "size=4KiB ways=8 mshrs=16 partition={storage:'0'}",
                "size=4KiB ways=8 mshrs=4 mshrMerges=1"
            })
    void halves_never_wait_for_each_other_in_a_ring(String keys) throws IOException {
        Path file = Files.writeString(folder.resolve("scattered.yaml"), STREAM);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--device", "tiny-2", "-q"));
        words.addAll(List.of("--set", "caches.l2.slices=2"));
        words.addAll(List.of("--set", "caches.l2.halves={count: 2, latency: 10, copies: true}"));
        for (String key : keys.split(" ", -1)) {
            words.addAll(List.of("--set", "caches.l2." + key.replace(":'", ": '")));
        }

        Cli run = Cli.run(words);

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
    }

    /** The first load brings the old value into the unit's half, the store goes to the other one. */
    @ParameterizedTest
    @ValueSource(strings = {"nvidia-h200", "tiny-2"})
    void a_lane_loads_what_it_stored_before_in_the_other_half(String device) throws IOException {
        expectOne(device, """
                      v = load.u32 x[gid] @coherent
                      store.u32 x[gid] = v + 1 @coherent
                      w = load.u32 x[gid] @coherent
                      store.u32 y[gid] = w - v
                """);
    }

    /** The load goes through the unit's half, the store straight to the other one. */
    @ParameterizedTest
    @ValueSource(strings = {"nvidia-h200", "tiny-2"})
    void a_lane_does_not_load_what_it_stores_after_in_the_other_half(String device) throws IOException {
        expectOne(device, """
                      v = load.u32 x[gid] @coherent
                      store.u32 x[gid] = gid + 7 @coherent
                      store.u32 y[gid] = v - gid + 1
                """);
        expectOne(device, """
                      v = load.u32 x[gid]
                      atomic.add.u32 x[gid], 7
                      store.u32 y[gid] = v - gid + 1
                """);
    }

    /** Runs a kernel in which each lane has its own word of {@code x}, at first its number, and is to leave 1 in {@code y}. */
    private void expectOne(String device, String code) throws IOException {
        String stream = """
                sluice: 1
                name: own
                memory:
                  - {name: m, size: 128KiB, properties: [DEVICE_LOCAL]}
                  - {name: h, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                buffers:
                  - {name: x, memory: m, size: 64KiB, data: {type: u32, pattern: iota, count: 16384}}
                  - {name: y, memory: m, offset: 64KiB, size: 64KiB}
                  - {name: back, memory: h, size: 64KiB}
                kernels:
                  k:
                    localSize: [32]
                    bindings: {x: storage, y: storage}
                    code: |
                """ + code + """
                program:
                  - queueSubmit:
                      commands:
                        - dispatch: {kernel: k, groups: [512], bind: {x: x, y: y}}
                        - pipelineBarrier:
                            memory: [{srcStage: COMPUTE_SHADER, srcAccess: SHADER_WRITE, dstStage: COPY, dstAccess: TRANSFER_READ}]
                        - copyBuffer: {src: y, dst: back}
                        - pipelineBarrier: {memory: [{srcStage: COPY, srcAccess: TRANSFER_WRITE, dstStage: HOST, dstAccess: HOST_READ}]}
                  - deviceWaitIdle
                  - hostRead: {buffer: back, expect: {type: u32, pattern: constant, value: 1, count: 16384}}
                """;
        Path file = Files.writeString(folder.resolve("own.yaml"), stream);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--device", device, "-q"));
        if (device.equals("tiny-2")) {
            words.addAll(List.of("--set", "caches.l2.slices=2", "--set", "caches.l2.size=4KiB", "--set"));
            words.addAll(
                    List.of("caches.l2.ways=8", "--set", "caches.l2.halves={count: 2, latency: 10, copies: true}"));
        }

        Cli run = Cli.run(words);

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.CLEAN);
    }
}
