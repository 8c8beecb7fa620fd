// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Kernels of one lane that make one access after the other count the same with time and without it. */
final class FunctionalSerialTest {

    /** Of both caches, as far as they do not depend on what is under way at once. */
    private static final List<String> COUNTERS = List.of(
            "reads", "readHits", "readMisses", "sectorMisses", "fills", "evictions", "invalidatedLines", "lookups");

    private static final String STREAM = """
            sluice: 1
            name: serial
            memory:
              - {name: m, size: 1MiB, properties: [DEVICE_LOCAL]}
              - {name: h, size: 64KiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
            buffers:
              - {name: x, memory: m, size: 512KiB, data: {type: u32, pattern: iota, count: 131072}}
              - {name: y, memory: m, offset: 512KiB, size: 4KiB}
              - {name: back, memory: h, size: 4KiB}
            kernels:
              walk:
                localSize: [1]
                bindings: {x: storage, y: storage}
                params: [turns, step, modulus]
                code: |
                  s = 0
                  for i in 0..turns {
                    v = load.u32 x[(i + 1) * step % modulus]
                    s = s + v
                    alu 2000
                  }
                  v = load.u32 x[64]
                  s = s + v
                  if s == 1 {
                    store.u32 y[1] = s
                  }
              read:
                localSize: [1]
                bindings: {x: storage, y: storage}
                code: |
                  v = load.u32 x[64]
                  store.u32 y[0] = v
            program:
              - queueSubmit:
                  commands:
                    - beginStatistics: {name: all, mode: functional}
                    - dispatch: {kernel: walk, groups: [1], bind: {x: x, y: y}, params: {turns: 41, step: STEP, modulus: MODULUS}}
                    BARRIER
                    - fillBuffer: {dst: x, offset: 256, size: 32, data: 77}
                    BARRIER
                    - dispatch: {kernel: read, groups: [1], bind: {x: x, y: y}}
                    BARRIER
                    - copyBuffer: {src: y, dst: back}
                    BARRIER
                    - endStatistics
              - deviceWaitIdle
              - hostRead: {buffer: back, expect: {type: u32, values: [77]}}
            """.replace(
                    "BARRIER",
                    "- pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                            + " dstStage: [ALL_COMMANDS, HOST], dstAccess: [MEMORY_READ, MEMORY_WRITE, HOST_READ]}]}");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"lru", "plru", "fifo", "mockingjay"})
    void lines_that_an_inclusive_cache_gives_up_leave_room_above(String policy) throws IOException {
        String[] keys = {
            "caches.l1.size=512", "caches.l1.ways=4", "caches.l1.replacement=" + policy, "caches.l2.inclusive=true"
        };

        assertThat(counters(16, 4096, true, keys)).isEqualTo(counters(16, 4096, false, keys));
    }

    /** Each read of half a line of L1 has L2, of one line, give up the other half. */
    @Test
    void a_line_that_is_being_read_stays_when_the_cache_below_gives_up_the_rest_of_it() throws IOException {
        String[] keys = {
            "caches.l1.line=256",
            "caches.l1.size=256",
            "caches.l1.ways=1",
            "caches.l2.line=128",
            "caches.l2.size=128",
            "caches.l2.ways=1",
            "caches.l2.inclusive=true"
        };

        assertThat(counters(32, 64, true, keys)).isEqualTo(counters(32, 64, false, keys));
    }

    @Test
    void look_aside_buffers_count_and_walkers_read_as_in_time() throws IOException {
        String[] keys = {
            "pages.size=4KiB",
            "pages.tlb={entries: 2, ways: 2, shared: {entries: 4, ways: 4}, walkers: 1, levels: 3}",
            "caches.side={role: MALL, scope: device, parent: vram, size: 1KiB, line: 64, write: back}",
            "caches.l2.parent=side",
            "transfer.outstanding=1"
        };
        JsonNode functional = result(1024, 7168, true, keys);
        JsonNode detailed = result(1024, 7168, false, keys);

        for (String counter : List.of("lookups", "hits", "sharedHits", "walks", "walkReads", "walkBytes")) {
            assertThat(functional.path("tlb").path(counter))
                    .as(counter)
                    .isEqualTo(detailed.path("tlb").path(counter));
        }
        assertThat(functional.path("tlb").path("walks").asInt()).isPositive();
        assertThat(functional.path("tlb").path("sharedHits").asInt()).isPositive();
        assertThat(functional.at("/regions/0/tlb/lookups").asInt()).isPositive();
        assertThat(functional.at("/caches/side/reads")).isEqualTo(detailed.at("/caches/side/reads"));
    }

    private List<String> counters(int step, int modulus, boolean functional, String... keys) throws IOException {
        JsonNode result = result(step, modulus, functional, keys);
        List<String> counters = new ArrayList<>();
        for (String cache : List.of("l1", "l2")) {
            for (String counter : COUNTERS) {
                counters.add(cache + " " + counter + " "
                        + result.path("caches").path(cache).path(counter));
            }
        }
        return counters;
    }

    private JsonNode result(int step, int modulus, boolean functional, String... keys) throws IOException {
        String text = STREAM.replace("STEP", Integer.toString(step)).replace("MODULUS", Integer.toString(modulus));
        Path file = folder.resolve("serial.yaml");
        Files.writeString(file, functional ? text : text.replace("mode: functional", "mode: detailed"));
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--device", "tiny-1", "--json"));
        for (String key : keys) {
            words.addAll(List.of("--set", key));
        }
        Cli run = Cli.run(words);
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.CLEAN);
        return JsonMapper.shared().readTree(run.out());
    }
}
