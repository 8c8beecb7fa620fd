// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Devices;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Which memories of a stream share the bytes of a heap: those that are there at the same time. */
final class HeapUseTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");
    private static final String MEMORIES = """
            sluice: 1
            name: heaps
            memory:
              - {name: a, size: 5GiB, properties: [DEVICE_LOCAL]}
              - {name: b, size: 5GiB, properties: [DEVICE_LOCAL]}
              - {name: c, size: 2GiB, properties: [DEVICE_LOCAL]}
            """;

    private static StreamProgram read(String program) {
        return StreamReader.read("h.yaml", (MEMORIES + program).getBytes(StandardCharsets.UTF_8), null)
                .resolve(DEVICE);
    }

    private static void refused(String program, String place, String message) {
        assertThatThrownBy(() -> read(program)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).startsWith("h.yaml:" + place + ": ");
            assertThat(e.problem()).contains(message);
        });
    }

    @Test
    void memories_that_nothing_allocates_are_there_at_the_same_time() {
        refused(
                "program: []",
                "5:21",
                "memory 'b': 5GiB do not fit heap 0 of device 'seed-discrete-l2', which has 8GiB"
                        + " with 5GiB in use");
    }

    @Test
    void a_memory_takes_the_place_of_one_that_was_freed_before() {
        assertThat(read("program: [{freeMemory: a}, {allocateMemory: b}]").allocatedLater())
                .containsExactly("b");
    }

    @Test
    void a_memory_that_is_allocated_before_another_is_freed_needs_bytes_of_its_own() {
        refused("program: [{allocateMemory: b}, {freeMemory: a}]", "7:28", "memory 'b': 5GiB do not fit heap 0");
    }

    @Test
    void a_freed_memory_is_free_once() {
        refused(
                "program: [{freeMemory: c}, {freeMemory: c}, {allocateMemory: b}]",
                "7:62",
                "which has 8GiB with 5GiB in use");
    }

    @Test
    void with_several_threads_all_memories_count_all_the_time() {
        refused("program: [{freeMemory: a}, {allocateMemory: b}]\nthreads: {other: [{busy: 1}]}", "5:21", "do not fit");
    }

    @Test
    void what_is_allocated_must_be_a_memory() {
        refused("program: [{freeMemory: a}, {allocateMemory: b}, {allocateMemory: d}]", "7:66", "unknown memory 'd'");
    }
}
