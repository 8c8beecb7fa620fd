// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keys of mechanisms on a whole device: that they reach the part of the machine that they are about. */
final class MechanismsTest {

    /** A lane that adds to a word in each of eight lines, one after the other. */
    private static final String STREAM = """
            sluice: 1
            name: chain
            memory:
              - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: a, memory: local, size: 64KiB}
            kernels:
              chain:
                localSize: [1, 1, 1]
                bindings: {a: storage}
                code: |
                  i = 0
                  while i < 8 {
                    old = atomic.add.u32 a[i * 32], 0
                    i = i + 1 + old
                  }
              same:
                localSize: [256, 1, 1]
                bindings: {a: storage}
                code: |
                  old = atomic.add.u32 a[0], 1
            program:
              - queueSubmit:
                  queue: universal.0
                  commands:
                    - fillBuffer: {dst: a, data: 0}
                    - pipelineBarrier:
                        memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]
                    - dispatch: {kernel: chain, groups: [1, 1, 1], bind: {a: a}}
                    - pipelineBarrier:
                        memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]
                    - dispatch: {kernel: same, groups: [64, 1, 1], bind: {a: a}}
                  fence: done
              - waitForFences: [done]
            """;

    @TempDir
    private Path folder;

    private Path stream;

    @BeforeEach
    void write() throws IOException {
        stream = Files.writeString(folder.resolve("chain.yaml"), STREAM);
    }

    private JsonNode result(String before, String keys) throws IOException {
        String text = Runs.device("seed-discrete-l2");
        assertThat(text).contains(before);
        Path device = Files.writeString(folder.resolve("device.yaml"), text.replace(before, before + keys));
        Cli run = Cli.run("run", stream.toString(), "--device", device.toString(), "--json");
        assertThat(run.err()).isEmpty();
        return JsonMapper.builder().build().readTree(run.out());
    }

    /** The cycles of the first or second dispatch. */
    private long cycles(int dispatch, String before, String keys) throws IOException {
        int seen = 0;
        for (JsonNode command : result(before, keys).get("commands")) {
            if (command.get("kind").asString().equals("dispatch") && seen++ == dispatch) {
                return command.get("endCycle").asLong()
                        - command.get("startCycle").asLong();
            }
        }
        throw new AssertionError("no dispatch");
    }

    @Test
    void an_access_of_a_slice_in_the_far_half_takes_its_extra_cycles() throws IOException {
        long near = cycles(0, "  l2:  {", "");
        long far = cycles(0, "  l2:  {", "halves: {count: 2, latency: 1000, slices: interleaved}, ");
        // some of the eight lines are far, each for a thousand cycles; the rest is what memory does differently at
        // other times
        assertThat(far - near).isBetween(900L, 7200L);
    }

    @Test
    void atomics_on_one_word_take_the_cycles_of_their_lanes() throws IOException {
        long free = cycles(1, "  l2:  {", "");
        long serial = cycles(1, "  l2:  {", "atomicRates: {add.u32: {}}, ");
        long slow = cycles(1, "  l2:  {", "atomicRates: {add: {wordCycles: 2.5}}, ");
        int lanes = 64 * 256;
        assertThat(free).isLessThan(lanes);
        assertThat(serial).isBetween((long) lanes, lanes + free);
        assertThat(slow).isBetween(lanes * 5L / 2, lanes * 5L / 2 + free);
    }

    @Test
    void workgroups_begin_no_faster_than_the_dispatcher_sets_them_up() throws IOException {
        assertThat(cycles(1, "computeUnits:\n", "  dispatcherGroupCycles: 500\n"))
                .isGreaterThan(63 * 500L);
    }

    @Test
    void replies_take_the_ports_that_the_device_gives_them() throws IOException {
        JsonNode headers = result("network: {", "");
        JsonNode none = result("network: {", "replyHeader: false, requestHeader: false, ");
        assertThat(none.get("network").get("replyFlits").asLong())
                .isLessThan(headers.get("network").get("replyFlits").asLong());
        assertThat(cycles(1, "network: {", "sliceReply: 1, ")).isGreaterThan(2 * cycles(1, "network: {", ""));
    }
}
